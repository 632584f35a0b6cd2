import { isObject, type Path } from '../../../models/src/path.ts';

/**
 * The document with `next` at the path; `undefined` takes the key away, and objects that are empty then, too. An entry of a
 * list stays, empty: a row of traffic of which everything is the default is a row all the same.
 */
export function setAt(value: unknown, path: Path, next: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (typeof step === 'number') {
    const list: readonly unknown[] = Array.isArray(value) ? (value as readonly unknown[]) : [];
    if (rest.length === 0 && next === undefined) return list.filter((_, i) => i !== step);
    return Object.assign([...list], { [step]: setAt(list[step], rest, next) ?? {} });
  }
  const old = isObject(value) ? value : {};
  const changed = setAt(Object.hasOwn(old, step) ? old[step] : undefined, rest, next);
  if (changed !== undefined) return { ...old, [step]: changed };
  const others = Object.fromEntries(Object.entries(old).filter(([key]) => key !== step));
  return Object.keys(others).length === 0 ? undefined : others;
}
