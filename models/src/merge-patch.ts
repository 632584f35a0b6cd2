import { isObject } from './path.ts';

/**
 * JSON Merge Patch, RFC 7396 section 2: null removes, objects merge, everything else replaces. Neither input
 * changes.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/** Whether a patch determines the value at a path: it names the path, or replaces an object around it. */
export function decides(patch: unknown, path: readonly (string | number)[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined || !isObject(patch)) return true;
  return Object.hasOwn(patch, step) && decides(patch[step], rest);
}

/**
 * The merge patch that turns `source` into `target`; undefined if they are equal. `target` must not contain
 * null.
 */
export function patchBetween(source: unknown, target: unknown): unknown {
  if (!isObject(source) || !isObject(target))
    return JSON.stringify(source) === JSON.stringify(target) ? undefined : target;
  const keys = new Set([...Object.keys(source), ...Object.keys(target)]);
  const changed = [...keys].flatMap((key) => {
    if (!Object.hasOwn(target, key)) return [[key, null] as const];
    const patch = patchBetween(source[key], target[key]);
    return patch === undefined ? [] : [[key, patch] as const];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
