import { unitWord } from '../../../../models/src/unit-words.ts';
import { t } from '../../../../models/src/language.ts';
import { memo, useMemo } from 'react';
import { LaneBadge } from '../../components/LaneBadge.tsx';
import { bestLanes, estimateOf } from '../../lanes/estimates.ts';
import { loadsOf } from '../../lanes/load.ts';
import { fitUnit } from '../../lanes/metrics.ts';
import { ROW_COLUMNS, rowValues, type RowColumn } from '../../lanes/rowMetrics.ts';
import { rowName } from '../../lanes/rows.ts';
import { shortLabel } from '../../lanes/shortLabel.ts';
import { useRowFigures } from '../../lanes/useLaneResults.ts';
import { useApp } from '../../state/context.ts';
import { useView } from '../../state/useView.ts';
import { Cell } from './Cell.tsx';

/** The results of every row of traffic, from sender to receiver, and what they mean for users. */
export const RowsTable = memo(function RowsTable() {
  const { items: lanes } = useRowFigures();
  // A call, a video or web pages: a person waits for them.
  const awaited = lanes.some(({ samples }) =>
    samples.some(({ rows }) =>
      rows.some((row) => row.opinion_score !== null || row.frames_late !== null || Boolean(row.transfers)),
    ),
  );
  return (
    <>
      <section className="rows" aria-label={t('Results by row of traffic')}>
        <h3>{t('Results by traffic type')}</h3>
        <Table columns={GOT} label={t('Results by row of traffic, table')} />
      </section>
      <details className="rows" open={awaited}>
        <summary>{t('What a household feels')}</summary>
        <Table columns={FELT} label={t('What a household feels, table')} />
      </details>
    </>
  );
});

const GOT = ROW_COLUMNS.filter(({ felt }) => !felt);
const FELT = ROW_COLUMNS.filter(({ felt }) => felt);

/** Counts that most scenarios have none of: shown where one is above zero. */
const COUNTED: ReadonlySet<string> = new Set(['transfers', 'host_drops']);

/** Row by row, with the lanes below each other. */
function Table({ columns: all, label }: { readonly columns: readonly RowColumn[]; readonly label: string }) {
  const app = useApp();
  const { items: lanes, stale } = useRowFigures();
  const against = useView('against');
  const reference = against !== null && against < lanes.length ? against : null;
  const rows = Math.max(0, ...lanes.map(({ scenario }) => scenario.traffic.length));
  const loads = useMemo(() => loadsOf(lanes.map(({ scenario }) => scenario)), [lanes]);
  // A column without any value (transfers if none ends, marks without ECN) is left out.
  const columns = all
    .filter((column) =>
      lanes.some(({ samples }) =>
        Array.from({ length: rows }, (_, row) => rowValues(samples, row, column)).some((values) =>
          values.some((value) => value !== null && (value !== 0 || column.better !== 'neither')),
        ),
      ),
    )
    .filter(
      ({ name, of }) =>
        !COUNTED.has(name) ||
        lanes.some(({ samples }) => samples.some((one) => one.rows.some((row) => of(row) !== 0))),
    );
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
      <table data-stale={stale.includes(true) || undefined}>
        {Array.from({ length: rows }, (_, row) => {
          const values = columns.map((column) => lanes.map(({ samples }) => rowValues(samples, row, column)));
          const means = values.map((of) => of.map((one) => estimateOf(one)?.mean ?? null));
          const printed = columns.map((column, c) => fitUnit(column, means[c] ?? []));
          const best = printed.map((column, c) => bestLanes(values[c] ?? [], column.better, column, loads));
          return (
            <tbody key={row} data-row={row}>
              <tr className="row-head">
                <th scope="rowgroup">{nameOf(row)}</th>
                {printed.map((column) => (
                  <th key={column.name} scope="col" data-tip={column.help}>
                    {column.label} <span className="metric-unit">{unitWord(column.unit)}</span>
                  </th>
                ))}
              </tr>
              {lanes.map(({ scenario }, lane) => (
                <tr key={lane}>
                  <th scope="row">
                    <LaneBadge lane={lane} /> {shortLabel(scenario, app.engine.catalogue)}
                  </th>
                  {printed.map((column, c) => (
                    <td
                      key={column.name}
                      data-metric={column.name}
                      className={best[c]?.has(lane) === true ? 'best' : undefined}
                    >
                      <Cell
                        printed={column}
                        values={values[c]?.[lane] ?? []}
                        against={
                          reference === null || reference === lane ? null : (values[c]?.[reference] ?? [])
                        }
                        best={best[c]?.has(lane) === true}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );

  /** A row that differs between lanes is named by its number. */
  function nameOf(row: number): string {
    const names = new Set(
      lanes.flatMap(({ scenario }) => {
        const traffic = scenario.traffic[row];
        return traffic === undefined ? [] : [rowName(scenario, traffic)];
      }),
    );
    const [only] = names;
    return names.size === 1 && only !== undefined ? only : t('Row {{row}}', { row: row + 1 });
  }
}
