import { unitWord } from '../../../../models/src/unit-words.ts';
import { t } from '../../../../models/src/language.ts';
import { lazy, memo, useMemo } from 'react';
import type { AqmInfo, LaneScenario } from '../../../../wasm/src/types.ts';
import { LaneBadge } from '../../components/LaneBadge.tsx';
import { vars } from '../../components/vars.ts';
import { Symbols } from '../../components/Symbols.tsx';
import { valuesOf } from '../../lanes/answer.ts';
import { bestLanes, estimateOf } from '../../lanes/estimates.ts';
import { loadsOf } from '../../lanes/load.ts';
import { linkShown } from '../../lanes/linkShown.ts';
import { fitUnit, METRIC_ROWS } from '../../lanes/metrics.ts';
import { shortLabel } from '../../lanes/shortLabel.ts';
import { useKeyFigures } from '../../lanes/useLaneResults.ts';
import { useDiffering, useModels } from '../../lanes/useModels.ts';
import { Arriving } from '../../state/Arriving.tsx';
import { useApp } from '../../state/context.ts';
import { useSelected, useStore, useWritten } from '../../state/store.ts';
import { useView } from '../../state/useView.ts';
import { Cell } from './Cell.tsx';
import { SeedsBar } from './SeedsBar.tsx';

/** Loaded when lanes have different values of the same parameter, or settings of their own. */
const Differences = lazy(() => import('./Differences.tsx').then((found) => ({ default: found.Differences })));

/** The head of each lane's column. */
const headsOf = (lanes: readonly LaneScenario[], catalogue: readonly AqmInfo[]): readonly Head[] =>
  lanes.map((lane) => [lane.label, shortLabel(lane, catalogue), linkShown(lane)]);
type Head = readonly [label: string, short: string, link: string | null];

/** Whether any sender sends ECN-capable packets, so that marks are possible. */
export const sendsMarkable = (lanes: readonly LaneScenario[]): boolean =>
  lanes.some(({ traffic }) => traffic.some((row) => row.ecn === true));

/** The most important metrics, and all metrics on request. */
export const MetricsTable = memo(function MetricsTable() {
  const app = useApp();
  const { asked } = app.runner;
  const lanes = useWritten(asked, (all) => headsOf(all, app.engine.catalogue));
  const marks = useSelected(asked, sendsMarkable);
  const all = useView('allMetrics');
  const rows = METRIC_ROWS.filter(({ name }) => name !== 'marks' || marks);
  return (
    <section className="metrics" aria-label={t('Metrics')}>
      <div
        className="metrics-scroll table-scroll"
        tabIndex={0}
        role="region"
        aria-label={t('Metrics by lane')}
      >
        <table style={vars({ '--lanes': lanes.length })}>
          <thead>
            <tr>
              <th scope="col" className="metric-name">
                <h3 className="visually-hidden">{t('Metrics')}</h3>
                <button
                  type="button"
                  className="link metrics-more"
                  aria-expanded={all}
                  onClick={() => app.look({ allMetrics: !all })}
                >
                  {all ? t('Key figures') : t('All {{rows}} figures', { rows: rows.length })}
                </button>
              </th>
              {lanes.map(([label, short, link], lane) => (
                <th key={lane} scope="col" className="metric-lane" data-tip={label}>
                  <span>
                    <LaneBadge lane={lane} />{' '}
                    <span className="metric-label">
                      <span>
                        <Symbols text={short} />
                      </span>
                    </span>
                  </span>
                  {link !== null && <span className="metric-link">{link}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <Figures marks={marks} all={all} />
          <Differing all={all} />
        </table>
      </div>
      <SeedsBar />
    </section>
  );
});

function Differing({ all }: { readonly all: boolean }) {
  const app = useApp();
  const models = useModels();
  const differ = useDiffering(models);
  const own = app.document().lanes?.some(({ set }) => set !== undefined) === true;
  if (differ.size === 0 && !own) return null;
  return (
    <Arriving>
      <Differences models={models} names={differ} all={all} />
    </Arriving>
  );
}

/**
 * The numbers of the last runs. A separate component, because a drag changes the document many times before a
 * run finishes.
 */
const Figures = memo(function Figures({ marks, all }: { readonly marks: boolean; readonly all: boolean }) {
  const against = useView('against');
  const { items: lanes, stale } = useKeyFigures();
  const told = useStore(useApp().told);
  const reference = against !== null && against < lanes.length ? against : null;
  const rows = METRIC_ROWS.filter(({ name }) => name !== 'marks' || marks);
  const loads = useMemo(() => loadsOf(lanes.map(({ scenario }) => scenario)), [lanes]);
  return (
    <tbody>
      {rows.map((plain) => {
        const values = lanes.map(({ samples }) => valuesOf(samples, plain));
        const means = values.map((of) => estimateOf(of)?.mean ?? null);
        const row = fitUnit(plain, means);
        const best = bestLanes(values, row.better, row, loads);
        return (
          <tr
            key={row.name}
            data-metric={row.name}
            data-told={row.name === told || undefined}
            hidden={!all && !row.key && row.name !== told}
          >
            <th scope="row" data-tip={t(row.help)}>
              {t(row.label)} <span className="metric-unit">{unitWord(row.unit)}</span>
            </th>
            {values.map((ofLane, lane) => (
              <td
                key={lane}
                data-lane={lane}
                data-stale={stale[lane] === true || undefined}
                className={best.has(lane) ? 'best' : undefined}
              >
                <Cell
                  printed={row}
                  values={ofLane}
                  against={reference === null || reference === lane ? null : (values[reference] ?? [])}
                  best={best.has(lane)}
                />
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
});
