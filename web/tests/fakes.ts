/**
 * Replacements for slow parts in tests: an engine behind workers, a clock, a browser's storage and address.
 */
import { METRIC_NAMES } from '../../models/src/index.ts';
import type { Client } from '../../wasm/src/client.ts';
import type { AnswerOf, InputOf, QuestionName } from '../../wasm/src/questions.ts';
import type {
  JobOptions,
  LaneScenario,
  Metrics,
  Overview,
  PacketWindow,
  RunResult,
} from '../../wasm/src/types.ts';
import type { Place } from '../src/state/place.ts';
import type { Clock } from '../src/state/replay.ts';
import type { SafeStorage } from '../src/state/storage.ts';
import { createTurns, type Turns } from '../src/base/turns.ts';

export function laneScenario(change: Partial<LaneScenario> = {}): LaneScenario {
  return {
    label: 'RED',
    seed: 1,
    duration: 10,
    warmup: 0,
    network: {
      links: [{ rate: 10e6, delay: 0.02, buffer: 140, managed: true }],
      observed: 0,
      access: { rate: 10e6, delay: [0.005, 0.01] },
      packet_size: 1500,
      random_loss: 0,
    },
    traffic: [{ kind: 'ftp', flows: 50, direction: 'forward', start: [0, 1] }],
    aqm: { id: 'red', params: {} },
    ...change,
  };
}

export function runResult(lane: LaneScenario, change: Partial<RunResult> = {}): RunResult {
  const bins = 4;
  const zeros = () => new Float64Array(bins);
  const overview: Overview = {
    binSeconds: lane.duration / bins,
    bins,
    queue_min: zeros(),
    queue_max: Float64Array.of(5, 10, 20, 8),
    queue_mean: Float64Array.of(2, 5, 10, 4),
    cwnd_mean: zeros(),
    queue_back: zeros(),
    arrivals: zeros(),
    departures: zeros(),
    bytes_out: zeros(),
    drops_early: zeros(),
    drops_forced: zeros(),
    drops_overflow: zeros(),
    marks: zeros(),
    state: [Float64Array.of(1, 2, 3, 4)],
    windows: [],
    phases: [],
  };
  const link = {
    metrics: Object.fromEntries(METRIC_NAMES.map((name) => [name, 1])) as Metrics,
    overview,
    dots: { time: new Float64Array(0), queue: new Float64Array(0), fate: new Uint8Array(0), thinning: 1 },
  };
  return {
    label: lane.label,
    aqm: lane.aqm.id,
    seed: lane.seed,
    ...link,
    links: [link],
    rows: [],
    flows: [],
    digest: '0123456789abcdef',
    flowGoodputs: new Float64Array(0),
    events: 1,
    ...change,
  };
}

/** A question that waits for the test to answer it. */
export interface Asked<K extends QuestionName = QuestionName> {
  readonly question: K;
  readonly input: InputOf<K>;
  readonly options: JobOptions;
  answer(answer: AnswerOf<K>): void;
  fail(error: Error): void;
}

export const packets = (from: number, to: number): PacketWindow => {
  const none = new Float64Array(0);
  const rest = { event: new Uint8Array(0), flow: new Uint32Array(0), seq: new Uint32Array(0), drawn: none };
  return { from, to, time: none, queue: none, ...rest, state: [], truncated: false };
};

/** A client whose jobs end when the test says so; a cancelled one rejects at once, as the real one does. */
export class FakeClient implements Client {
  readonly size = 2;
  readonly #asked = new Map<QuestionName, Asked[]>();

  ask<K extends QuestionName>(
    question: K,
    input: InputOf<K>,
    options: JobOptions = {},
  ): Promise<AnswerOf<K>> {
    return new Promise((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
      const asked: Asked<K> = { question, input, options, answer: resolve, fail: reject };
      this.#listOf(question).push(asked);
    });
  }

  /** What is asked of one kind, in the order in which it is. */
  of<K extends QuestionName>(question: K): readonly Asked<K>[] {
    return this.#listOf(question) as unknown as readonly Asked<K>[];
  }

  #listOf(question: QuestionName): Asked[] {
    const list = this.#asked.get(question) ?? [];
    this.#asked.set(question, list);
    return list;
  }

  get runs() {
    return this.of('run').map((one) => ({
      lane: one.input.lane,
      options: one.options,
      finish: (result = runResult(one.input.lane)) => one.answer(result),
      fail: (error: Error) => one.fail(error),
    }));
  }

  get windows() {
    return this.of('window').map((one) => ({
      ...one.input,
      finish: () => one.answer(packets(one.input.from, one.input.to)),
    }));
  }

  close(): void {
    this.#asked.clear();
  }
}

/** Lets everything that is settled be heard. */
export const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

export class FakeClock implements Clock {
  #now = 0;
  #next: (() => void) | null = null;
  now = () => this.#now;
  nextFrame = (callback: () => void) => {
    this.#next = callback;
    return () => {
      this.#next = null;
    };
  };
  /** One frame, so many milliseconds later. */
  tick(milliseconds: number): void {
    this.#now += milliseconds;
    const callback = this.#next;
    this.#next = null;
    callback?.();
  }
  get waiting(): boolean {
    return this.#next !== null;
  }
}

export function fakeStorage(
  content: Record<string, string> = {},
): SafeStorage & { content: Record<string, string> } {
  return {
    content,
    read: (key) => content[key] ?? null,
    write: (key, text) => {
      content[key] = text;
      return true;
    },
  };
}

export function fakePlace(
  fragment = '',
  owner = 'this load',
  before: string | null = null,
): Place & { set(fragment: string): void } {
  let now = fragment;
  return {
    owner,
    before,
    fragment: () => (now.startsWith('#s=') ? now : ''),
    view: () => (now.startsWith('#s=') ? {} : Object.fromEntries(new URLSearchParams(now.slice(1)))),
    replace: (next) => (now = next),
    base: () => 'https://example.org/',
    set: (next) => (now = next),
  };
}

/** Frames that come when a test lets them, and who waits for them. */
export function frames(): { readonly turns: Turns; readonly pass: () => void } {
  const waiting: (() => void)[] = [];
  return {
    turns: createTurns((next) => waiting.push(next)),
    pass: () => waiting.splice(0).forEach((next) => next()),
  };
}
