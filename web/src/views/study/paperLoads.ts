/** The loads that a paper compares, for studies of one of its scenarios. */
import { experimentOf, PAPERS, scenarioOf } from '../../../../models/src/papers/index.ts';

interface Loads {
  readonly title: string;
  /** The abbreviation of the paper's scheme. */
  readonly short: string;
  /** Numbers of flows in the first row, ascending. */
  readonly loads: readonly number[];
}

/** Null if the title does not belong to a paper's scenario, or if all its conditions have the same load. */
export async function loadsOf(title: string): Promise<Loads | null> {
  const named = PAPERS.map(({ id, load }) => ({ load, year: id.slice(-4) })).filter(({ year }) =>
    title.includes(` ${year}, `),
  );
  for (const { load } of named) {
    const paper = await load();
    for (const { id: reading } of paper.readings)
      for (const experiment of Object.keys(paper.experiments)) {
        const documents = Object.keys(experimentOf(paper, reading, experiment).conditions).map((condition) =>
          scenarioOf(paper, reading, experiment, condition),
        );
        if (documents.every((document) => document.title !== title)) continue;
        const flows = documents.map(({ traffic }) => traffic?.[0]?.flows ?? 0);
        const loads = [...new Set(flows)].filter((count) => count > 0).sort((a, b) => a - b);
        return loads.length > 1 ? { title, short: paper.short, loads } : null;
      }
  }
  return null;
}
