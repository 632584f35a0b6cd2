import type { LaneScenario } from './types.ts';
import { asChain } from './chain.ts';
import { complete } from './complete.ts';
import type { Scenario } from './generated/scenario.ts';
import { mergePatch } from './merge-patch.ts';
import { without } from './path.ts';

/**
 * The lanes that the engine runs: each lane of a valid document, with its patch applied and every default
 * filled in.
 */
export function lanes(document: Scenario): LaneScenario[] {
  const base = without(document, 'lanes');
  const whole = complete(document);
  return whole.lanes.map(({ label, aqm, set }) => {
    const own = Object.keys(set).length === 0 ? whole : complete(mergePatch(base, set) as Scenario);
    const { seed, duration, warmup, network, traffic } = own;
    return { label, seed, duration, warmup, network: asChain(network), traffic, aqm };
  });
}
