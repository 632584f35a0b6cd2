/** The parameters that have different values in several lanes. */
import type { AqmInfo, ParamInfo, ParamValue } from '../../../wasm/src/types.ts';
import type { LaneModel } from './model.ts';

/**
 * Whether two parameters with the same name mean the same. Thresholds, weights, probabilities and targets are
 * defined by the queue, so schemes share them if the units agree (CoDel's target is a time, REM's a queue).
 * Any other parameter belongs to its scheme alone.
 */
export const sharedName = ({ id }: AqmInfo, { name, role, unit }: ParamInfo): string =>
  role === 'plain' ? `${id}.${name}` : `${name}:${unit}`;

export const valueOf = ({ resolved }: LaneModel, { name, default: otherwise }: ParamInfo) =>
  resolved.params[name] ?? otherwise;

/** Names of the parameters whose values differ between at least two lanes. */
export function differing(models: readonly LaneModel[]): ReadonlySet<string> {
  const first = new Map<string, string>();
  const found = new Set<string>();
  for (const model of models) {
    for (const param of model.info.params) {
      const name = sharedName(model.info, param);
      const value = JSON.stringify(valueOf(model, param) ?? null);
      if ((first.get(name) ?? value) !== value) found.add(name);
      first.set(name, first.get(name) ?? value);
    }
  }
  return found;
}

/** The value of each lane for this name; undefined if the lane's scheme has no such parameter. */
export const byLane = (models: readonly LaneModel[], name: string): readonly (ParamValue | undefined)[] =>
  models.map((model) => {
    const param = model.info.params.find((one) => sharedName(model.info, one) === name);
    return param === undefined ? undefined : valueOf(model, param);
  });
