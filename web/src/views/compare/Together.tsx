import { useMemo } from 'react';
import { LaneName } from '../../components/LaneBadge.tsx';
import { laneColour, laneLetter } from '../../components/laneLook.ts';
import { canvasSurface } from '../../plots/canvasSurface.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import { useApp } from '../../state/context.ts';
import type { LaneRun } from '../../state/runner.ts';
import { useView } from '../../state/useView.ts';
import { useTimeGestures } from '../../time/gestures.ts';
import { timeOverlay } from '../../time/overlay.ts';
import { tracesOf } from './quantityFigure.ts';
import { differencesTo, QUEUE, togetherFigure } from './togetherFigure.ts';

interface Props {
  readonly runs: readonly LaneRun[];
  readonly span: readonly [number, number];
  readonly active: number;
}

/** The queues of all lanes laid over each other; with a lane to compare with, as differences to it. */
export function Together({ runs, span, active }: Props) {
  const app = useApp();
  const chosen = useView('against');
  const against = chosen !== null && chosen < runs.length ? chosen : null;
  const traces = useMemo(() => tracesOf(QUEUE, runs), [runs]);
  const shown = useMemo(
    () => (against === null ? traces : differencesTo(traces, against)),
    [traces, against],
  );
  const figure = useMemo(
    () => togetherFigure(traces, against, active, span),
    [traces, against, active, span],
  );
  const overlay = useMemo(
    () =>
      timeOverlay(app, (context, layout, palette, time) => {
        const surface = canvasSurface(context);
        for (const { lane, values, indexAt } of shown) {
          const value = values[indexAt(time)] ?? NaN;
          if (Number.isNaN(value)) continue;
          const at = [layout.sx.map(time), layout.sy.map(value)];
          surface.marks(at, 'dot', 10 * layout.unit, palette.ground, 1);
          surface.marks(at, 'dot', 7 * layout.unit, palette[laneColour(lane)], 1);
        }
      }),
    [app, shown],
  );
  const attach = useTimeGestures();
  const stale = runs.some(({ status }) => status !== 'done');
  return (
    <section className="together" aria-label={figure.title}>
      <header className="lane-head">
        <ul className="legend" aria-label="Lanes in this plot">
          {shown.map(({ lane, run }) => (
            <li key={lane}>
              <LaneName lane={lane} label={run.asked.label} />
            </li>
          ))}
        </ul>
        {against !== null && <span className="muted">less that of {laneLetter(against)}</span>}
      </header>
      <PlotFrame
        figure={figure}
        overlay={overlay}
        attach={attach}
        stale={stale && shown.length > 0}
        empty={shown.length === 0 && !stale ? <p className="muted">There is one lane only.</p> : undefined}
      />
    </section>
  );
}
