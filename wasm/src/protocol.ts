/**
 * The messages between a client and a worker. Every message carries the number of the job that it belongs to; a worker has
 * one job at a time. A worker that reported a failure is not used again.
 */
import type {
  Design,
  DesignRule,
  FluidOptions,
  FluidResult,
  HopfPoint,
  HopfRequest,
  MapRequest,
} from './fluid-types.ts';
import type { LaneScenario, PacketWindow, Progress, RunResult } from './types.ts';

/** First message to a worker: the compiled module. Replies: `opened` or `error`. */
export interface OpenMessage {
  readonly type: 'open';
  readonly id: number;
  readonly module: WebAssembly.Module;
}
/** Run a lane. Replies: any number of `progress`, then one of `result`, `cancelled`, `error`. */
export interface RunMessage {
  readonly type: 'run';
  readonly id: number;
  readonly lane: LaneScenario;
  /** Resolution of the overview; absent: the engine's default. */
  readonly bins?: number;
}
/** Run a lane to `to` and keep every packet of [from, to], s. Replies: `progress`, then `window`, `cancelled` or `error`. */
export interface WindowMessage {
  readonly type: 'window';
  readonly id: number;
  readonly lane: LaneScenario;
  readonly from: number;
  readonly to: number;
}
/** Solve and analyse the fluid model of a lane. Replies: `fluid` or `error`. */
export interface FluidMessage {
  readonly type: 'fluid';
  readonly id: number;
  readonly lane: LaneScenario;
  readonly options: FluidOptions;
}
/** One row of a stability map. Replies: `mapRow` or `error`. */
export interface MapRowMessage {
  readonly type: 'mapRow';
  readonly id: number;
  readonly request: MapRequest;
  readonly x: readonly number[];
  readonly y: number;
}
/** What a design rule gives for a lane. Replies: `design` or `error`. */
export interface DesignMessage {
  readonly type: 'design';
  readonly id: number;
  readonly lane: LaneScenario;
  readonly rule: DesignRule;
}
/** Where a lane loses stability along a quantity. Replies: `hopf` or `error`. */
export interface HopfMessage {
  readonly type: 'hopf';
  readonly id: number;
  readonly request: HopfRequest;
}
/** Stop the job. Reply: `cancelled`, within a slice; none when the job has ended already. */
export interface CancelMessage {
  readonly type: 'cancel';
  readonly id: number;
}

export type JobMessage =
  RunMessage | WindowMessage | FluidMessage | MapRowMessage | DesignMessage | HopfMessage;
export type ToWorker = OpenMessage | JobMessage | CancelMessage;

export type FromWorker =
  | { readonly type: 'opened'; readonly id: number }
  | ({ readonly type: 'progress'; readonly id: number } & Progress)
  | { readonly type: 'result'; readonly id: number; readonly result: RunResult }
  | { readonly type: 'window'; readonly id: number; readonly window: PacketWindow }
  | { readonly type: 'fluid'; readonly id: number; readonly fluid: FluidResult }
  | { readonly type: 'mapRow'; readonly id: number; readonly numbers: Float64Array<ArrayBuffer> }
  | { readonly type: 'design'; readonly id: number; readonly design: Design }
  | { readonly type: 'hopf'; readonly id: number; readonly hopf: HopfPoint }
  | { readonly type: 'cancelled'; readonly id: number }
  | ErrorMessage;

/** The job has failed. */
export interface ErrorMessage {
  readonly type: 'error';
  readonly id: number;
  /** True: the engine refused the input, and the worker is well. False: the worker is not to be used again. */
  readonly refused: boolean;
  readonly message: string;
  readonly issues: readonly { readonly path: string; readonly rule: string; readonly value?: number }[];
}

/** The buffers of all columns in a message, each once: they are transferred, not cloned. */
export function transferables(message: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const visit = (value: unknown) => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
    } else if (Array.isArray(value)) {
      value.forEach(visit);
    } else if (typeof value === 'object' && value !== null && !(value instanceof WebAssembly.Module)) {
      Object.values(value).forEach(visit);
    }
  };
  visit(message);
  return [...found];
}
