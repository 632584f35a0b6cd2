/** All papers in one table: which claims hold, which do not. */
import { useMemo } from 'react';
import { BEST, PRINTED, type PaperVerdicts } from '../../../../models/src/papers/index.ts';
import { useApp } from '../../state/context.ts';
import { useView } from '../../state/useView.ts';
import { verdictsOf, type Loaded } from './loaded.ts';
import { CountsBar, total } from './Marks.tsx';
import { showTitle } from './title.ts';
import { Symbols } from '../../components/Symbols.tsx';

interface Row extends Loaded {
  readonly printed: PaperVerdicts;
  readonly best: PaperVerdicts;
}

export function Overview({ papers }: { readonly papers: readonly Loaded[] }) {
  const app = useApp();
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
    <div className="papers-table-scroll">
      <table className="papers-overview">
        <thead>
          <tr>
            <th scope="col">Paper</th>
            <th scope="col" className="papers-counts-col">
              Claims, as printed
            </th>
            <th scope="col" className="papers-counts-col">
              Claims, best reading
            </th>
            <th scope="col" className="papers-counts-col">
              Printed numbers, best reading
            </th>
            <th scope="col">What was found</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ paper, printed, best }) => (
            <tr key={paper.id} data-chosen={paper.id === chosen || undefined}>
              <th scope="row">
                <button
                  type="button"
                  className="link paper-name"
                  aria-current={paper.id === chosen ? 'true' : undefined}
                  onClick={() => {
                    if (paper.id === named) showTitle();
                    else app.look({ paper: paper.id, reading: BEST, table: '' });
                  }}
                >
                  {paper.short} <span className="paper-year">{paper.year}</span>
                </button>
              </th>
              <td data-of="Claims, as printed">
                <CountsBar counts={printed.claimed} what="Claims as printed" />
              </td>
              <td data-of="Claims, best reading">
                <CountsBar counts={best.claimed} what="Claims under the best reading" />
              </td>
              <td data-of="Printed numbers, best reading">
                {total(best.values) === 0 ? (
                  <span className="muted">figures only</span>
                ) : (
                  <CountsBar counts={best.values} what="Printed numbers under the best reading" />
                )}
              </td>
              <td className="paper-finding">
                <Symbols text={paper.finding} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
