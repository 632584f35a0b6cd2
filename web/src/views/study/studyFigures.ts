/** The figures of a study: a metric along one axis, over two axes, and delay against goodput. */
import { unitWord } from '../../../../models/src/unit-words.ts';
import { decimal, t } from '../../../../models/src/language.ts';
import { formatQuantity } from '../../../../models/src/index.ts';
import { laneColour, laneDash } from '../../components/laneLook.ts';
import { fitUnit, metricRow, type MetricRow } from '../../lanes/metrics.ts';
import '../../plots/drawHeat.ts';
import type { Axis, Figure, Layer } from '../../plots/figure.ts';
import { niceDomain } from '../../plots/scale.ts';
import { rangesOf, type Choice } from './choices.ts';
import type { Found } from '../../state/studyRun.ts';
import { frontLine, paretoFront } from '../../plots/front.ts';
import { meanAt, spreadsOf, type Mean, type Panel, type Spread } from './summary.ts';

/** A part of a figure that can be chosen: a point of a lane. */
export interface Target {
  readonly point: number;
  readonly lane: number;
  readonly x: number;
  readonly y: number;
  readonly words: string;
}
export interface StudyFigure {
  readonly figure: Figure;
  readonly targets: readonly Target[];
}

export interface Shown {
  readonly found: Found;
  readonly labels: readonly string[];
  /** One for each factor, if the form has it. */
  readonly choices: readonly (Choice | undefined)[];
}

/** The units in which plots show a quantity, as in the page's other plots. */
const SHOWN: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  s: ['ms', 1e3],
  'bit/s': ['Mbit/s', 1e-6],
};

interface Places {
  readonly label: string;
  readonly unit: string;
  readonly at: (point: number) => number;
  readonly word: (point: number) => string;
}

/** The positions of the points along an axis: at their values, or in sequence for words. */
function placesOf({ found, choices }: Shown, f: number): Places {
  const { factors, types, valuesAt, points } = found.expansion;
  const name = factors[f]?.name ?? '';
  const choice = choices[f];
  if (types[f] !== 'number') {
    const words = [...new Set(Array.from({ length: points }, (_, point) => String(valuesAt(point)[f])))];
    return {
      label: `${name} (${words.map((word, i) => `${i + 1} ${word}`).join(', ')})`,
      unit: '',
      at: (point) => words.indexOf(String(valuesAt(point)[f])) + 1,
      word: (point) => `${name} ${String(valuesAt(point)[f])}`,
    };
  }
  const [unit, factor] = SHOWN[choice?.unit ?? ''] ?? [choice?.unit ?? '', 1];
  return {
    get label() {
      return choice?.label ?? name;
    },
    unit: unit === '1' ? '' : unit,
    at: (point) => Number(valuesAt(point)[f]) * factor,
    word: (point) => {
      const value = Number(valuesAt(point)[f]);
      return (
        `${choice?.label ?? name} ` +
        (choice === undefined ? String(value) : formatQuantity(Number(value.toPrecision(4)), choice.unit))
      );
    },
  };
}

/** A factor's value at a point: "bottleneck rate 3.3 Mbit/s". */
export const wordOf = (shown: Shown, f: number, point: number): string => placesOf(shown, f).word(point);

function axisOf({ found, choices }: Shown, f: number, places: Places, points: readonly number[]): Axis {
  const values = points.map(places.at);
  const [lo, hi] = [Math.min(...values), Math.max(...values)];
  const ranges = rangesOf(found.study);
  const log = ranges[f]?.scale === 'log' && lo > 0;
  const domain: readonly [number, number] = lo < hi ? [lo, hi] : log ? [lo / 2, lo * 2] : [lo - 1, lo + 1];
  const plain = choices[f] === undefined && places.unit === '';
  const unique = [...new Set(values)].sort((a, b) => a - b);
  // Ticks only at the existing values.
  const few = unique.length <= FEW && {
    places: unique.map((value) => ({ value, label: String(Number(value.toPrecision(4))) })),
  };
  return {
    label: places.label,
    unit: plain ? '' : places.unit,
    kind: log ? 'log' : 'linear',
    domain,
    ...few,
  };
}

/** Up to this many values have ticks of their own, and points have names. */
const FEW = 8;

/** Room at the ends, so that a mark on the first or the last value is complete. */
const END = 0.015;
function withRoom(axis: Axis): Axis {
  const [lo, hi] = axis.domain;
  const [less, more] =
    axis.kind === 'log'
      ? [lo * (lo / hi) ** END, hi * (hi / lo) ** END]
      : [lo - END * (hi - lo), hi + END * (hi - lo)];
  return { ...axis, domain: [less, more] };
}

const metricAxis = ({ label, unit }: MetricRow, lo: number, hi: number): Axis => ({
  label,
  unit,
  kind: 'linear',
  domain: niceDomain(lo, hi),
});

/** The available means of all lanes at these points. */
const meansOf = (found: Found, row: MetricRow, points: readonly number[]): readonly Mean[] =>
  points.flatMap((point) =>
    Array.from({ length: found.expansion.lanes }, (_, lane) => meanAt(found, row.name, point, lane)).flatMap(
      (mean) => mean ?? [],
    ),
  );

/**
 * The metric's row in a unit that makes the whole study readable, and the smallest and the largest value in
 * that unit.
 */
export function scaleOf(found: Found, name: MetricRow['name']) {
  const all = meansOf(
    found,
    metricRow(name),
    Array.from({ length: found.expansion.points }, (_, point) => point),
  );
  const row = fitUnit(
    metricRow(name),
    all.map(({ mean }) => mean),
  );
  const ends = all.flatMap(({ low, high }) => [low * row.scale, high * row.scale]);
  const means = all.map(({ mean }) => mean * row.scale);
  return {
    row,
    // No figure of a run is below 0, but an interval of few seeds may be: the axis shows what there can be.
    lo: Math.min(0, ...means),
    hi: Math.max(0, ...ends),
    least: Math.min(...means, Infinity),
    most: Math.max(...means, -Infinity),
  };
}
export type MetricScale = ReturnType<typeof scaleOf>;

/** A metric along an axis: every lane's means with 95 % bands. All panels have the same scale. */
export function alongFigure(
  shown: Shown,
  along: number,
  panel: Panel,
  { row, lo, hi }: MetricScale,
): StudyFigure {
  const { found, labels } = shown;
  const places = placesOf(shown, along);
  const own = labels.map((_, lane) =>
    panel.points.flatMap((point) => meanAt(found, row.name, point, lane) ?? []),
  );
  const layers = own.flatMap((means, lane): Layer[] => {
    const x = means.map(({ point }) => places.at(point));
    const y = means.map(({ mean }) => mean * row.scale);
    const colour = laneColour(lane);
    // The lanes' letters are at different positions along x: at one end they would cover each other.
    const named = means[Math.floor(((lane + 0.5) * means.length) / labels.length)];
    return [
      {
        kind: 'band',
        x,
        low: means.map(({ low }) => low * row.scale),
        high: means.map(({ high }) => high * row.scale),
        colour,
        alpha: 0.16,
      },
      { kind: 'line', x, y, colour, width: 2, dash: laneDash(lane), free: true },
      { kind: 'points', x, y, shape: 'dot', size: 5, colour },
      ...(named === undefined
        ? []
        : [{ kind: 'badge', x: places.at(named.point), y: named.mean * row.scale, lane } satisfies Layer]),
    ];
  });
  const targets = own.flat().map((mean): Target => {
    const half = ((mean.high - mean.low) / 2) * row.scale;
    const interval = mean.runs > 1 ? ` ± ${decimal(half.toFixed(row.decimals))}` : '';
    return {
      point: mean.point,
      lane: mean.lane,
      x: places.at(mean.point),
      y: mean.mean * row.scale,
      words:
        `${labels[mean.lane] ?? ''}, ${places.word(mean.point)}: ` +
        `${decimal((mean.mean * row.scale).toFixed(row.decimals))}${interval} ${unitWord(row.unit)}`,
    };
  });
  const where = panel.name === '' ? '' : t(' at {{name}}', { name: panel.name });
  const title = t('{{label}} along {{along}}{{where}}', { label: row.label, along: places.label, where });
  return {
    targets,
    figure: {
      name: 'study-along',
      title,
      summary: `${title}: ${own.map((means, lane) => `${labels[lane] ?? ''} ${means.map(({ mean }) => decimal((mean * row.scale).toFixed(row.decimals))).join(', ')}`).join('; ')} ${unitWord(row.unit)}.`,
      x: withRoom(axisOf(shown, along, places, panel.points)),
      y: metricAxis(row, lo, hi),
      layers,
      levels: [],
      legend: labels.map((label, lane) => ({ lane, label })),
      edge: false,
      data: () =>
        own.map((means, lane) => ({
          lane,
          label: labels[lane] ?? '',
          x: { label: places.label, unit: places.unit, values: means.map(({ point }) => places.at(point)) },
          series: [
            { label: row.label, unit: row.unit, values: means.map(({ mean }) => mean * row.scale) },
            { label: t('95 % low'), unit: row.unit, values: means.map(({ low }) => low * row.scale) },
            { label: t('95 % high'), unit: row.unit, values: means.map(({ high }) => high * row.scale) },
            { label: t('runs'), unit: '', values: means.map(({ runs }) => runs) },
          ],
        })),
    },
  };
}

/** A lane's metric over the first two axes; null if they are not a grid of numbers. */
export function heatFigure(
  shown: Shown,
  lane: number,
  { row, least, most }: MetricScale,
): StudyFigure | null {
  const { found, labels } = shown;
  const { expansion, study } = found;
  const [first, second] = study.axes;
  const grid = [first, second].every(
    (axis) => axis !== undefined && axis.sample === undefined && axis.cases === undefined,
  );
  if (!grid || expansion.types.slice(0, 2).some((type) => type !== 'number')) return null;
  const [px, py] = [placesOf(shown, 0), placesOf(shown, 1)];
  const means = Array.from({ length: expansion.points }, (_, point) => point).flatMap(
    (point) => meanAt(found, row.name, point, lane) ?? [],
  );
  const sorted = (places: Places) =>
    [...new Set(Array.from({ length: expansion.points }, (_, point) => places.at(point)))].sort(
      (a, b) => a - b,
    );
  const [xs, ys] = [sorted(px), sorted(py)];
  if (xs.length < 2 || ys.length < 2) return null;
  const cells = new Map<number, number[]>();
  for (const { point, mean } of means) {
    const cell = ys.indexOf(py.at(point)) * xs.length + xs.indexOf(px.at(point));
    cells.set(cell, [...(cells.get(cell) ?? []), mean * row.scale]);
  }
  // The mean over all values of further axes.
  const value = (cell: number) => {
    const own = cells.get(cell);
    return own === undefined ? NaN : own.reduce((a, b) => a + b, 0) / own.length;
  };
  const values = Array.from({ length: xs.length * ys.length }, (_, cell) => value(cell));
  const points = Array.from({ length: expansion.points }, (_, point) => point);
  const title = t('{{label}} of {{labels}}', { label: row.label, labels: labels[lane] ?? '' });
  const text = (shownValue: number) => `${decimal(shownValue.toFixed(row.decimals))} ${unitWord(row.unit)}`;
  return {
    targets: means.map(({ point, mean }) => ({
      point,
      lane,
      x: px.at(point),
      y: py.at(point),
      words: `${labels[lane] ?? ''}, ${px.word(point)}, ${py.word(point)}: ${text(mean * row.scale)}`,
    })),
    figure: {
      name: 'study-heat',
      lane,
      title,
      summary: t('{{title}} over {{x}} and {{y}}: from {{from}} to {{to}}.', {
        title,
        x: px.label,
        y: py.label,
        from: text(Math.min(...values.filter(Number.isFinite))),
        to: text(Math.max(...values.filter(Number.isFinite))),
      }),
      x: axisOf(shown, 0, px, points),
      y: axisOf(shown, 1, py, points),
      layers: [
        {
          kind: 'heat',
          x: xs,
          y: ys,
          shade: values.map((v) => (most > least ? (v - least) / (most - least) : 0)),
          below: 'ground',
          above: laneColour(lane),
          hatch: () => undefined,
        },
      ],
      levels: [],
      map: { below: 'ground', above: laneColour(lane), ends: [text(least), text(most)], hatches: [] },
      edge: false,
      grid: false,
      data: () => [
        {
          lane,
          label: labels[lane] ?? '',
          x: { label: px.label, unit: px.unit, values: values.map((_, cell) => xs[cell % xs.length] ?? NaN) },
          series: [
            {
              label: py.label,
              unit: py.unit,
              values: values.map((_, cell) => ys[Math.floor(cell / xs.length)] ?? NaN),
            },
            { label: row.label, unit: row.unit, values },
          ],
        },
      ],
    },
  };
}

/**
 * Waiting against goodput: the mean of every point, its ellipse of one standard deviation, and the Pareto
 * front.
 */
export function tradeFigure(shown: Shown): StudyFigure {
  const { found, labels } = shown;
  const [delay, goodput] = [metricRow('queueing_delay_p95'), metricRow('goodput')];
  const raw = spreadsOf(found, delay.name, goodput.name);
  const rowX = fitUnit(
    delay,
    raw.map(({ x }) => x),
  );
  const rowY = fitUnit(
    goodput,
    raw.map(({ y }) => y),
  );
  const all = raw.map((spread): Spread => ({
    ...spread,
    x: spread.x * rowX.scale,
    y: spread.y * rowY.scale,
    ellipse: spread.ellipse && {
      x: spread.ellipse.x.map((v) => v * rowX.scale),
      y: spread.ellipse.y.map((v) => v * rowY.scale),
    },
  }));
  const xs = all.flatMap(({ x, ellipse }) => [x, ...(ellipse?.x ?? [])]);
  const ys = all.flatMap(({ y, ellipse }) => [y, ...(ellipse?.y ?? [])]);
  const front = paretoFront(all);
  const { factors } = found.expansion;
  const word = (point: number) => factors.map((_, f) => wordOf(shown, f, point)).join(', ');
  // With one varied quantity, each point shows its value; with more, the value appears at the pointer.
  const own = factors.length === 1 && found.expansion.points <= FEW ? placesOf(shown, 0) : null;
  const names = all.map(({ point, x, y }): Layer => ({
    kind: 'text',
    x,
    y,
    text: own === null ? '' : String(Number(own.at(point).toPrecision(4))),
    side: 'right',
  }));
  return {
    targets: all.map(({ point, lane, x, y }) => ({
      point,
      lane,
      x,
      y,
      words:
        `${labels[lane] ?? ''}, ${word(point)}: ${decimal(x.toFixed(rowX.decimals))} ${unitWord(rowX.unit)}, ` +
        `${decimal(y.toFixed(rowY.decimals))} ${unitWord(rowY.unit)}`,
    })),
    figure: {
      name: 'study-trade',
      title: t('Goodput against waiting'),
      summary: t(
        'Goodput against the 95th percentile of the waiting time at {{all}} points. None has both less waiting and more goodput than {{front}}.',
        {
          all: all.length,
          front: front.map(({ lane, point }) => `${labels[lane] ?? ''} (${word(point)})`).join('; '),
        },
      ),
      x: { ...metricAxis(rowX, Math.min(...xs, Infinity), Math.max(...xs, -Infinity)) },
      y: { ...metricAxis(rowY, Math.min(...ys, Infinity), Math.max(...ys, -Infinity)) },
      layers: [
        frontLine(front),
        ...all.flatMap(({ lane, ellipse }): Layer[] =>
          ellipse === null
            ? []
            : [{ kind: 'line', ...ellipse, colour: laneColour(lane), width: 1.5, alpha: 0.7, free: true }],
        ),
        ...labels.flatMap((_, lane): Layer[] => {
          const own = all.filter((spread) => spread.lane === lane).toSorted((p, q) => p.x - q.x);
          return [
            {
              kind: 'points',
              x: own.map(({ x }) => x),
              y: own.map(({ y }) => y),
              shape: 'dot',
              size: 7,
              colour: laneColour(lane),
            },
          ];
        }),
        ...(own === null ? [] : names),
      ],
      levels: [],
      legend: labels.map((label, lane) => ({ lane, label })),
      edge: false,
      data: () =>
        labels.map((label, lane) => {
          const own = all.filter((spread) => spread.lane === lane);
          return {
            lane,
            label,
            x: { label: rowX.label, unit: rowX.unit, values: own.map(({ x }) => x) },
            series: [
              { label: rowY.label, unit: rowY.unit, values: own.map(({ y }) => y) },
              {
                label: t('on the front'),
                unit: '',
                values: own.map((spread) => (front.includes(spread) ? 1 : 0)),
              },
              ...factors.map((_, f) => {
                const places = placesOf(shown, f);
                return {
                  label: places.label,
                  unit: places.unit,
                  values: own.map(({ point }) => places.at(point)),
                };
              }),
            ],
          };
        }),
    },
  };
}
