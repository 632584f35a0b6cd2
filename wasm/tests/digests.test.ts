/**
 * One scenario, one digest and the same metrics: the module in Node against the native builds of g++ and
 * clang++ (tests/e2e has the browser, tests/arm64 another processor). `npm test` builds those first; if they
 * are missing, this file prints a message and compares nothing.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../src/node.ts';
import { digestLanes, type Agreed } from './digest-lanes.ts';
import { inModule, natively } from './native-digests.ts';

const program = (preset: string) =>
  fileURLToPath(new URL(`../../build/${preset}/bindings/native_digest`, import.meta.url));

const engine = await loadEngine();
const lanes = digestLanes(engine.catalogue);

describe('the digest of a run', () => {
  const expected = inModule(engine, lanes);

  it('differs from lane to lane', () => {
    const digests = expected.map((line) => /"digest":"(\w+)"/.exec(line)?.[1]);
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('knows waiting times beyond 32 bits of nanoseconds', () => {
    const slow = expected.find((line) => line.startsWith('slow '));
    const { queueing_delay_mean, queueing_delay_p95, queueing_delay_p99 } = JSON.parse(
      slow?.slice('slow '.length) ?? '{}',
    ) as Agreed['metrics'];
    expect(queueing_delay_mean).toBeGreaterThan(5);
    expect(queueing_delay_p95).toBeGreaterThan(queueing_delay_mean ?? NaN);
    expect(queueing_delay_p99).toBeGreaterThanOrEqual(queueing_delay_p95 ?? NaN);
  });

  for (const [preset, compiler] of [
    ['sanitize', 'clang++ with sanitizers'],
    ['native', 'g++'],
    ['bench', 'g++ at -O3'],
  ] as const) {
    it.runIf(existsSync(program(preset)))(
      `is the same in the native build of ${compiler}`,
      () => {
        expect(natively([program(preset)], engine, lanes)).toEqual(expected);
      },
      120_000,
    );
  }
});
