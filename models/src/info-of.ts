/** What the catalogue says of an AQM with its parameters: of a program, what its text makes of it. */
import type { AqmInfo, Params } from './types.ts';

export function infoOf(
  catalogue: readonly AqmInfo[],
  { id, params = {} }: { readonly id: string; readonly params?: Params | undefined },
): AqmInfo | undefined {
  const info = catalogue.find((entry) => entry.id === id);
  return info?.of?.(params) ?? info;
}
