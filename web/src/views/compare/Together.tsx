import { t } from '../../../../models/src/language.ts';
import { lazy, useCallback, useMemo, useRef } from 'react';
import { LaneName } from '../../components/LaneBadge.tsx';
import { laneLetter } from '../../components/laneLook.ts';
import type { Layer, Layout } from '../../plots/figure.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import { Arriving } from '../../state/Arriving.tsx';
import { useApp } from '../../state/context.ts';
import type { LaneRun } from '../../state/runner.ts';
import { useView } from '../../state/useView.ts';
import { useTimeGestures } from '../../time/gestures.ts';
import { timeOverlay } from '../../time/overlay.ts';
import { decimalsOf } from '../../time/text.ts';
import type { Read } from './annotate.ts';
import { dotsOf, tracesOf, type Trace } from './quantityFigure.ts';
import { useNoteActions } from './useNoteActions.ts';
import { differencesTo, QUEUE, togetherFigure } from './togetherFigure.ts';

/** Loaded with the first note or measurement. */
const Annotations = lazy(() => import('./Annotations.tsx').then((found) => ({ default: found.Annotations })));

type Marks = () => readonly Layer[];

interface Props {
  readonly runs: readonly LaneRun[];
  readonly span: readonly [number, number];
  readonly active: number;
}

/** The queues of all lanes in one plot; with a reference lane, as differences to it. */
export function Together({ runs, span, active }: Props) {
  const app = useApp();
  const chosen = useView('against');
  const against = chosen !== null && chosen < runs.length ? chosen : null;
  const traces = useMemo(() => tracesOf(QUEUE, runs), [runs]);
  const shown = useMemo(
    () => (against === null ? traces : differencesTo(traces, against)),
    [traces, against],
  );
  /** The annotations by lane, for files. */
  const noted = useRef(new Map<number, Marks>());
  const onMarks = useCallback((lane: number, made: Marks) => void noted.current.set(lane, made), []);
  const figure = useMemo(
    () => ({
      ...togetherFigure(shown, against, active, span),
      notes: () => [...noted.current.values()].flatMap((made) => made()),
    }),
    [shown, against, active, span],
  );
  const notes = useView('notes');
  const measure = useView('measure');
  const actions = useNoteActions(active);
  const overlay = useMemo(() => timeOverlay(app, (time) => dotsOf(shown, time)), [app, shown]);
  const attach = useTimeGestures();
  const stale = runs.some(({ status }) => status !== 'done');
  return (
    <section className="together" aria-label={figure.title}>
      <header className="lane-head">
        <ul className="legend" aria-label={t('Lanes in this plot')}>
          {shown.map(({ lane, run }) => (
            <li key={lane}>
              <LaneName lane={lane} label={run.asked.label} />
            </li>
          ))}
        </ul>
        {against !== null && (
          <span className="muted">
            {t('less that of {{laneLetter}}', { laneLetter: laneLetter(against) })}
          </span>
        )}
      </header>
      <PlotFrame
        figure={figure}
        overlay={overlay}
        attach={attach}
        actions={actions}
        stale={stale && shown.length > 0}
        empty={
          shown.length === 0 && !stale ? <p className="muted">{t('There is one lane only.')}</p> : undefined
        }
      >
        {(layout) =>
          (notes.length > 0 || measure !== null) && (
            <Arriving>
              {shown.map((trace) => (
                <LaneNotes
                  key={trace.lane}
                  trace={trace}
                  layout={layout}
                  decimals={Math.max(2, decimalsOf(span[1] - span[0]))}
                  cursors={trace === (shown.find(({ lane }) => lane === active) ?? shown[0])}
                  onMarks={onMarks}
                />
              ))}
            </Arriving>
          )
        }
      </PlotFrame>
    </section>
  );
}

interface NotesProps {
  readonly trace: Trace;
  readonly layout: Layout;
  readonly decimals: number;
  readonly cursors: boolean;
  readonly onMarks: (lane: number, made: Marks) => void;
}

/** The reader's annotations on one lane, at its line. */
function LaneNotes({
  trace: { lane, run, values, indexAt },
  layout,
  decimals,
  cursors,
  onMarks,
}: NotesProps) {
  const read = useCallback<Read>(
    (time) => {
      const queue = values[indexAt(time)];
      return queue === undefined || Number.isNaN(queue) ? undefined : { queue, average: null };
    },
    [values, indexAt],
  );
  const own = useCallback((made: Marks) => onMarks(lane, made), [onMarks, lane]);
  const shared = useMemo(() => ({ letter: laneLetter(lane), cursors }), [lane, cursors]);
  return (
    <Annotations
      lane={lane}
      label={run.asked.label}
      layout={layout}
      read={read}
      decimals={decimals}
      active={cursors}
      shared={shared}
      onMarks={own}
    />
  );
}
