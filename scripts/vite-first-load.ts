/**
 * What the page needs at once is one file. By itself the bundler makes a file of every set of modules that some views share, and each of
 * them is compressed alone: two dozen small files are some kilobytes more than one.
 */
import type { Rolldown } from 'vite';

interface Graph {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null;
}

/** The page's own script. It is a file by itself, so that an embedded view, which shares the rest, does not run it. */
const isEntry = (id: string) => id.endsWith('/web/src/main.tsx');

/** By module: whether the entry imports it, however many imports are between them, none of which is dynamic. */
const known = new Map<string, boolean>();

function isFirst(id: string, graph: Graph, above: ReadonlySet<string>): boolean {
  const found = known.get(id);
  if (found !== undefined) return found;
  const info = graph.getModuleInfo(id);
  if (info === null || above.has(id)) return false;
  const first = isEntry(id) || info.importers.some((by) => isFirst(by, graph, new Set([...above, id])));
  // Within a circle, "no" is known only when the circle has been left.
  if (first || above.size === 0) known.set(id, first);
  return first;
}

/** The name of the chunk of a module; null leaves it to the bundler. */
export const firstLoad = (id: string, graph: Graph): string | null =>
  !isEntry(id) && isFirst(id, graph, new Set()) ? 'page' : null;
