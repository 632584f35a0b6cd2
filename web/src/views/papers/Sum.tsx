import { t } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
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
        <T
          en={
            'As printed, <1>{{claims}}</1> and <2>{{numbers}}</2> that can be judged are reproduced; under the best reading <3>{{bestClaims}}</3> and <4>{{bestNumbers}}</4>. That share alone says little: a model without any AQM, which gives every scheme the printed value of RED, would reproduce <5>{{reproduced}}</5>. Of the <6>{{effects}}</6> differences from RED that are printed, the best reading has <7>{{add}}</7> in size and <8>{{add2}}</8> more in direction.'
          }
          values={{
            claims: t('{{claims}} of {{allClaims}} claims', { claims: claims(printed), allClaims }),
            numbers: t('{{numbers}} of {{judged}} numbers', {
              numbers: numbers(printed),
              judged: without.judged,
            }),
            bestClaims: claims(best),
            bestNumbers: numbers(best),
            reproduced: without.reproduced,
            effects,
            add: add(best, (verdicts) => verdicts.effects.reproduced),
            add2: add(best, (verdicts) => verdicts.effects.same_direction),
          }}
          tags={[
            <strong key="1" />,
            <strong key="1" />,
            <strong key="1" />,
            <strong key="1" />,
            <strong key="1" />,
            <strong key="1" />,
            <strong key="1" />,
            <strong key="1" />,
          ]}
        />
      </p>
      <p>
        <T
          en="The best reading was <1>searched</1>, over thousands of readings, on the very numbers that judge it. Other seeds judge it here: that guards against lucky seeds, not against a reading that was fitted. The search is a command: <2>npm run -s aqm -- replicate PAPER --search</2>."
          tags={[<em key="1" />, <code key="2" />]}
        />
      </p>
      <TolerancePlot tables={tables} />
    </>
  );
}
