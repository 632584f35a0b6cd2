/** What a link is besides a rate, a delay and a queue, in a few words each. */
import { t, wordList } from '../../../../models/src/language.ts';
import { formatQuantity } from '../../../../models/src/index.ts';
import type { ChainLink } from '../../../../wasm/src/types.ts';

const CELLS = { none: '', atm: 'ATM', ptm: 'PTM' } as const;

/** Rates of both directions, where they differ. */
export function ratesOf({ rate, reverse }: ChainLink): string {
  const back = reverse?.rate ?? rate;
  const there = formatQuantity(rate, 'bit/s');
  return back === rate
    ? there
    : t('{{there}}, back {{back}}', { there, back: formatQuantity(back, 'bit/s') });
}

export function queuesOf({ buffer, reverse }: ChainLink): string {
  const back = reverse?.buffer ?? buffer;
  return back === buffer
    ? t('queue of {{buffer}}', { buffer })
    : t('queue of {{buffer}}, back {{back}}', { buffer, back });
}

export function kindOf({ frame, grant_period, jitter, policer, changes, reverse }: ChainLink): string {
  const { overhead = 0, mpu = 0, cells = 'none' } = frame ?? {};
  const words: readonly (string | false)[] = [
    CELLS[cells],
    overhead > 0 && t('{{overhead}} bytes more', { overhead }),
    mpu > 0 && t('at least {{mpu}} bytes', { mpu }),
    (grant_period ?? 0) > 0 ? t('in grants') : (reverse?.grant_period ?? 0) > 0 && t('back in grants'),
    ((jitter ?? 0) > 0 || (reverse?.jitter ?? 0) > 0) && t('jitter'),
    policer?.rate !== undefined && t('policed at {{rate}}', { rate: formatQuantity(policer.rate, 'bit/s') }),
    (changes?.length ?? 0) > 0 && t('changes over time'),
    reverse?.aqm === 'lane' && t('AQM back'),
  ];
  return wordList(words.filter((word): word is string => word !== false && word !== ''));
}
