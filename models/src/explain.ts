/** Turns the errors of a generated check of a document (a paper, a study) into issues. */
import type { SchemaError } from './schema-check.ts';
import { entries, refusal, type Issue } from './issue.ts';
import { showPath, valueAt, type Path } from './path.ts';

export function explain(error: SchemaError, input: unknown): Issue {
  const path: (string | number)[] = [];
  for (const token of error.instancePath.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(valueAt(input, path)) ? Number(key) : key);
  }
  const { params, keyword } = error;
  const fault = (rule: string, at: Path = path) =>
    refusal({ path: showPath(at), value: valueAt(input, at), rule });
  switch (keyword) {
    case 'required':
      return fault('must be given', [...path, String(params.missingProperty)]);
    case 'additionalProperties':
      return fault('unknown key', [...path, String(params.additionalProperty)]);
    case 'enum':
      return fault(`must be one of ${(params.allowedValues as unknown[]).join(', ')}`);
    case 'const':
      return fault(`must be ${JSON.stringify(params.allowedValue)}`);
    case 'type':
      return fault(`must be ${[params.type].flat().join(' or ')}`);
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return fault(`must be ${String(params.comparison)} ${String(params.limit)}`);
    case 'maxItems':
      return fault(`must have at most ${entries(Number(params.limit))}`);
    default:
      return fault(`must have at least ${entries(Number(params.limit))}`);
  }
}
