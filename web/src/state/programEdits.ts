/** Changes of a lane's program, as pure functions. */
import type { Lane, Scenario } from '../../../models/src/index.ts';
import type { AqmInfo, Params } from '../../../wasm/src/types.ts';
import { changeLanes, freshLabel } from './edits.ts';

/** The scheme that has a program text as its parameter. */
export const PROGRAM = 'program';

/** A lane's program text as it is in the document; undefined for other schemes. */
export const textIn = (info: Pick<AqmInfo, 'params'>, params: Params): string | undefined => {
  const param = info.params.find(({ kind }) => kind === 'text');
  const text = param === undefined ? undefined : (params[param.name] ?? param.default);
  return typeof text === 'string' ? text : undefined;
};

const known = (params: Params, to: AqmInfo): Params =>
  Object.fromEntries(
    Object.entries(params).filter(([name]) => name !== PROGRAM && to.params.some((one) => one.name === name)),
  );

/**
 * Changes a lane's program text. Parameters that the new text still has keep their values; a label equal to
 * the scheme's name follows the name.
 */
export function changeProgram(
  document: Scenario,
  lane: number,
  text: string,
  to: AqmInfo,
  before: readonly string[],
): Scenario {
  return changeLanes(document, (lanes) =>
    lanes.map((old, i): Lane => {
      if (i !== lane) return old;
      const automatic = before.includes((old.label ?? PROGRAM).replace(/ \d+$/, ''));
      const others = lanes.filter((_, k) => k !== lane);
      return {
        ...old,
        ...(automatic ? { label: freshLabel(to.name, others) } : {}),
        aqm: { id: PROGRAM, params: { [PROGRAM]: text, ...known(old.aqm?.params ?? {}, to) } },
      };
    }),
  );
}

/**
 * Adds a lane with its own program, which begins with the program and the values of the given lane's scheme.
 */
export function writeOwn(document: Scenario, lane: number, text: string, to: AqmInfo): Scenario {
  return changeLanes(document, (lanes) => {
    const from = lanes[lane] ?? {};
    const label = freshLabel(`My ${from.label ?? to.name}`, lanes);
    const params = { [PROGRAM]: text, ...known(from.aqm?.params ?? {}, to) };
    return [...lanes, { ...from, label, aqm: { id: PROGRAM, params } }];
  });
}
