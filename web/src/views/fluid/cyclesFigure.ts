/** The bifurcation diagram: rests and limit cycles of the queue along one quantity. */
import { t } from '../../../../models/src/language.ts';
import {
  CYCLE_EVENTS,
  type CycleBranch,
  type CycleDiagram,
  type CyclesRequest,
} from '../../../../wasm/src/fluid-types.ts';
import { laneColour } from '../../components/laneLook.ts';
import type { Figure, Layer } from '../../plots/figure.ts';
import { niceDomain } from '../../plots/scale.ts';
import type { Knob } from './knobs.ts';

export interface CyclesPicture {
  readonly lane: number;
  readonly request: CyclesRequest;
  readonly diagram: CycleDiagram;
  readonly along: Knob;
}

/** Dashes by stability: solid lines are stable. As in the map, dots stand for what is not known. */
const DASHES = { stable: undefined, unstable: [5, 4], unknown: [1, 3] } as const;
type Stability = keyof typeof DASHES;
const given = (values: readonly (number | null)[]): readonly number[] => values.map((value) => value ?? NaN);

/** A column in parts of one stability, each up to the first place of the next. */
function parts(
  x: readonly number[],
  y: readonly number[],
  stability: (i: number) => Stability,
  colour: Extract<Layer, { kind: 'line' }>['colour'],
): readonly Layer[] {
  const starts = x.flatMap((_, i) => (i === 0 || stability(i) !== stability(i - 1) ? [i] : []));
  return starts.map((start, k) => {
    const end = (starts[k + 1] ?? x.length - 1) + 1;
    const line = {
      kind: 'line',
      x: x.slice(start, end),
      y: y.slice(start, end),
      colour,
      width: 2,
      free: true,
    } as const;
    const dash = DASHES[stability(start)];
    return dash === undefined ? line : { ...line, dash };
  });
}

const EVENTS: Readonly<Record<(typeof CYCLE_EVENTS)[number], string>> = {
  none: '',
  fold: 'fold of cycles',
  doubling: 'period doubling',
  torus: 'second frequency',
};

/** What happens on a branch, and where the stability of its cycles begins to be unknown. */
const eventsOf = ({ event, doubtful, high }: CycleBranch, x: readonly number[]): readonly Layer[] =>
  event.flatMap((code, i): readonly Layer[] => {
    const begins = doubtful[i] === 1 && doubtful[i - 1] !== 1;
    const words = EVENTS[CYCLE_EVENTS[code] ?? 'none'] || (begins ? 'stability not known' : '');
    if (words === '') return [];
    const at = { x: x[i] ?? NaN, y: high[i] ?? NaN };
    return [
      { kind: 'points', x: [at.x], y: [at.y], shape: 'square', size: 7, colour: 'ink' },
      { kind: 'text', ...at, text: t(words), side: 'right' },
    ];
  });

/** Whether the figure has lines of cycles whose stability is not known. */
export const hasDoubtful = ({ branches }: CycleDiagram): boolean =>
  branches.some(({ doubtful }) => doubtful.includes(1));

/** Why no cycle begins at a point where stability is lost; empty if one does, or if there is no such point. */
export const whyNone = ({ branches, points }: CycleDiagram): string =>
  branches.length > 0 ? '' : (points.find(({ onset }) => onset !== '')?.onset ?? '');

export function cyclesFigure({ lane, request, diagram, along }: CyclesPicture): Figure {
  const shown = (values: readonly number[]) => values.map((value) => value * along.shown.factor);
  const { branches } = diagram;
  const queue = given(diagram.queue);
  const growth = given(diagram.growth);
  const points = diagram.points.flatMap(({ value }) => (value === null ? [] : [value]));
  const queueAt = (value: number) => queue[diagram.value.findIndex((place) => place >= value)] ?? NaN;
  const highest = Math.max(1, ...queue.filter(Number.isFinite), ...branches.flatMap(({ high }) => high));
  const { label } = request.lane;
  const across = { label: along.label, unit: along.shown.unit };
  return {
    name: 'cycles',
    lane,
    title: t('Rests and limit cycles of {{label}} along {{name}}', { label, name: along.name }),
    summary: t('Branches of limit cycles: {{branches}}. Their highest queue: {{queue}} packets.', {
      branches: branches.length,
      queue: Math.round(highest),
    }),
    x: {
      label: along.symbol === undefined ? along.label : '',
      ...(along.symbol === undefined ? {} : { symbol: along.symbol }),
      unit: along.shown.unit,
      kind: request.along.scale,
      domain: [request.along.from * along.shown.factor, request.along.to * along.shown.factor],
    },
    y: { label: t('queue'), unit: 'packets', kind: 'linear', domain: niceDomain(0, highest, 4) },
    layers: [
      ...parts(shown(diagram.value), queue, (i) => ((growth[i] ?? 0) > 0 ? 'unstable' : 'stable'), 'ink'),
      ...branches.flatMap((branch) => {
        const x = shown(branch.value);
        const stability = (i: number) =>
          branch.doubtful[i] === 1 ? 'unknown' : branch.unstable[i] === 0 ? 'stable' : 'unstable';
        const ends = [branch.high, branch.low].flatMap((y) => parts(x, y, stability, laneColour(lane)));
        return [...ends, ...eventsOf(branch, x)];
      }),
      { kind: 'points', x: shown(points), y: points.map(queueAt), shape: 'ring', size: 9, colour: 'ink' },
    ],
    levels: [],
    edge: false,
    // Files have the columns of the first part for all parts.
    data: () => [
      {
        lane,
        label: t('{{label}}: rests', { label }),
        x: { ...across, values: shown(diagram.value) },
        series: columns({ low: queue, high: queue, growth }),
      },
      ...branches.map((branch) => ({
        lane,
        label: t('{{label}}: limit cycles', { label }),
        x: { ...across, values: shown(branch.value) },
        series: columns({ ...branch, growth: [] }),
      })),
    ],
  };
}

type Columns = Pick<CycleBranch, 'low' | 'high'> &
  Partial<Pick<CycleBranch, 'period' | 'multiplierRe' | 'multiplierIm' | 'error' | 'doubtful'>>;

function columns({
  low,
  high,
  growth,
  period = [],
  multiplierRe = [],
  multiplierIm = [],
  error = [],
  doubtful = [],
}: Columns & { readonly growth: readonly number[] }) {
  const whole = (values: readonly number[]) => low.map((_, i) => values[i] ?? NaN);
  return [
    { label: t('lowest queue'), unit: 'packets', values: low },
    { label: t('highest queue'), unit: 'packets', values: high },
    { label: t('growth rate'), unit: '1/s', values: whole(growth) },
    { label: t('period'), unit: 's', values: whole(period) },
    { label: t('Floquet multiplier, real part'), unit: '', values: whole(multiplierRe) },
    { label: t('Floquet multiplier, imaginary part'), unit: '', values: whole(multiplierIm) },
    { label: t('error of the multiplier 1'), unit: '', values: whole(error) },
    { label: t('stability not known'), unit: '', values: whole(doubtful) },
  ];
}
