/**
 * Digests of lanes from a native build of the engine: bindings/native/digest.cpp, built by CMake or for
 * another processor.
 */
import { execFileSync } from 'node:child_process';
import type { LocalEngine } from '../src/engine.ts';
import type { LaneScenario } from '../src/types.ts';
import { agreed, type Agreed } from './digest-lanes.ts';

/** What the program prints of a run. */
type NativeRun = Pick<Agreed, 'digest' | 'events'> & {
  readonly observed: number;
  readonly links: readonly Pick<Agreed, 'metrics'>[];
};

/** A line for each lane, as the module has it with `inModule`. `program`: the path, or an emulator and the path. */
export function natively(
  program: readonly [string, ...string[]],
  engine: LocalEngine,
  lanes: readonly LaneScenario[],
): string[] {
  const input = lanes.map((lane) => {
    const numbers = Array.from(engine.encode(lane));
    return [numbers.length, ...numbers.map((n) => (Number.isNaN(n) ? 'nan' : String(n)))].join(' ');
  });
  const [command, ...args] = program;
  const output = execFileSync(command, args, {
    input: input.join('\n'),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
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

export function inModule(engine: LocalEngine, lanes: readonly LaneScenario[]): string[] {
  return lanes.map((lane) => {
    const run = engine.open(lane);
    while (!run.advance(50_000));
    const result = run.result();
    run.close();
    return `${lane.label} ${agreed(result)}`;
  });
}
