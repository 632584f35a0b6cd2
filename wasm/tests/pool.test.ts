import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineFailure } from '../src/module.ts';
import type { Port } from '../src/pool.ts';
import { Pool } from '../src/pool.ts';
import type { FromWorker, ToWorker } from '../src/protocol.ts';
import type { RunResult } from '../src/types.ts';
import { EngineError } from '../src/types.ts';
import { lane } from './lane.ts';

const module = new WebAssembly.Module(new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]));
const result = { label: 'fake' } as RunResult;
const job = ['run', { lane }] as const;

/** A worker that does what the test tells it to. */
class FakePort implements Port {
  readonly got: ToWorker[] = [];
  held = false;
  terminated = false;
  reply: (message: FromWorker) => void = () => undefined;
  crash: (error: Error) => void = () => undefined;
  post(message: ToWorker) {
    this.got.push(message);
  }
  listen(onMessage: (message: FromWorker) => void, onFailure: (error: Error) => void) {
    this.reply = onMessage;
    this.crash = onFailure;
  }
  terminate() {
    this.terminated = true;
  }
  hold(busy: boolean) {
    this.held = busy;
  }
  /** The number of the job that it was given last. */
  get job(): number {
    return this.got.findLast(({ type }) => type === 'ask')?.id ?? -1;
  }
  finish() {
    this.reply({ type: 'answer', id: this.job, answer: result });
  }
}

function pool(size: number, compile = () => Promise.resolve(module), beforeLast?: () => Promise<void>) {
  const ports: FakePort[] = [];
  const made = new Pool({
    size,
    module: compile,
    ...(beforeLast !== undefined && { beforeLast }),
    spawn: () => {
      const port = new FakePort();
      ports.push(port);
      return port;
    },
  });
  const port = (i: number) => {
    const found = ports[i];
    if (found === undefined) throw new Error(`there is no worker ${i}`);
    return found;
  };
  /** Lets the workers that were made come up. */
  const open = async () => {
    await Promise.resolve();
    for (const p of ports) if (p.got.length === 1) p.reply({ type: 'opened', id: 0 });
  };
  return { pool: made, ports, port, open };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the pool', () => {
  it('makes no worker before there is work, and no more than there are jobs or places', async () => {
    const { pool: p, ports, open } = pool(3);
    expect(ports).toHaveLength(0);
    void p.submit(...job);
    expect(ports).toHaveLength(1);
    for (let i = 0; i < 5; ++i) void p.submit(...job);
    expect(ports).toHaveLength(3);
    await open();
    expect(ports.map(({ got }) => got.map(({ type }) => type))).toEqual(Array(3).fill(['open', 'ask']));
  });

  it('gives one job at a time to a worker, in the order of submission', async () => {
    const { pool: p, port, open } = pool(1);
    const order: number[] = [];
    const all = [1, 2, 3].map((n) => p.submit(...job).then(() => order.push(n)));
    await open();
    for (const id of [1, 2, 3]) {
      expect(port(0).job).toBe(id);
      port(0).finish();
    }
    await Promise.all(all);
    expect(order).toEqual([1, 2, 3]);
  });

  it('gives the last idle worker a job when it may, and asks anew after it has been idle', async () => {
    const grants: (() => void)[] = [];
    const beforeLast = () => new Promise<void>((done) => grants.push(done));
    const { pool: p, port, open } = pool(2, undefined, beforeLast);
    const running = (i: number) => port(i).got.filter(({ type }) => type === 'ask').length;
    const first = [1, 2, 3].map(() => p.submit(...job));
    await open();
    expect([running(0), running(1), grants.length]).toEqual([1, 0, 1]);
    grants[0]?.();
    await Promise.resolve();
    expect([running(0), running(1)]).toEqual([1, 1]);
    // Once it may, both work on without asking.
    port(1).finish();
    expect([running(0), running(1), grants.length]).toEqual([1, 2, 1]);
    port(0).finish();
    port(1).finish();
    await Promise.all(first);
    void p.submit(...job);
    void p.submit(...job);
    expect(running(0) + running(1)).toBe(4);
    expect(grants).toHaveLength(2);
  });

  it('keeps the process alive only while a worker works', async () => {
    const { pool: p, port, open } = pool(1);
    const done = p.submit(...job);
    expect(port(0).held).toBe(true);
    await open();
    port(0).finish();
    await done;
    expect(port(0).held).toBe(false);
  });

  it('passes progress on to its own job', async () => {
    const { pool: p, port, open } = pool(2);
    const first = vi.fn();
    const second = vi.fn();
    void p.submit(...job, { onProgress: first });
    void p.submit(...job, { onProgress: second });
    await open();
    port(1).reply({ type: 'progress', id: port(1).job, done: 1, total: 4 });
    expect(second).toHaveBeenCalledExactlyOnceWith({ done: 1, total: 4 });
    expect(first).not.toHaveBeenCalled();
  });

  it('hands refusals on and keeps the worker', async () => {
    const { pool: p, port, ports, open } = pool(1);
    const issues = [{ path: 'duration', rule: 'positive', value: -1 }];
    const refused = p.submit(...job);
    const next = p.submit(...job);
    await open();
    port(0).reply({ type: 'error', id: 1, refused: true, message: 'duration: positive', issues });
    await expect(refused).rejects.toBeInstanceOf(EngineError);
    await expect(refused).rejects.toMatchObject({ issues });
    port(0).finish();
    await expect(next).resolves.toBe(result);
    expect(ports).toHaveLength(1);
  });
});

describe('cancelling', () => {
  it('rejects at once, and the worker takes the next job when it has obeyed', async () => {
    const { pool: p, port, ports, open } = pool(1);
    const abort = new AbortController();
    const old = p.submit(...job, { signal: abort.signal });
    await open();
    abort.abort();
    await expect(old).rejects.toMatchObject({ name: 'AbortError' });
    const edited = p.submit(...job);
    expect(port(0).got.at(-1)).toEqual({ type: 'cancel', id: 1 });
    port(0).reply({ type: 'cancelled', id: 1 });
    expect(port(0).job).toBe(2);
    port(0).finish();
    await expect(edited).resolves.toBe(result);
    expect(ports).toHaveLength(1);
  });

  it('takes a waiting job out of the queue', async () => {
    const { pool: p, port, open } = pool(1);
    const abort = new AbortController();
    void p.submit(...job);
    const waiting = p.submit(...job, { signal: abort.signal });
    void p.submit(...job);
    await open();
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    port(0).finish();
    expect(port(0).job).toBe(3);
  });

  it('before the submission costs no worker', async () => {
    const { pool: p, ports } = pool(1);
    await expect(p.submit(...job, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(ports).toHaveLength(0);
  });

  it('that crosses the result still frees the worker', async () => {
    const { pool: p, port, open } = pool(1);
    const abort = new AbortController();
    const old = p.submit(...job, { signal: abort.signal });
    await open();
    abort.abort();
    await expect(old).rejects.toMatchObject({ name: 'AbortError' });
    port(0).finish();
    const next = p.submit(...job);
    expect(port(0).job).toBe(2);
    port(0).finish();
    await expect(next).resolves.toBe(result);
  });

  it('hears no progress afterwards', async () => {
    const { pool: p, port, open } = pool(1);
    const abort = new AbortController();
    const onProgress = vi.fn();
    const old = p.submit(...job, { signal: abort.signal, onProgress });
    await open();
    abort.abort();
    port(0).reply({ type: 'progress', id: 1, done: 1, total: 2 });
    await expect(old).rejects.toThrow();
    expect(onProgress).not.toHaveBeenCalled();
  });

  it('replaces a worker that does not obey', async () => {
    const { pool: p, port, ports, open } = pool(1);
    const abort = new AbortController();
    const old = p.submit(...job, { signal: abort.signal });
    await open();
    abort.abort();
    await expect(old).rejects.toThrow();
    const next = p.submit(...job);
    vi.advanceTimersByTime(1001);
    expect(port(0).terminated).toBe(true);
    await open();
    port(1).finish();
    await expect(next).resolves.toBe(result);
    expect(ports).toHaveLength(2);
  });
});

describe('a worker that fails', () => {
  it('and reports it is replaced; its job is lost, the others are not', async () => {
    const { pool: p, port, open } = pool(1);
    const lost = p.submit(...job);
    const next = p.submit(...job);
    await open();
    port(0).reply({ type: 'error', id: port(0).job, refused: false, message: 'trap', issues: [] });
    await expect(lost).rejects.toThrow('trap');
    expect(port(0).terminated).toBe(true);
    await open();
    port(1).finish();
    await expect(next).resolves.toBe(result);
  });

  it.each([
    ['crashes', (p: FakePort) => p.crash(new Error('gone'))],
    ['is not heard of for long', () => vi.advanceTimersByTime(20_000)],
  ])('and %s is replaced, and its job done by another one; lost twice, it is lost', async (_, end) => {
    const { pool: p, port, open } = pool(1);
    const first = p.submit(...job);
    await open();
    // Who reports is not silent.
    vi.advanceTimersByTime(15_000);
    port(0).reply({ type: 'progress', id: port(0).job, done: 1, total: 2 });
    vi.advanceTimersByTime(15_000);
    expect(port(0).terminated).toBe(false);
    end(port(0));
    expect(port(0).terminated).toBe(true);
    await open();
    port(1).finish();
    await expect(first).resolves.toBe(result);

    const second = p.submit(...job);
    end(port(1));
    await open();
    end(port(2));
    await expect(second).rejects.toThrow(/gone|silent/);
  });

  it('takes the idle ones with it, because whatever ended it may have ended them', async () => {
    const { pool: p, port, ports, open } = pool(2);
    const long = p.submit(...job);
    const short = p.submit(...job);
    await open();
    port(1).finish();
    await expect(short).resolves.toBe(result);
    vi.advanceTimersByTime(20_000);
    expect(ports.map(({ terminated }) => terminated)).toEqual([true, true, false]);
    await open();
    port(2).finish();
    await expect(long).resolves.toBe(result);
  });

  it('is replaced for a question without reports, too', async () => {
    const { pool: p, port, open } = pool(1);
    const design = p.submit('design', { lane, rule: 'pi' });
    await open();
    vi.advanceTimersByTime(20_000);
    expect(port(0).terminated).toBe(true);
    await open();
    expect(port(1).got.at(-1)).toMatchObject({ type: 'ask', question: 'design' });
    port(1).finish();
    await expect(design).resolves.toBe(result);

    const lost = expect(p.submit('design', { lane, rule: 'pi' })).rejects.toThrow('silent');
    vi.advanceTimersByTime(20_000);
    await open();
    vi.advanceTimersByTime(20_000);
    await lost;
  });

  it('and is found by a cancel takes the idle ones with it: the next question is not asked of the dead', async () => {
    const { pool: p, port, ports, open } = pool(2);
    const abort = new AbortController();
    const design = p.submit('design', { lane, rule: 'pi' }, { signal: abort.signal });
    const short = p.submit(...job);
    await open();
    port(1).finish();
    await short;
    abort.abort();
    await expect(design).rejects.toMatchObject({ name: 'AbortError' });
    vi.advanceTimersByTime(1001);
    expect(ports.map(({ terminated }) => terminated)).toEqual([true, true]);
    const next = p.submit(...job);
    await open();
    port(2).finish();
    await expect(next).resolves.toBe(result);
  });

  it('is not listened to any more', async () => {
    const { pool: p, port, open } = pool(1);
    const next = p.submit(...job);
    await open();
    port(0).crash(new Error('gone'));
    await open();
    port(0).reply({ type: 'answer', id: 2, answer: { ...result, label: 'ghost' } });
    port(1).finish();
    await expect(next).resolves.toBe(result);
  });

  it('when starting takes one job with it, so that a broken worker does not start for ever', async () => {
    const { pool: p, port, ports } = pool(1);
    const first = p.submit(...job);
    const second = p.submit(...job);
    port(0).crash(new Error('not found'));
    await expect(first).rejects.toThrow('not found');
    port(1).crash(new Error('not found'));
    await expect(second).rejects.toThrow('not found');
    expect(ports).toHaveLength(2);
  });

  it('when starting leaves the idle ones alone', async () => {
    const { pool: p, port, open } = pool(2);
    const first = p.submit(...job);
    await open();
    const second = p.submit(...job);
    port(0).finish();
    port(0).finish();
    await Promise.all([first, second]);
    port(1).crash(new Error('not found'));
    const third = p.submit(...job);
    expect(port(0).terminated).toBe(false);
    port(0).finish();
    await expect(third).resolves.toBe(result);
  });

  it('when it is ended while it starts is replaced once', async () => {
    const { pool: p, port, open } = pool(1);
    const first = p.submit(...job);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(port(0).terminated).toBe(true);
    await open();
    port(1).finish();
    await expect(first).resolves.toBe(result);

    const { pool: q, port: dead } = pool(1);
    const refused = expect(q.submit(...job)).rejects.toThrow('silent');
    await vi.advanceTimersByTimeAsync(20_000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(dead(1).terminated).toBe(true);
    await refused;
  });

  it('for want of a module rejects the jobs', async () => {
    const { pool: p } = pool(2, () => Promise.reject(new Error('no module')));
    await expect(p.submit(...job)).rejects.toThrow('no module');
  });

  it('has a name of its own', () => {
    expect(new EngineFailure('x').name).toBe('EngineFailure');
  });
});

describe('a closed pool', () => {
  it('has ended its workers and rejects what ran, what waited and what comes', async () => {
    const { pool: p, port, open } = pool(1);
    const running = p.submit(...job);
    const waiting = p.submit(...job);
    await open();
    p.close();
    expect(port(0).terminated).toBe(true);
    for (const promise of [running, waiting, p.submit(...job)]) {
      await expect(promise).rejects.toMatchObject({ name: 'AbortError' });
    }
  });

  it.each([0, -1, 1.5, NaN])('cannot have %d workers', (size) => {
    expect(() => pool(size)).toThrow(RangeError);
  });
});
