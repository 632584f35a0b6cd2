/**
 * The stability map as a figure: growth rate over two quantities, the border between stable and unstable, and
 * cells without an interior equilibrium.
 */
import { t } from '../../../../models/src/language.ts';
import {
  REST_KINDS,
  type HopfCurve,
  type MapRequest,
  type RestKind,
  type StabilityMap,
} from '../../../../wasm/src/fluid-types.ts';
import '../../plots/drawHeat.ts';
import { contour } from '../../plots/contour.ts';
import type { Axis, Figure, Hatch, Layer } from '../../plots/figure.ts';
import type { Knob } from './knobs.ts';
import type { Followed } from './solve.ts';
import { growthWord, number } from './verdict.ts';

/**
 * `undecided`: an interior equilibrium with a root at 0, which the linear analysis cannot classify.
 * `unknown`: one without a growth rate, because there is nothing to linearise or the rightmost root cannot be
 * found.
 */
export type CellKind = RestKind | 'undecided' | 'unknown' | 'refused';

/** The hatch and the words of a cell without a growth rate, in the map and in its key. */
const HATCHES: Readonly<Record<Exclude<CellKind, 'interior'>, { hatch: Hatch; words: string }>> = {
  full: { hatch: 'rising', words: 'buffer full' },
  empty: { hatch: 'falling', words: 'link not full' },
  jump: { hatch: 'crossed', words: 'limit cycle about a jump' },
  held: { hatch: 'squared', words: 'held at a jump' },
  none: { hatch: 'level', words: 'nothing rests' },
  undecided: { hatch: 'upright', words: 'undecided: a root at 0' },
  unknown: { hatch: 'broken', words: 'not determined' },
  refused: { hatch: 'plain', words: 'not allowed' },
};

function kindAt(map: StabilityMap, cell: number): CellKind {
  const kind = REST_KINDS[map.kind[cell] ?? 255] ?? 'refused';
  const growth = map.growth[cell] ?? NaN;
  // A law that steers the flow into an empty queue has a growth rate, too.
  const steered = kind === 'empty' && !Number.isNaN(growth);
  if (kind !== 'interior' && !steered) return kind;
  return Number.isNaN(growth) ? 'unknown' : growth === 0 ? 'undecided' : 'interior';
}

/** The kinds of hatched cells in a map. */
function hatchesOf(map: StabilityMap): readonly (keyof typeof HATCHES)[] {
  const found = new Set(Array.from(map.kind, (_, cell) => kindAt(map, cell)));
  return (Object.keys(HATCHES) as (keyof typeof HATCHES)[]).filter((kind) => found.has(kind));
}

export interface MapPicture {
  readonly lane: number;
  readonly label: string;
  readonly request: MapRequest;
  readonly map: StabilityMap;
  readonly x: Knob;
  readonly y: Knob;
  /** A value of one quantity, with all others unchanged, at which stability is lost. */
  readonly border: { readonly knob: string; readonly value: number } | null;
  /** Along which stability is lost. */
  readonly curves: readonly HopfCurve[];
}

/** The curves of this map; none while those of another one are there. */
export function curvesOf(followed: Followed | null, request: MapRequest): readonly HopfCurve[] {
  const same = (a: MapRequest, b: MapRequest) =>
    (['x', 'y'] as const).every(
      (side) => a[side].knob === b[side].knob && a[side].from === b[side].from && a[side].to === b[side].to,
    ) && a.lane.aqm.id === b.lane.aqm.id;
  return followed !== null && same(followed.request, request) ? followed.curves : [];
}

/** How the oscillation begins along a curve. */
const ONSETS = {
  soft: 'oscillation begins softly',
  jump: 'begins with a jump',
  unknown: 'how is not known',
} as const;
type Onset = keyof typeof ONSETS;
const onsetOf = (bend: number): Onset => (bend < 0 ? 'soft' : bend > 0 ? 'jump' : 'unknown');
const DASHES: Readonly<Record<Onset, readonly number[] | undefined>> = {
  soft: undefined,
  jump: [7, 4],
  unknown: [2, 3],
};

export const onsetsOf = (curves: readonly HopfCurve[]): readonly { onset: Onset; words: string }[] =>
  (Object.keys(ONSETS) as Onset[])
    .filter((onset) => curves.some(({ bend }) => bend.some((value) => onsetOf(value) === onset)))
    .map((onset) => ({ onset, words: ONSETS[onset] }));

/** Each curve in parts of one onset; a part begins where the one before it ends. */
function curveLayers({ x, y, curves }: MapPicture): readonly Layer[] {
  return curves.flatMap((curve) => {
    const onsets = curve.bend.map(onsetOf);
    const starts = onsets.flatMap((onset, i) => (i === 0 || onset !== onsets[i - 1] ? [i] : []));
    return starts.map((start, k): Layer => {
      const end = (starts[k + 1] ?? onsets.length - 1) + 1;
      const dash = DASHES[onsets[start] ?? 'unknown'];
      return {
        kind: 'line',
        x: curve.x.slice(start, end).map((value) => value * x.shown.factor),
        y: curve.y.slice(start, end).map((value) => value * y.shown.factor),
        colour: 'ink',
        width: 2.5,
        free: true,
        ...(dash === undefined ? {} : { dash }),
      };
    });
  });
}

/** The growth rate at the ends of the scale, 1/s: nine tenths of the cells are inside. */
export function scaleEnd({ growth }: StabilityMap): number {
  const sizes = growth
    .filter((value) => !Number.isNaN(value))
    .map(Math.abs)
    .sort();
  const end = sizes[Math.floor(0.9 * (sizes.length - 1))] ?? 1;
  return end > 0 ? Number(end.toPrecision(2)) : 1;
}

const shownAt = (values: Float64Array, { shown }: Knob): Float64Array =>
  values.map((value) => value * shown.factor);

export function mapFigure(picture: MapPicture): Figure {
  const { lane, label, request, map, x, y, curves } = picture;
  const xs = shownAt(map.x, x);
  const ys = shownAt(map.y, y);
  const end = scaleEnd(map);
  const counts = new Map<CellKind, number>();
  let unstable = 0;
  map.growth.forEach((value, cell) => {
    const kind = kindAt(map, cell);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (value > 0) unstable += 1;
  });
  const border = borderOf(map, xs, ys, request);
  const present: Layer[] =
    x.present === null || y.present === null
      ? []
      : [{ kind: 'badge', x: x.present * x.shown.factor, y: y.present * y.shown.factor, lane }];
  const share = (count: number) => `${Math.round((100 * count) / map.growth.length)} %`;
  return {
    name: 'stability-map',
    lane,
    title: t('Stability map of {{label}}: growth rate', { label }),
    summary:
      t(
        'Growth rate of the rightmost root of {{label}} over {{x}} and {{y}}: {{share}} of the map is unstable',
        { label, x: x.label, y: y.label, share: share(unstable) },
      ) +
      [...counts]
        .filter(([kind]) => kind !== 'interior')
        .map(([kind, count]) => `, ${share(count)} ${t(HATCHES[kind as keyof typeof HATCHES].words)}`)
        .join('') +
      '.',
    x: axisOf(x, request.x.scale, xs),
    y: axisOf(y, request.y.scale, ys),
    layers: [
      {
        kind: 'heat',
        x: xs,
        y: ys,
        shade: map.growth.map((value) => (value === 0 ? NaN : value / end)),
        below: 'lane0',
        above: 'lane1',
        hatch: (cell) => {
          const kind = kindAt(map, cell);
          return kind === 'interior' ? undefined : HATCHES[kind].hatch;
        },
      },
      {
        kind: 'line',
        x: border.x,
        y: border.y,
        colour: 'ink',
        width: curves.length > 0 ? 0.75 : 2,
        free: true,
      },
      ...curveLayers(picture),
      ...lossOf(picture),
      ...present,
    ],
    levels: [],
    map: {
      below: 'lane0',
      above: 'lane1',
      ends: [
        t('stable −{{number}}', { number: number(end) }),
        t('{{number}} 1/s unstable', { number: number(end) }),
      ],
      hatches: hatchesOf(map).map((kind) => ({ hatch: HATCHES[kind].hatch, label: t(HATCHES[kind].words) })),
    },
    edge: false,
    grid: false,
    data: () => {
      const cells = map.growth.length;
      const pick = (values: Float64Array, at: (cell: number) => number) =>
        Float64Array.from({ length: cells }, (_, cell) => values[at(cell)] ?? NaN);
      return [
        {
          lane,
          label,
          x: { label: x.label, unit: x.shown.unit, values: pick(xs, (cell) => cell % xs.length) },
          series: [
            {
              label: y.label,
              unit: y.shown.unit,
              values: pick(ys, (cell) => Math.floor(cell / xs.length)),
            },
            { label: t('growth rate'), unit: '1/s', values: map.growth },
            { label: t('phase margin'), unit: '°', values: map.phaseMargin },
            { label: t('queue at rest'), unit: 'packets', values: map.queue },
            {
              label: t('kind ({{restkinds}}, 255 refused)', {
                restkinds: REST_KINDS.map((kind, i) => `${i} ${kind}`).join(', '),
              }),
              unit: '',
              values: map.kind,
            },
          ],
        },
      ];
    },
  };
}

/**
 * On the line through the present point along the searched quantity, if that quantity is on one of the axes.
 */
function lossOf({ x, y, border }: MapPicture): readonly Layer[] {
  if (border === null || x.present === null || y.present === null) return [];
  if (border.knob !== x.id && border.knob !== y.id) return [];
  const place = border.knob === x.id ? [border.value, y.present] : [x.present, border.value];
  const at = { x: [(place[0] ?? NaN) * x.shown.factor], y: [(place[1] ?? NaN) * y.shown.factor] };
  return [
    { kind: 'points', ...at, shape: 'dot', size: 11, colour: 'ground' },
    { kind: 'points', ...at, shape: 'ring', size: 9, colour: 'ink' },
  ];
}

function axisOf(knob: Knob, kind: 'linear' | 'log', values: Float64Array): Axis {
  return {
    label: knob.symbol === undefined ? knob.label : '',
    ...(knob.symbol === undefined ? {} : { symbol: knob.symbol }),
    unit: knob.shown.unit,
    kind,
    domain: [values[0] ?? 0, values.at(-1) ?? 1],
  };
}

/** The line of growth rate 0 in the units of the axes. */
function borderOf(map: StabilityMap, xs: Float64Array, ys: Float64Array, { x, y }: MapRequest) {
  const segments = contour(map.growth, xs.length, ys.length, 0);
  const place = (values: Float64Array, log: boolean, at: number): number => {
    const i = Math.min(values.length - 2, Math.floor(at));
    const [a, b] = [values[i] ?? NaN, values[i + 1] ?? NaN];
    return log ? a * (b / a) ** (at - i) : a + (b - a) * (at - i);
  };
  const pairs = Array.from({ length: segments.length / 2 }, (_, k) => k);
  return {
    x: pairs.map((k) => place(xs, x.scale === 'log', segments[2 * k] ?? NaN)),
    y: pairs.map((k) => place(ys, y.scale === 'log', segments[2 * k + 1] ?? NaN)),
  };
}

/** The description of one cell, for the pointer and for a screen reader. */
export function cellWords({ map, x, y }: MapPicture, i: number, j: number): string {
  const cell = j * map.x.length + i;
  const place = `${valueText(x, map.x[i] ?? NaN)}, ${valueText(y, map.y[j] ?? NaN)}`;
  const kind = kindAt(map, cell);
  const growth = map.growth[cell] ?? NaN;
  if (kind !== 'interior') return `${place}: ${t(HATCHES[kind].words)}`;
  const margin = map.phaseMargin[cell] ?? NaN;
  return (
    t('{{place}}: {{growthWord}}, growth {{number}} 1/s', {
      place,
      growthWord: growthWord(growth),
      number: number(growth),
    }) +
    (Number.isNaN(margin) ? '' : t(', phase margin {{number}}°', { number: number(margin) })) +
    t(', queue {{number}} packets', { number: number(map.queue[cell] ?? NaN) })
  );
}

function valueText({ name, shown, whole }: Knob, value: number): string {
  const text = number(whole ? Math.round(value) : value * shown.factor);
  return `${name} ${text}${shown.unit === '' ? '' : ` ${shown.unit}`}`;
}
