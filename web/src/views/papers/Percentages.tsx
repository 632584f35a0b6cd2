/**
 * Printed tables of percentages: what the paper's own values give beside them, so that a misprint shows, and what
 * comes out here.
 */
import { decimal, t } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import { useMemo } from 'react';
import {
  percentagesOf,
  type Paper,
  type PaperResults,
  type PercentageCell,
  type PrintedList,
} from '../../../../models/src/papers/index.ts';
import { shown } from '../../../../models/src/papers/shown.ts';
import { Symbols } from '../../components/Symbols.tsx';

interface Props {
  readonly paper: Paper;
  readonly reading: string;
  readonly results: PaperResults;
}

const signed = (value: number, digits: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${decimal(Math.abs(value).toFixed(digits))}`;

export function Percentages({ paper, reading, results }: Props) {
  const tables = useMemo(
    () =>
      (paper.percentages ?? []).map((percentage) => ({
        percentage,
        cells: percentagesOf(paper, percentage, reading, results),
      })),
    [paper, reading, results],
  );
  return tables.map(({ percentage: { id, title, of, note }, cells }) => {
    const conditions = [...new Set(cells.map(({ condition }) => condition))];
    const schemes = [...new Set(cells.map(({ scheme }) => scheme))];
    const wrong = cells.filter(({ misprint }) => misprint).length;
    return (
      <section key={id} className="paper-percent" id={`table-${id}`} aria-labelledby={`title-${id}`}>
        <h4 id={`title-${id}`}>
          {shown(title)} <span className="muted">%</span>
        </h4>
        <p className="paper-note">
          <T
            en={'Not judged again: the effects of {{title}} are the same.'}
            values={{ title: shown(paper.tables.find((table) => table.id === of)?.title ?? '') }}
          />{' '}
          {wrong > 0 &&
            t(
              '{{wrong}} of {{cells}} printed percentages contradict the paper’s own values: they are marked.',
              { wrong, cells: cells.length },
            )}
        </p>
        <div
          className="papers-table-scroll"
          tabIndex={0}
          role="region"
          aria-label={t('{{title}}: percentages', { title: shown(title) })}
        >
          <table className="paper-matrix">
            <thead>
              <tr>
                <th scope="col">{t('Scheme')}</th>
                {conditions.map((condition) => (
                  <th key={condition} scope="col" className="number">
                    {shown(condition)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {schemes.map((scheme) => (
                <tr key={scheme}>
                  <th scope="row">{scheme}</th>
                  {conditions.map((condition) => (
                    <Cell
                      key={condition}
                      cell={cells.find((one) => one.scheme === scheme && one.condition === condition)}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {note !== undefined && (
          <p className="paper-note">
            <Symbols text={shown(note)} />
          </p>
        )}
      </section>
    );
  });
}

function Cell({ cell }: { readonly cell: PercentageCell | undefined }) {
  if (cell === undefined) return <td />;
  const { published, own, misprint, ours } = cell;
  return (
    <td className="number" data-misprint={misprint || undefined}>
      {misprint ? <s>{signed(published, 2)}</s> : signed(published, 2)}
      {misprint && <strong> {t('misprint: {{signed}}', { signed: signed(own, 1) })}</strong>}
      {ours !== undefined && (
        <span className="half">
          {' '}
          {t('here {{signed}}', { signed: signed(ours.mean, 1) })}
          {ours.ci95 !== undefined && ` ± ${decimal(((ours.ci95[1] - ours.ci95[0]) / 2).toFixed(1))}`}
        </span>
      )}
    </td>
  );
}

/** Printed tables that are no results. */
export function Prints({ prints }: { readonly prints: readonly PrintedList[] }) {
  return prints.map(({ id, title, columns, rows, note }) => (
    <section key={id} className="paper-percent" id={`table-${id}`} aria-labelledby={`title-${id}`}>
      <h4 id={`title-${id}`}>
        <Symbols text={shown(title)} />
      </h4>
      <div
        className="papers-table-scroll"
        tabIndex={0}
        role="region"
        aria-label={t('{{title}}: as printed', { title: shown(title) })}
      >
        <table className="paper-matrix">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  <Symbols text={shown(column)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.join()}>
                {row.map((text, k) => (
                  <td key={columns[k]}>
                    <Symbols text={shown(text)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note !== undefined && (
        <p className="paper-note">
          <Symbols text={shown(note)} />
        </p>
      )}
    </section>
  ));
}
