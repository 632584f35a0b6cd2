/** A place in a document as people write it: `lanes[1].aqm.params.max_th`. */
export type Path = readonly (string | number)[];

/** Keys that are no names are quoted: `params["odd key"]`. */
export function showPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^[$\w-]+$/.test(step)) return `${text}[${JSON.stringify(step.slice(0, 60))}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/** What stands at `path`; undefined when nothing does. */
export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((node, step) => {
    if (Array.isArray(node)) return typeof step === 'number' ? (node[step] as unknown) : undefined;
    return isObject(node) && Object.hasOwn(node, step) ? node[step] : undefined;
  }, root);
}

/** A copy of `object` that lacks `keys`. */
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
