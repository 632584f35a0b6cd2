import { isObject, type Path } from '../../../models/src/path.ts';

/** The document with `next` at the path; `undefined` takes the key away, and objects that are empty then, too. */
export function setAt(value: unknown, path: Path, next: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (typeof step === 'number') {
    const list: readonly unknown[] = Array.isArray(value) ? (value as readonly unknown[]) : [];
    const changed = setAt(list[step], rest, next);
    if (changed === undefined) return list.filter((_, i) => i !== step);
    return Object.assign([...list], { [step]: changed });
  }
  const old = isObject(value) ? value : {};
  const changed = setAt(Object.hasOwn(old, step) ? old[step] : undefined, rest, next);
  if (changed !== undefined) return { ...old, [step]: changed };
  const others = Object.fromEntries(Object.entries(old).filter(([key]) => key !== step));
  return Object.keys(others).length === 0 ? undefined : others;
}
