/** Queue against mean window: the trajectory of the solution, and its possible equilibria. */
import { decimal, t } from '../../../../models/src/language.ts';
import type { Figure, Layer } from '../../plots/figure.ts';
import { laneColour } from '../../components/laneLook.ts';
import { niceDomain } from '../../plots/scale.ts';
import { backToFront, extent, meanRestWindow, meanWindow, type Modelled } from './modelled.ts';

/** The number of arrow heads along a trajectory. */
const ARROWS = 14;

export function phaseFigure(all: readonly Modelled[]): Figure {
  const queues = all.map(({ fluid }) => fluid.solution.queue);
  const windows = all.map(meanWindow);
  const rests = all.filter(hasRest);
  const others = all.flatMap(otherRests);
  const q = extent([...queues, rests.map(({ fluid }) => fluid.rest.queue), others.map(([x]) => x)]) ?? [0, 1];
  const w = extent([...windows, rests.map((shown) => meanRestWindow(shown)), others.map(([, y]) => y)]) ?? [
    0, 1,
  ];
  const domains = { x: niceDomain(0, q[1], 4), y: niceDomain(0, w[1], 4) };
  return {
    name: 'phase',
    title: t('Phase portrait: mean window against queue'),
    summary: all
      .map((shown) =>
        t(
          '{{label}} starts at queue {{queue}} and window {{window}} and ends at {{endQueue}} and {{endWindow}}.',
          {
            label: shown.label,
            queue: first(shown.fluid.solution.queue),
            window: first(meanWindow(shown)),
            endQueue: last(shown.fluid.solution.queue),
            endWindow: last(meanWindow(shown)),
          },
        ),
      )
      .join(' '),
    x: { label: t('queue'), unit: 'packets', kind: 'linear', domain: domains.x },
    y: { label: t('mean window'), unit: 'packets', kind: 'linear', domain: domains.y },
    layers: backToFront(all).flatMap((shown) => trajectory(shown, domains.x[1], domains.y[1])),
    levels: [],
    legend: all.map(({ lane, label }) => ({ lane, label })),
    edge: false,
    data: () =>
      all.map((shown) => ({
        lane: shown.lane,
        label: shown.label,
        x: { label: t('queue'), unit: 'packets', values: shown.fluid.solution.queue },
        series: [
          { label: t('mean window'), unit: 'packets', values: meanWindow(shown) },
          { label: t('time'), unit: 's', values: shown.fluid.solution.time },
        ],
      })),
  };
}

const hasRest = ({ fluid }: Modelled): boolean =>
  fluid.rest.kind === 'interior' || fluid.rest.kind === 'full';
/** Queue and window of the equilibria that the solution does not approach. */
const otherRests = (shown: Modelled): readonly (readonly [number, number])[] =>
  shown.fluid.rests.flatMap((rest) =>
    (rest.kind === 'interior' || rest.kind === 'full') && rest.queue !== shown.fluid.rest.queue
      ? [[rest.queue, meanRestWindow(shown, rest)] as const]
      : [],
  );
const first = (column: Float64Array): string => decimal((column[0] ?? 0).toFixed(1));
/** A solution may end before the run does. */
const last = (column: Float64Array): string => decimal((column.findLast(Number.isFinite) ?? 0).toFixed(1));

function trajectory(shown: Modelled, width: number, height: number): Layer[] {
  const { lane, fluid, active } = shown;
  const colour = laneColour(lane);
  const { x, y } = thinned(fluid.solution.queue, meanWindow(shown), width, height);
  const alpha = active ? 0.9 : 0.35;
  const line: Layer = { kind: 'line', x, y, colour, width: active ? 1.5 : 1, alpha, free: true };
  if (!active) return [line];
  const mark = (px: number, py: number, shape: 'ring' | 'square', size: number): Layer => ({
    kind: 'points',
    x: [px],
    y: [py],
    shape,
    size,
    colour: 'ink',
  });
  const start = [x[0] ?? NaN, y[0] ?? NaN] as const;
  const rest = [fluid.rest.queue, meanRestWindow(shown)] as const;
  return [
    line,
    { kind: 'arrows', x, y, at: headsAt(x, y, width, height), size: 9, colour },
    mark(...start, 'square', 7),
    { kind: 'text', x: start[0], y: start[1], text: t('start'), side: 'right' },
    ...otherRests(shown).flatMap(([px, py]) => [
      mark(px, py, 'ring', 7),
      { kind: 'text', x: px, y: py, text: t('another rest'), side: 'right' } satisfies Layer,
    ]),
    ...(hasRest(shown)
      ? [
          mark(...rest, 'ring', 11),
          { kind: 'text', x: rest[0], y: rest[1], text: t('rest'), side: 'right' } satisfies Layer,
        ]
      : []),
  ];
}

/** The smallest visible movement, as a share of the plot's sides: smaller steps are not drawn. */
const STEP = 1 / 500;

/** The points of a line that are needed to draw it: a solution at rest is one point, not a thousand. */
function thinned(x: Float64Array, y: Float64Array, width: number, height: number) {
  const kept: number[] = [];
  let before = NaN;
  x.forEach((value, i) => {
    const far =
      Math.abs(value - (x[before] ?? NaN)) > STEP * width ||
      Math.abs((y[i] ?? NaN) - (y[before] ?? NaN)) > STEP * height;
    if (i > 0 && i < x.length - 1 && !far) return;
    before = i;
    kept.push(i);
  });
  return {
    x: Float64Array.from(kept, (i) => x[i] ?? NaN),
    y: Float64Array.from(kept, (i) => y[i] ?? NaN),
  };
}

/** Points at equal distances along the visible line; a line that hardly moves has none. */
function headsAt(x: Float64Array, y: Float64Array, width: number, height: number): readonly number[] {
  const lengths = Array.from({ length: Math.max(0, x.length - 1) }, (_, i) =>
    Math.hypot(((x[i + 1] ?? NaN) - (x[i] ?? NaN)) / width, ((y[i + 1] ?? NaN) - (y[i] ?? NaN)) / height),
  );
  // A limit cycle repeats its way, so only its first and last rounds are needed.
  const reach = Math.min(
    lengths.reduce((sum, length) => sum + length, 0),
    6,
  );
  const gap = Math.max(0.25, reach / ARROWS);
  const out: number[] = [];
  let gone = gap / 2;
  lengths.forEach((length, i) => {
    gone += length;
    if (gone < gap || out.length >= ARROWS || length < 1e-4) return;
    gone = 0;
    out.push(i);
  });
  return out;
}
