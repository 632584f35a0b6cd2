import { useMemo } from 'react';
import {
  BEST,
  PAPERS,
  PRINTED,
  sumOfNulls,
  type PaperVerdicts,
} from '../../../../models/src/papers/index.ts';
import { verdictsOf, type Loaded } from './loaded.ts';
import { TolerancePlot } from './TolerancePlot.tsx';

const add = (all: readonly PaperVerdicts[], of: (verdicts: PaperVerdicts) => number): number =>
  all.reduce((sum, verdicts) => sum + of(verdicts), 0);

const FIVE = PAPERS.filter(({ beyond }) => beyond !== true).map(({ id }) => id);

/** The five papers in a few sentences: what holds, and what the share of it is worth. */
export function Sum({ papers: all }: { readonly papers: readonly Loaded[] }) {
  const papers = useMemo(() => all.filter(({ paper }) => FIVE.includes(paper.id)), [all]);
  const { printed, best } = useMemo(() => {
    const under = (reading: string) => papers.map((paper) => verdictsOf(paper, reading));
    return { printed: under(PRINTED), best: under(BEST) };
  }, [papers]);
  if (papers.length < FIVE.length) return null;
  const tables = best.flatMap((verdicts) => verdicts.tables);
  const without = sumOfNulls(tables.map((table) => table.null));
  const claims = (all: readonly PaperVerdicts[]) => add(all, ({ claimed }) => claimed.reproduced);
  const numbers = (all: readonly PaperVerdicts[]) => add(all, ({ values }) => values.reproduced);
  const effects = add(
    best,
    ({ effects: { reproduced, same_direction, different } }) => reproduced + same_direction + different,
  );
  const allClaims = add(best, ({ claims: list }) => list.length);
  return (
    <>
      <p>
        As printed, <strong>{`${claims(printed)} of ${allClaims} claims`}</strong> and{' '}
        <strong>{`${numbers(printed)} of ${without.judged} numbers`}</strong> that can be judged are
        reproduced; under the best reading <strong>{claims(best)}</strong> and{' '}
        <strong>{numbers(best)}</strong>. That share alone says little: a model without any AQM, which gives
        every scheme the printed value of RED, would reproduce <strong>{without.reproduced}</strong>. Of the{' '}
        <strong>{effects}</strong> differences from RED that are printed, the best reading has{' '}
        <strong>{add(best, (verdicts) => verdicts.effects.reproduced)}</strong> in size and{' '}
        <strong>{add(best, (verdicts) => verdicts.effects.same_direction)}</strong> more in direction.
      </p>
      <p>
        The best reading was <em>searched</em>, over thousands of readings, on the very numbers that judge it.
        Other seeds judge it here: that guards against lucky seeds, not against a reading that was fitted. The
        search is a command: <code>npm run -s aqm -- replicate PAPER --search</code>.
      </p>
      <TolerancePlot tables={tables} />
    </>
  );
}
