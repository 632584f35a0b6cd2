import { t } from './language.ts';

const rounded = (value: number) => Number(value.toPrecision(2));

/** A time with two digits, because the speed of the machine is not known better. */
export function timeText(seconds: number): string {
  if (seconds < 1) return t('less than 1 s');
  if (seconds < 90) return t('{{n}} s', { n: rounded(seconds) });
  if (seconds < 5400) return t('{{n}} minutes', { n: rounded(seconds / 60) });
  if (seconds < 1.5 * 86_400) return t('{{n}} hours', { n: rounded(seconds / 3600) });
  return t('{{n}} days', { n: rounded(seconds / 86_400) });
}
