/** The worker's side of the protocol; what differs between browser and Node comes in. */
import type { LocalEngine, OpenRun } from './engine.ts';
import type {
  DesignMessage,
  ErrorMessage,
  FluidMessage,
  FromWorker,
  HopfMessage,
  MapRowMessage,
  RunMessage,
  ToWorker,
  WindowMessage,
} from './protocol.ts';
import { transferables } from './protocol.ts';
import { EngineError } from './types.ts';

export interface WorkerHost {
  post(message: FromWorker, transfer: ArrayBuffer[]): void;
  /** Lets messages in, above all `cancel`. */
  pause(): Promise<void>;
  /** Milliseconds. */
  clock(): number;
  createEngine(module: WebAssembly.Module): LocalEngine;
}

/** A slice is what a cancel may have to wait for. */
const SLICE_MS = 8;
const MIN_EVENTS = 1_000;
const MAX_EVENTS = 50_000;
/** Reports a page cannot show any faster. */
const PROGRESS_MS = 33;

/** Answers messages; returns their receiver. */
export function serve(host: WorkerHost): (message: ToWorker) => Promise<void> {
  let engine: LocalEngine | undefined;
  /** The job under way, and whether it is wanted no more. */
  let current: { readonly id: number; cancelled: boolean } | undefined;

  const post = (message: FromWorker) => host.post(message, transferables(message));

  /** True when the run came to its end, false when it was cancelled. */
  async function advance(
    run: OpenRun,
    job: { readonly id: number; readonly cancelled: boolean },
  ): Promise<boolean> {
    let events = MIN_EVENTS * 4;
    let reported = host.clock();
    for (;;) {
      const began = host.clock();
      if (run.advance(events)) return true;
      const ended = host.clock();
      const wanted = (events * SLICE_MS) / Math.max(ended - began, 0.1);
      events = Math.round(Math.min(Math.max(wanted, MIN_EVENTS), MAX_EVENTS));
      if (ended - reported >= PROGRESS_MS) {
        reported = ended;
        post({ type: 'progress', id: job.id, done: run.now, total: run.until });
      }
      await host.pause();
      if (job.cancelled) return false;
    }
  }

  /** Jobs of some milliseconds: they are done before a cancel is read. */
  function answer(message: FluidMessage | MapRowMessage | DesignMessage | HopfMessage): void {
    if (engine === undefined) throw new Error('the worker has not been opened');
    const { id } = message;
    if (message.type === 'fluid') {
      post({ type: 'fluid', id, fluid: engine.fluid(message.lane, message.options) });
    } else if (message.type === 'design') {
      post({ type: 'design', id, design: engine.design(message.lane, message.rule) });
    } else if (message.type === 'hopf') {
      post({ type: 'hopf', id, hopf: engine.hopf(message.request) });
    } else {
      post({ type: 'mapRow', id, numbers: engine.mapRow(message.request, message.x, message.y) });
    }
  }

  async function work(message: RunMessage | WindowMessage): Promise<void> {
    if (engine === undefined) throw new Error('the worker has not been opened');
    if (current !== undefined) throw new Error(`the worker is busy with job ${current.id}`);
    const job = (current = { id: message.id, cancelled: false });
    try {
      const run =
        message.type === 'run'
          ? engine.open(message.lane, message.bins === undefined ? {} : { bins: message.bins })
          : engine.open(message.lane, { bins: 1, from: message.from, to: message.to });
      const ended = await advance(run, job);
      const { id } = job;
      if (!ended) post({ type: 'cancelled', id });
      else if (message.type === 'run') post({ type: 'result', id, result: run.result() });
      else post({ type: 'window', id, window: run.window() });
      run.close();
      engine.trim();
    } finally {
      current = undefined;
    }
  }

  return async (message) => {
    try {
      switch (message.type) {
        case 'open':
          engine = host.createEngine(message.module);
          post({ type: 'opened', id: message.id });
          break;
        case 'run':
        case 'window':
          await work(message);
          break;
        case 'fluid':
        case 'mapRow':
        case 'design':
        case 'hopf':
          answer(message);
          break;
        case 'cancel':
          if (current?.id === message.id) current.cancelled = true;
          break;
      }
    } catch (error) {
      post(toMessage(message.id, error));
    }
  };
}

function toMessage(id: number, error: unknown): ErrorMessage {
  const refused = error instanceof EngineError;
  return {
    type: 'error',
    id,
    refused,
    message: error instanceof Error ? error.message : String(error),
    issues: refused ? error.issues : [],
  };
}
