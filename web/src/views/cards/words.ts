/** The numbers of the cards in words. */
import { decimal, t } from '../../../../models/src/language.ts';
import type { Cell, Figure, Finding } from '../../../../models/src/cards/index.ts';

/** Seconds are shown in ms below a second; shares in percent. */
export function cellText(cell: Cell, { unit, id }: Pick<Figure, 'unit' | 'id'>): string {
  if (cell === null) return '–';
  const [mean, half] = cell;
  // A ratio of two rates is not shown in percent.
  if (id === 'ratio') return withHalf(mean, half, 1, '');
  if (unit === '1') return withHalf(mean, half, 100, ' %');
  return mean < 1 ? withHalf(mean, half, 1000, ' ms') : withHalf(mean, half, 1, ' s');
}

/** Three digits; half the width of the interval has as many decimals. */
function withHalf(mean: number, half: number | null, scale: number, unit: string): string {
  const value = mean * scale;
  const decimals = value === 0 ? 0 : Math.max(0, Math.min(3, 2 - Math.floor(Math.log10(Math.abs(value)))));
  const text = decimal(value.toFixed(decimals));
  if (half === null) return text + unit;
  return `${text} ± ${decimal((half * scale).toFixed(decimals))}${unit}`;
}

/** "No scheme is better", "3 of 59 schemes are better". */
export const rankText = (by: number, of: number): string =>
  by === 0
    ? t('no scheme is better')
    : by === 1
      ? t('1 of {{of}} schemes is better', { of: of - 1 })
      : t('{{by}} of {{of}} schemes are better', { by, of: of - 1 });

/** "Waiting, mean 8.1 ± 0.2 ms in “Heavy congestion”: no scheme is better". */
export const findingText = ({ row, figure, cell, by, of }: Finding): string =>
  t('{{label}} {{cellText}} in “{{title}}”: {{rankText}}.', {
    label: t(figure.label),
    cellText: cellText(cell, figure),
    title: t(row.title),
    rankText: rankText(by, of),
  });
