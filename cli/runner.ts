/** Runs jobs on all processors, with a line of progress; Ctrl-C stops them and keeps what is finished. */
import { setMaxListeners } from 'node:events';
import { estimateWork } from '../models/src/index.ts';
import { timeText } from '../models/src/time-text.ts';
import { createClient } from '../wasm/src/node.ts';
import type { LaneScenario, RunResult } from '../wasm/src/types.ts';
import { Refused } from './command.ts';
import { note, watched } from './note.ts';

export interface RunJob {
  readonly lane: LaneScenario;
  /** The number of intervals in the recording. */
  readonly bins: number;
  /** Flows whose windows are recorded. */
  readonly windows?: readonly number[];
  /** Stores the needed part of the result. */
  readonly done: (result: RunResult) => Promise<void> | void;
}

interface Plan {
  readonly workers: number;
  /** The totals over all jobs, as far as they are known. */
  readonly runs: number;
  readonly packets: number;
  /** The message after an interruption. */
  readonly stopped: () => string;
}

/** Jobs that wait besides the running ones, so that no worker has to wait. */
const WAITING = 2;

/**
 * Starts the jobs one after the other and runs several at once. Only those in progress are in memory, however
 * many there are.
 */
export async function runJobs(
  jobs: Iterable<RunJob>,
  { workers, runs, packets, stopped }: Plan,
): Promise<void> {
  const client = createClient({ size: workers });
  const progress = new Progress(runs, packets);
  const abort = new AbortController();
  // Each job adds one listener, which is not a leak.
  setMaxListeners(0, abort.signal);
  const stop = () => abort.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const waiting = jobs[Symbol.iterator]();
  const work = async () => {
    for (let next = waiting.next(); next.done !== true && !abort.signal.aborted; next = waiting.next()) {
      const { done, ...asked } = next.value;
      const share = progress.begin(estimateWork(asked.lane));
      const result = await client.ask('run', asked, {
        signal: abort.signal,
        onProgress: ({ done: simulated, total }) => share(simulated / total),
      });
      await done(result);
      share(1);
    }
  };
  try {
    await Promise.all(Array.from({ length: workers + WAITING }, work));
    abort.signal.throwIfAborted();
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    progress.clear();
    throw new Refused(stopped());
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    abort.abort();
    progress.clear();
    client.close();
  }
}

const TERMINAL_MS = 100;
const LOG_MS = 30_000;
const LATE_MS = 60_000;

/** On a terminal, one line that changes; elsewhere (the log of a batch job), a line from time to time. */
class Progress {
  private readonly began = performance.now();
  private told = this.began;
  private drawn = false;
  private finished = 0;
  private packets = 0;
  /**
   * Times and the work done until then: the recent speed predicts the remaining time, even if the machine was
   * busy before.
   */
  private readonly marks: { readonly at: number; readonly packets: number }[] = [];

  constructor(
    private readonly runs: number,
    private readonly total: number,
  ) {}

  /** Starts a run of this many packets; the returned function receives the share that is done. */
  begin(packets: number): (share: number) => void {
    let before = 0;
    return (share) => {
      this.packets += packets * (share - before);
      if (share >= 1 && before < 1) this.finished++;
      before = share;
      this.tell();
    };
  }

  clear(): void {
    if (watched() && this.drawn) note('\r\u001b[K');
  }

  private tell(): void {
    const now = performance.now();
    if (now - this.told < (watched() ? TERMINAL_MS : LOG_MS)) return;
    this.told = now;
    this.drawn = true;
    const share = Math.min(1, this.packets / this.total);
    this.marks.push({ at: now, packets: this.packets });
    while ((this.marks[1]?.at ?? now) < now - LATE_MS) this.marks.shift();
    const { at, packets } = this.marks[0] ?? { at: now, packets: 0 };
    const [from, before] = at < now ? [at, packets] : [this.began, 0];
    const left = (((now - from) / 1000) * (this.total - this.packets)) / (this.packets - before);
    const told = share > 0.01 && Number.isFinite(left) ? `, ${timeText(Math.max(0, left))} left` : '';
    const text = `${Math.floor(100 * share)} %, ${this.finished} of ${this.runs} runs${told}`;
    note(watched() ? `\r\u001b[K${text}` : `${text}\n`);
  }
}
