import { unitWord } from '../../../../models/src/unit-words.ts';
import { t } from '../../../../models/src/language.ts';
import { useEffect, useMemo, useState } from 'react';
import { LaneBadge } from '../../components/LaneBadge.tsx';
import { fitUnit, formatMetric } from '../../lanes/metrics.ts';
import { shortLabel } from '../../lanes/shortLabel.ts';
import { download } from '../../base/download.ts';
import { useCaption } from '../../state/caption.ts';
import { useApp } from '../../state/context.ts';
import { createResource } from '../../state/resource.ts';
import { scenarioKey } from '../../state/runner.ts';
import { useView } from '../../state/useView.ts';
import { MOST_FLOWS } from '../../state/view.ts';
import type { LaneScenario, RowMetrics } from '../../../../wasm/src/types.ts';
import { columnsOf, flowsCsv, flowsJson, flowsOfRun, sorted, type Order } from './flowTable.ts';
import { useLooked } from '../../state/useLooked.ts';

/** The number of lines shown first, and the most lines: longer tables are for files. */
const FIRST = 12;
const MOST = 1000;

interface Props {
  /** The chosen lane, and its index. */
  readonly scenario: LaneScenario;
  readonly lane: number;
  /** The only row of traffic that is shown. */
  readonly row: number | null;
}

/** The results of each flow, over the whole measured time. */
export function FlowTable({ scenario, lane, row }: Props) {
  const app = useApp();
  const caption = useCaption();
  const [measured] = useState(() =>
    createResource<LaneScenario, readonly RowMetrics[]>({
      key: scenarioKey,
      compute: async (asked, job) =>
        (await app.client.ask('run', { lane: asked, bins: 1, flows: true }, job)).flows,
    }),
  );
  useEffect(() => {
    measured.show([scenario]);
  }, [measured, scenario]);
  const [slot] = useLooked(app, measured);
  const [order, setOrder] = useState<Order>({ by: 'goodput', falling: true });
  const [all, setAll] = useState(false);
  const chosen = useView('flows');
  const choose = (flow: number, on: boolean) =>
    app.look({ flows: on ? [...chosen, flow] : chosen.filter((one) => one !== flow) });
  const { answered, result } = slot ?? {};
  const flows = useMemo(
    () => (answered == null || result == null ? [] : flowsOfRun(answered, result)),
    [answered, result],
  );
  const here = flows.filter((flow) => row === null || flow.row === row);
  const columns = columnsOf(here).map((column) =>
    fitUnit(
      column,
      here.map(({ metrics }) => column.of(metrics)),
    ),
  );
  const lines = sorted(here, order);
  const seen = lines.slice(0, all ? MOST : FIRST);
  const stale = slot?.status === 'running';

  const origin = () => ({ title: caption.title, link: app.link() });
  const name = `${caption.slug}-flows-${lane + 1}`;
  const files = {
    CSV: () => download(`${name}.csv`, flowsCsv(scenario, lines, origin()), 'text/csv'),
    JSON: () => download(`${name}.json`, flowsJson(scenario, lines, origin()), 'application/json'),
  };
  return (
    <section className="flows-table" aria-label={t('Every flow')}>
      <header>
        <h3>{t('Every flow')}</h3>
        <span className="muted">
          <LaneBadge lane={lane} />{' '}
          {t('{{shortLabel}}, after the warm-up', { shortLabel: shortLabel(scenario, app.engine.catalogue) })}
        </span>
        {Object.entries(files).map(([kind, save]) => (
          <button
            key={kind}
            type="button"
            className="link"
            disabled={stale || here.length === 0}
            onClick={save}
          >
            {t('Save as {{kind}}', { kind })}
          </button>
        ))}
      </header>
      {slot?.status === 'failed' && <p className="problem">{slot.error}</p>}
      <div className="table-scroll" tabIndex={0} role="region" aria-label={t('Every flow, table')}>
        <table data-stale={stale || undefined}>
          <thead>
            <tr>
              <Head name="number" label={t('Flow')} unit="" order={order} onOrder={setOrder} />
              <th scope="col">{t('Row')}</th>
              <th scope="col">{t('Window')}</th>
              {columns.map(({ name, label, unit, help }) => (
                <Head key={name} {...{ name, label, unit, help, order }} onOrder={setOrder} />
              ))}
            </tr>
          </thead>
          <tbody>
            {seen.map((flow) => (
              <tr key={flow.number}>
                <th scope="row">{flow.number}</th>
                <td>{flow.row + 1}</td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={t('Window of flow {{flow}}', { flow: flow.number })}
                    checked={chosen.includes(flow.number - 1)}
                    disabled={
                      scenario.traffic[flow.row]?.tcp === undefined ||
                      (chosen.length >= MOST_FLOWS && !chosen.includes(flow.number - 1))
                    }
                    onChange={({ target }) => choose(flow.number - 1, target.checked)}
                  />
                </td>
                {columns.map((column) => (
                  <td key={column.name} data-metric={column.name}>
                    {formatMetric(column, column.of(flow.metrics))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {flows.length === 0 && slot?.status !== 'failed' && (
        <p className="muted">{t('Measuring each flow…')}</p>
      )}
      {lines.length > FIRST && (
        <p>
          <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all
              ? t('The first {{first}} only', { first: FIRST })
              : t('All {{lines}} flows', { lines: Math.min(lines.length, MOST) })}
          </button>
          {lines.length > MOST && t(' of {{lines}}; the file has them all.', { lines: lines.length })}
        </p>
      )}
    </section>
  );
}

interface HeadProps {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly help?: string;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

/** The head of a column: a click sorts the lines by it, another click reverses the order. */
function Head({ name, label, unit, help, order, onOrder }: HeadProps) {
  const here = order.by === name;
  const next = here ? !order.falling : name !== 'number';
  return (
    <th
      scope="col"
      data-tip={help}
      aria-sort={here ? (order.falling ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={() => onOrder({ by: name, falling: next })}>
        {label} {unit !== '' && <span className="metric-unit">{unitWord(unit)}</span>}
        <span aria-hidden="true">{here ? (order.falling ? ' ▾' : ' ▴') : ''}</span>
      </button>
    </th>
  );
}
