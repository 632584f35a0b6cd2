/** What a flow's sender did over time, as pieces of a strip. */
import { CONTROLS, type ControlId } from '../../../../models/src/index.ts';
import type { Overview } from '../../../../wasm/src/types.ts';
import type { Interval } from '../../plots/scale.ts';
import { binAt } from '../../lanes/quantities.ts';

/** Parts of the time in view, each of which shows what was done for most of it. */
const COLUMNS = 600;

export interface Piece {
  readonly phase: number;
  /** Shares of what is in view. */
  readonly from: number;
  readonly to: number;
}

/** What a sender of that kind calls a phase. */
export const phaseName = (tcp: ControlId, phase: number): string => CONTROLS[tcp].phases[phase] ?? '';

/** NaN where the sender sends nothing; what follows after the end of the run is left out, too. */
function phaseOfMost(phases: Float64Array, first: number, last: number): number {
  const counts = new Map<number, number>();
  for (let i = first; i <= last; i++) {
    const phase = phases[i] ?? NaN;
    counts.set(phase, (counts.get(phase) ?? 0) + 1);
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [NaN, 0])[0];
}

/** The pieces of one flow in view, of the k-th column of those recorded. */
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

/** Share of its time in view that a sender spends in each phase, in the order in which they come. */
export function sharesOf(pieces: readonly Piece[]): ReadonlyMap<number, number> {
  const shares = new Map<number, number>();
  const all = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  for (const { phase, from, to } of pieces) shares.set(phase, (shares.get(phase) ?? 0) + (to - from) / all);
  return shares;
}
