/**
 * Checks a lane's AQM in a document that is refused for other reasons, so that all mistakes are reported
 * together.
 */
import { checkAqm, type AqmRules } from './aqm-rules.ts';
import { asChain, managedLinks, type NamedLink } from './chain.ts';
import { complete } from './complete.ts';
import type { Scenario } from './generated/scenario.ts';
import { isError, type Issue } from './issue.ts';
import { mergePatch } from './merge-patch.ts';
import { isObject, valueAt } from './path.ts';
import { nodeAt } from './schema.ts';
import { checkShape } from './shape.ts';

/** Errors of the AQMs of all lanes, each as far as the parts that it depends on have the right shape. */
export function checkAqmsAlone(document: unknown, engine: AqmRules): Issue[] {
  const lanes = valueAt(document, ['lanes']);
  if (!Array.isArray(lanes)) return [];
  const allowed = lanes.slice(0, nodeAt({}, ['lanes'])?.maxItems);
  return allowed.flatMap((_, i) => checkAqmAlone(document, i, engine));
}

/** Errors of the AQM of lane `i`; none if the AQM itself has the wrong shape. */
export function checkAqmAlone(document: unknown, i: number, engine: AqmRules): Issue[] {
  const aqm = valueAt(document, ['lanes', i, 'aqm']) ?? {};
  const alone = { version: 1, lanes: [{ aqm }] };
  if (checkShape(alone).length > 0) return [];
  const [lane] = complete(alone as Scenario).lanes;
  if (lane === undefined) return [];
  const set = valueAt(document, ['lanes', i, 'set']);
  return checkAqm(lane.aqm, linksUnder(document, set), ['lanes', i, 'aqm'], engine).filter(isError);
}

/**
 * The links that the AQM manages. If the network itself has the wrong shape, one link that allows everything
 * that any other link allows.
 */
function linksUnder(document: unknown, set: unknown): NamedLink[] {
  const part = (root: unknown) =>
    isObject(root) && root.network !== undefined ? { network: root.network } : {};
  const patched = { version: 1, ...(mergePatch(part(document), part(set)) as object) };
  if (checkShape(patched).length === 0) return managedLinks(asChain(complete(patched as Scenario).network));
  const roomiest = nodeAt({}, ['network', 'bottleneck', 'buffer'])?.maximum ?? Infinity;
  return managedLinks(asChain(complete({ version: 1 }).network)).map((link) => ({
    ...link,
    buffer: roomiest,
  }));
}
