/** The default ranges in which a search varies a lane's parameters. */
import type { Span } from '../study/sampling.ts';
import type { ParamInfo, Params } from '../types.ts';

export interface Range {
  readonly param: ParamInfo;
  readonly span: Span;
  readonly chosen: boolean;
}

/** Factor on each side of the present value. */
const FACTOR = 4;
/** The number of parameters that are selected at first. */
const FIRST = 2;

/** Three digits: the ends of a range are read and typed. */
export const rounded = (value: number): number => Number(value.toPrecision(3));

/**
 * Numeric parameters of a table; `resolved`: their present values. Those that shape the law come first and
 * are selected.
 */
export function rangesOf(params: readonly ParamInfo[], resolved: Params, wide = FACTOR): readonly Range[] {
  const numbers = params.flatMap((param) => {
    const value = resolved[param.name];
    const isNumber = (param.kind === 'number' || param.kind === 'integer') && typeof value === 'number';
    return isNumber && Number.isFinite(value) && value > 0 ? [{ param, value }] : [];
  });
  const prominent = numbers.filter(({ param }) => param.role !== 'plain');
  const first = (prominent.length > 0 ? prominent : numbers).slice(0, FIRST).map(({ param }) => param.name);
  return numbers.map(({ param, value }) => {
    const { min = -Infinity, max = Infinity, kind } = param;
    const from = Math.max(rounded(value / wide), min);
    const to = Math.min(rounded(value * wide), max);
    const whole = kind === 'integer';
    const span: Span = {
      from: whole ? Math.ceil(from) : from,
      to: whole ? Math.floor(to) : to,
      scale: 'log',
      whole,
    };
    return { param, span, chosen: first.includes(param.name) };
  });
}
