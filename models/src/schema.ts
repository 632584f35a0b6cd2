/**
 * The scenario's JSON Schema as the program reads it: the only source of keys, units, bounds and defaults.
 */
import document from '../schema/scenario.v1.schema.json' with { type: 'json' };
import type { SourceId } from './generated/facts.ts';
import { isObject, without } from './path.ts';

export interface SchemaNode {
  readonly $ref?: string;
  readonly title?: string;
  /** The label in forms. */
  readonly label?: string;
  readonly description?: string;
  /** What a form shows if the value is left out: a text, or the number that then holds. */
  readonly without?: string | number;
  /** The SI unit, as in units.ts. */
  readonly unit?: string;
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  /** The form's text for each word of `enum`. */
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

/** The AQM of a lane that does not name one. */
export const DEFAULT_AQM = String(definitions.aqm?.properties?.id?.default);

function referred(node: SchemaNode): string | undefined {
  return node.$ref?.replace('#/$defs/', '');
}

/** The kind of a row of traffic; a row without a kind is ftp. Undefined if the row names an unknown kind. */
export function kindOf(row: unknown): SourceId | undefined {
  const kind = isObject(row) && Object.hasOwn(row, 'kind') ? row.kind : KINDS[0];
  return KINDS.find((one) => one === kind);
}

/** A node with its reference resolved; among the kinds of traffic, the one of `value`. */
export function resolve(node: SchemaNode, value: unknown): SchemaNode {
  const name = node.oneOf ? kindOf(value) : referred(node);
  const target = name === undefined ? undefined : definitions[name];
  if (target === undefined) return node;
  // Keys beside a $ref (a default, a description) describe this use of it and take precedence.
  return resolve({ ...target, ...without(node, '$ref', 'oneOf') }, value);
}

/** The node that describes the member or item `step` of `value`; `node` describes `value`. */
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
