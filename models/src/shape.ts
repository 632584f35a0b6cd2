/** The schema's verdict on one document, each mistake told once, at its place, with what would do instead. */
import * as checks from './generated/validators.js';
import type { SchemaCheck, SchemaError } from './generated/validators.js';
import { refusal, type Issue } from './issue.ts';
import { didYouMean } from './nearest.ts';
import { isObject, showPath, valueAt, type Path } from './path.ts';
import { KINDS, kindOf, nodeAt, resolve, SCENARIO, type SchemaNode } from './schema.ts';
import { parseQuantity } from './units.ts';

/** More than these are not told: a document of another kind would be wrong everywhere. */
const MOST_ISSUES = 50;

const checkOf: Readonly<Record<string, SchemaCheck>> = checks;

/** What is wrong with the keys, types and bounds of `document`, plain data that `guard` has let through. */
export function checkShape(document: unknown): Issue[] {
  const issues = run(checks.scenario, document, []);
  const rows = isObject(document) && Array.isArray(document.traffic) ? (document.traffic as unknown[]) : [];
  for (const [i, row] of rows.entries()) {
    if (issues.length >= MOST_ISSUES) break;
    if (!isObject(row)) continue;
    const check = checkOf[kindOf(row) ?? ''];
    if (check) issues.push(...run(check, document, ['traffic', i]));
    else issues.push(unknownWord(['traffic', i, 'kind'], row.kind, KINDS));
  }
  return issues.slice(0, MOST_ISSUES);
}

function run(check: SchemaCheck, document: unknown, at: Path): Issue[] {
  if (check(valueAt(document, at))) return [];
  return (check.errors ?? []).slice(0, MOST_ISSUES).map((error) => explain(error, document, at));
}

/** A JSON pointer (RFC 6901) as steps; what it points into tells indices from keys. */
function steps(pointer: string, document: unknown, at: Path): Path {
  const path: (string | number)[] = [...at];
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(valueAt(document, path)) ? Number(key) : key);
  }
  return path;
}

function unknownWord(path: Path, value: unknown, known: readonly string[]): Issue {
  const nearest = typeof value === 'string' ? didYouMean(value, known) : undefined;
  const rule = known.length === 1 ? `must be ${known.join()}` : `must be one of ${known.join(', ')}`;
  return refusal({ path: showPath(path), value, rule, ...(nearest === undefined ? {} : { nearest }) });
}

function explain(error: SchemaError, document: unknown, at: Path): Issue {
  const path = steps(error.instancePath, document, at);
  const value = valueAt(document, path);
  const node = nodeAt(document, path) ?? {};
  const unit = node.unit === undefined || node.unit === '1' ? '' : ` ${node.unit}`;
  const fault = (rule: string, nearest?: number | string) =>
    refusal({ path: showPath(path), value, rule, ...(nearest === undefined ? {} : { nearest }) });
  const { limit } = error.params;

  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey([...path, String(error.params.additionalProperty)], document, node);
    case 'required':
      return refusal({
        path: showPath([...path, String(error.params.missingProperty)]),
        rule: 'must be given',
      });
    case 'minimum':
      return fault(`must be >= ${Number(limit)}${unit}`, Number(limit));
    case 'maximum':
      return fault(`must be <= ${Number(limit)}${unit}`, Number(limit));
    case 'exclusiveMinimum':
      return fault(`must be > ${Number(limit)}${unit}`);
    case 'exclusiveMaximum':
      return fault(`must be < ${Number(limit)}${unit}`);
    case 'minItems':
    case 'maxItems':
      if (node.minItems === node.maxItems)
        return fault(`a pair has two numbers [a, b]${unit && ` in${unit}`}`);
      return fault(
        `must have at ${error.keyword === 'minItems' ? 'least' : 'most'} ${Number(limit)} entries`,
      );
    case 'maxLength':
      return fault(`text has at most ${Number(limit)} characters here`);
    case 'enum':
      return unknownWord(path, value, (node.enum ?? []).map(String));
    case 'const':
      return fault(`must be ${JSON.stringify(error.params.allowedValue)}`);
    default:
      return fault(`must be ${expected(node)}${unit && ` in${unit}`}`, nearestOfType(value, node));
  }
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

/** A whole number near a broken one; the number meant by text such as "10 Mbit/s". */
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
