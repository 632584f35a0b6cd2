/** Runs vectors with this engine and compares every packet. */
import { EngineError } from '../../wasm/src/types.ts';
import type { loadEngine } from '../../wasm/src/node.ts';
import type { Fate, Pattern, Vector, Vectors } from './folder.ts';
import { Refused } from '../command.ts';
import { settingOf } from './setting.ts';

export interface Difference {
  /** The packet's number, from 0. */
  readonly packet: number;
  readonly expected: Fate;
  readonly got: Fate;
}

export interface Comparison {
  readonly id: string;
  readonly module: string;
  readonly equal: boolean;
  /** The number of compared packets. */
  readonly packets: number;
  readonly first_difference: Difference | null;
  readonly reason: string | null;
}

type EngineHere = Awaited<ReturnType<typeof loadEngine>>;

/** The letters in a file of fates for the engine's words. */
const LETTERS: Readonly<Record<string, string>> = {
  sent: 's',
  marked: 'm',
  dropped_arriving: 'e',
  dropped_waiting: 'o',
  dropped_leaving: 'q',
  held: 'held',
};
const WORDS: Readonly<Record<string, string>> = {
  s: 'sent',
  m: 'sent with a mark',
  e: 'dropped as it comes',
  o: 'dropped as another comes',
  q: 'dropped as it leaves',
  held: 'never let go',
};

export async function compare(engine: EngineHere, vectors: Vectors, run: Vector): Promise<Comparison> {
  const pattern = await vectors.pattern(run);
  const expected = await vectors.fates(run);
  if (4 * expected.length !== pattern.arrivals.length)
    throw new Refused(
      `${run.fates} has ${expected.length} packets, ${pattern.file} has ${pattern.arrivals.length / 4}`,
    );
  await vectors.checkDraws(run);
  const { id, module } = run;
  const differs = (reason: string, packets = 0, first: Difference | null = null): Comparison => ({
    id,
    module,
    equal: false,
    packets,
    first_difference: first,
    reason,
  });
  const setting = settingOf(run, vectors.mtu);
  if (typeof setting === 'string') return differs(setting);
  let got: readonly Fate[];
  try {
    const { aqm, params, buffer, packetSize } = setting;
    const link = { rate: pattern.rate, buffer, packetSize };
    const timers = run.wheel ? 'wheel' : 'exact';
    const { drawSeed } = run;
    const ends = engine.oneLink({ aqm, params, link, drawSeed, timers, arrivals: pattern.arrivals });
    got = fatesIn(ends, engine.layout.packetEnds);
  } catch (error) {
    if (error instanceof EngineError)
      return differs(`the scheme here refuses its parameters: ${error.message}`);
    throw error;
  }
  const packets = expected.length;
  const first = expected.findIndex(({ fate, ns }, i) => got[i]?.fate !== fate || got[i].ns !== ns);
  const [theirs, ours] = [expected[first], got[first]];
  if (theirs === undefined || ours === undefined)
    return { id, module, equal: true, packets, first_difference: null, reason: null };
  const reason = `packet ${first} ${placeOf(pattern, first)} was ${told(theirs)}, here it is ${told(ours)}`;
  return differs(reason, packets, { packet: first, expected: theirs, got: ours });
}

const fatesIn = (numbers: Float64Array, words: readonly string[]): Fate[] =>
  Array.from({ length: numbers.length / 2 }, (_, i) => ({
    fate: LETTERS[words[numbers[2 * i] ?? -1] ?? ''] ?? '',
    ns: numbers[2 * i + 1] ?? NaN,
  }));

const told = ({ fate, ns }: Fate) => `${WORDS[fate] ?? fate} after ${ns} ns`;

function placeOf({ arrivals }: Pattern, packet: number): string {
  let at = 0;
  for (let i = 0; i <= packet; i++) at += arrivals[4 * i] ?? 0;
  return `(${arrivals[4 * packet + 1]} bytes of flow ${arrivals[4 * packet + 3]}, at ${(at / 1e9).toFixed(6)} s)`;
}
