/** The worker's side of the protocol; the host provides what differs between browser and Node. */
import type { LocalEngine, Sliced } from './engine.ts';
import type { AskMessage, ErrorMessage, FromWorker, ToWorker } from './protocol.ts';
import { transferables } from './protocol.ts';
import { answerTo, type Task } from './questions.ts';
import { EngineError, type Progress } from './types.ts';

export interface WorkerHost {
  post(message: FromWorker, transfer: ArrayBuffer[]): void;
  /** Lets messages in, especially `cancel`. */
  pause(): Promise<void>;
  /** Milliseconds. */
  clock(): number;
  createEngine(module: WebAssembly.Module): LocalEngine;
}

/** Length of a slice, and so the longest time that a cancel waits. */
const SLICE_MS = 8;
/**
 * In units of work. For packets a unit is an event, a fraction of a microsecond or two if memory is not in
 * the cache; for the fluid model a unit is a step, which takes a little longer.
 */
const MIN_WORK = 250;
const FIRST_WORK = 250;
const MAX_WORK = 20_000;
/** A page cannot show reports faster than this. */
const PROGRESS_MS = 33;
/**
 * The first part of a run is sent before the page has drawn the edit. Later parts follow after a growing time
 * between these limits, because handling a part takes the page's time from runs that are nearly finished.
 */
const FIRST_PART_MS = 4;
const NEXT_PART_MS = 60;
const PART_MS = 250;

/** Answers messages; returns the function that receives them. */
export function serve(host: WorkerHost): (message: ToWorker) => Promise<void> {
  let engine: LocalEngine | undefined;
  /** The job in progress, and whether it was cancelled. */
  let current: { readonly id: number; cancelled: boolean } | undefined;

  const post = (message: FromWorker) => host.post(message, transferables(message));

  /** Works slice by slice, and reads messages after each. */
  async function drive(
    run: Sliced,
    task: Task,
    report: (progress: Progress) => void,
    tell: (() => void) | undefined,
  ): Promise<void> {
    let work = FIRST_WORK;
    const started = host.clock();
    let reported = started;
    let due = FIRST_PART_MS;
    while (!task.cancelled) {
      const began = host.clock();
      if (run.advance(work)) return;
      const ended = host.clock();
      // The next work may be slower: slices grow step by step, and shrink at once.
      const wanted = Math.min(4 * work, (work * SLICE_MS) / Math.max(ended - began, 0.1));
      work = Math.round(Math.min(Math.max(wanted, MIN_WORK), MAX_WORK));
      if (ended - started >= due) {
        const passed = ended - started;
        // If the whole result is nearly finished, no part is sent.
        if ((run.until - run.now) * passed > run.now * FIRST_PART_MS) tell?.();
        due = passed + Math.min(Math.max(3 * passed, NEXT_PART_MS), PART_MS);
      }
      if (ended - reported >= PROGRESS_MS) {
        reported = ended;
        report({ done: run.now, total: run.until });
      }
      await host.pause();
    }
  }

  async function work({ id, question, input }: AskMessage): Promise<void> {
    if (engine === undefined) throw new Error('the worker has not been opened');
    if (current !== undefined) throw new Error(`the worker is busy with job ${current.id}`);
    const job = (current = { id, cancelled: false });
    const task: Task = {
      get cancelled() {
        return job.cancelled;
      },
      drive: (run, part) =>
        drive(
          run,
          task,
          (progress) => post({ type: 'progress', id, ...progress }),
          part && (() => post({ type: 'part', id, part: part() })),
        ),
    };
    try {
      const answer = await answerTo(question, engine, input, task);
      post(answer === undefined ? { type: 'cancelled', id } : { type: 'answer', id, answer });
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
        case 'ask':
          await work(message);
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
