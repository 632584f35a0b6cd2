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
