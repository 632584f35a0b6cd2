/** Addresses of the scenarios behind cells. */
import { encodeLink } from '../../../../models/src/index.ts';
import { experimentOf, scenarioOf, type Paper } from '../../../../models/src/papers/index.ts';
import type { AqmInfo } from '../../../../wasm/src/types.ts';

/** The address of a cell's scenario, with the cell's scheme chosen. */
export type LinkTo = (experiment: string, condition: string, scheme: string) => string;

/** Every condition of a paper under a reading; each document is packed once, whichever of its cells ask. */
export function linksOf(paper: Paper, reading: string, catalogue: readonly AqmInfo[]): LinkTo {
  const places = Object.keys(paper.experiments).flatMap((experiment) =>
    Object.keys(experimentOf(paper, reading, experiment).conditions).map((condition) => {
      const document = scenarioOf(paper, reading, experiment, condition);
      const labels = (document.lanes ?? []).map(({ label }) => label);
      // Paper and reading go along, so that the view is as it was for who comes back by its tab.
      const found = { link: encodeLink(document, { paper: paper.id, reading }, catalogue), labels };
      return [JSON.stringify([experiment, condition]), found] as const;
    }),
  );
  const known = new Map(places);
  return (experiment, condition, scheme) => {
    const { link = '', labels = [] } = known.get(JSON.stringify([experiment, condition])) ?? {};
    const lane = labels.indexOf(scheme);
    return lane > 0 ? `${link}&lane=${lane}` : link;
  };
}
