import { LaneBadge } from '../../components/LaneBadge.tsx';
import { vars } from '../../components/vars.ts';
import type { LaneRun } from '../../state/runner.ts';
import { linkShown } from '../../lanes/linkShown.ts';
import { bestLanes, fitUnit, formatMetric, METRIC_ROWS } from '../../lanes/metrics.ts';

interface Props {
  readonly runs: readonly LaneRun[];
  /** Somebody sends ECN-capable packets: marks are possible. */
  readonly marks: boolean;
}

export function MetricsTable({ runs, marks }: Props) {
  const results = runs.map(({ result }) => result?.metrics ?? null);
  const rows = METRIC_ROWS.filter(({ name }) => name !== 'marks' || marks).map((row) =>
    fitUnit(row, results),
  );
  const chain = runs.some(({ asked: scenario }) => scenario.network.links !== undefined);
  return (
    <div className="metrics table-scroll" tabIndex={0} role="region" aria-label="Metrics">
      <table style={vars({ '--lanes': runs.length })}>
        <thead>
          <tr>
            <th scope="col" className="metric-name">
              <h3 className="visually-hidden">Metrics</h3>
            </th>
            {runs.map(({ asked: scenario }, lane) => (
              <th key={lane} scope="col" className="metric-lane" data-tip={scenario.label}>
                <span>
                  <LaneBadge lane={lane} /> <span className="metric-label">{scenario.label}</span>
                </span>
                {chain && <span className="metric-link">{linkShown(scenario)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const best = bestLanes(row, results);
            return (
              <tr key={row.name} data-metric={row.name}>
                <th scope="row" data-tip={row.help}>
                  {row.label} <span className="metric-unit">{row.unit}</span>
                </th>
                {runs.map(({ result, status }, lane) => (
                  <td
                    key={lane}
                    data-lane={lane}
                    data-stale={status !== 'done' || undefined}
                    className={best.has(lane) ? 'best' : undefined}
                  >
                    <span>{result === null ? '' : formatMetric(row, result.metrics)}</span>
                    {best.has(lane) && <span className="visually-hidden"> (best)</span>}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
