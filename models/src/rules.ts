/** Rules across keys, which a schema cannot say. They see one scenario with all its defaults. */
import type { NumberOrPair } from './types.ts';
import { findChainConflicts } from './chain-rules.ts';
import type { CompleteScenario } from './complete.ts';
import { MAX_FLOWS } from './limits.ts';
import type { Path } from './path.ts';
import { describeWork, estimateWork } from './work.ts';

/** A broken rule between several places; the first of `paths` is the one to name when nothing else decides. */
export interface Conflict {
  readonly severity: 'error' | 'warning';
  readonly paths: readonly Path[];
  readonly rule: string;
  readonly nearest?: number;
}

const low = (span: NumberOrPair) => (typeof span === 'number' ? span : span[0]);
const high = (span: NumberOrPair) => (typeof span === 'number' ? span : span[1]);

const SPANS = ['start', 'stop', 'bytes', 'rate', 'on', 'off'] as const;

/** A lane of so many packets takes longer than a reader of a page likes to wait. */
const MANY_PACKETS = 2e7;

export function findConflicts(scenario: CompleteScenario): Conflict[] {
  const found: Conflict[] = [];
  const error = (rule: string, ...paths: Path[]) => found.push({ severity: 'error', paths, rule });
  const warn = (rule: string, ...paths: Path[]) => found.push({ severity: 'warning', paths, rule });
  const { duration, warmup, network, traffic } = scenario;

  if (warmup >= duration)
    error(`warmup < duration must hold (duration is ${duration} s)`, ['warmup'], ['duration']);
  const { delay } = network.access;
  if (low(delay) > high(delay)) error('a pair [a, b] has a <= b', ['network', 'access', 'delay']);

  for (const [i, row] of traffic.entries()) {
    const at = (key: string): Path => ['traffic', i, key];
    for (const key of SPANS) {
      const span = row[key];
      if (span !== undefined && low(span) > high(span)) error('a pair [a, b] has a <= b', at(key));
    }
    if (row.stop !== undefined && high(row.start) >= low(row.stop)) {
      error('start < stop must hold for every flow', at('stop'), at('start'));
    }
    if (low(row.start) >= duration) {
      warn(`these flows start after the end of the run (duration is ${duration} s)`, at('start'), [
        'duration',
      ]);
    }
  }

  found.push(...findChainConflicts(scenario));

  const flows = traffic.reduce((sum, row) => sum + row.flows, 0);
  if (flows > MAX_FLOWS) {
    const largest = traffic.reduce((best, row, i) => (row.flows > (traffic[best]?.flows ?? 0) ? i : best), 0);
    error(
      `all rows of traffic together have at most ${MAX_FLOWS} flows, these have ${flows}`,
      ['traffic', largest, 'flows'],
      ['traffic'],
    );
  }

  const packets = estimateWork({ duration, network, traffic });
  if (packets > MANY_PACKETS) {
    warn(
      `${describeWork(packets)}; a shorter duration or a lower rate helps`,
      ['duration'],
      network.links === undefined ? ['network', 'bottleneck', 'rate'] : ['network', 'links'],
      ['traffic'],
    );
  }
  return found;
}
