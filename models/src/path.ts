/** A place in a document as users write it: `lanes[1].aqm.params.max_th`. */
export type Path = readonly (string | number)[];

/** Keys that are not plain names are quoted: `params["odd key"]`. */
export function showPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^[$\w-]+$/.test(step)) return `${text}[${JSON.stringify(step.slice(0, 60))}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/** The value at `path`; undefined if there is none. */
export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((node, step) => {
    if (Array.isArray(node)) return typeof step === 'number' ? (node[step] as unknown) : undefined;
    return isObject(node) && Object.hasOwn(node, step) ? node[step] : undefined;
  }, root);
}

/** A copy of `object` without `keys`. */
export function without<T extends object, K extends keyof T>(object: T, ...keys: K[]): Omit<T, K> {
  const copy = { ...object };
  for (const key of keys) Reflect.deleteProperty(copy, key);
  return copy;
}

export type JsonObject = Record<string, unknown>;
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The document with `next` at the path; `undefined` removes the key, and objects that become empty. An entry
 * of a list stays even if it is empty: a row of traffic with only defaults is still a row.
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
