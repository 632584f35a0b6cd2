import { useDeferredValue, useLayoutEffect } from 'react';
import '../../styles/papers.css';
import { Loading } from '../Loading.tsx';
import { useApp } from '../../state/context.ts';
import { useView } from '../../state/useView.ts';
import { PAPERS } from '../../../../models/src/papers/index.ts';
import { usePapers } from './loaded.ts';
import { Legend } from './Marks.tsx';
import { Sum } from './Sum.tsx';
import { Overview } from './Overview.tsx';
import { PaperCard } from './PaperCard.tsx';

/** Five papers, their tables and claims beside what this simulator gives, and under which reading they agree. */
export function PapersView() {
  const chosen = useView('paper');
  const { papers, failed } = usePapers();
  // The tables of one paper come after the overview, in slices: all at once they were one long task.
  const wanted = papers.find(({ paper }) => paper.id === chosen) ?? papers[0];
  const shown = useDeferredValue(wanted, undefined);
  const busy = (!failed && papers.length < PAPERS.length) || shown !== wanted;
  const { pending } = useApp();
  useLayoutEffect(() => (busy ? pending.add(() => true) : undefined), [pending, busy]);
  return (
    <div className="papers">
      <section className="papers-intro" aria-labelledby="papers-title">
        <h3 id="papers-title">Do the papers’ results hold?</h3>
        <p>
          Five papers, every published table, every claim that can be put as a comparison. What a paper leaves
          unstated has to be read in some way: the <em>printed set-up</em> takes the obvious choice
          everywhere, the <em>best reading</em> the one under which most holds.
        </p>
        <Sum papers={papers} />
        {papers.length === 0 && !failed ? <Loading /> : <Overview papers={papers} />}
        {papers[0] !== undefined && PAPERS.every(({ id }) => id !== chosen) && (
          <p role="alert">The paper of this link is not here; {papers[0].paper.short} is shown.</p>
        )}
        {failed && <p role="alert">Some of the papers could not be loaded. Are you online?</p>}
        <Legend />
      </section>
      {shown !== undefined && <PaperCard key={shown.paper.id} {...shown} />}
    </div>
  );
}
