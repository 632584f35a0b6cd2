/**
 * One scenario, one digest and the same figures: the module in Node against the native builds of g++ and clang++ (tests/e2e has the
 * browser).
 * `npm test` builds those first; where they are missing this file says so and compares nothing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../src/node.ts';
import { agreed, digestLanes, type Agreed } from './digest-lanes.ts';

const program = (preset: string) =>
  fileURLToPath(new URL(`../../build/${preset}/bindings/native_digest`, import.meta.url));

const engine = await loadEngine();
const lanes = digestLanes(engine.catalogue);

function inModule() {
  return lanes.map((lane) => {
    const run = engine.open(lane);
    while (!run.advance(50_000));
    const result = run.result();
    run.close();
    return `${lane.label} ${agreed(result)}`;
  });
}

/** What the program prints of a run. */
type NativeRun = Pick<Agreed, 'digest' | 'events'> & {
  readonly observed: number;
  readonly links: readonly Pick<Agreed, 'metrics'>[];
};

function natively(preset: string) {
  const input = lanes.map((lane) => {
    const numbers = Array.from(engine.encode(lane));
    return [numbers.length, ...numbers.map((n) => (Number.isNaN(n) ? 'nan' : String(n)))].join(' ');
  });
  const output = execFileSync(program(preset), { input: input.join('\n'), encoding: 'utf8' });
  return output
    .trim()
    .split('\n')
    .map((line, i) => {
      const run = JSON.parse(line) as NativeRun;
      const metrics = run.links[run.observed]?.metrics;
      if (metrics === undefined) throw new Error(`the native program recorded no link ${run.observed}`);
      return `${lanes[i]?.label ?? ''} ${agreed({ ...run, metrics })}`;
    });
}

describe('the digest of a run', () => {
  const expected = inModule();

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
    ['release', 'g++'],
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
