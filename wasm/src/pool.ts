/** Workers with one job each, and jobs that wait for a worker. */
import { EngineFailure } from './module.ts';
import type { AskMessage, FromWorker, ToWorker } from './protocol.ts';
import type { AnswerOf, InputOf, QuestionName } from './questions.ts';
import type { JobOptions } from './types.ts';
import { EngineError } from './types.ts';

/** One worker, of any kind. */
export interface Port {
  post(message: ToWorker): void;
  /** Called once, right after the worker was created. */
  listen(onMessage: (message: FromWorker) => void, onFailure: (error: Error) => void): void;
  terminate(): void;
  /** Whether the process has to stay alive for this worker. */
  hold(busy: boolean): void;
}

export interface PoolOptions {
  readonly spawn: () => Port;
  /** The most workers; they are created when there is work. */
  readonly size: number;
  /**
   * Awaited before the last idle worker of several gets a job: a page with one core for each worker then
   * answers its user first, with the remaining core.
   */
  readonly beforeLast?: () => Promise<void>;
  /** Called for each worker, because a module that could not be loaded now may be available later. */
  readonly module: () => Promise<WebAssembly.Module>;
}

interface Job {
  readonly message: AskMessage;
  readonly options: Pick<JobOptions, 'onProgress' | 'onPart'>;
  settle(outcome: AnswerOf<QuestionName> | Error): void;
  /** A worker was lost during this job; another worker tries it once. */
  again: boolean;
}

interface Slot {
  readonly port: Port;
  /** The worker's state; `starting` until the module has arrived. */
  state: 'starting' | 'idle' | 'busy' | 'cancelling';
  job: Job | undefined;
  watchdog: ReturnType<typeof setTimeout> | undefined;
}

/** A worker that has not reacted to a cancel within this time, ms, hangs. */
const OBEY_MS = 1000;
/**
 * A job in slices reports many times a second, and any other takes milliseconds (`questions.ts`). A worker
 * that says nothing for this time, ms, is gone, for example because the system has ended it.
 */
const SILENT_MS = 20_000;

const aborted = () => new DOMException('The run was cancelled.', 'AbortError');

export class Pool {
  readonly #options: PoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #queue: Job[] = [];
  #lastId = 0;
  #closed = false;
  /** Whether the last worker may get a job; requested again whenever the pool has been idle. */
  #last: 'ask' | 'asked' | 'granted' = 'ask';

  constructor(options: PoolOptions) {
    if (!(Number.isInteger(options.size) && options.size >= 1)) {
      throw new RangeError(`size = ${options.size}: a pool has at least one worker`);
    }
    this.#options = options;
  }

  get size(): number {
    return this.#options.size;
  }

  submit<K extends QuestionName>(
    question: K,
    input: InputOf<K>,
    { signal, ...options }: JobOptions = {},
  ): Promise<AnswerOf<K>> {
    return new Promise((resolve, reject) => {
      if (this.#closed || signal?.aborted) {
        reject(aborted());
        return;
      }
      const id = ++this.#lastId;
      const onAbort = () => this.#cancel(job);
      const job: Job = {
        message: { type: 'ask', id, question, input },
        options,
        again: false,
        settle: (outcome) => {
          signal?.removeEventListener('abort', onAbort);
          if (outcome instanceof Error) reject(outcome);
          // The job's number connects its answer with its question, on both sides.
          else resolve(outcome as AnswerOf<K>);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(job);
      this.#pump();
    });
  }

  /** Cancels everything; jobs submitted afterwards are cancelled at once. */
  close(): void {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.settle(aborted());
    for (const slot of [...this.#slots]) this.#discard(slot, aborted());
  }

  /** Gives waiting jobs to idle workers, and creates workers while there are too few. */
  #pump(): void {
    for (const slot of this.#slots) {
      if (slot.state !== 'idle') continue;
      if (this.#queue.length > 0 && !this.#mayStart()) break;
      const job = this.#queue.shift();
      if (job === undefined) return;
      slot.state = 'busy';
      slot.job = job;
      slot.port.hold(true);
      slot.port.post(job.message);
      this.#expect(slot);
    }
    const coming = [...this.#slots].filter(
      ({ state }) => state === 'starting' || state === 'cancelling',
    ).length;
    for (let missing = this.#queue.length - coming; missing > 0 && this.#slots.size < this.size; --missing)
      this.#start();
  }

  /** Whether an idle worker may get a job now; if not, `#pump` is called again when it may. */
  #mayStart(): boolean {
    const { beforeLast } = this.#options;
    const busy = [...this.#slots].filter(({ state }) => state === 'busy').length;
    if (busy === 0 && this.#last === 'granted') this.#last = 'ask';
    if (beforeLast === undefined || this.size === 1 || busy < this.size - 1 || this.#last === 'granted')
      return true;
    if (this.#last === 'ask') {
      this.#last = 'asked';
      void beforeLast().then(() => {
        this.#last = 'granted';
        this.#pump();
      });
    }
    return false;
  }

  #start(): void {
    const port = this.#options.spawn();
    const slot: Slot = { port, state: 'starting', job: undefined, watchdog: undefined };
    this.#slots.add(slot);
    port.hold(true);
    port.listen(
      (message) => this.#receive(slot, message),
      (error) => this.#lost(slot, error),
    );
    this.#options.module().then(
      (module) => {
        if (!this.#slots.has(slot)) return;
        port.post({ type: 'open', id: 0, module });
        slot.watchdog = setTimeout(() => this.#neverOpened(slot), SILENT_MS);
      },
      (error: unknown) => this.#failed(slot, error instanceof Error ? error : new Error(String(error))),
    );
  }

  #receive(slot: Slot, message: FromWorker): void {
    if (!this.#slots.has(slot)) return;
    switch (message.type) {
      case 'opened':
        this.#free(slot);
        break;
      case 'progress':
        if (slot.state !== 'busy' || slot.job === undefined) break;
        this.#expect(slot);
        slot.job.options.onProgress?.({ done: message.done, total: message.total });
        break;
      case 'part':
        if (slot.state === 'busy') slot.job?.options.onPart?.(message.part);
        break;
      case 'answer':
        this.#free(slot)?.settle(message.answer);
        break;
      case 'cancelled':
        this.#free(slot);
        break;
      case 'error':
        if (message.refused) this.#free(slot)?.settle(new EngineError(message.message, message.issues));
        else this.#failed(slot, new EngineFailure(message.message));
        break;
    }
  }

  /** Frees the worker for the next job. Returns its last job, unless that was cancelled. */
  #free(slot: Slot): Job | undefined {
    const job = slot.state === 'busy' ? slot.job : undefined;
    clearTimeout(slot.watchdog);
    slot.state = 'idle';
    slot.job = undefined;
    slot.port.hold(false);
    this.#pump();
    return job;
  }

  #cancel(job: Job): void {
    job.settle(aborted());
    const waiting = this.#queue.indexOf(job);
    if (waiting >= 0) this.#queue.splice(waiting, 1);
    const slot = [...this.#slots].find((s) => s.job === job);
    if (slot?.state !== 'busy') return;
    slot.state = 'cancelling';
    clearTimeout(slot.watchdog);
    slot.port.post({ type: 'cancel', id: job.message.id });
    slot.watchdog = setTimeout(() => this.#lost(slot, new EngineFailure('The worker hangs.')), OBEY_MS);
  }

  /** Expects an answer or a report from the worker. */
  #expect(slot: Slot): void {
    clearTimeout(slot.watchdog);
    slot.watchdog = setTimeout(() => this.#lost(slot, new EngineFailure('The worker is silent.')), SILENT_MS);
  }

  /**
   * A worker was ended from outside, which is not its job's fault: another worker gets the job, unless that
   * is the second loss.
   */
  #lost(slot: Slot, error: Error): void {
    const { job, state } = slot;
    if (!this.#slots.has(slot)) return;
    // What ended this worker may have ended those without work, too, and they cannot tell.
    if (state !== 'starting')
      for (const other of [...this.#slots]) if (other.state === 'idle') this.#discard(other, error);
    if (state !== 'busy' || job === undefined || job.again) {
      this.#failed(slot, error);
      return;
    }
    job.again = true;
    slot.job = undefined;
    this.#queue.unshift(job);
    this.#discard(slot, error);
    this.#pump();
  }

  /** A worker was ended while it started: another one starts, once for the first waiting job. */
  #neverOpened(slot: Slot): void {
    const error = new EngineFailure('The worker is silent.');
    const [waiting] = this.#queue;
    if (waiting?.again !== false) {
      this.#failed(slot, error);
      return;
    }
    waiting.again = true;
    this.#discard(slot, error);
    this.#pump();
  }

  /**
   * A worker failed. Its job fails, too; if the worker never started, the first waiting job fails, because
   * otherwise workers would be started for ever.
   */
  #failed(slot: Slot, error: Error): void {
    if (!this.#slots.has(slot)) return;
    const victim = slot.state === 'starting' ? this.#queue.shift() : undefined;
    this.#discard(slot, error);
    victim?.settle(error);
    this.#pump();
  }

  #discard(slot: Slot, reason: Error): void {
    clearTimeout(slot.watchdog);
    this.#slots.delete(slot);
    slot.port.terminate();
    if (slot.state === 'busy') slot.job?.settle(reason);
  }
}
