/** The catalogue's entry for an AQM with its parameters; for a program, the entry that its text defines. */
import type { AqmInfo, Params } from './types.ts';

export function infoOf(
  catalogue: readonly AqmInfo[],
  { id, params = {} }: { readonly id: string; readonly params?: Params | undefined },
): AqmInfo | undefined {
  const info = catalogue.find((entry) => entry.id === id);
  return info?.of?.(params) ?? info;
}
