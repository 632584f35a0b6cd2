import type { Path } from '../../../../models/src/path.ts';
import type { App } from '../../state/app.ts';
import { gestureIn, type PartOfPage } from '../../state/dragged.ts';

/** Where a lane's parameter stands in the document. */
export const pathOf = (lane: number, name: string): Path => ['lanes', lane, 'aqm', 'params', name];

/** Moves one parameter of a lane as part of a drag; gives the rule that refuses the value, or null. */
export function moveParam(
  app: App,
  part: PartOfPage,
  lane: number,
  name: string,
  value: number,
): string | null {
  const issues = app.edit(pathOf(lane, name), value, gestureIn(part, `${lane} ${name}`));
  if (!app.view.get().hintSeen) app.look({ hintSeen: true });
  return issues[0]?.rule ?? null;
}
