import { t } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import '../../styles/papers.css';
import { Loading } from '../Loading.tsx';
import { useApp } from '../../state/context.ts';
import { hasPlace } from '../../state/usePlace.ts';
import { useView } from '../../state/useView.ts';
import { PAPERS } from '../../../../models/src/papers/index.ts';
import { usePapers } from './loaded.ts';
import { Legend } from './Marks.tsx';
import { Sum } from './Sum.tsx';
import { Overview } from './Overview.tsx';
import { PaperCard } from './PaperCard.tsx';
import { showTitle } from './title.ts';

/** The papers, their tables and claims beside what this simulator gives, and under which reading they agree. */
export function PapersView() {
  const chosen = useView('paper');
  const { papers, failed } = usePapers();
  // The tables of one paper come after the overview, in slices: all at once they were one long task.
  const wanted = papers.find(({ paper }) => paper.id === chosen) ?? papers[0];
  const shown = useDeferredValue(wanted, undefined);
  const busy = (!failed && papers.length < PAPERS.length) || shown !== wanted;
  const { pending } = useApp();
  useLayoutEffect(() => (busy ? pending.add(() => true) : undefined), [pending, busy]);
  useChosen(chosen, shown?.paper.id);
  return (
    <div className="papers">
      <section className="papers-intro" aria-labelledby="papers-title">
        <h3 id="papers-title">{t('Do the papers’ results hold?')}</h3>
        <p>
          <T
            en="Five papers, every published table, every claim that can be put as a comparison. What a paper leaves unstated has to be read in some way: the <1>printed set-up</1> takes the obvious choice everywhere, the <2>best reading</2> the one under which most holds."
            tags={[<em key="1" />, <em key="1" />]}
          />
        </p>
        <Sum papers={papers} />
        {papers.length === 0 && !failed ? <Loading /> : <Overview papers={papers} />}
        {papers[0] !== undefined && chosen !== '' && PAPERS.every(({ id }) => id !== chosen) && (
          <p role="alert">
            {t('The paper of this link is not here; {{short}} is shown.', { short: papers[0].paper.short })}
          </p>
        )}
        {failed && <p role="alert">{t('Some of the papers could not be loaded. Are you online?')}</p>}
        <Legend />
      </section>
      {shown !== undefined && <PaperCard key={shown.paper.id} {...shown} />}
    </div>
  );
}

/**
 * A paper that is chosen, here or by a link, is what one looks at and reads next; who comes back to the papers stays
 * where they were.
 */
function useChosen(chosen: string, shown: string | undefined): void {
  const [back] = useState(() => hasPlace('papers'));
  const seen = useRef(back ? chosen : '');
  const table = useView('table');
  useEffect(() => {
    if (chosen === '' || chosen !== shown || chosen === seen.current) return;
    seen.current = chosen;
    if (table !== '') return;
    showTitle();
  }, [chosen, shown, table]);
}
