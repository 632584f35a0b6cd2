import type { App } from '../../state/app.ts';

/** Moves one parameter of a lane as part of a drag; gives the rule that refuses the value, or null. */
export function moveParam(app: App, lane: number, name: string, value: number): string | null {
  const issues = app.edit(['lanes', lane, 'aqm', 'params', name], value, `move ${lane} ${name}`);
  if (!app.view.get().hintSeen) app.look({ hintSeen: true });
  return issues[0]?.rule ?? null;
}
