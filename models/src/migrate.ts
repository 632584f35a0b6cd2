/**
 * Documents of older versions stay readable for ever: each version has one step to the next, which never
 * changes, and a stored example in models/schema/examples that tests it.
 */
import { refusal, type Issue } from './issue.ts';
import { isObject, type JsonObject } from './path.ts';

export const CURRENT_VERSION = 1;

/** Converts a document of one version to the next; `migrate` itself writes `version`. */
export type Step = (document: JsonObject) => JsonObject;

/** Step i leads from version i + 1 to version i + 2. */
const STEPS: readonly Step[] = [];

export type Migrated =
  | { readonly ok: true; readonly document: JsonObject; readonly from: number }
  | { readonly ok: false; readonly issue: Issue };

/** The document in the current version, and its original version. */
export function migrate(input: unknown, steps: readonly Step[] = STEPS): Migrated {
  const refuse = (rule: string, path = '', value?: unknown): Migrated => ({
    ok: false,
    issue: refusal({ path, rule, ...(value === undefined ? {} : { value }) }),
  });
  if (!isObject(input)) return refuse('a scenario is an object, {"version": 1, …}', '', input);
  const newest = steps.length + 1;
  const { version } = input;
  if (version === undefined) return refuse(`must be given; the current version is ${newest}`, 'version');
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return refuse(`must be a whole number from 1 to ${newest}`, 'version', version);
  }
  if (version > newest) {
    return refuse(
      `this program reads versions up to ${newest}; the document was made by a newer one`,
      'version',
      version,
    );
  }
  let document = input;
  for (const [i, step] of steps.slice(version - 1).entries()) {
    document = { ...step(document), version: version + i + 1 };
  }
  return { ok: true, document, from: version };
}
