import type { Path } from './path.ts';

/** Reads a path written by `showPath`. */
export const readPath = (shown: string): Path =>
  [...shown.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([$\w-]+)/g)].map(([, index, quoted, name = '']) =>
    index !== undefined ? Number(index) : quoted !== undefined ? (JSON.parse(quoted) as string) : name,
  );
