/** All papers in one table: which claims hold, which do not. */
import { t } from '../../../../models/src/language.ts';
import { Fragment, useMemo, type ReactNode } from 'react';
import { BEST, PAPERS, PRINTED, type PaperVerdicts } from '../../../../models/src/papers/index.ts';
import { useApp } from '../../state/context.ts';
import { useView } from '../../state/useView.ts';
import { verdictsOf, type Loaded } from './loaded.ts';
import { CountsBar, EffectsBar, total } from './Marks.tsx';
import { showTitle } from './title.ts';
import { Symbols } from '../../components/Symbols.tsx';

const FIRST_BEYOND = PAPERS.find(({ beyond }) => beyond)?.id;

interface Row extends Loaded {
  readonly printed: PaperVerdicts;
  readonly best: PaperVerdicts;
}

export function Overview({ papers }: { readonly papers: readonly Loaded[] }) {
  const named = useView('paper');
  const chosen = named === '' ? papers[0]?.paper.id : named;
  const rows = useMemo(
    () =>
      papers.map((loaded): Row => {
        const under = (reading: string) => verdictsOf(loaded, reading);
        return { ...loaded, printed: under(PRINTED), best: under(BEST) };
      }),
    [papers],
  );
  return (
    <div
      className="papers-table-scroll"
      tabIndex={0}
      role="region"
      aria-label={t('How much of each paper holds')}
    >
      <table className="papers-overview">
        <thead>
          <tr>
            <th scope="col">{t('Paper')}</th>
            {[t('Claims'), t('Printed numbers'), t('Differences from its baseline')].map((name) => (
              <th key={name} scope="col" className="papers-counts-col">
                {name}
              </th>
            ))}
            <th scope="col">{t('What was found')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.paper.id}>
              {row.paper.id === FIRST_BEYOND && (
                <tr className="papers-beyond">
                  <th scope="rowgroup" colSpan={5}>
                    {t('Beyond the five: documents that everybody cites. They count in no sum above.')}
                  </th>
                </tr>
              )}
              <PaperRow {...row} named={named} chosen={row.paper.id === chosen} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Row {
  /** The paper that the address names. */
  readonly named: string;
  readonly chosen: boolean;
}

function PaperRow({ paper, printed, best, named, chosen }: RowProps) {
  const app = useApp();
  return (
    <tr data-chosen={chosen || undefined}>
      <th scope="row">
        <button
          type="button"
          className="link paper-name"
          aria-current={chosen ? 'true' : undefined}
          onClick={() => {
            if (paper.id === named) showTitle();
            else app.look({ paper: paper.id, reading: BEST, table: '' });
          }}
        >
          {paper.short} <span className="paper-year">{paper.year}</span>
        </button>
      </th>
      <td data-of={t('Claims')}>
        <Both>
          <CountsBar counts={printed.claimed} what={t('Claims as printed')} />
          <CountsBar counts={best.claimed} what={t('Claims under the best reading')} />
        </Both>
      </td>
      <td data-of={t('Printed numbers')}>
        {total(best.values) === 0 ? (
          <span className="muted"> {t('figures only')}</span>
        ) : (
          <Both>
            <CountsBar counts={printed.values} what={t('Printed numbers, as printed')} />
            <CountsBar counts={best.values} what={t('Printed numbers under the best reading')} />
          </Both>
        )}
      </td>
      <td data-of={t('Differences from its baseline')}>
        {total(best.values) > 0 && (
          <Both>
            <EffectsBar effects={printed.effects} what={t('Differences from the baseline, as printed')} />
            <EffectsBar
              effects={best.effects}
              what={t('Differences from the baseline under the best reading')}
            />
          </Both>
        )}
      </td>
      <td className="paper-finding">
        <Symbols text={t(paper.finding)} />
      </td>
    </tr>
  );
}

/** The printed set-up above, the best reading below, each named. */
function Both({ children: [printed, best] }: { readonly children: readonly [ReactNode, ReactNode] }) {
  return (
    <div className="papers-both">
      <span className="muted" aria-hidden="true">
        {t('printed')}
      </span>
      {printed}
      <span className="muted" aria-hidden="true">
        {t('best')}
      </span>
      {best}
    </div>
  );
}
