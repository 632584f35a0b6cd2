/** Addresses of the scenarios behind cells. */
import { encodeLink } from '../../../../models/src/index.ts';
import {
  experimentOf,
  scenarioOf,
  type Paper,
  type PaperTable,
} from '../../../../models/src/papers/index.ts';
import type { AqmInfo } from '../../../../wasm/src/types.ts';

/** The address of a cell's scenario, with the cell's scheme chosen and the seeds of the paper's runs. */
export type LinkTo = (
  table: Pick<PaperTable, 'id' | 'experiment'>,
  condition: string,
  scheme: string,
) => string;

/** Every condition of a paper under a reading; each document is packed once, whichever of its cells ask. */
export function linksOf(paper: Paper, reading: string, catalogue: readonly AqmInfo[]): LinkTo {
  const places = Object.keys(paper.experiments).flatMap((experiment) =>
    Object.keys(experimentOf(paper, reading, experiment).conditions).map((condition) => {
      const document = scenarioOf(paper, reading, experiment, condition);
      const labels = (document.lanes ?? []).map(({ label }) => label);
      // Paper and reading go along, so that the view is as it was for who comes back by its tab.
      const fields = { paper: paper.id, reading, seeds: String(paper.seeds.count) };
      const found = { link: encodeLink(document, fields, catalogue), labels };
      return [JSON.stringify([experiment, condition]), found] as const;
    }),
  );
  const known = new Map(places);
  return ({ id, experiment }, condition, scheme) => {
    const { link = '', labels = [] } = known.get(JSON.stringify([experiment, condition])) ?? {};
    const lane = labels.indexOf(scheme);
    const cell = `${link}&cell=${encodeURIComponent([id, condition, scheme].join('~'))}`;
    return lane > 0 ? `${cell}&lane=${lane}` : cell;
  };
}
