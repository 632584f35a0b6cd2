/**
 * Everything that the page needs at once is one file. By default the bundler makes a file for every set of
 * modules shared by some views, and compresses each separately: two dozen small files are some kilobytes
 * larger than one.
 */
import type { Rolldown } from 'vite';

interface Graph {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null;
}

/**
 * The page's own script. It is a separate file, so that an embedded view, which shares the rest, does not run
 * it.
 */
const isEntry = (id: string) => id.endsWith('/web/src/main.tsx');

/** For each module, whether the entry imports it, directly or not, without a dynamic import. */
const known = new Map<string, boolean>();

function isFirst(id: string, graph: Graph, above: ReadonlySet<string>): boolean {
  const found = known.get(id);
  if (found !== undefined) return found;
  const info = graph.getModuleInfo(id);
  if (info === null || above.has(id)) return false;
  const first = isEntry(id) || info.importers.some((by) => isFirst(by, graph, new Set([...above, id])));
  // Within an import cycle, "no" is certain only outside the cycle.
  if (first || above.size === 0) known.set(id, first);
  return first;
}

/** The chunk of a module; null lets the bundler decide. */
export const firstLoad = (id: string, graph: Graph): string | null =>
  !isEntry(id) && isFirst(id, graph, new Set()) ? 'page' : null;
