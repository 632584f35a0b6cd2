/** Changes of the list of lanes, as pure functions: the commands in a lane's menu. */
import type { Scenario } from '../../../models/src/generated/scenario.ts';
import { changeLanes, freshLabel } from './edits.ts';

/** The copy becomes the last lane, so that existing lanes keep their letters and colours. */
export const duplicateLane = (document: Scenario, lane: number): Scenario =>
  changeLanes(document, (lanes) => {
    const copied = lanes[lane];
    if (copied === undefined) return [...lanes];
    const label = freshLabel(copied.label ?? copied.aqm?.id ?? 'red', lanes);
    return [...lanes, { ...copied, label }];
  });

export const removeLane = (document: Scenario, lane: number): Scenario =>
  changeLanes(document, (lanes) => lanes.filter((_, i) => i !== lane));

export const moveLane = (document: Scenario, lane: number, to: number): Scenario =>
  changeLanes(document, (lanes) => {
    const moved = lanes[lane];
    if (moved === undefined || to < 0 || to >= lanes.length) return [...lanes];
    const others = lanes.filter((_, i) => i !== lane);
    return [...others.slice(0, to), moved, ...others.slice(to)];
  });

/** Sets other values of a lane's parameters; in a new lane if `more` has the word for its name. */
export const tunedLane = (
  document: Scenario,
  lane: number,
  values: Readonly<Record<string, number>>,
  more: 'tuned' | 'by wish' | null,
): Scenario =>
  changeLanes(document, (lanes) => {
    const from = lanes[lane] ?? {};
    const id = from.aqm?.id ?? 'red';
    const tuned = { ...from, aqm: { ...from.aqm, id, params: { ...from.aqm?.params, ...values } } };
    if (more !== null)
      return [...lanes, { ...tuned, label: freshLabel(`${from.label ?? id}, ${more}`, lanes) }];
    return lanes.map((one, i) => (i === lane ? tuned : one));
  });
