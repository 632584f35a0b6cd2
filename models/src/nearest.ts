/**
 * The number of letters that must be added, removed, changed or swapped with a neighbour (optimal string
 * alignment distance).
 */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/** Lower case without separators: `maxTh`, `max-th` and `max_th` are the same word. */
const bare = (word: string) => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The known words that `word` may mean, the most similar first. */
export function nearestWords(word: string, known: readonly string[]): readonly string[] {
  if (word.length > 40) return [];
  const wanted = bare(word);
  return known
    .map((candidate) => ({ candidate, distance: editDistance(wanted, bare(candidate)) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate);
}

/** The known word most similar to `word`; undefined if none is similar enough. */
export const didYouMean = (word: string, known: readonly string[]): string | undefined =>
  nearestWords(word, known)[0];
