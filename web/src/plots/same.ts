/**
 * Compares pictures: an unchanged picture is not drawn again, because that would delay the answer to an edit.
 */
import type { Layout } from './figure.ts';
import type { Scale } from './scale.ts';

/** Compares all parts; columns of numbers and functions are equal only if identical. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => same(item, b[i]));
  if (!isPlain(a) || !isPlain(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => same(a[key], b[key]));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A scale is defined by its kind, domain and range; its functions follow from them. */
const essence = ({ kind, domain, range }: Scale) => ({ kind, domain, range });

export const sameLayout = (a: Layout | null, b: Layout | null): boolean =>
  a === null || b === null
    ? a === b
    : same({ ...a, sx: essence(a.sx), sy: essence(a.sy) }, { ...b, sx: essence(b.sx), sy: essence(b.sy) });

/** Returns the first of equal values, so that code that compares by identity sees no change. */
export function firstOfEqual<T>(equal: (a: T, b: T) => boolean): (value: T) => T {
  let first: { readonly value: T } | undefined;
  return (value) => {
    if (first === undefined || !equal(first.value, value)) first = { value };
    return first.value;
  };
}
