/** Papers with what was measured for them, each loaded once. */
import { useEffect, useState } from 'react';
import {
  judge,
  PAPERS,
  type Paper,
  type PaperResults,
  type PaperVerdicts,
} from '../../../../models/src/papers/index.ts';
import { memoBy } from '../../base/memoBy.ts';

export interface Loaded {
  readonly paper: Paper;
  readonly results: PaperResults;
}

const kept = new Map<string, Loaded>();

/** A paper by its id, or the first, where it has been loaded. */
export const keptPaper = (id: string): Loaded | undefined => kept.get(id) ?? kept.get(PAPERS[0]?.id ?? '');

/** The papers so far, in their order; `failed` when one could not be loaded. */
export function usePapers(): { readonly papers: readonly Loaded[]; readonly failed: boolean } {
  const [, setCount] = useState(kept.size);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let wanted = true;
    for (const { id, load, results } of PAPERS) {
      if (kept.has(id)) continue;
      Promise.all([load(), results()]).then(
        ([paper, found]) => {
          kept.set(id, { paper, results: found });
          if (wanted) setCount(kept.size);
        },
        () => {
          if (wanted) setFailed(true);
        },
      );
    }
    return () => {
      wanted = false;
    };
  }, []);
  return { papers: PAPERS.flatMap(({ id }) => kept.get(id) ?? []), failed };
}

const verdictsByReading = memoBy<PaperResults, [], Map<string, PaperVerdicts>>(() => new Map());

/** How a paper fares under a reading: the sum, the overview and the paper's own page ask for the same. */
export function verdictsOf({ paper, results }: Loaded, reading: string): PaperVerdicts {
  const known = verdictsByReading(results);
  const found = known.get(reading) ?? judge(paper, reading, results);
  known.set(reading, found);
  return found;
}
