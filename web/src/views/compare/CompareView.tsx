import { lazy, Suspense, useEffect, useMemo } from 'react';
import { observedLink } from '../../../../models/src/index.ts';
import { LaneName } from '../../components/LaneBadge.tsx';
import type { PacketWindow, RunResult } from '../../../../wasm/src/types.ts';
import { keeper } from '../../plots/same.ts';
import { niceDomain, type Interval } from '../../plots/scale.ts';
import type { App } from '../../state/app.ts';
import { useApp } from '../../state/context.ts';
import { markPainted } from '../../state/latency.ts';
import type { LaneRun } from '../../state/runner.ts';
import { attempt } from '../../state/refused.ts';
import { sameItems, useStore } from '../../state/store.ts';
import { useView } from '../../state/useView.ts';
import { DropCurvePlot } from './DropCurvePlot.tsx';
import { groupByAxis } from './curveFigure.ts';
import { ExtraPlot } from './ExtraPlot.tsx';
import { differing } from '../../lanes/differing.ts';
import { laneModel, queueThresholds, type LaneModel } from '../../lanes/model.ts';
import { shortLabel } from '../../lanes/shortLabel.ts';
import { MetricsTable } from './MetricsTable.tsx';
import { QueueTrace } from './QueueTrace.tsx';
import { fullRate } from '../../plots/strip.ts';
import { TimeAxis } from '../../time/TimeAxis.tsx';
import { RowsTable } from './RowsTable.tsx';
import { Source } from './Source.tsx';
import { stripEvents } from './traceFigure.ts';
import { ReplayBar } from '../../time/ReplayBar.tsx';

/** Loaded when the first lane without a drop curve is looked at. */
const LawPicture = lazy(() => import('./LawPicture.tsx').then((found) => ({ default: found.LawPicture })));

/** Loaded when queues are laid over each other. */
const Together = lazy(() => import('./Together.tsx').then((found) => ({ default: found.Together })));

/** With more lanes the legend is one that scrolls, which the keyboard has to reach. */
const LEGEND_AT_ONCE = 7;
/** With more lanes the name of one without a curve opens its law: words of their own beside each name would take the plots' room. */
const WORDS_AT_ONCE = 4;

/** What the comparison is made of. */
export const PARTS = ['curves', 'metrics', 'queues', 'extra', 'rows'] as const;
export type Part = (typeof PARTS)[number];

interface Props {
  /** A lesson shows some of it; absent: all, and where the scenario comes from. */
  readonly parts?: readonly Part[];
}

/** So many lanes have room below each other on a projector; more stand in two columns, each of which ends in an axis of time. */
const BELOW = 4;

/** Lanes side by side: their laws in one plot, their queues under each other on the same axes, their figures in a table. */
export function CompareView({ parts }: Props) {
  const app = useApp();
  const lesson = useView('lesson');
  const has = (part: Part) =>
    (parts === undefined || parts.includes(part)) && lesson?.hidden.includes(part) !== true;
  const runs = useStore(app.runner.slots);
  const windows = useStore(app.closeUp.slots);
  const duration = useStore(app.duration);
  const span = useView('span');
  const active = useView('lane');
  const wholeCurve = useView('wholeCurve');
  const ownLaw = useView('ownLaw');
  const queues = useView('queues');
  const projector = useView('projector');
  const chosen = runs.length > 1 ? queues : 'apart';
  const layout = chosen === 'apart' && projector && runs.length > BELOW ? 'beside' : chosen;

  const models = useMemo(
    () => runs.map(({ asked: scenario }, lane) => laneModel(app.engine, scenario, lane)),
    [app, runs],
  );
  const [groups, without] = useMemo(() => {
    const curveless = models.filter(({ info }) => info.curves.length === 0);
    const curved = groupByAxis(models);
    const inPackets = curved.some(([first]) => isInPackets(first));
    return [curveless.length > 0 && !inPackets ? [[], ...curved] : curved, curveless];
  }, [models]);
  // The same set while it has the same names: of many lanes, an edit draws again those that it changes.
  const names = useMemo(() => [...differing(models)].join(), [models]);
  const differ = useMemo(() => new Set(names.split(',').filter(Boolean)), [names]);
  const lawOf = without.find(({ lane }) => lane === active);
  const shown = useMemo(() => span ?? ([0, duration] as const), [span, duration]);
  const top = useMemo(() => axisTop(models, runs), [models, runs]);
  const marks = runs.some(({ asked: scenario }) => scenario.traffic.some((row) => row.ecn === true));

  const most = useMemo(() => {
    const rates = runs.map(({ result }, lane) =>
      result === null ? 0 : rateOf(result, windows[lane]?.result ?? null, marks, shown),
    );
    return Math.max(...rates) || 1;
  }, [runs, windows, marks, shown]);

  const keepPackets = useMemo(() => keeper(sameItems<PacketWindow | null>), []);
  const packets = keepPackets(
    windows.map(({ result }, lane) => (runs[lane]?.status === 'done' ? result : null)),
  );
  const done = runs.every(({ status }) => status !== 'running');
  useEffect(() => {
    if (done) markPainted();
  }, [done, runs]);

  return (
    <div className="compare">
      <div className="compare-top" hidden={!has('curves') && !has('metrics')}>
        {has('curves') && (
          <section className="curves" aria-label="Drop curves">
            <h3 className="visually-hidden">Drop curves</h3>
            <div className="curve-head">
              <ul
                className="legend"
                aria-label="Curves"
                tabIndex={models.length > LEGEND_AT_ONCE ? 0 : undefined}
              >
                {models.map(({ scenario, info }, lane) => {
                  const name = <LaneName lane={lane} label={shortLabel(scenario, app.engine.catalogue)} />;
                  const inName = models.length > WORDS_AT_ONCE;
                  return (
                    <li key={lane}>
                      {(info.curves.length > 0 || !inName) && name}
                      {info.curves.length === 0 && (
                        <button
                          type="button"
                          className={inName ? 'link' : 'link its-law'}
                          aria-pressed={ownLaw && lane === active}
                          onClick={() => app.look({ lane, ownLaw: !(ownLaw && lane === active) })}
                        >
                          {inName && name}
                          <span className={inName ? 'visually-hidden' : undefined}> its law</span>
                        </button>
                      )}
                    </li>
                  );
                })}
              </ul>
            </div>
            {lawOf !== undefined && ownLaw ? (
              <Suspense fallback={<div className="curve-plots" />}>
                <LawPicture
                  models={without.filter(({ info }) => info === lawOf.info)}
                  runs={runs}
                  active={active}
                />
              </Suspense>
            ) : (
              <>
                <div className="curve-plots">
                  {groups.map((group) => (
                    <DropCurvePlot
                      key={group[0]?.info.curveAxis.unit ?? 'packets'}
                      models={group}
                      without={group.length === 0 || isInPackets(group[0]) ? without : []}
                      runs={runs}
                    />
                  ))}
                </div>
                {lawOf !== undefined && (
                  <p className="muted no-curve">
                    {lawOf.scenario.label} has no drop curve: it does not decide by the length of the queue
                    alone. A dot is the share that it dropped or marked in half a second.
                  </p>
                )}
                <div className="curve-zoom">
                  <button
                    type="button"
                    className="link"
                    aria-pressed={wholeCurve}
                    onClick={() => app.look({ wholeCurve: !wholeCurve })}
                  >
                    {wholeCurve ? 'Zoom to the thresholds' : 'Show up to 1'}
                  </button>
                  {app.allows(['lanes']) && (
                    <button type="button" className="link" onClick={() => void drawOver(app, active)}>
                      Draw your own
                    </button>
                  )}
                </div>
              </>
            )}
          </section>
        )}
        {has('metrics') && <MetricsTable marks={marks} models={models} differ={differ} />}
      </div>
      <div className="traces" data-layout={layout} hidden={!has('queues')}>
        <h3 className="visually-hidden">Queues over time</h3>
        {layout === 'together' ? (
          <Suspense fallback={<div className="together" />}>
            <Together runs={runs} span={shown} active={active} />
          </Suspense>
        ) : (
          models.map((model, lane) => {
            const run = runs[lane];
            return (
              run !== undefined && (
                <QueueTrace
                  key={lane}
                  model={model}
                  run={run}
                  span={shown}
                  top={top}
                  closeUp={run.status === 'done' ? (windows[lane]?.result ?? null) : null}
                  marks={marks}
                  most={most}
                  active={lane === active}
                  quiet={layout === 'apart' || (layout === 'beside' && lane < runs.length - 2)}
                  differ={differ}
                />
              )
            );
          })
        )}
      </div>
      {layout !== 'small' && (
        <>
          {has('extra') && <ExtraPlot windows={packets} span={shown} />}
          {layout !== 'beside' && <TimeAxis span={shown} />}
        </>
      )}
      {has('rows') && <RowsTable />}
      {parts === undefined && <Source />}
      <ReplayBar />
    </div>
  );
}

/** A lane beside the active one, with a curve that is drawn over its own. */
async function drawOver(app: App, lane: number): Promise<void> {
  const { drawnDocument } = await import('./drawn.ts');
  const drawn = drawnDocument(app, lane);
  if (attempt(app, drawn.document)) app.look({ lane: drawn.lane });
}

interface Rate {
  readonly of: readonly unknown[];
  readonly rate: number;
}
const rates = new WeakMap<RunResult, Rate>();

/** What fills a lane's strip, counted once a run and window. */
function rateOf(result: RunResult, window: PacketWindow | null, marks: boolean, span: Interval): number {
  const of = [window, marks, span];
  const found = rates.get(result);
  if (found !== undefined && sameItems(found.of, of)) return found.rate;
  const rate = fullRate(stripEvents(result, window, marks), span);
  rates.set(result, { of, rate });
  return rate;
}

const isInPackets = (model: LaneModel | undefined): boolean => model?.info.curveAxis.unit === 'packets';

/** One axis for all queues: it holds the largest queue, and thresholds and buffer unless they are far above it. */
function axisTop(models: readonly LaneModel[], runs: readonly LaneRun[]): number {
  const largest = runs.reduce((most, { result }) => Math.max(most, result?.metrics.queue_max ?? 0), 0);
  const levels = models.flatMap((model) => [
    observedLink(model.scenario).buffer,
    ...queueThresholds(model).map(({ value }) => value),
  ]);
  const reach = largest > 0 ? 2.5 * largest : Infinity;
  return niceDomain(0, Math.max(10, largest, ...levels.filter((level) => level <= reach)), 4)[1];
}
