/** What a scheme costs a router (RFC 7928 section 11), and what its operator has to set (section 12). */
import type { KeptStanding } from '../tune/stand.ts';
import type { AqmInfo, ParamInfo } from '../types.ts';

/** Measured by core-cpp/bench/cost.cpp, so of one machine: no digest covers it. */
export interface Cost {
  /** Processor time of a packet in the queue, as a multiple of DropTail's. */
  readonly time: number;
  /** Memory of an empty queue with its tables, bytes. */
  readonly bytes: number;
  /** It acts at times of its own. */
  readonly timer: boolean;
  /** It drops packets that wait. */
  readonly late: boolean;
}
export type CostBook = Readonly<Partial<Record<string, Cost>>>;

export interface Knobs {
  /** Parameters that are numbers; the others choose a variant. */
  readonly numbers: number;
  /** Those with a fixed default in packets: right for one rate only. */
  readonly line: readonly string[];
  /** Those whose default is computed from others or from the link. */
  readonly automatic: readonly string[];
}

const VARIANTS: readonly ParamInfo['kind'][] = ['toggle', 'choice', 'text'];

const inPackets = ({ role, unit, kind }: ParamInfo): boolean =>
  role === 'queue_threshold' || unit === '1/packet' || (kind === 'list' && unit.includes('packets'));

export function knobsOf({ params }: Pick<AqmInfo, 'params'>): Knobs {
  const numbers = params.filter(({ kind }) => !VARIANTS.includes(kind));
  const namesOf = (some: readonly ParamInfo[]) => some.map(({ name }) => name);
  return {
    numbers: numbers.length,
    line: namesOf(numbers.filter((one) => one.default !== undefined && inPackets(one))),
    automatic: namesOf(numbers.filter((one) => one.default === undefined)),
  };
}

const MATTERS = 0.1;

/**
 * The parameters that explain more than a tenth of the variance of waiting in the study of the defaults, by
 * the interval of the total index.
 */
export function decisiveOf({ figures, quantities }: KeptStanding): readonly string[] {
  const totals = figures.find(({ figure }) => figure === 'p95')?.indices?.total ?? [];
  // The last two quantities are the flows and the round trip.
  return quantities
    .slice(0, -2)
    .filter((_, i) => (totals[i]?.ci95[0] ?? 0) > MATTERS)
    .map(({ name }) => name);
}
