import { t } from '../../../../models/src/language.ts';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { laneColour } from '../../components/laneLook.ts';
import { vars } from '../../components/vars.ts';
import type { LaneModel } from '../../lanes/model.ts';
import { formatLevel } from '../../plots/draw.ts';
import type { Layout } from '../../plots/figure.ts';
import { useApp } from '../../state/context.ts';
import { added, moved, pointsOf, pointsParam, removed, rising, stroked, type Point } from './drawn.ts';
import { pathOf } from './moveParam.ts';
import '../../styles/drawn.css';

interface Props {
  readonly model: LaneModel;
  readonly layout: Layout;
}

/** A press that moves by fewer pixels is a click. */
const STEADY = 6;

/**
 * The points of a drawn curve. Each can be moved with pointer or keys; a click elsewhere adds a point; a
 * double click or Delete removes one; a stroke of mouse, pen or finger redraws a part of the curve. Actions
 * that keys or fingers cannot do have a button.
 */
export function DrawnPoints({ model, layout }: Props) {
  const app = useApp();
  const [chosen, setChosen] = useState(0);
  const [rises, setRises] = useState(false);
  const handles = useRef<(HTMLDivElement | null)[]>([]);
  /** The point that gets the focus once it is rendered. */
  const wanted = useRef<number | null>(null);
  /** The grip on a point, and the plot's layout at that time: its axes may change as the point moves. */
  const grip = useRef<{ readonly dx: number; readonly dy: number; readonly layout: Layout } | null>(null);
  /** A stroke in progress, with the curve and the layout at its start. */
  const drawing = useRef<{
    readonly over: readonly Point[];
    readonly layout: Layout;
    readonly from: PointerEvent;
    readonly places: Point[];
    goes: boolean;
  } | null>(null);
  const points = pointsOf(model);
  const name = pointsParam(model.info)?.name ?? '';
  const path = pathOf(model.lane, name);
  useEffect(() => {
    if (wanted.current === null) return;
    handles.current[wanted.current]?.focus();
    wanted.current = null;
  }, [points]);
  if (!app.allows(path)) return null;
  const { sx, sy, left, top, right, bottom } = layout;
  const [lo, hi] = sy.domain;
  const grain = 10 ** Math.floor(Math.log10((hi - lo) / 100));
  const snap = (p: number) => Number((Math.round(p / grain) * grain).toPrecision(6));
  const { buffer } = model.link;
  const { label } = model.scenario;

  const write = (next: readonly Point[], gesture?: string) => {
    if (next !== points) app.edit(path, next, gesture);
  };
  /** Keeps the point at `from`; if the curve has to rise, the other points are moved. */
  const shape = (next: readonly Point[], from: number, gesture?: string) =>
    write(rises && next !== points ? rising(next, from) : next, gesture);
  const add = ([x, p]: Point) => {
    const more = added(points, [x, snap(p)]);
    setChosen(more.at);
    wanted.current = more.at;
    shape(more.points, more.at);
  };
  const take = (at: number) => {
    const kept = Math.max(0, Math.min(at, points.length - 2));
    setChosen(kept);
    wanted.current = kept;
    write(removed(points, at));
  };
  /** A new point in the middle of the widest gap beside the chosen point. */
  const between = () => {
    const here = points[chosen] ?? points[0] ?? [0, 0];
    const next = points[chosen + 1];
    add(
      next === undefined
        ? [(here[0] + buffer) / 2, here[1]]
        : [(here[0] + next[0]) / 2, (here[1] + next[1]) / 2],
    );
  };
  const key = (event: KeyboardEvent, at: number) => {
    const [x, p] = points[at] ?? [0, 0];
    const by = event.shiftKey ? 10 : 1;
    const ways: Readonly<Record<string, Point>> = {
      ArrowRight: [x + by, p],
      ArrowLeft: [x - by, p],
      ArrowUp: [x, snap(p + by * grain)],
      ArrowDown: [x, snap(p - by * grain)],
    };
    const way = ways[event.key];
    if (way !== undefined)
      shape(moved(points, at, way, buffer), at, t('draw {{lane}} {{at}}', { lane: model.lane, at }));
    else if (event.key === 'Delete' || event.key === 'Backspace') take(at);
    else if (event.key === 'Insert' || event.key === 'Enter') between();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const end = () => {
    if (grip.current === null) return;
    grip.current = null;
    app.settle();
  };
  const placeIn = (within: Layout, event: PointerEvent<HTMLElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = within.sx.invert(within.left + event.clientX - box.left);
    return [x, Math.min(1, Math.max(0, within.sy.invert(within.top + event.clientY - box.top)))];
  };
  const draw = (event: PointerEvent<HTMLElement>) => {
    const stroke = drawing.current;
    if (stroke === null) return;
    const { from, over, places } = stroke;
    places.push(placeIn(stroke.layout, event));
    stroke.goes ||= Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STEADY;
    if (!stroke.goes) return;
    const next = stroked(over, places, buffer);
    const begins = Math.round(Math.min(...places.map(([x]) => x)));
    shape(
      next,
      Math.max(
        0,
        next.findIndex(([x]) => x >= begins),
      ),
      t('draw {{lane}}', { lane: model.lane }),
    );
  };
  /** A stroke without movement was a click. */
  const lift = (event: PointerEvent<HTMLElement>) => {
    const stroke = drawing.current;
    drawing.current = null;
    if (stroke === null) return;
    app.settle();
    const place = placeIn(layout, event);
    if (!stroke.goes && place[0] <= buffer) add(place);
    else setChosen(0);
  };
  const drag = (event: PointerEvent, at: number) => {
    if (grip.current === null) return;
    event.stopPropagation();
    const { dx, dy, layout: taken } = grip.current;
    const place: Point = [taken.sx.invert(event.clientX - dx), snap(taken.sy.invert(event.clientY - dy))];
    shape(moved(points, at, place, buffer), at, t('draw {{lane}} {{at}}', { lane: model.lane, at }));
  };

  return (
    <div
      className="drawn"
      role="group"
      aria-label={t('Points of {{label}}', { label })}
      style={vars({ '--lane': `var(--${laneColour(model.lane)})` })}
    >
      <div
        className="drawn-ground"
        style={{ left, top, width: right - left, height: bottom - top }}
        data-tip={t('Draw, or click to add a point')}
        aria-hidden="true"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
          const places = [placeIn(layout, event)];
          drawing.current = { over: points, layout, from: event, places, goes: false };
        }}
        onPointerMove={draw}
        onPointerUp={lift}
        onPointerCancel={() => {
          drawing.current = null;
          app.settle();
        }}
      />
      {points.map(([x, p], at) => (
        <div
          key={at}
          ref={(element) => {
            handles.current[at] = element;
          }}
          className="drawn-point"
          style={{ left: sx.map(x), top: Math.max(top, sy.map(p)) }}
          role="slider"
          tabIndex={0}
          aria-label={t('Point {{at}} of {{points}} of {{label}}', {
            at: at + 1,
            points: points.length,
            label,
          })}
          aria-valuemin={0}
          aria-valuemax={buffer}
          aria-valuenow={x}
          aria-valuetext={t('{{queue}} packets, probability {{probability}}', {
            queue: formatLevel(x),
            probability: formatLevel(p),
          })}
          data-chosen={at === chosen || undefined}
          onFocus={() => setChosen(at)}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.stopPropagation();
            event.currentTarget.setPointerCapture(event.pointerId);
            setChosen(at); // a finger gives no focus
            grip.current = { dx: event.clientX - sx.map(x), dy: event.clientY - sy.map(p), layout };
          }}
          onPointerMove={(event) => drag(event, at)}
          onPointerUp={end}
          onPointerCancel={end}
          onDoubleClick={() => take(at)}
          onKeyDown={(event) => key(event, at)}
          onKeyUp={() => app.settle()}
        />
      ))}
      <div className="drawn-tools" style={{ left: left + 8 * layout.unit, ...vars({ '--top': `${top}px` }) }}>
        <button type="button" className="link" onClick={between}>
          {t('Add a point')}
        </button>
        <button type="button" className="link" disabled={points.length <= 2} onClick={() => take(chosen)}>
          {t('Remove point {{chosen}}', { chosen: chosen + 1 })}
        </button>
        <label>
          <input
            type="checkbox"
            checked={rises}
            onChange={() => {
              setRises(!rises);
              if (!rises) write(rising(points));
            }}
          />
          {t('only rising')}
        </label>
      </div>
    </div>
  );
}
