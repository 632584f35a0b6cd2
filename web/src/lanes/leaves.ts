/** The values of a merge patch, each with its path. */
import { complete, type Traffic } from '../../../models/src/index.ts';
import { isObject } from '../../../models/src/path.ts';
import { and } from './answer.ts';
import { flowsOf } from './rows.ts';

/** For example "network.bottleneck.buffer" and its value. */
export function leavesOf(
  patch: unknown,
  path = '',
): readonly { readonly path: string; readonly text: string }[] {
  if (path === 'traffic' && Array.isArray(patch))
    return [{ path, text: and(complete({ version: 1, traffic: patch as Traffic[] }).traffic.map(flowsOf)) }];
  if (!isObject(patch)) return [{ path, text: JSON.stringify(patch) }];
  return Object.entries(patch).flatMap(([key, value]) =>
    leavesOf(value, path === '' ? key : `${path}.${key}`),
  );
}
