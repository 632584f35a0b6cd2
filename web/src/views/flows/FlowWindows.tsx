import { t } from '../../../../models/src/language.ts';
import { useEffect, useMemo, useState } from 'react';
import { laneColour, laneDash } from '../../components/laneLook.ts';
import { shortLabel } from '../../lanes/shortLabel.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import { useApp } from '../../state/context.ts';
import { createResource } from '../../state/resource.ts';
import { scenarioKey } from '../../state/runner.ts';
import type { Span } from '../../state/span.ts';
import { useView } from '../../state/useView.ts';
import { MOST_FLOWS } from '../../state/view.ts';
import type { LaneScenario, Overview } from '../../../../wasm/src/types.ts';
import { PhaseStrip } from './PhaseStrip.tsx';
import { phaseFigure } from './phaseStrip.ts';
import { windowFigure, type Windows } from './windowFigure.ts';
import { useLooked } from '../../state/useLooked.ts';

interface Question {
  /** The lane's index. */
  readonly place: number;
  readonly lane: LaneScenario;
  readonly flows: readonly number[];
  readonly bins: number;
}

const SETTLE_MS = 100;
/** The least number of bins in the visible window, and the most in the whole run. */
const CLOSE = 1500;
const MOST_BINS = 2 ** 16;

/** Windows of about the same length have the same number of bins, so that panning needs no new run. */
const binsFor = (duration: number, [from, to]: Span): number =>
  Math.min(MOST_BINS, 2 ** Math.ceil(Math.log2((CLOSE * duration) / (to - from))));

const flowsIn = ({ traffic }: LaneScenario): number => traffic.reduce((sum, { flows }) => sum + flows, 0);

interface Props {
  readonly lanes: readonly LaneScenario[];
  readonly span: Span;
}

/** The congestion windows of chosen flows, for the chosen lane or for every lane. */
export function FlowWindows({ lanes, span }: Props) {
  const app = useApp();
  const active = useView('lane');
  const flows = useView('flows');
  const every = useView('everyLane');
  const [windows] = useState(() =>
    createResource<Question, Overview>({
      key: ({ lane, flows: of, bins }) => JSON.stringify([scenarioKey(lane), of, bins]),
      settle: SETTLE_MS,
      compute: async ({ lane, flows: of, bins }, job) =>
        (await app.client.ask('run', { lane, bins, windows: of }, job)).overview,
    }),
  );
  const asked = useMemo(
    () =>
      lanes.flatMap((lane, place): Question[] => {
        if (!every && place !== active) return [];
        const of = flows.filter((flow) => flow < flowsIn(lane));
        return of.length === 0 ? [] : [{ place, lane, flows: of, bins: binsFor(lane.duration, span) }];
      }),
    [lanes, flows, every, active, span],
  );
  useEffect(() => {
    windows.show(asked);
  }, [windows, asked]);
  const slots = useLooked(app, windows);
  const { catalogue } = app.engine;
  const there = useMemo(
    () =>
      slots.flatMap(({ answered, result }): { readonly of: LaneScenario; readonly windows: Windows }[] => {
        if (answered === null || result === null) return [];
        const { place, lane, flows: of } = answered;
        return [
          {
            of: lane,
            windows: { lane: place, label: shortLabel(lane, catalogue), flows: of, overview: result },
          },
        ];
      }),
    [slots, catalogue],
  );
  const figure = useMemo(
    () =>
      there.length === 0
        ? null
        : windowFigure(
            there.map(({ windows: of }) => of),
            span,
          ),
    [there, span],
  );
  const phases = useMemo(() => phaseFigure(there, span), [there, span]);
  const drawn = asked[0]?.flows ?? [];
  const failed = slots.find(({ status }) => status === 'failed');
  const stale = slots.some(({ status }) => status === 'running');
  return (
    <section className="flows-plot flows-windows" aria-label={t('Windows of chosen flows')}>
      <header>
        <h3>{t('Windows of chosen flows')}</h3>
        <span className="muted">
          {flows.length === 0
            ? t('choose up to {{mostflows}} in the table below', { mostflows: MOST_FLOWS })
            : flows.length > 1 && t('thick: their mean')}
        </span>
        {flows.length > 0 && (
          <>
            {!every &&
              drawn.map((flow, k) => (
                <span key={flow} className="flow-key">
                  <svg width="26" height="10" viewBox="0 0 26 10" aria-hidden="true">
                    <line
                      x1={1}
                      x2={25}
                      y1={5}
                      y2={5}
                      stroke={`var(--${laneColour(active)})`}
                      strokeDasharray={laneDash(k)
                        .map((length) => 1.5 * length)
                        .join(' ')}
                    />
                  </svg>
                  {t('flow {{flow}}', { flow: flow + 1 })}
                </span>
              ))}
            <label className="check">
              <input
                type="checkbox"
                checked={every}
                onChange={({ target }) => app.look({ everyLane: target.checked })}
              />
              {t('every lane')}
            </label>
            <button type="button" className="link" onClick={() => app.look({ flows: [] })}>
              {t('None')}
            </button>
          </>
        )}
      </header>
      {failed !== undefined && <p className="problem">{failed.error}</p>}
      {flows.length > 0 && figure !== null && <PlotFrame figure={figure} stale={stale} />}
      {flows.length > 0 && phases !== undefined && <PhaseStrip figure={phases} stale={stale} />}
      {flows.length > 0 && figure === null && failed === undefined && (
        <p className="muted">
          {asked.length === 0 ? t('This lane has no such flow.') : t('Recording windows…')}
        </p>
      )}
    </section>
  );
}
