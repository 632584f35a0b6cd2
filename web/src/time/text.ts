/** Decimals of a second with which moments of a stretch of so many seconds are told apart: a hundredth of it shows. */
export const decimalsOf = (length: number): number =>
  Math.max(0, Math.min(9, Math.ceil(2 - Math.log10(Math.max(length, 1e-9)))));

/** As many decimals as it takes to tell the ends of the window apart. */
export const timeInWindow = (time: number, [from, to]: readonly [number, number]): string =>
  String(Number(time.toFixed(decimalsOf(to - from))));
