import { unitWord } from '../../../../models/src/unit-words.ts';
import { decimal, t } from '../../../../models/src/language.ts';
import { lazy, memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import { formatQuantity } from '../../../../models/src/index.ts';
import type { PacketWindow, ParamInfo, RunPart } from '../../../../wasm/src/types.ts';
import { LaneBadge, LaneStroke } from '../../components/LaneBadge.tsx';
import { vars } from '../../components/vars.ts';
import { Sym } from '../../components/Sym.tsx';
import { formatLevel } from '../../plots/draw.ts';
import {
  levelGapOf,
  placeLevels,
  tightGap,
  type Figure,
  type Layer,
  type Layout,
} from '../../plots/figure.ts';
import { Handle } from '../../plots/Handle.tsx';
import { laneColour } from '../../components/laneLook.ts';
import { Symbols } from '../../components/Symbols.tsx';
import { lowerBound } from '../../plots/m4.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import { isOnSomething } from '../../plots/timeGestures.ts';
import { useTimeGestures } from '../../time/gestures.ts';
import { Arriving } from '../../state/Arriving.tsx';
import { Paced } from '../../state/Paced.tsx';
import { useApp } from '../../state/context.ts';
import { shownTime } from '../../state/replay.ts';
import { STAYS_MS } from '../../state/shown.ts';
import { scenarioKey, type LaneRun } from '../../state/runner.ts';
import { useSelected } from '../../state/store.ts';
import { turns } from '../../base/turns.ts';
import { sharedName } from '../../lanes/differing.ts';
import { linkShown } from '../../lanes/linkShown.ts';
import { useModel } from '../../lanes/useModels.ts';
import { queueLevels, queueThresholds, type LaneModel } from '../../lanes/model.ts';
import { decides, drops } from '../../../../wasm/src/packet-window.ts';
import { decisionAt } from '../../lanes/packet.ts';
import { useView } from '../../state/useView.ts';
import { limitsOf, moveParam, pathOf } from './moveParam.ts';
import type { App } from '../../state/app.ts';
import { fitSpan } from '../../state/span.ts';
import { averageColumn, binAt, endOf } from '../../lanes/quantities.ts';
import { decimalsOf } from '../../time/text.ts';
import { timeOverlay, type Dot } from '../../time/overlay.ts';
import type { Read, Reading } from './annotate.ts';
import { traceFigure, type Beginning } from './traceFigure.ts';
import { useNoteActions } from './useNoteActions.ts';

/** Loaded with the first note or measurement. */
const Annotations = lazy(() => import('./Annotations.tsx').then((found) => ({ default: found.Annotations })));

/** Loaded when the first packet is chosen. */
const Trouble = lazy(() => import('./Trouble.tsx').then((found) => ({ default: found.Trouble })));
const PacketCard = lazy(() => import('./PacketCard.tsx').then((found) => ({ default: found.PacketCard })));

interface Props {
  readonly model: LaneModel;
  readonly run: LaneRun;
  readonly span: readonly [number, number];
  /** Upper end of the queue's axis, the same for all lanes. */
  readonly top: number;
  readonly closeUp: PacketWindow | null;
  readonly marks: boolean;
  /** The rate of drops and marks that fills the strip, per second; the same for all lanes. */
  readonly most: number;
  readonly active: boolean;
  /** The axis below all plots shows the numbers. */
  readonly quiet: boolean;
}

/** One lane's queue. Memoised: an edit draws only the lanes that it changes. */
export const QueueTrace = memo(function QueueTrace(props: Props) {
  const { model, run, span, top, closeUp, marks, most, active, quiet } = props;
  const app = useApp();
  const { engine } = app;
  const { lane } = model;
  const { result } = run;
  const underWay = useSelected(app.runner.begun, (all) => all.get(lane));
  const begun = useMemo(
    (): Beginning | null =>
      underWay === undefined
        ? null
        : { part: underWay.part, fresh: scenarioKey(underWay.asked) === scenarioKey(run.asked) },
    [underWay, run.asked],
  );

  /** The annotations as marks, for files. Empty until Annotations is loaded. */
  const noted = useRef<() => readonly Layer[]>(() => []);
  const onMarks = useCallback((made: () => readonly Layer[]) => {
    noted.current = made;
  }, []);
  const levels = useMemo(() => queueLevels(model), [model]);
  const figure = useMemo(
    () => ({
      ...traceFigure({
        lane,
        run,
        begun,
        catalogue: engine.catalogue,
        levels,
        span,
        top,
        closeUp,
        marks,
        most,
        quiet,
      }),
      notes: () => noted.current(),
    }),
    [lane, run, begun, engine, levels, span, top, closeUp, marks, most, quiet],
  );

  /**
   * Queue and average at a time: from the packets if they are available, otherwise from the bins. While a run
   * is in progress, its part is used as far as it goes.
   */
  const part = begun?.part ?? null;
  const read = useMemo((): Read | null => {
    if (result === null && part === null) return null;
    const { catalogue } = engine;
    const binned = (source: RunPart | null): Read => {
      if (source === null) return () => undefined;
      const { overview } = source;
      const average = averageColumn(catalogue, source);
      return (time) => {
        // A longer run is in progress and has not reached this time.
        if (time > endOf(overview) * (1 + 1e-9)) return undefined;
        const bin = binAt(overview, time);
        return { queue: overview.queue_mean[bin] ?? NaN, average: average?.[bin] ?? null };
      };
    };
    const exact =
      closeUp === null || result === null ? null : averageColumn(catalogue, result, closeUp.state);
    const [now, before] = [binned(part), binned(result)];
    return (time) => {
      if (closeUp !== null && time >= closeUp.from && time <= closeUp.to) {
        // At the time of a packet's event, the values are those after the event.
        const next = lowerBound(closeUp.time, time);
        const i = closeUp.time[next] === time ? next : Math.max(0, next - 1);
        return { queue: closeUp.queue[i] ?? NaN, average: exact?.[i] ?? null };
      }
      return now(time) ?? before(time);
    };
  }, [result, part, engine, closeUp]);
  /** Values after this time belong to a document before the last edit. */
  const newUntil = run.status === 'done' ? Infinity : begun?.fresh === true ? endOf(begun.part.overview) : 0;

  // The lesson decides which handles exist.
  useView('lesson');
  const notes = useView('notes');
  const measure = useView('measure');
  const decimals = Math.max(2, decimalsOf(span[1] - span[0]));
  const actions = useNoteActions(lane);

  const packet = useView('packet');
  const chosen = active && packet !== null && closeUp !== null ? packet : null;
  const overlay = useMemo(
    () =>
      timeOverlay(app, (time): readonly Dot[] => {
        const reading = read?.(time);
        if (reading === undefined) return [];
        const { average, queue } = reading;
        const dot: Dot = { value: average ?? queue, colour: laneColour(lane), size: 8 };
        const i = chosen === null || closeUp === null ? -1 : decisionAt(closeUp, chosen);
        const [ringAt, value] = [closeUp?.time[i] ?? NaN, closeUp?.queue[i] ?? NaN];
        return [dot, { value, colour: 'accent', size: 15, ringAt }];
      }),
    [app, lane, read, chosen, closeUp],
  );

  const readout = useReadout(lane, read, newUntil, decimals);

  const gestures = useTimeGestures();
  const seen = useRef(closeUp);
  useEffect(() => {
    seen.current = closeUp;
  }, [closeUp]);
  /** A click near a packet opens it; the gestures have moved the playhead there already. */
  const attach = useMemo(() => {
    return (element: HTMLElement, layout: () => Layout) => {
      const end = gestures(element, layout);
      let from = 0;
      const down = (event: PointerEvent) => (from = event.clientX);
      const click = (event: MouseEvent) => {
        const packets = seen.current;
        const { strip } = layout();
        const top = element.getBoundingClientRect().top;
        const onStrip =
          strip !== null &&
          event.clientY - top >= strip.top &&
          event.clientY - top <= strip.top + strip.height;
        if (packets === null && onStrip && Math.abs(event.clientX - from) <= NEAR && !isOnSomething(event)) {
          // A click on a bar of drops shows its packets.
          const time = layout().sx.invert(event.clientX - element.getBoundingClientRect().left);
          showPackets(app, lane, time);
          return;
        }
        if (packets === null || isOnSomething(event) || Math.abs(event.clientX - from) > NEAR) return;
        const box = element.getBoundingClientRect();
        const time = packetNear(packets, layout(), event.clientX - box.left, event.clientY - box.top);
        if (time === null) return;
        app.replay.pause();
        app.look({ lane, packet: time });
      };
      element.addEventListener('pointerdown', down);
      element.addEventListener('click', click);
      return () => {
        end();
        element.removeEventListener('pointerdown', down);
        element.removeEventListener('click', click);
      };
    };
  }, [gestures, app, lane]);
  const shown = linkShown(run.asked);
  const thresholds = queueThresholds(model).filter(({ param }) => app.allows(pathOf(lane, param.name)));
  const handled = useMemo(
    () => new Set(active ? thresholds.map(({ param }) => param.name) : []),
    [active, thresholds],
  );

  const packetBelow = chosen !== null && closeUp !== null;
  const troubleBelow = run.status !== 'done' && run.status !== 'running';
  return (
    <section
      className="lane-trace"
      data-below={packetBelow ? 'packet' : troubleBelow ? 'trouble' : undefined}
      aria-label={t('{{label}}: queue{{shown}}', {
        label: run.asked.label,
        shown: shown === null ? '' : t(' of {{shown}}', { shown }),
      })}
      data-active={active || undefined}
    >
      <header className="lane-head">
        <button
          type="button"
          className="lane-name"
          aria-pressed={active}
          onClick={() => app.look({ lane })}
          data-tip={t("Show this lane's parameters and handles")}
        >
          <LaneBadge lane={lane} />
          <LaneStroke lane={lane} />
          <span>
            <Symbols text={run.asked.label} />
          </span>
        </button>
        {shown !== null && <span className="link-shown">{shown}</span>}
        <Paced part="words">
          <Summary lane={lane} />
        </Paced>
        {closeUp !== null && (
          <button
            type="button"
            className="link packet-open"
            aria-pressed={chosen !== null}
            onClick={() => {
              if (chosen !== null) {
                app.look({ lane, packet: null });
                return;
              }
              // Opens the visible packet that is nearest to the playhead, and moves the playhead there.
              const { time } = app.replay.get();
              const packet = closeUp.time[decisionAt(closeUp, time, span)] ?? (span[0] + span[1]) / 2;
              app.replay.pause();
              app.replay.seek(packet);
              app.look({ lane, packet });
            }}
          >
            {t('packet by packet')}
          </button>
        )}
        {closeUp === null && active && result !== null && !app.blind.get() && (
          <button
            type="button"
            className="link packet-open"
            data-tip={t(
              'Zoom in to where single packets are drawn. The wheel, or a drag over a plot, does so anywhere.',
            )}
            onClick={() => showPackets(app, lane, app.replay.get().time)}
          >
            {t('show packets')}
          </button>
        )}
        <span className="readout" ref={readout} aria-hidden="true" />
      </header>
      <PlotFrame
        figure={figure}
        overlay={overlay}
        stale={run.status !== 'done' && result !== null}
        handled={handled}
        attach={attach}
        actions={actions}
        empty={result === null && begun === null ? <Waiting run={run} /> : undefined}
      >
        {(layout) => (
          <>
            {closeUp === null && layout.strip !== null && !app.blind.get() && (
              <span
                className="strip-offer"
                data-tip={t('Click a bar: show these packets')}
                style={{
                  left: layout.left,
                  top: layout.strip.top,
                  width: layout.right - layout.left,
                  height: layout.strip.height,
                }}
              />
            )}
            {active && <LevelHandles model={model} figure={figure} layout={layout} />}
            {read !== null && (notes.length > 0 || measure !== null) && (
              <Arriving>
                <Annotations
                  lane={lane}
                  label={run.asked.label}
                  layout={layout}
                  read={read}
                  decimals={decimals}
                  active={active}
                  onMarks={onMarks}
                />
              </Arriving>
            )}
          </>
        )}
      </PlotFrame>
      {packetBelow && (
        <Arriving>
          <PacketCard model={model} window={closeUp} at={chosen} />
        </Arriving>
      )}
      {troubleBelow && (
        <Arriving>
          <Trouble run={run} onRetry={app.runner.retry} />
        </Arriving>
      )}
    </section>
  );
});

/**
 * Writes the values at the playhead, and marks them if they belong to a document before the last edit. During
 * a drag they are written by turns, and marked until then.
 */
function useReadout(
  lane: number,
  read: Read | null,
  newUntil: number,
  decimals: number,
): RefObject<HTMLSpanElement | null> {
  const app = useApp();
  const readout = useRef<HTMLSpanElement>(null);
  const writing = useRef<() => void>(() => undefined);
  const writeLast = useCallback(() => writing.current(), []);
  // In the same task as the picture: an effect would be a task of its own.
  useLayoutEffect(() => {
    const element = readout.current;
    if (element === null) return;
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const mark = (stale: boolean) => {
      // The mark stays for a moment, as in the table: counted from the time when it could be removed, not
      // from each frame of the replay.
      if (stale) {
        clearTimeout(leaving);
        leaving = undefined;
        element.toggleAttribute('data-stale', true);
      } else if (app.history.get().gesture === null) element.toggleAttribute('data-stale', false);
      else if (element.hasAttribute('data-stale')) {
        leaving ??= setTimeout(() => element.toggleAttribute('data-stale', false), STAYS_MS);
      }
    };
    const write = () => {
      const time = shownTime(app.replay.get());
      const reading = read?.(time);
      element.textContent = reading === undefined ? '' : readingText(time, reading, decimals);
      mark(time > newUntil);
    };
    writing.current = write;
    if (app.history.get().gesture === null || app.replay.get().playing) write();
    else {
      mark(true);
      turns.ask(writeLast);
    }
    const ends = [
      app.replay.subscribe(write, 'last'),
      // An edit makes the values stale at once, even if the picture has to wait.
      app.runner.asked.subscribe(() => {
        if (app.runner.slots.get()[lane]?.status === 'running') mark(true);
      }),
    ];
    return () => {
      clearTimeout(leaving);
      for (const end of ends) end();
    };
  }, [app, lane, read, decimals, newUntil, writeLast]);
  return readout;
}

/** Length, s, of a window that shows single packets. */
const CLOSE_S = 0.6;

/** Zooms in to the packets around a time and opens the nearest one. */
function showPackets(app: App, lane: number, time: number): void {
  const end = app.duration.get();
  const at = Math.min(time, end - CLOSE_S / 2);
  app.replay.pause();
  app.replay.seek(at);
  app.look({ lane, span: fitSpan([at - CLOSE_S / 2, at + CLOSE_S / 2], end), packet: at });
}

/** A click within this many pixels of a packet selects it. */
const NEAR = 10;

/** The time of the packet nearest to a position on the plot; null if none is near. */
function packetNear(window: PacketWindow, { sx, sy, unit }: Layout, x: number, y: number): number | null {
  const [from, to] = [sx.invert(x - NEAR * unit), sx.invert(x + NEAR * unit)];
  let best: { readonly time: number; readonly away: number } | null = null;
  for (let i = lowerBound(window.time, from); (window.time[i] ?? Infinity) <= to; ++i) {
    const event = window.event[i] ?? NaN;
    if (!decides(event)) continue;
    const time = window.time[i] ?? NaN;
    // A drop is preferred to accepted packets around it.
    const away = Math.hypot(sx.map(time) - x, sy.map(window.queue[i] ?? NaN) - y) - (drops(event) ? NEAR : 0);
    if (best === null || away < best.away) best = { time, away };
  }
  return best?.time ?? null;
}

function readingText(time: number, { queue, average }: Reading, decimals: number): string {
  const fixed = (value: number, width: number) => decimal(value.toFixed(1)).padStart(width, '\u2007');
  const avg = average === null ? '' : t('   avg {{average}}', { average: fixed(average, 5) });
  return `${decimal(time.toFixed(decimals)).padStart(decimals + 4, '\u2007')} s   q ${fixed(queue, 5)}${avg}`;
}

/** The number of computed values in the line; the panel has all of them. */
const SUMMED_UP = 3;

/**
 * The lane's parameters in one line: first those that shape its behaviour or differ from other lanes, then
 * values that the scheme computed.
 */
const Summary = memo(function Summary({ lane }: { readonly lane: number }) {
  const [model, differ] = useModel(lane);
  if (model === null) return null;
  const { info, resolved } = model;
  const isOwn = (param: ParamInfo) => differ.has(sharedName(info, param));
  const shown = info.params.filter(
    (param) => (param.role !== 'plain' || isOwn(param)) && param.kind !== 'list',
  );
  return (
    <span className="lane-summary">
      {shown.map((param) => {
        const { name, unit } = param;
        const value = resolved.params[name];
        return (
          typeof value === 'number' && (
            <span
              key={name}
              {...(isOwn(param) && { className: 'differs', 'data-tip': t('Differs between the lanes') })}
            >
              <Sym name={name} /> {unit === 's' ? formatQuantity(value, unit) : formatLevel(value)}
            </span>
          )
        );
      })}
      {resolved.computed.slice(0, SUMMED_UP).map(({ name, value, unit }) => (
        <span key={name} className="computed" data-tip={t('Computed from the other parameters')}>
          <Sym name={name} /> = {formatLevel(value)}
          {unit === '1' || unit === '' || unit === 'packets' ? '' : ` ${unitWord(unit)}`}
        </span>
      ))}
    </span>
  );
});

function Waiting({ run }: { readonly run: LaneRun }) {
  return <p className="muted">{run.status === 'running' ? t('Simulating…') : ''}</p>;
}

interface LevelProps {
  readonly model: LaneModel;
  readonly figure: Figure;
  readonly layout: Layout;
}

/** The names of thresholds at the right edge, which can be dragged. */
function LevelHandles({ model, figure, layout }: LevelProps) {
  const app = useApp();
  const gap = levelGapOf(true) * layout.unit;
  const placed = placeLevels(figure, layout, 'y', gap);
  const tight = tightGap(placed.length, layout.bottom - layout.top, gap, layout.unit) < gap - 1;
  return queueThresholds(model).map(({ param, value }) => {
    if (!app.allows(pathOf(model.lane, param.name))) return null;
    const place = placed.find(({ name }) => name === param.name);
    if (place === undefined) return null;
    return (
      <Handle
        key={param.name}
        label={t('{{name}} of {{label}}, on the trace', { name: param.name, label: model.scenario.label })}
        value={value}
        valueText={`${formatLevel(value)} ${unitWord(param.unit)}`}
        min={param.minExclusive === true ? (param.min ?? 0) + 1 : (param.min ?? 0)}
        max={Math.min(model.link.buffer, param.max ?? Infinity)}
        limits={() =>
          limitsOf(
            app,
            model,
            param.name,
            value,
            [
              param.minExclusive === true ? (param.min ?? 0) + 1 : (param.min ?? 0),
              Math.min(model.link.buffer, param.max ?? Infinity),
            ],
            1,
          )
        }
        axis="y"
        scale={layout.sy}
        grain={1}
        className={`level-handle${place.crowded ? ' crowded' : ''}${tight ? ' tight' : ''}`}
        style={{
          left: layout.right,
          translate: `0 ${place.labelAt}px`,
          ...vars({ '--lane': `var(--${laneColour(model.lane)})` }),
        }}
        onMove={(next) => moveParam(app, 'queues', model.lane, param.name, next)}
        onSettle={() => app.settle()}
      >
        <span className="level-grip">
          <Sym name={param.name} /> <b>{formatLevel(value)}</b>
        </span>
      </Handle>
    );
  });
}
