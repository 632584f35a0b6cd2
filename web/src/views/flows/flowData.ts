/**
 * Computes results of single flows from the packets of one lane: the waiting of each packet, the rate of each
 * flow over time, and retransmitted segments. All values come from the events of a window in which every
 * packet was recorded.
 */
import { observedLink } from '../../../../models/src/index.ts';
import type { LaneScenario, PacketWindow } from '../../../../wasm/src/types.ts';
import { decides, drops, EVENT } from '../../../../wasm/src/packet-window.ts';

/** Seconds; over a shorter interval a rate depends on single packets. */
const STEP = 0.5;

export interface FlowData {
  readonly from: number;
  readonly to: number;
  /** Index of the row of traffic of each flow. */
  readonly rowOf: readonly number[];
  /** Waits in the queue of each row's packets, s, ascending. */
  readonly waits: readonly Float64Array[];
  /**
   * Middles of the steps and their length, s. A part of the window that is shorter than a step is left out:
   * it would look like a drop of the rate.
   */
  readonly times: Float64Array;
  readonly step: number;
  /** Departed packets, one column for each flow. */
  readonly left: readonly Float64Array[];
  /** For each flow: the departure times and the numbers of its segments. */
  readonly segments: readonly {
    readonly time: number[];
    readonly seq: number[];
    readonly again: boolean[];
  }[];
}

export function flowData(lane: LaneScenario, window: PacketWindow, from: number, to: number): FlowData {
  const { traffic, network } = lane;
  const { rate } = observedLink(lane);
  const rowOf = traffic.flatMap(({ flows }, row) => Array<number>(flows).fill(row));
  const step = Math.min(STEP, to - from);
  const steps = Math.max(1, Math.floor((to - from) / step + 1e-9));
  const left = rowOf.map(() => new Float64Array(steps));
  const waits: number[][] = traffic.map(() => []);
  const segments = rowOf.map(() => ({ time: [] as number[], seq: [] as number[], again: [] as boolean[] }));
  /** A packet departs when it has been sent completely: the sending time is not waiting. */
  const sending = traffic.map(({ packet_size }) => (8 * (packet_size ?? network.packet_size)) / rate);
  const highest = rowOf.map(() => -1);
  /** For each flow: the arrival times of its waiting packets, by sequence number. */
  const waiting = rowOf.map(() => new Map<number, number>());
  for (let i = 0; i < window.time.length; ++i) {
    const time = window.time[i] ?? NaN;
    const event = window.event[i] ?? NaN;
    const flow = window.flow[i] ?? 0;
    const seq = window.seq[i] ?? 0;
    const those = waiting[flow];
    if (those === undefined) continue;
    if (drops(event)) those.delete(seq);
    // A packet that is waiting already may be marked.
    else if (decides(event)) {
      if (!those.has(seq)) those.set(seq, time);
    } else if (event === EVENT.departure) {
      const came = those.get(seq);
      those.delete(seq);
      if (time < from || time > to) continue;
      const row = rowOf[flow];
      if (row === undefined) continue;
      if (came !== undefined) waits[row]?.push(Math.max(0, time - came - (sending[row] ?? 0)));
      const place = time === to && time - from <= steps * step ? steps - 1 : Math.floor((time - from) / step);
      const column = left[flow];
      if (column !== undefined && place < steps) column[place] = (column[place] ?? 0) + 1;
      const of = segments[flow];
      of?.time.push(time);
      of?.seq.push(seq);
      of?.again.push(seq <= (highest[flow] ?? -1));
      highest[flow] = Math.max(highest[flow] ?? -1, seq);
    }
  }
  return {
    from,
    to,
    rowOf,
    waits: waits.map((all) => Float64Array.from(all).sort()),
    times: Float64Array.from({ length: steps }, (_, i) => from + (i + 0.5) * step),
    step,
    left,
    segments,
  };
}

/** The waiting time below which this share of the packets is; the values ascend. */
export function quantile(waits: Float64Array, share: number): number {
  return waits[Math.min(waits.length - 1, Math.max(0, Math.ceil(share * waits.length) - 1))] ?? NaN;
}

/** Waiting times of several rows together, ascending. */
export function waitsOf({ waits }: FlowData, rows: readonly number[]): Float64Array {
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) return waits[only] ?? new Float64Array();
  const all = rows.map((row) => waits[row] ?? new Float64Array());
  const joined = new Float64Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of all) {
    joined.set(one, at);
    at += one.length;
  }
  return joined.sort();
}

/** The rate of a row in each step, bit/s. */
export function rateOfRow(data: FlowData, lane: LaneScenario, row: number): Float64Array {
  const size = lane.traffic[row]?.packet_size ?? lane.network.packet_size;
  const out = new Float64Array(data.times.length);
  data.left.forEach((column, flow) => {
    if (data.rowOf[flow] !== row) return;
    column.forEach((packets, i) => {
      out[i] = (out[i] ?? 0) + (8 * size * packets) / data.step;
    });
  });
  return out;
}

/**
 * A flow's share is counted over this many steps: in a single step, many flows have no packet even if they
 * get their share.
 */
const FAIR_STEPS = 4;

/** Jain's index (1984) of the flows of some rows, over the last two seconds. */
export function fairness(data: FlowData, rows: readonly number[]): Float64Array {
  const flows = data.left.filter((_, flow) => rows.includes(data.rowOf[flow] ?? -1));
  return Float64Array.from(data.times, (_, i) => {
    if (i + 1 < FAIR_STEPS) return NaN;
    const shares = flows.map((column) =>
      column.subarray(i + 1 - FAIR_STEPS, i + 1).reduce((sum, packets) => sum + packets, 0),
    );
    const sum = shares.reduce((a, b) => a + b, 0);
    const squares = shares.reduce((a, b) => a + b * b, 0);
    return squares === 0 ? NaN : (sum * sum) / (shares.length * squares);
  });
}

/** The fastest, the median and the slowest flow of some rows, by packets departed in the window. */
export function examples(data: FlowData, rows: readonly number[]): readonly number[] {
  const sorted = data.rowOf
    .map((row, flow) => ({ flow, row, packets: data.segments[flow]?.time.length ?? 0 }))
    .filter(({ row }) => rows.includes(row))
    .sort((a, b) => b.packets - a.packets || a.flow - b.flow);
  const at = [0, Math.floor((sorted.length - 1) / 2), sorted.length - 1];
  return [...new Set(at)].flatMap((i) => sorted[i]?.flow ?? []);
}
