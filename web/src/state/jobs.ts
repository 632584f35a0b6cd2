/** What those share who compute something for each lane: one job a lane, and results kept in the order of last use. */

export interface Job {
  readonly key: string;
  /** Milliseconds. */
  readonly started: number;
  readonly controller: AbortController;
}

export interface Jobs {
  begin(lane: number, key: string, now: number): Job;
  get(lane: number): Job | undefined;
  /** Whether it is still the lane's job; then the lane is free for another. */
  end(lane: number, job: Job): boolean;
  /** Nobody waits for it any more. */
  stop(lane: number): void;
  readonly all: readonly (readonly [number, Job])[];
}

export function createJobs(): Jobs {
  const jobs = new Map<number, Job>();
  return {
    begin: (lane, key, now) => {
      const job: Job = { key, started: now, controller: new AbortController() };
      jobs.set(lane, job);
      return job;
    },
    get: (lane) => jobs.get(lane),
    end: (lane, job) => jobs.get(lane) === job && jobs.delete(lane),
    stop: (lane) => {
      const job = jobs.get(lane);
      jobs.delete(lane);
      job?.controller.abort();
    },
    get all() {
      return [...jobs];
    },
  };
}

export interface Kept<R> {
  /** Undefined when it is not kept; else it is the last that is given up. */
  get(key: string): R | undefined;
  has(key: string): boolean;
  keep(key: string, result: R): void;
}

const KEPT = 32;

export function createKept<R>(): Kept<R> {
  const results = new Map<string, R>();
  const keep = (key: string, result: R) => {
    results.delete(key);
    results.set(key, result);
    for (const old of results.keys()) {
      if (results.size <= KEPT) break;
      results.delete(old);
    }
  };
  return {
    get: (key) => {
      const found = results.get(key);
      if (found !== undefined) keep(key, found);
      return found;
    },
    has: (key) => results.has(key),
    keep,
  };
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
