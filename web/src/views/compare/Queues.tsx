import { t } from '../../../../models/src/language.ts';
import { lazy, useEffect, useMemo } from 'react';
import { observedLink } from '../../../../models/src/index.ts';
import type { PacketWindow, RunResult } from '../../../../wasm/src/types.ts';
import { queueThresholds, type LaneModel } from '../../lanes/model.ts';
import { useModels } from '../../lanes/useModels.ts';
import { firstOfEqual } from '../../plots/same.ts';
import { niceDomain, type Interval } from '../../plots/scale.ts';
import { fullRate } from '../../plots/strip.ts';
import { Arriving } from '../../state/Arriving.tsx';
import { useApp } from '../../state/context.ts';
import { markPainted } from '../../state/latency.ts';
import type { LaneRun } from '../../state/runner.ts';
import { sameItems, useStore } from '../../state/store.ts';
import { useView } from '../../state/useView.ts';
import { TimeAxis } from '../../time/TimeAxis.tsx';
import { ExtraPlot } from './ExtraPlot.tsx';
import { sendsMarkable } from './MetricsTable.tsx';
import { QueueTrace } from './QueueTrace.tsx';
import { stripEvents } from './traceFigure.ts';
import { memoBy } from '../../base/memoBy.ts';

/** Loaded when the queues are shown in one plot. */
const Together = lazy(() => import('./Together.tsx').then((found) => ({ default: found.Together })));

/**
 * On a projector, at most this many lanes fit below each other. More lanes stand in two columns, each with a
 * time axis at its end.
 */
const BELOW = 4;

interface Props {
  readonly hidden: boolean;
  /** Whether one more quantity is shown below the queues. */
  readonly extra: boolean;
}

/** The queues of all lanes on the same axes, and the additional quantity. */
export function Queues({ hidden, extra }: Props) {
  const app = useApp();
  const models = useModels();
  const runs = useStore(app.runner.slots);
  const windows = useStore(app.closeUp.slots);
  const duration = useStore(app.duration);
  const span = useView('span');
  const active = useView('lane');
  const queues = useView('queues');
  const projector = useView('projector');
  const chosen = runs.length > 1 ? queues : 'apart';
  const layout = chosen === 'apart' && projector && runs.length > BELOW ? 'beside' : chosen;
  const shown = useMemo(() => span ?? ([0, duration] as const), [span, duration]);
  const top = useMemo(() => axisTop(models, runs), [models, runs]);
  const marks = sendsMarkable(models.map(({ scenario }) => scenario));

  const most = useMemo(() => {
    const rates = runs.map(({ result }, lane) =>
      result === null ? 0 : rateOf(result, windows[lane]?.result ?? null, marks, shown),
    );
    return Math.max(...rates) || 1;
  }, [runs, windows, marks, shown]);

  const keepPackets = useMemo(() => firstOfEqual(sameItems<PacketWindow | null>), []);
  const packets = keepPackets(
    windows.map(({ result }, lane) => (runs[lane]?.status === 'done' ? result : null)),
  );
  const done = runs.every(({ status }) => status !== 'running');
  useEffect(() => {
    if (done) markPainted();
  }, [done, runs]);

  return (
    <div className="timed">
      <div className="traces" data-layout={layout} hidden={hidden}>
        <h3 className="visually-hidden">{t('Queues over time')}</h3>
        {layout === 'together' ? (
          <Arriving fallback={<div className="together" />}>
            <Together runs={runs} span={shown} active={active} />
          </Arriving>
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
                />
              )
            );
          })
        )}
      </div>
      {layout !== 'small' && (
        <>
          {extra && <ExtraPlot windows={packets} span={shown} />}
          {layout !== 'beside' && <TimeAxis span={shown} />}
        </>
      )}
    </div>
  );
}

/** The rate that fills a lane's strip, computed once for each run and window. */
const rateOf = memoBy((result: RunResult, window: PacketWindow | null, marks: boolean, span: Interval) =>
  fullRate(stripEvents(result, window, marks), span),
);

/**
 * One axis for all queues: it contains the largest queue, and thresholds and buffer unless they are far above
 * it.
 */
function axisTop(models: readonly LaneModel[], runs: readonly LaneRun[]): number {
  const largest = runs.reduce((most, { result }) => Math.max(most, result?.metrics.queue_max ?? 0), 0);
  const levels = models.flatMap((model) => [
    observedLink(model.scenario).buffer,
    ...queueThresholds(model).map(({ value }) => value),
  ]);
  const reach = largest > 0 ? 2.5 * largest : Infinity;
  return niceDomain(0, Math.max(10, largest, ...levels.filter((level) => level <= reach)), 4)[1];
}
