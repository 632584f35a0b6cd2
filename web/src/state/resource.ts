/**
 * Computes answers to changing questions, with one slot for each question. Known answers are not computed
 * again, a job whose answer is no longer needed is cancelled, and the last answer stays until the next one
 * arrives.
 */
import { t } from '../../../models/src/language.ts';
import type { JobOptions, RunPart } from '../../../wasm/src/types.ts';
import { createRecent } from '../base/recent.ts';
import { createStore, derivedList, type Readable } from './store.ts';

export interface Slot<Q, R> {
  readonly asked: Q;
  /** The answer to `asked`, or the previous answer while the new one is computed. */
  readonly result: R | null;
  /** The question that `result` answers. */
  readonly answered: Q | null;
  readonly status: 'done' | 'running' | 'failed' | 'cancelled' | 'held';
  /** performance.now() when this slot began to wait for its answer. */
  readonly since: number;
  /** For a failed slot the reason; for a held slot the cost. */
  readonly error: string | null;
}

/** The partial result of a running slot. */
export interface Begun<Q> {
  readonly asked: Q;
  readonly part: RunPart;
}

export interface Asking extends Required<JobOptions> {
  /** Counts the calls of `show`. A later round contains what the reader changed last. */
  readonly round: number;
}

export interface Policy<Q, R> {
  /** Questions with the same key have the same answer. */
  readonly key: (question: Q) => string;
  /** `partial` shows a partial result. */
  readonly compute: (question: Q, job: Asking, partial: (result: R) => void) => Promise<R>;
  /**
   * An answer that is available without a job. Without this function, the last answers are cached by their
   * keys.
   */
  readonly recall?: (question: Q) => R | undefined;
  /** Whether the answer to one question may be shown until the next one is answered; if absent, always. */
  readonly stays?: (old: Q, next: Q) => boolean;
  /**
   * Whether a job of this age, ms, may finish although its slot has moved on; `last` is the duration of the
   * last job. Pictures then also appear during a drag.
   */
  readonly mayEnd?: (age: number, last: number) => boolean;
  /** A question that is replaced within this time, ms, is not computed. */
  readonly settle?: number;
  /**
   * The cost of an answer, if it is so high that the reader has to agree first; `all` are the questions that
   * would be computed together.
   */
  readonly costly?: (question: Q, all: readonly Q[]) => string | null;
  /** A job that takes longer, ms, is cancelled. */
  readonly limit?: number;
}

export interface Resource<Q, R> {
  readonly slots: Readable<readonly Slot<Q, R>[]>;
  /** The question of each slot. The list is the same object while only answers change. */
  readonly asked: Readable<readonly Q[]>;
  /** 0 to 1 for each running slot. It is separate from `slots`, so that progress redraws no plots. */
  readonly progress: Readable<ReadonlyMap<number, number>>;
  /**
   * Partial results of running slots. They are separate from `slots`, so that none is taken for a full
   * answer.
   */
  readonly begun: Readable<ReadonlyMap<number, Begun<Q>>>;
  readonly busy: () => boolean;
  /**
   * Sets the questions, one slot for each. If they are about another topic than before, no old answer is
   * shown for a new question.
   */
  readonly show: (questions: readonly Q[], about?: unknown) => void;
  /** Cancels everything that runs; old pictures stay. */
  readonly cancel: () => void;
  /** Computes again what failed or was cancelled, and starts what was held. */
  readonly retry: () => void;
}

interface Job {
  readonly key: string;
  readonly round: number;
  /** Milliseconds. */
  readonly started: number;
  readonly controller: AbortController;
  /** The timer of the start, then of the time limit. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

const KEPT = 32;
const PROGRESS_EVERY_MS = 80;

export function createResource<Q, R>(
  policy: Policy<Q, R>,
  now: () => number = () => performance.now(),
): Resource<Q, R> {
  type Answer = Pick<Slot<Q, R>, 'result' | 'answered' | 'status' | 'error'>;
  const { key: keyOf, settle, limit } = policy;
  const slots = createStore<readonly Slot<Q, R>[]>([]);
  const progress = createStore<ReadonlyMap<number, number>>(new Map());
  const begun = createStore<ReadonlyMap<number, Begun<Q>>>(new Map());
  const recent = createRecent<R>(KEPT);
  const recall = policy.recall ?? ((question) => recent.get(keyOf(question)));
  const jobs = new Map<number, Job>();
  /** Duration of the last job, ms: the estimate for the next one. */
  let last = Infinity;
  let round = 0;
  let topic: unknown;
  /** Keys of costly questions that the reader agreed to compute. */
  const agreed = new Set<string>();

  /** Partial results stay until their slots have something newer. */
  const forgetBegun = (over: (place: number) => boolean) =>
    begun.update((all) =>
      [...all.keys()].some(over) ? new Map([...all].filter(([place]) => !over(place))) : all,
    );
  const change = (place: number, patch: Partial<Slot<Q, R>>) => {
    slots.update((all) => all.map((slot, i) => (i === place ? { ...slot, ...patch } : slot)));
    forgetBegun((i) => i === place);
  };
  const answer = (result: R, answered: Q): Answer => ({ result, answered, status: 'done', error: null });

  const stop = (place: number) => {
    const job = jobs.get(place);
    jobs.delete(place);
    clearTimeout(job?.timer);
    job?.controller.abort();
  };

  const start = (place: number) => {
    const slot = slots.get()[place];
    if (slot?.status !== 'running') return;
    const { asked } = slot;
    const job: Job = {
      key: keyOf(asked),
      round,
      started: now(),
      controller: new AbortController(),
      timer: undefined,
    };
    jobs.set(place, job);
    progress.update((all) => new Map(all).set(place, 0));
    if (settle === undefined) begin(place, job, asked);
    else job.timer = setTimeout(begin, settle, place, job, asked);
  };

  const begin = (place: number, job: Job, asked: Q) => {
    const { signal } = job.controller;
    const current = () => jobs.get(place) === job;
    /** Ends the job and returns the slot that waited for it; undefined if none did. */
    const end = () => {
      if (!current()) return undefined;
      clearTimeout(job.timer);
      jobs.delete(place);
      return slots.get()[place];
    };
    let expired = false;
    if (limit !== undefined) {
      job.timer = setTimeout(() => {
        expired = true;
        job.controller.abort();
      }, limit);
    }
    let reported = now();
    const onProgress: JobOptions['onProgress'] = ({ done, total }) => {
      if (!current() || now() - reported < PROGRESS_EVERY_MS) return;
      reported = now();
      progress.update((all) => new Map(all).set(place, total > 0 ? done / total : 0));
    };
    const partial = (result: R) => {
      if (current()) change(place, { result, answered: asked });
    };
    const onPart: JobOptions['onPart'] = (part) => {
      if (current()) begun.update((all) => new Map(all).set(place, { asked, part }));
    };
    policy.compute(asked, { signal, onProgress, onPart, round: job.round }, partial).then(
      (result) => {
        if (policy.recall === undefined) recent.add(job.key, result);
        const slot = end();
        if (slot === undefined) return;
        last = now() - job.started;
        if (keyOf(slot.asked) === job.key) change(place, answer(result, asked));
        else {
          change(place, { result, answered: asked });
          start(place);
        }
      },
      (error: unknown) => {
        const slot = end();
        if (slot?.status !== 'running') return;
        const reason = expired
          ? t('it was stopped after {{limit}} s without a result.', { limit: (limit ?? 0) / 1000 })
          : messageOf(error);
        if (keyOf(slot.asked) === job.key) change(place, { status: 'failed', error: reason });
        else start(place);
      },
    );
  };

  const startAll = () =>
    slots.get().forEach((_, place) => {
      if (!jobs.has(place)) start(place);
    });

  /**
   * The slot for a question, at a position where the slot was `old`; `all` are the questions to be answered.
   */
  const slotOf = (asked: Q, old: Slot<Q, R> | undefined, all: readonly Q[], other: boolean): Slot<Q, R> => {
    const unchanged = old !== undefined && JSON.stringify(old.asked) === JSON.stringify(asked);
    // The same object for the same question, so that its plots are not built again.
    if (unchanged && old.status !== 'cancelled' && old.status !== 'held') return old;
    const found = recall(asked);
    if (found !== undefined) return { asked, ...answer(found, asked), since: now() };
    const cost = agreed.has(keyOf(asked)) ? null : (policy.costly?.(asked, all) ?? null);
    // A held question starts when the questions beside it have become cheaper.
    const same = old !== undefined && keyOf(old.asked) === keyOf(asked);
    if (same && (old.status !== 'held' || old.error === cost) && (!other || old.answered === null))
      return unchanged ? old : { ...old, asked };
    const stays = !other && old?.answered != null && (policy.stays?.(old.answered, asked) ?? true);
    return {
      asked,
      result: stays ? old.result : null,
      answered: stays ? old.answered : null,
      status: cost === null ? 'running' : 'held',
      // A slot that was waiting for an earlier question keeps the start of its wait.
      since: old?.status === 'running' ? old.since : now(),
      error: cost,
    };
  };

  return {
    slots,
    asked: derivedList(() => slots.get().map(({ asked }) => asked)),
    progress,
    begun,
    busy: () => slots.get().some(({ status }) => status === 'running'),
    show: (questions, about) => {
      round += 1;
      const other = about !== topic;
      topic = about;
      const before = slots.get();
      const open = questions.filter((asked) => recall(asked) === undefined);
      const next = questions.map((asked, place) => slotOf(asked, before[place], open, other));
      if (next.length !== before.length || next.some((slot, i) => slot !== before[i])) slots.set(next);
      forgetBegun((place) => next[place]?.status !== 'running');
      for (const [place, job] of [...jobs]) {
        const slot = next[place];
        const wanted = slot?.status === 'running';
        if (wanted && keyOf(slot.asked) === job.key) continue;
        if (wanted && !other && policy.mayEnd?.(now() - job.started, last) === true) continue;
        stop(place);
      }
      startAll();
    },
    cancel: () => {
      for (const place of [...jobs.keys()]) stop(place);
      slots.update((all) =>
        all.map((slot) => (slot.status === 'running' ? { ...slot, status: 'cancelled' } : slot)),
      );
      forgetBegun(() => true);
    },
    retry: () => {
      for (const { status, asked } of slots.get()) if (status === 'held') agreed.add(keyOf(asked));
      slots.update((all) =>
        all.map((slot) =>
          slot.status === 'failed' || slot.status === 'cancelled' || slot.status === 'held'
            ? { ...slot, status: 'running', since: now(), error: null }
            : slot,
        ),
      );
      startAll();
    },
  };
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
