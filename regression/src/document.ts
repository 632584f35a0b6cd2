/** The differences between two documents, by the paths of their values. */

type Leaves = ReadonlyMap<string, string>;

function leavesOf(node: unknown, path = '', into = new Map<string, string>()): Leaves {
  if (typeof node === 'object' && node !== null) {
    const list = Array.isArray(node);
    for (const [key, value] of Object.entries(node))
      leavesOf(value, list ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`, into);
  } else into.set(path, JSON.stringify(node));
  return into;
}

/** One sentence for each value that was changed, added or removed. */
export function documentChanges(was: unknown, now: unknown): string[] {
  const [before, after] = [leavesOf(was), leavesOf(now)];
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].flatMap((path) => {
    const [a, b] = [before.get(path), after.get(path)];
    return a === b ? [] : [`${path} is ${b ?? 'the default'}, it was ${a ?? 'the default'}`];
  });
}
