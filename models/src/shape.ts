/**
 * Checks a document against the schema: each mistake is reported once, at its place, with a valid
 * alternative.
 */
import { entries, refusal, type Issue } from './issue.ts';
import { didYouMean } from './nearest.ts';
import { isObject, showPath, valueAt, type JsonObject, type Path } from './path.ts';
import { childNode, KINDS, kindOf, resolve, SCENARIO, type SchemaNode } from './schema.ts';
import { parseQuantity } from './units.ts';

/** The most issues that are reported: a document of another kind would have errors everywhere. */
const MOST_ISSUES = 50;

/** The errors in keys, types and bounds of `document`, which is plain data accepted by `guard`. */
export function checkShape(document: unknown): Issue[] {
  const issues: Issue[] = [];
  for (const issue of faults(document, { node: SCENARIO, value: document, path: [] })) {
    issues.push(issue);
    if (issues.length === MOST_ISSUES) break;
  }
  return issues;
}

/** A value of the document, its place, and the node of the schema that describes it. */
interface Place {
  readonly node: SchemaNode;
  readonly value: unknown;
  readonly path: Path;
}

/**
 * The keywords of JSON Schema that the scenario's schema uses, each with its own sentence. A row of traffic
 * is checked against its own kind only, whereas a general validator tries every kind.
 */
function* faults(document: unknown, { node: given, value, path }: Place): Generator<Issue> {
  const node = resolve(given, value);
  if (node.oneOf) {
    yield unknownWord([...path, 'kind'], isObject(value) ? value.kind : value, KINDS);
    return;
  }
  const unit = node.unit === undefined || node.unit === '1' ? '' : ` ${node.unit}`;
  const fault = (rule: string, nearest?: number | string) =>
    refusal({ path: showPath(path), value, rule, ...(nearest === undefined ? {} : { nearest }) });

  if (node.type !== undefined && ![node.type].flat().some((type) => isOfType(value, type))) {
    yield fault(`must be ${expected(node)}${unit && ` in${unit}`}`, nearestOfType(value, node));
    return;
  }
  if ('const' in node && value !== node.const) yield fault(`must be ${JSON.stringify(node.const)}`);
  if (node.enum && !node.enum.includes(value)) yield unknownWord(path, value, node.enum.map(String));
  if (typeof value === 'number') yield* outOfBounds(value, node, unit, fault);
  if (typeof value === 'string' && length(value) > (node.maxLength ?? Infinity))
    yield fault(`text has at most ${node.maxLength ?? 0} characters here`);
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Infinity, items } = node;
    if (value.length < minItems || value.length > maxItems) {
      yield minItems === maxItems
        ? fault(`a pair has two numbers [a, b]${unit && ` in${unit}`}`)
        : fault(
            `must have at ${value.length < minItems ? `least ${entries(minItems)}` : `most ${entries(maxItems)}`}`,
          );
    }
    if (items)
      for (const [i, item] of value.entries())
        yield* faults(document, { node: items, value: item, path: [...path, i] });
  }
  if (isObject(value)) yield* ofMembers(document, { node, value, path });
}

function* ofMembers(
  document: unknown,
  { node, value, path }: Place & { readonly value: JsonObject },
): Generator<Issue> {
  for (const key of node.required ?? []) {
    if (!Object.hasOwn(value, key)) yield refusal({ path: showPath([...path, key]), rule: 'must be given' });
  }
  for (const key of Object.keys(value)) {
    const child = childNode(node, value, key);
    if (child) yield* faults(document, { node: child, value: value[key], path: [...path, key] });
    else if (node.additionalProperties === false) yield unknownKey([...path, key], document, node);
  }
}

function* outOfBounds(
  value: number,
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaNode,
  unit: string,
  fault: (rule: string, nearest?: number) => Issue,
): Generator<Issue> {
  if (minimum !== undefined && value < minimum) yield fault(`must be >= ${minimum}${unit}`, minimum);
  if (maximum !== undefined && value > maximum) yield fault(`must be <= ${maximum}${unit}`, maximum);
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    yield fault(`must be > ${exclusiveMinimum}${unit}`);
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    yield fault(`must be < ${exclusiveMaximum}${unit}`);
}

/** The number of characters; some take two code units in a string. */
const length = (text: string): number => Array.from(text).length;

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}

function unknownWord(path: Path, value: unknown, known: readonly string[]): Issue {
  const nearest = typeof value === 'string' ? didYouMean(value, known) : undefined;
  const rule = known.length === 1 ? `must be ${known.join()}` : `must be one of ${known.join(', ')}`;
  return refusal({ path: showPath(path), value, rule, ...(nearest === undefined ? {} : { nearest }) });
}

function expected(node: SchemaNode): string {
  const names: Readonly<Record<string, string>> = {
    number: 'a number',
    integer: 'a whole number',
    string: 'text in quotes',
    boolean: 'true or false',
    object: 'an object {…}',
    array: 'a list […]',
  };
  const types = [node.type ?? []].flat();
  if (node.maxItems === 2 && types.includes('number')) return 'a number or a pair [a, b]';
  return types.map((type) => names[type] ?? type).join(' or ');
}

/** The whole number nearest to a fraction; the number meant by a text such as "10 Mbit/s". */
function nearestOfType(value: unknown, node: SchemaNode): number | undefined {
  const types = [node.type ?? []].flat();
  if (!types.includes('number') && !types.includes('integer')) return undefined;
  let number = typeof value === 'number' ? value : NaN;
  if (typeof value === 'string') {
    const typed = parseQuantity(value, node.unit ?? '1');
    if (typed.ok) number = typed.value;
  }
  if (types.includes('integer')) number = Math.round(number);
  number = Math.min(Math.max(number, node.minimum ?? -Infinity), node.maximum ?? Infinity);
  return Number.isFinite(number) ? number : undefined;
}

function unknownKey(path: Path, document: unknown, node: SchemaNode): Issue {
  const key = String(path.at(-1));
  const value = valueAt(document, path);
  const facts = { path: showPath(path), ...(value === undefined ? {} : { value }) };
  if (path[0] === 'traffic') {
    const takers = KINDS.filter((kind) => Object.hasOwn(rowNode(kind).properties ?? {}, key));
    if (takers.length > 0) {
      const kind = kindOf(valueAt(document, path.slice(0, -1))) ?? '';
      return refusal({
        ...facts,
        rule: `${kind} takes no ${key}; ${takers.join(', ')} ${takers.length > 1 ? 'do' : 'does'}`,
      });
    }
  }
  const known = Object.keys(node.properties ?? {});
  const nearest = didYouMean(key, known);
  return refusal({
    ...facts,
    rule: `unknown key; known here: ${known.join(', ')}`,
    ...(nearest === undefined ? {} : { nearest }),
  });
}

function rowNode(kind: string): SchemaNode {
  return resolve(SCENARIO.properties?.traffic?.items ?? {}, { kind });
}
