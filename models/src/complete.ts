/** Writes out every default in a document, or leaves out every default; both follow the schema. */
import type { AqmInfo, Bottleneck, ChainLink, LaneScenario, Params, TrafficRow } from './types.ts';
import { fillChain, shortenChain } from './chain.ts';
import { infoOf } from './info-of.ts';
import type { Scenario } from './generated/scenario.ts';
import { isObject, without, type JsonObject } from './path.ts';
import { childNode, DEFAULT_AQM, resolve, SCENARIO, type SchemaNode } from './schema.ts';

export interface CompleteLane {
  readonly label: string;
  readonly aqm: { readonly id: string; readonly params: Params };
  readonly set: JsonObject;
}

/**
 * A network as documents describe it: a bottleneck, or a chain whose links take missing values from the
 * bottleneck.
 */
export interface CompleteNetwork extends Omit<LaneScenario['network'], 'links' | 'observed'> {
  readonly topology: 'dumbbell' | 'chain';
  readonly bottleneck: Bottleneck;
  /** Only in a chain. */
  readonly links?: readonly ChainLink[];
  readonly observed?: number;
}

/**
 * A scenario with all defaults written out. Only keys without a default may be missing: `stop`, `bytes`,
 * `receiver_window`, AQM parameters.
 */
export interface CompleteScenario extends Pick<LaneScenario, 'seed' | 'duration' | 'warmup'> {
  readonly version: 1;
  readonly title: string;
  readonly question: string;
  readonly source: string;
  readonly network: CompleteNetwork;
  readonly traffic: readonly TrafficRow[];
  readonly lanes: readonly CompleteLane[];
}

/** Fills in every default. `document` has the right shape. */
export function complete(document: Scenario): CompleteScenario {
  const filled = fill(SCENARIO, document) as CompleteScenario;
  return fillChain({
    ...filled,
    lanes: filled.lanes.map(({ label, aqm, set }) => ({
      label: (label as string | undefined) ?? aqm.id,
      aqm,
      set,
    })),
  });
}

function fill(node: SchemaNode, value: unknown): unknown {
  const own = resolve(node, value);
  if (Array.isArray(value)) return own.items ? value.map((item) => fill(own.items ?? {}, item)) : value;
  if (!isObject(value) || own.properties === undefined) return value;
  const filled = new Map<string, unknown>();
  for (const [key, child] of Object.entries(own.properties)) {
    const given = Object.hasOwn(value, key) ? value[key] : resolve(child, undefined).default;
    if (given !== undefined) filled.set(key, fill(child, given));
  }
  return Object.fromEntries(filled);
}

/**
 * The canonical form: keys in the order of the schema (parameters in that of the catalogue), without values
 * that equal their defaults. Equal scenarios have equal canonical forms, and links carry these. Without a
 * catalogue, parameters are sorted by name and none is left out.
 */
export function normalise(document: Scenario, catalogue: readonly AqmInfo[] = []): Scenario {
  const pruned = prune(SCENARIO, without(shortenChain(document), 'version', '$schema'), catalogue) as Omit<
    Scenario,
    'version'
  >;
  return { version: 1, ...pruned };
}

function prune(node: SchemaNode, value: unknown, catalogue: readonly AqmInfo[]): unknown {
  const own = resolve(node, value);
  if (Array.isArray(value))
    return own.items ? value.map((item) => prune(own.items ?? {}, item, catalogue)) : value;
  if (!isObject(value)) return value;
  if (own.title === 'Aqm') return pruneAqm(value, catalogue);
  const kept = new Map<string, unknown>();
  for (const [key, child] of Object.entries(own.properties ?? {})) {
    if (!Object.hasOwn(value, key)) continue;
    const member =
      key === 'set' && own.title === 'Lane'
        ? ordered(SCENARIO, value[key])
        : prune(child, value[key], catalogue);
    const fallback = resolve(child, undefined).default;
    if (fallback === undefined || !same(member, prune(child, fallback, catalogue))) kept.set(key, member);
  }
  if (own.title === 'Lane' && kept.get('label') === laneId(value)) kept.delete('label');
  return Object.fromEntries(kept);
}

function laneId(lane: JsonObject): unknown {
  return (isObject(lane.aqm) ? lane.aqm.id : undefined) ?? DEFAULT_AQM;
}

function pruneAqm(aqm: JsonObject, catalogue: readonly AqmInfo[]): JsonObject {
  const id = typeof aqm.id === 'string' ? aqm.id : DEFAULT_AQM;
  const given = isObject(aqm.params) ? (aqm.params as Params) : {};
  const table = infoOf(catalogue, { id, params: given })?.params ?? [];
  const order = new Map(table.map((param, i) => [param.name, i]));
  const params = Object.entries(given)
    // A program text stays even if it equals the default, because the default may change.
    .filter(([name, value]) => {
      const param = table.find((one) => one.name === name);
      return param?.kind === 'text' || !same(value, param?.default);
    })
    .sort(([a], [b]) => (order.get(a) ?? Infinity) - (order.get(b) ?? Infinity) || (a < b ? -1 : 1));
  return {
    ...(id === DEFAULT_AQM ? {} : { id }),
    ...(params.length === 0 ? {} : { params: Object.fromEntries(params) }),
  };
}

/**
 * A merge patch with its keys in the order of the schema. Nothing is left out: in a patch, a default
 * overrides the scenario.
 */
function ordered(node: SchemaNode, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(resolve(node, value).items ?? {}, item));
  if (!isObject(value)) return value;
  const names = Object.keys(resolve(node, value).properties ?? {});
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => names.indexOf(a) - names.indexOf(b))
      .map(([key, member]) => [key, ordered(childNode(node, value, key) ?? {}, member)]),
  );
}

/** Compares JSON texts; both sides have their keys in the same order. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
