import { describe, expect, it } from 'vitest';
import { transferables } from '../src/protocol.ts';
import type { FromWorker, ToWorker } from '../src/protocol.ts';
import type { LocalEngine, OpenRun } from '../src/engine.ts';
import { serve } from '../src/serve.ts';
import type { CycleDiagram, FluidResult, HopfPoint } from '../src/fluid-types.ts';
import type { PacketWindow, RunPart, RunResult } from '../src/types.ts';
import { EngineError } from '../src/types.ts';
import { lane } from './lane.ts';

const notCalled = () => {
  throw new Error('not part of this test');
};
const module = new WebAssembly.Module(new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]));
const result = { label: 'fake' } as RunResult;
const part = { aqm: 'fake' } as RunPart;
const model = { label: 'fake' } as FluidResult;
const row = Float64Array.of(1, 5, 0, 1);
const diagram: CycleDiagram = { value: [], queue: [], growth: [], points: [], branches: [], message: '' };
const lost = { value: 40 } as HopfPoint;
const packets = { from: 1, to: 2 } as PacketWindow;

/** A worker around an engine whose runs take `slices` slices of 10 ms by a clock of its own. */
function worker(slices: number, openRun?: () => OpenRun) {
  const sent: FromWorker[] = [];
  const log: string[] = [];
  const resumes: (() => void)[] = [];
  let time = 0;
  const open = (): OpenRun => {
    let left = slices;
    log.push('open');
    return {
      advance: () => {
        time += 10;
        return --left <= 0;
      },
      get now() {
        return slices - left;
      },
      until: slices,
      result: () => result,
      part: () => part,
      window: () => packets,
      stops: notCalled,
      close: () => log.push('close'),
    };
  };
  const engine: LocalEngine = {
    catalogue: [],
    check: notCalled,
    program: notCalled,
    programWords: notCalled,
    resolve: notCalled,
    curve: notCalled,
    curveAt: notCalled,
    curveLaw: notCalled,
    fluid: notCalled,
    openFluid: () => {
      const run = open();
      return {
        advance: (work) => run.advance(work),
        get now() {
          return run.now;
        },
        until: run.until,
        result: () => model,
      };
    },
    oneLink: notCalled,
    mapRow: notCalled,
    openMapRow: () => ({ ...open(), result: () => row }),
    hopf: notCalled,
    openHopf: () => ({ ...open(), result: () => lost }),
    curves: notCalled,
    cycles: notCalled,
    openCycles: () => ({ ...open(), result: () => diagram }),
    openCurves: () => ({ ...open(), result: () => ({ curves: [] }) }),
    design: notCalled,
    open: openRun ?? open,
    encode: () => [],
    trim: () => undefined,
  };
  const receive = serve({
    post: (message) => sent.push(message),
    pause: () => new Promise((resolve) => resumes.push(resolve)),
    clock: () => time,
    createEngine: () => engine,
  });
  /** Lets the run do a slice. */
  const step = async () => {
    resumes.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { sent, log, step, send: (message: ToWorker) => receive(message) };
}

describe('the worker', () => {
  it('answers open with opened', async () => {
    const { sent, send } = worker(1);
    await send({ type: 'open', id: 0, module });
    expect(sent).toEqual([{ type: 'opened', id: 0 }]);
  });

  it('answers a run with progress, then the result, and closes it', async () => {
    const { sent, send, step, log } = worker(6);
    await send({ type: 'open', id: 0, module });
    const done = send({ type: 'ask', id: 7, question: 'run', input: { lane } });
    for (let i = 0; i < 5; ++i) await step();
    await done;
    expect(sent.slice(1)).toEqual([
      { type: 'progress', id: 7, done: 4, total: 6 },
      { type: 'answer', id: 7, answer: result },
    ]);
    expect(log).toEqual(['open', 'close']);
  });

  it('tells parts to who asks for them, ever less often, and none when the whole is there in a moment', async () => {
    const parts = async (slices: number) => {
      const { sent, send, step } = worker(slices);
      await send({ type: 'open', id: 0, module });
      const done = send({ type: 'ask', id: 7, question: 'run', input: { lane, parts: true } });
      // The slices after which something was told.
      const after: number[] = [];
      for (let i = 1; i <= slices; ++i) {
        if (sent.some((message) => message.type === 'part')) after.push(i);
        sent.length = 0;
        await step();
      }
      await done;
      return after;
    };
    // Slices take 10 ms: parts come at 10, 70, 280, 530, 780 ms.
    expect(await parts(100)).toEqual([1, 7, 28, 53, 78]);
    expect(await parts(1)).toEqual([]);
  });

  it('answers a window with the window', async () => {
    const { sent, send } = worker(1);
    await send({ type: 'open', id: 0, module });
    await send({ type: 'ask', id: 3, question: 'window', input: { lane, from: 1, to: 2 } });
    expect(sent.at(-1)).toEqual({ type: 'answer', id: 3, answer: packets });
  });

  it('obeys a cancel after the slice under way, frees the run and takes the next job', async () => {
    const { sent, send, step, log } = worker(1000);
    await send({ type: 'open', id: 0, module });
    const done = send({ type: 'ask', id: 1, question: 'run', input: { lane } });
    await step();
    await send({ type: 'cancel', id: 1 });
    await step();
    await done;
    expect(sent.at(-1)).toEqual({ type: 'cancelled', id: 1 });
    expect(log).toEqual(['open', 'close']);
    void send({ type: 'ask', id: 2, question: 'run', input: { lane } });
    expect(log).toEqual(['open', 'close', 'open']);
  });

  it('solves a fluid model in slices, and gives it up between two', async () => {
    const { sent, send, step, log } = worker(3);
    await send({ type: 'open', id: 0, module });
    const done = send({ type: 'ask', id: 1, question: 'fluid', input: { lane } });
    for (let i = 0; i < 2; ++i) await step();
    await done;
    expect(sent.at(-1)).toEqual({ type: 'answer', id: 1, answer: model });
    const given = send({ type: 'ask', id: 2, question: 'fluid', input: { lane } });
    await send({ type: 'cancel', id: 2 });
    await step();
    await given;
    expect(sent.at(-1)).toEqual({ type: 'cancelled', id: 2 });
    expect(log).toEqual(['open', 'open']);
  });

  it('searches for a loss of stability in slices, tells how far it is, and gives it up between two', async () => {
    const { sent, send, step, log } = worker(6);
    const input = { lane, knob: 'flows' } as const;
    await send({ type: 'open', id: 0, module });
    const done = send({ type: 'ask', id: 1, question: 'hopf', input });
    for (let i = 0; i < 5; ++i) await step();
    await done;
    expect(sent.find(({ type }) => type === 'progress')).toMatchObject({ id: 1, total: 6 });
    expect(sent.at(-1)).toEqual({ type: 'answer', id: 1, answer: lost });
    const given = send({ type: 'ask', id: 2, question: 'hopf', input });
    await send({ type: 'cancel', id: 2 });
    await step();
    await given;
    expect(sent.at(-1)).toEqual({ type: 'cancelled', id: 2 });
    expect(log).toEqual(['open', 'open']);
  });

  it('asks for a row of a map in slices, and gives it up between two', async () => {
    const { sent, send, step } = worker(3);
    const axis = { knob: 'rtt', from: 1, to: 3, count: 3, scale: 'linear' } as const;
    const input = { request: { lane, x: axis, y: axis }, x: [1, 2, 3], y: 5 };
    await send({ type: 'open', id: 0, module });
    const done = send({ type: 'ask', id: 1, question: 'mapRow', input });
    for (let i = 0; i < 2; ++i) await step();
    await done;
    expect(sent.at(-1)).toEqual({ type: 'answer', id: 1, answer: row });
    const given = send({ type: 'ask', id: 2, question: 'mapRow', input });
    await send({ type: 'cancel', id: 2 });
    await step();
    await given;
    expect(sent.at(-1)).toEqual({ type: 'cancelled', id: 2 });
  });

  it('ignores the cancel of a job that has ended or was never there', async () => {
    const { sent, send, step } = worker(2);
    await send({ type: 'open', id: 0, module });
    const done = send({ type: 'ask', id: 2, question: 'run', input: { lane } });
    await send({ type: 'cancel', id: 1 });
    await step();
    await done;
    expect(sent.at(-1)).toEqual({ type: 'answer', id: 2, answer: result });
    await send({ type: 'cancel', id: 2 });
    expect(sent).toHaveLength(2);
  });

  it('tells a refused lane from a failure', async () => {
    const issues = [{ path: 'duration', rule: 'must be positive', value: -1 }];
    const refusing = worker(1, () => {
      throw new EngineError('no', issues);
    });
    await refusing.send({ type: 'open', id: 0, module });
    await refusing.send({ type: 'ask', id: 1, question: 'run', input: { lane } });
    expect(refusing.sent.at(-1)).toEqual({ type: 'error', id: 1, refused: true, message: 'no', issues });

    const failing = worker(1, () => {
      throw new Error('trap');
    });
    await failing.send({ type: 'open', id: 0, module });
    await failing.send({ type: 'ask', id: 1, question: 'run', input: { lane } });
    expect(failing.sent.at(-1)).toEqual({
      type: 'error',
      id: 1,
      refused: false,
      message: 'trap',
      issues: [],
    });
  });

  it('has an error for a job that comes before the module or during another job', async () => {
    const { sent, send } = worker(5);
    await send({ type: 'ask', id: 1, question: 'run', input: { lane } });
    expect(sent.at(-1)).toMatchObject({ type: 'error', id: 1, refused: false });
    await send({ type: 'open', id: 0, module });
    void send({ type: 'ask', id: 2, question: 'run', input: { lane } });
    await send({ type: 'ask', id: 3, question: 'run', input: { lane } });
    expect(sent.at(-1)).toMatchObject({ type: 'error', id: 3, refused: false });
  });
});

describe('transferables', () => {
  it('are all buffers of columns, each once', () => {
    const a = new Float64Array(2);
    const b = new Uint8Array(a.buffer);
    const c = new Uint32Array(1);
    expect(transferables({ type: 'x', a, nested: { b, list: [c, 1, null, 'text'] } })).toEqual([
      a.buffer,
      c.buffer,
    ]);
  });

  it('leave a module alone', () => {
    expect(transferables({ module })).toEqual([]);
  });
});
