/**
 * Curves drawn by hand: their points as values of a document, and points that approximate another law's
 * curve.
 */
import type { Lane, Scenario } from '../../../../models/src/index.ts';
import type { AqmInfo, Curve, ParamInfo } from '../../../../wasm/src/types.ts';
import { laneModel, type LaneModel } from '../../lanes/model.ts';
import type { App } from '../../state/app.ts';
import { freshLabel, withLists } from '../../state/edits.ts';
import { shownTime } from '../../state/replay.ts';
import { curveNow, operatingPoint } from './curveFigure.ts';

/** Average queue in packets, and the drop probability there. */
export type Point = readonly [number, number];

/** The number of points for a curve taken from another law; the scheme allows twice as many. */
const MOST = 16;
/** The largest deviation from a curve, as a share of its largest value. */
const CLOSE = 0.002;
/** From here on a law drops every packet. */
const CERTAIN = 1 - 1e-9;

export const pointsParam = (info: AqmInfo): ParamInfo | undefined =>
  info.params.find(({ role }) => role === 'curve_points');

export function pointsOf({ info, scenario }: LaneModel): readonly Point[] {
  const param = pointsParam(info);
  const value = param === undefined ? undefined : (scenario.aqm.params[param.name] ?? param.default);
  return Array.isArray(value) ? (value as readonly Point[]) : [];
}

/** Positions are whole packets; a point stays between its neighbours. */
export function moved(points: readonly Point[], at: number, [x, p]: Point, buffer: number): readonly Point[] {
  const least = at === 0 ? 0 : (points[at - 1]?.[0] ?? 0) + 1;
  const most = at === points.length - 1 ? buffer : (points[at + 1]?.[0] ?? buffer) - 1;
  if (most < least) return points;
  const place: Point = [Math.min(most, Math.max(least, Math.round(x))), Math.min(1, Math.max(0, p))];
  return points.map((point, i) => (i === at ? place : point));
}

/** Adds a point, or moves the point that has the same position. Returns its index, too. */
export function added(
  points: readonly Point[],
  [x, p]: Point,
): { readonly points: readonly Point[]; readonly at: number } {
  const place = Math.round(x);
  const same = points.findIndex((point) => Math.round(point[0]) === place);
  const others = same < 0 ? points : points.filter((_, i) => i !== same);
  const sorted = [...others, [place, p] as const].sort((a, b) => a[0] - b[0]);
  return { points: sorted, at: sorted.findIndex((point) => point[0] === place) };
}

/** Makes the curve rise: the point at `from` stays, earlier points move down and later ones up. */
export function rising(points: readonly Point[], from = 0): readonly Point[] {
  const least = points[from]?.[1] ?? 0;
  let most = 0;
  const risen = points.map(([x, p], i): Point => {
    if (i < from) return [x, Math.min(p, least)];
    most = Math.max(most, p);
    return [x, most];
  });
  return risen.every(([, p], i) => p === points[i]?.[1]) ? points : risen;
}

export const removed = (points: readonly Point[], at: number): readonly Point[] =>
  points.length <= 2 ? points : points.filter((_, i) => i !== at);

const round = (value: number): number => Number(value.toPrecision(6));

/** Points that approximate a curve, and its value after the last point. */
export function pointsFor(
  { x, p }: Curve,
  buffer: number,
): { readonly points: readonly Point[]; readonly beyond: 'drop' | 'hold' } {
  const all = Array.from(x, (at, i): Point => [round(at), round(p[i] ?? 0)]).filter(([at]) => at <= buffer);
  const certain = all.findIndex(([, value]) => value >= CERTAIN);
  const upTo = certain < 0 ? all : all.slice(0, certain);
  const positive = upTo.findIndex(([, value]) => value > 0);
  // The curve begins at the last position without drops.
  const rising = positive < 0 ? upTo.slice(-2) : upTo.slice(Math.max(0, positive - 1));
  // A curve that rises to 1 without a jump is approximated up to 1.
  const [end, last] = [all[certain], rising.at(-1)];
  const joins = end !== undefined && last !== undefined && last[1] > 0.99;
  const line = ascending(joins ? [...rising, end] : rising);
  return {
    points: line.length >= 2 ? simplified(line) : fresh(buffer).points,
    beyond: certain < 0 ? 'hold' : 'drop',
  };
}

/**
 * Both sides of a knot become one position, unless the curve jumps there; a jump takes a hundredth of a
 * packet.
 */
function ascending(points: readonly Point[]): readonly Point[] {
  const out: Point[] = [];
  for (const [x, p] of points) {
    const before = out.at(-1);
    if (before === undefined || x > before[0]) out.push([x, p]);
    else if (Math.abs(p - before[1]) > 1e-6) out.push([round(before[0] + 0.01), p]);
  }
  return out;
}

/** The largest deviation from a stroke by hand, as a share of its largest value. */
const BY_HAND = 0.03;

/**
 * Applies a stroke to a curve: it replaces the points in its range. If the stroke goes back, its last values
 * count. A stroke that does not move along the axis changes nothing.
 */
export function stroked(
  points: readonly Point[],
  stroke: readonly Point[],
  buffer: number,
): readonly Point[] {
  const last = new Map<number, number>();
  for (const [x, p] of stroke) {
    const place = Math.min(buffer, Math.max(0, Math.round(x)));
    last.set(place, round(Math.min(1, Math.max(0, p))));
  }
  const line = [...last].sort(([a], [b]) => a - b);
  const [from, to] = [line[0]?.[0] ?? 0, line.at(-1)?.[0] ?? 0];
  if (line.length < 2) return points;
  const others = points.filter(([x]) => x < from || x > to);
  const kept = simplified(line, BY_HAND, Math.max(2, Math.min(MOST, 2 * MOST - others.length)));
  return [...others, ...kept].sort(([a], [b]) => a - b);
}

/** The fewest points whose lines stay close to all points, added where the deviation is largest. */
function simplified(points: readonly Point[], share = CLOSE, most = MOST): readonly Point[] {
  const close = share * Math.max(...points.map(([, p]) => p));
  const kept = new Set([0, points.length - 1]);
  while (kept.size < most) {
    const ends = [...kept].sort((a, b) => a - b);
    let [worst, at] = [close, -1];
    for (let k = 0; k + 1 < ends.length; ++k) {
      const [from = 0, to = 0] = [ends[k], ends[k + 1]];
      const [[x0, p0], [x1, p1]] = [points[from] ?? [0, 0], points[to] ?? [0, 0]];
      for (let i = from + 1; i < to; ++i) {
        const [x, p] = points[i] ?? [0, 0];
        const off = Math.abs(p - (p0 + ((p1 - p0) * (x - x0)) / (x1 - x0)));
        if (off > worst) [worst, at] = [off, i];
      }
    }
    if (at < 0) break;
    kept.add(at);
  }
  return [...kept].sort((a, b) => a - b).flatMap((i) => (points[i] === undefined ? [] : [points[i]]));
}

/** The initial curve if there is none to copy: no drops up to half of the buffer. */
const fresh = (buffer: number): ReturnType<typeof pointsFor> => ({
  points: [
    [Math.round(buffer / 2), 0],
    [buffer, 0.1],
  ],
  beyond: 'hold',
});

/** A lane's curve at the playhead, if its axis is in packets. */
function curveOf(app: App, model: LaneModel): ReturnType<typeof pointsFor> {
  const { engine } = app;
  const { info, scenario, link, lane } = model;
  if (info.curves.length === 0 || info.curveAxis.unit !== 'packets') return fresh(link.buffer);
  const time = shownTime(app.replay.get());
  const shown = app.runner.slots.get()[lane]?.result ?? null;
  const result = shown?.aqm === info.id ? shown : null;
  const which = operatingPoint(engine, model, result, time)?.which ?? 0;
  const asked = { aqm: info.id, params: scenario.aqm.params, link, which, points: 400, xMax: link.buffer };
  return pointsFor(
    result === null ? engine.curve(asked) : curveNow(engine, model, which, result, time, link.buffer),
    link.buffer,
  );
}

/** The document with one more lane, whose drawn curve is a copy of the given lane's present curve. */
export function drawnDocument(
  app: App,
  lane: number,
): { readonly document: Scenario; readonly lane: number } {
  const document = app.document();
  const scenario = app.lanes.get()[lane];
  const scheme = app.engine.catalogue.find((info) => pointsParam(info) !== undefined);
  const param = scheme === undefined ? undefined : pointsParam(scheme);
  if (scenario === undefined || scheme === undefined || param === undefined) return { document, lane };
  const { points, beyond } = curveOf(app, laneModel(app.engine, scenario, lane));
  const full = withLists(document);
  const old = full.lanes[lane];
  // Parameters that both schemes have by name (the weight of the average, the spacing of drops, ECN) keep
  // their values.
  const shared = Object.entries(old?.aqm?.params ?? {}).filter(([name]) =>
    scheme.params.some((one) => one.name === name),
  );
  const made = {
    label: freshLabel('Drawn', full.lanes),
    aqm: { id: scheme.id, params: { ...Object.fromEntries(shared), [param.name]: points, beyond } },
    ...(old?.set && { set: old.set }),
  } as unknown as Lane;
  // The new lane is the last one, so that existing lanes keep their letters and colours.
  return { document: { ...full, lanes: [...full.lanes, made] }, lane: full.lanes.length };
}
