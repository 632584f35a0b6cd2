import type { Path } from '../../../../models/src/path.ts';
import type { LaneModel } from '../../lanes/model.ts';
import type { App } from '../../state/app.ts';
import { gestureIn, type PartOfPage } from '../../state/dragged.ts';

/** The path of a lane's parameter in the document. */
export const pathOf = (lane: number, name: string): Path => ['lanes', lane, 'aqm', 'params', name];

/** Moves one parameter of a lane as part of a drag; returns the rule that refuses the value, or null. */
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

/**
 * The part of a range in which a parameter is valid together with the lane's others, found by bisection in
 * whole grains.
 */
export function limitsOf(
  { engine }: Pick<App, 'engine'>,
  { info, scenario, link }: LaneModel,
  name: string,
  value: number,
  [min, max]: readonly [number, number],
  grain: number,
): readonly [number, number] {
  const holds = (grains: number) => {
    const params = { ...scenario.aqm.params, [name]: Number((grains * grain).toPrecision(12)) };
    return engine.check(info.id, params, link).every(({ severity }) => severity !== 'error');
  };
  const end = (bound: number): number => {
    let [inside, outside] = [value / grain, bound / grain];
    if (holds(outside)) return bound;
    while (Math.abs(outside - inside) > 1) {
      const middle = Math.round((inside + outside) / 2);
      if (middle === inside || middle === outside) break;
      if (holds(middle)) inside = middle;
      else outside = middle;
    }
    return Number((inside * grain).toPrecision(12));
  };
  return [end(min), end(max)];
}
