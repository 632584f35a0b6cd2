import { language } from '../../../models/src/language.ts';

/**
 * Caches the value that `make` returns for an object, for as long as the object lives. Only the value for the
 * latest further arguments is cached: other arguments, or another
 * language, make the value again.
 */
export function memoBy<K extends object, A extends readonly unknown[], V>(
  make: (key: K, ...details: A) => V,
): (key: K, ...details: A) => V {
  const last = new WeakMap<K, { readonly details: A; readonly spoken: string; readonly made: V }>();
  return (key, ...details) => {
    const found = last.get(key);
    if (found?.spoken === language() && found.details.every((one, i) => Object.is(one, details[i])))
      return found.made;
    const made = make(key, ...details);
    last.set(key, { details, spoken: language(), made });
    return made;
  };
}
