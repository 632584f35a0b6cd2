/** Parameters that several lanes have with different values. */
import type { AqmInfo, ParamInfo, ParamValue } from '../../../wasm/src/types.ts';
import type { LaneModel } from './model.ts';

/**
 * Parameters of that name are the same thing: thresholds, weights, probabilities and targets have their meaning from the queue, so
 * schemes share them, where they have the same unit (CoDel's target is a time, REM's a queue); any other is a scheme's own.
 */
export const sharedName = ({ id }: AqmInfo, { name, role, unit }: ParamInfo): string =>
  role === 'plain' ? `${id}.${name}` : `${name}:${unit}`;

export const valueOf = ({ resolved }: LaneModel, { name, default: otherwise }: ParamInfo) =>
  resolved.params[name] ?? otherwise;

/** Names of the parameters that at least two lanes have with different values. */
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

/** The value of each lane under this name; undefined: its scheme has no such parameter. */
export const byLane = (models: readonly LaneModel[], name: string): readonly (ParamValue | undefined)[] =>
  models.map((model) => {
    const param = model.info.params.find((one) => sharedName(model.info, one) === name);
    return param === undefined ? undefined : valueOf(model, param);
  });
