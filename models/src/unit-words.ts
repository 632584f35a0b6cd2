/** What of a quantity follows the language of the page: units that are words, and the decimal sign. */
import { plural, t } from './language.ts';

export { decimal as written, withPoint } from './language.ts';

/** Signs such as "ms" are the same in every language. */
const UNIT_WORDS = ['packets', 'segments', 'bytes', 'packets/s', 'packets²/Hz', 'per minute'];

/** A unit in the language of the page, for a heading or an axis. */
export const unitWord = (unit: string): string => (UNIT_WORDS.includes(unit) ? t(unit) : unit);

/** "1 packet", "20 packets"; undefined for a unit that does not depend on its number. */
export function counted(value: number, count: string, unit: string): string | undefined {
  if (unit === 'packets') return plural(value, '{{count}} packet', '{{count}} packets', { count });
  if (unit === 'segments') return plural(value, '{{count}} segment', '{{count}} segments', { count });
  return undefined;
}
