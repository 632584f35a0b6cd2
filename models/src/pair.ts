/** A number, or a range from which each flow draws its own value: its ends, and its mean. */
import type { NumberOrPair } from './types.ts';

export const low = (value: NumberOrPair): number => (typeof value === 'number' ? value : value[0]);
export const high = (value: NumberOrPair): number => (typeof value === 'number' ? value : value[1]);
export const mean = (value: NumberOrPair): number => (low(value) + high(value)) / 2;
