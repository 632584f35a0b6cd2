import { t } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import { useMemo } from 'react';
import { BEST, PAPERS, PRINTED } from '../../../../models/src/papers/index.ts';
import { verdictsOf, type Loaded } from './loaded.ts';
import { TolerancePlot } from './TolerancePlot.tsx';
import { totalsOf } from './totals.ts';

const FIVE = PAPERS.filter(({ beyond }) => beyond !== true).map(({ id }) => id);

/** The five papers in a few sentences: what holds, and what the share of it is worth. */
export function Sum({ papers: all }: { readonly papers: readonly Loaded[] }) {
  const papers = useMemo(() => all.filter(({ paper }) => FIVE.includes(paper.id)), [all]);
  const { printed, best, tables } = useMemo(() => {
    const under = (reading: string) => papers.map((paper) => verdictsOf(paper, reading));
    const verdicts = under(BEST);
    return {
      printed: totalsOf(under(PRINTED)),
      best: totalsOf(verdicts),
      tables: verdicts.flatMap((paper) => paper.tables),
    };
  }, [papers]);
  if (papers.length < FIVE.length) return null;
  return (
    <>
      <p>
        <T
          en={
            'As printed, <1>{{claims}}</1> and <2>{{numbers}}</2> that can be judged are reproduced; under the best reading <3>{{bestClaims}}</3> and <4>{{bestNumbers}}</4>. That share alone says little: a model without any AQM, which gives every scheme the printed value of RED, would reproduce <5>{{reproduced}}</5>. Of the <6>{{effects}}</6> differences from RED that are printed and can be judged, the best reading has <7>{{add}}</7> in size and <8>{{add2}}</8> more in direction.'
          }
          values={{
            claims: t('{{claims}} of {{allClaims}} claims', {
              claims: printed.claims.reproduced,
              allClaims: printed.claims.judged,
            }),
            numbers: t('{{numbers}} of {{judged}} numbers', {
              numbers: printed.numbers.reproduced,
              judged: printed.numbers.judged,
            }),
            bestClaims: best.claims.reproduced,
            bestNumbers: best.numbers.reproduced,
            reproduced: best.without.reproduced,
            effects: best.effects.judged,
            add: best.effects.reproduced,
            add2: best.effects.same_direction,
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
