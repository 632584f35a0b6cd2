import { decimal } from '../../../models/src/language.ts';

/**
 * The number of decimals of a second that distinguish times in a range of this length: a hundredth of the
 * range is visible.
 */
export const decimalsOf = (length: number): number =>
  Math.max(0, Math.min(9, Math.ceil(2 - Math.log10(Math.max(length, 1e-9)))));

/** A time with as many decimals as are needed to distinguish the ends of the window. */
export const timeInWindow = (time: number, [from, to]: readonly [number, number]): string =>
  decimal(String(Number(time.toFixed(decimalsOf(to - from)))));
