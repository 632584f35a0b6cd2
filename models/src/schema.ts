/** The scenario's JSON Schema as the program reads it: the one place of keys, units, bounds and defaults. */
import document from '../schema/scenario.v1.schema.json' with { type: 'json' };
import type { SourceId } from './generated/facts.ts';
import { isObject, without } from './path.ts';

export interface SchemaNode {
  readonly $ref?: string;
  readonly title?: string;
  /** In forms. */
  readonly label?: string;
  readonly description?: string;
  /** What stands in a form when it is left out. */
  readonly without?: string;
  /** SI unit, as units.ts knows it. */
  readonly unit?: string;
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  /** What a form writes for each word of `enum`. */
  readonly names?: Readonly<Record<string, string>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
}

const definitions: Readonly<Record<string, SchemaNode>> = document.$defs;
export const SCENARIO: SchemaNode = resolve(document, undefined);

/** The kinds of traffic, in the order of the schema. */
export const KINDS = (definitions.traffic?.oneOf ?? []).map(referred) as readonly SourceId[];

/** The AQM of a lane that names none. */
export const DEFAULT_AQM = String(definitions.aqm?.properties?.id?.default);

function referred(node: SchemaNode): string | undefined {
  return node.$ref?.replace('#/$defs/', '');
}

/** The kind of a row of traffic: a row without one is ftp. Undefined when the row names none that exists. */
export function kindOf(row: unknown): SourceId | undefined {
  const kind = isObject(row) && Object.hasOwn(row, 'kind') ? row.kind : KINDS[0];
  return KINDS.find((one) => one === kind);
}

/** A node with its reference followed, and of the kinds of traffic the one that `value` is. */
export function resolve(node: SchemaNode, value: unknown): SchemaNode {
  const name = node.oneOf ? kindOf(value) : referred(node);
  const target = name === undefined ? undefined : definitions[name];
  if (target === undefined) return node;
  // What stands beside a $ref (a default, a description) describes this use of it and wins.
  return resolve({ ...target, ...without(node, '$ref', 'oneOf') }, value);
}

/** The node that describes the member or item `step` of `value`, whose own node is `node`. */
export function childNode(node: SchemaNode, value: unknown, step: string | number): SchemaNode | undefined {
  const own = resolve(node, value);
  if (typeof step === 'number') return own.items;
  if (own.properties && Object.hasOwn(own.properties, step)) return own.properties[step];
  return typeof own.additionalProperties === 'object' ? own.additionalProperties : undefined;
}

/** The node that describes the place `path` of the document `root`. */
export function nodeAt(root: unknown, path: readonly (string | number)[]): SchemaNode | undefined {
  let node: SchemaNode | undefined = SCENARIO;
  let value = root;
  for (const step of path) {
    node = childNode(node, value, step);
    if (node === undefined) return undefined;
    value =
      isObject(value) || Array.isArray(value) ? (value as Record<string | number, unknown>)[step] : undefined;
  }
  return resolve(node, value);
}
