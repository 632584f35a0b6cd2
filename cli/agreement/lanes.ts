/** The lanes in which the fluid model is compared with packets: the grid of models/agreement/grid.json. */
import grid from '../../models/agreement/grid.json' with { type: 'json' };
import { lanes, validate, type AqmRules } from '../../models/src/index.ts';
import type { LaneScenario } from '../../wasm/src/types.ts';
import { Refused } from '../command.ts';

/** For schemes whose defaults need a larger buffer. */
const buffers: Readonly<Partial<Record<string, number>>> = grid.buffers;

export const SENDERS = Object.keys(grid.senders) as (keyof typeof grid.senders)[];
export type SenderName = (typeof SENDERS)[number];
export const SEEDS = grid.seeds;
/** The lists of points: the grid, points to which nothing was fitted, and points with large windows. */
const SETS = ['points', 'held_out', 'wide'] as const;
export type SetName = (typeof SETS)[number];
export const MOST_POINTS = Math.max(...SETS.map((set) => grid[set].length));

export interface Point {
  readonly flows: number;
  /** Seconds, without queueing. */
  readonly roundTrip: number;
  /** bit/s */
  readonly rate: number;
}

export interface Cell {
  readonly scheme: string;
  readonly point: Point;
  readonly lane: LaneScenario;
}

/** At most this many points, evenly spread over the list. */
export function pointsOf(set: SetName, most: number): readonly Point[] {
  const all = grid[set];
  const wanted = Math.min(most, all.length);
  return Array.from({ length: wanted }, (_, i) => {
    const [flows = NaN, roundTrip = NaN, rate = NaN] =
      all[Math.floor(((i + 0.5) * all.length) / wanted)] ?? [];
    return { flows, roundTrip, rate };
  });
}

/**
 * A scheme with its defaults at a point; undefined if the senders react to marks and the scheme does not
 * mark.
 */
export function cellOf(scheme: string, point: Point, sender: SenderName, rules: AqmRules): Cell | undefined {
  const traffic = grid.senders[sender];
  const marks = 'ecn' in traffic;
  const params = rules.catalogue.find(({ id }) => id === scheme)?.params ?? [];
  if (marks && !params.some(({ name }) => name === 'ecn')) return undefined;
  const { flows, roundTrip, rate } = point;
  // A round trip crosses the link twice and access links four times; the access delays differ so that flows
  // are not synchronized.
  const access = 0.1 * roundTrip;
  const scenario: unknown = {
    version: 1,
    duration: grid.duration,
    warmup: grid.warmup,
    network: {
      topology: 'dumbbell',
      bottleneck: { rate, delay: 0.3 * roundTrip, buffer: buffers[scheme] ?? grid.buffer },
      access: {
        rate: 10 * rate,
        delay: [access * (1 - grid.spread), access * (1 + grid.spread)],
      },
      packet_size: grid.packet_size,
    },
    traffic: [{ kind: 'ftp', flows, start: [0, 1], ...traffic }],
    lanes: [{ label: scheme, aqm: { id: scheme, params: marks ? { ecn: true } : {} } }],
  };
  const checked = validate(scenario, rules);
  if (!checked.ok) throw Refused.for(checked.issues);
  const [lane] = lanes(checked.scenario);
  if (lane === undefined) throw new Error('a scenario has a lane');
  return { scheme, point, lane };
}
