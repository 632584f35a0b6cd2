/** The phases of flows' senders over time, as strips: one for each flow of each lane. */
import { t, wordList } from '../../../../models/src/language.ts';
import { CONTROLS, type ControlId } from '../../../../models/src/index.ts';
import type { LaneScenario, Overview } from '../../../../wasm/src/types.ts';
import { laneLetter } from '../../components/laneLook.ts';
import { rowOfFlow } from '../../lanes/packet.ts';
import { binAt } from '../../lanes/quantities.ts';
import type { Figure, Layer, Shade } from '../../plots/figure.ts';
import type { Interval } from '../../plots/scale.ts';
import { endsOf, type Windows } from './windowFigure.ts';

/** The number of intervals in the window; each shows the phase that filled most of it. */
const COLUMNS = 600;

/**
 * Shades by phase. First those of all senders (kPhases of the engine): green for growth, grey for a steady
 * rate, orange after a loss; then in turn those of a sender's own phases.
 */
const SHADES: readonly Omit<Shade, 'label'>[] = [
  { colour: 'line', alpha: 1 },
  { colour: 'lane2', alpha: 1 },
  { colour: 'muted', alpha: 0.45 },
  { colour: 'lane1', alpha: 1 },
  { colour: 'accent', alpha: 1 },
  { colour: 'lane2', alpha: 1 },
  { colour: 'lane0', alpha: 1 },
  { colour: 'lane0', alpha: 0.5 },
  { colour: 'muted', alpha: 0.45 },
  { colour: 'lane2', alpha: 0.45 },
  { colour: 'lane4', alpha: 1 },
  { colour: 'lane3', alpha: 1 },
];

export interface Piece {
  readonly phase: number;
  /** Shares of the window. */
  readonly from: number;
  readonly to: number;
}

/** The name of a phase for this kind of sender. */
export const phaseName = (tcp: ControlId, phase: number): string => t(CONTROLS[tcp].phases[phase] ?? '');

/** NaN where the sender is silent; bins after the end of the run are left out, too. */
function phaseOfMost(phases: Float64Array, first: number, last: number): number {
  const counts = new Map<number, number>();
  for (let i = first; i <= last; i++) {
    const phase = phases[i] ?? NaN;
    counts.set(phase, (counts.get(phase) ?? 0) + 1);
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [NaN, 0])[0];
}

/** The visible pieces of one flow, which is the k-th recorded column. */
export function piecesOf(overview: Overview, k: number, [from, to]: Interval): readonly Piece[] {
  const phases = overview.phases[k];
  if (phases === undefined) return [];
  const end = overview.bins * overview.binSeconds;
  const pieces: Piece[] = [];
  for (let column = 0; column < COLUMNS; column++) {
    const time = (share: number) => from + ((to - from) * share) / COLUMNS;
    if (time(column) >= end) break;
    const first = binAt(overview, time(column));
    const phase = phaseOfMost(phases, first, Math.max(first, binAt(overview, time(column + 1)) - 1));
    if (Number.isNaN(phase)) continue;
    const before = pieces.at(-1);
    const begins = column / COLUMNS;
    if (before?.phase === phase && before.to === begins) {
      pieces[pieces.length - 1] = { ...before, to: (column + 1) / COLUMNS };
    } else {
      pieces.push({ phase, from: begins, to: (column + 1) / COLUMNS });
    }
  }
  return pieces;
}

/** The share of the window that a sender spends in each phase, in order of appearance. */
export function sharesOf(pieces: readonly Piece[]): ReadonlyMap<number, number> {
  const shares = new Map<number, number>();
  const all = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  for (const { phase, from, to } of pieces) shares.set(phase, (shares.get(phase) ?? 0) + (to - from) / all);
  return shares;
}

const percent = (share: number): string => `${share < 0.01 ? '<1' : Math.round(100 * share)} %`;

/** The height of a strip; the distance from one strip to the next is 1. */
const HIGH = 0.7;

/** The strips of all TCP flows, from the top in the order of lanes; undefined if there are none. */
export function phaseFigure(
  all: readonly { readonly of: LaneScenario; readonly windows: Windows }[],
  span: Interval,
): Figure | undefined {
  const rows = all.flatMap(({ of, windows }) =>
    windows.flows.flatMap((flow, k) => {
      const tcp: ControlId | undefined = rowOfFlow(of, flow)?.tcp;
      const name = all.length > 1 ? `${laneLetter(windows.lane)} ${flow + 1}` : String(flow + 1);
      return tcp === undefined ? [] : [{ name, tcp, pieces: piecesOf(windows.overview, k, span) }];
    }),
  );
  if (rows.length === 0) return undefined;
  const [from, to] = span;
  const time = (share: number) => from + (to - from) * share;
  const shades = new Map<string, Shade & { readonly phase: number }>();
  const layers = rows.flatMap(({ tcp, pieces }, row) =>
    pieces.map((piece): Layer => {
      const label = phaseName(tcp, piece.phase);
      const shade: Shade = { ...(SHADES[piece.phase] ?? { colour: 'ink', alpha: 1 }), label };
      shades.set(label, { ...shade, phase: piece.phase });
      const middle = rows.length - 1 - row;
      const [low, high] = [middle - HIGH / 2, middle + HIGH / 2];
      const { colour, alpha } = shade;
      return {
        kind: 'band',
        x: [time(piece.from), time(piece.to)],
        low: [low, low],
        high: [high, high],
        colour,
        alpha,
      };
    }),
  );
  const told = rows.map(({ name, tcp, pieces }) => {
    const shares = [...sharesOf(pieces)].map(
      ([phase, share]) => `${phaseName(tcp, phase)} ${percent(share)}`,
    );
    return t('Flow {{name}}: {{shares}}', {
      name,
      shares: shares.length === 0 ? t('nothing') : wordList(shares),
    });
  });
  return {
    name: 'phases',
    title: t('What the senders of chosen flows did'),
    summary: t('What senders did in the time in view. {{told}}.', { told: told.join('. ') }),
    x: { label: t('time'), unit: 's', kind: 'linear', domain: span },
    y: {
      label: all.length > 1 ? t('lane, flow') : t('flow'),
      unit: '',
      kind: 'linear',
      domain: [-0.5, rows.length - 0.5],
      places: rows.map(({ name }, row) => ({ value: rows.length - 1 - row, label: name })),
    },
    layers,
    levels: [],
    shades: [...shades.values()].sort((a, b) => a.phase - b.phase),
    edge: false,
    grid: false,
    data: () =>
      all.map(({ windows: { lane, label, flows, overview } }) => ({
        lane,
        label,
        x: { label: t('time'), unit: 's', values: endsOf(overview) },
        series: overview.phases.map((values, k) => ({
          label: t('phase of flow {{flows}}, by number', { flows: (flows[k] ?? 0) + 1 }),
          unit: '',
          values,
        })),
      })),
  };
}
