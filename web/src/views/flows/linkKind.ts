/** What a link is besides a rate, a delay and a queue, in a few words each. */
import { formatQuantity } from '../../../../models/src/index.ts';
import type { ChainLink } from '../../../../wasm/src/types.ts';

const CELLS = { none: '', atm: 'ATM', ptm: 'PTM' } as const;

/** Rates of both directions, where they differ. */
export function ratesOf({ rate, reverse }: ChainLink): string {
  const back = reverse?.rate ?? rate;
  const there = formatQuantity(rate, 'bit/s');
  return back === rate ? there : `${there}, back ${formatQuantity(back, 'bit/s')}`;
}

export function queuesOf({ buffer, reverse }: ChainLink): string {
  const back = reverse?.buffer ?? buffer;
  return back === buffer ? `queue of ${buffer}` : `queue of ${buffer}, back ${back}`;
}

export function kindOf({ frame, grant_period, jitter, policer, changes, reverse }: ChainLink): string {
  const { overhead = 0, mpu = 0, cells = 'none' } = frame ?? {};
  return [
    CELLS[cells],
    overhead > 0 && `${overhead} bytes more`,
    mpu > 0 && `at least ${mpu} bytes`,
    (grant_period ?? 0) > 0 ? 'in grants' : (reverse?.grant_period ?? 0) > 0 && 'back in grants',
    ((jitter ?? 0) > 0 || (reverse?.jitter ?? 0) > 0) && 'jitter',
    policer?.rate !== undefined && `policed at ${formatQuantity(policer.rate, 'bit/s')}`,
    (changes?.length ?? 0) > 0 && 'changes over time',
    reverse?.aqm === 'lane' && 'AQM back',
  ]
    .filter(Boolean)
    .join(', ');
}
