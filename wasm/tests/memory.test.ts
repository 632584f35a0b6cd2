/**
 * Behaviour when memory runs out. The module's own limit of 2 GB is lowered, so that a run of ten million
 * packets in progress exhausts it. The run must end with a sentence and not with a trap at some address, and
 * the next question must be answered.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createEngine } from '../src/engine.ts';
import { EngineError, type LaneScenario } from '../src/types.ts';
import { ftp, lane } from './lane.ts';

const PAGE = 65_536;
const MEMORY = 5;

/** Unsigned LEB128 at `at`: the number, and where it ends. */
function leb(bytes: Uint8Array, at: number): readonly [value: number, end: number] {
  let value = 0;
  for (let shift = 0, i = at; ; shift += 7, ++i) {
    const byte = bytes[i] ?? 0;
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, i + 1];
  }
}

/** The module with another limit of its memory, in as many bytes as its own (WebAssembly Core 1.0, section 5.5.8). */
function limited(module: Uint8Array<ArrayBuffer>, pages: number): Uint8Array<ArrayBuffer> {
  const bytes = module.slice();
  for (let at = 8; at < bytes.length;) {
    const [size, body] = leb(bytes, at + 1);
    if (bytes[at] === MEMORY) {
      // One memory, which has a minimum and a maximum.
      expect([bytes[body], bytes[body + 1]]).toEqual([1, 1]);
      const [, from] = leb(bytes, body + 2);
      const [, end] = leb(bytes, from);
      for (let i = from, left = pages; i < end; ++i, left = Math.floor(left / 128))
        bytes[i] = (left % 128) | (i + 1 < end ? 128 : 0);
      return bytes;
    }
    at = body + size;
  }
  throw new Error('the module has no memory');
}

const crowded: LaneScenario = {
  ...lane,
  duration: 0.05,
  warmup: 0,
  network: {
    ...lane.network,
    links: [{ rate: 1e10, delay: 0.02, buffer: 140, managed: true }],
    access: { rate: 1e10, delay: 0.005 },
  },
  traffic: [{ ...ftp, flows: 10_000, start: 0, initial_window: 1000, handshake: false }],
};

it('a run that needs more than there is ends with a sentence, and the next one is as ever', async () => {
  const bytes = new Uint8Array(readFileSync(new URL('../prebuilt/aqm.wasm', import.meta.url)));
  const digest = (engine: ReturnType<typeof createEngine>) => {
    const run = engine.open({ ...lane, duration: 2 });
    while (!run.advance(1e9));
    return run.result().digest;
  };
  const engine = createEngine(await WebAssembly.compile(limited(bytes, (64 * 1024 * 1024) / PAGE)));
  const run = engine.open(crowded);
  const whole = () => {
    while (!run.advance(20_000));
  };
  expect(whole).toThrow('it ended itself with status 1, as it does when memory runs out');
  expect(whole).toThrow(EngineError);
  expect(digest(engine)).toBe(digest(createEngine(await WebAssembly.compile(bytes))));
});
