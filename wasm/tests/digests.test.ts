/**
 * One scenario, one digest: the module in Node against the native builds of g++ and clang++ (tests/e2e has the browser).
 * `npm test` builds those first; where they are missing this file says so and compares nothing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../src/node.ts';
import { digestLanes } from './digest-lanes.ts';

const program = (preset: string) =>
  fileURLToPath(new URL(`../../build/${preset}/wasm/native_digest`, import.meta.url));

const engine = await loadEngine();
const lanes = digestLanes(engine.catalogue);

function inModule() {
  return lanes.map((lane) => {
    const run = engine.open(lane);
    while (!run.advance(50_000));
    const { digest } = run.result();
    run.close();
    return `${lane.label} ${digest}`;
  });
}

function natively(preset: string) {
  const input = lanes.map((lane) => {
    const numbers = Array.from(engine.encode(lane));
    return [numbers.length, ...numbers.map((n) => (Number.isNaN(n) ? 'nan' : String(n)))].join(' ');
  });
  const output = execFileSync(program(preset), { input: input.join('\n'), encoding: 'utf8' });
  return output
    .trim()
    .split('\n')
    .map((digest, i) => `${lanes[i]?.label ?? ''} ${digest}`);
}

describe('the digest of a run', () => {
  const expected = inModule();

  it('differs from lane to lane', () => {
    const digests = expected.map((line) => line.split(' ')[1]);
    expect(new Set(digests).size).toBe(digests.length);
  });

  for (const [preset, compiler] of [
    ['sanitize', 'g++ with sanitizers'],
    ['clang', 'clang++'],
  ] as const) {
    it.runIf(existsSync(program(preset)))(
      `is the same in the native build of ${compiler}`,
      () => {
        expect(natively(preset)).toEqual(expected);
      },
      120_000,
    );
  }
});
