/**
 * Turns the contents of a file, a link or a form into a valid scenario, or into the reasons why it is
 * invalid.
 */
import { checkAqmAlone, checkAqmsAlone } from './aqm-alone.ts';
import { catalogueOnce, checkAqm, type AqmRules } from './aqm-rules.ts';
import { asChain, managedLinks } from './chain.ts';
import { complete, type CompleteScenario } from './complete.ts';
import type { Scenario } from './generated/scenario.ts';
import { guard } from './guard.ts';
import { isError, refusal, warning, type Issue } from './issue.ts';
import { parseJson } from './json.ts';
import { mergePatch } from './merge-patch.ts';
import { migrate } from './migrate.ts';
import { isObject, showPath, valueAt, without, type JsonObject, type Path } from './path.ts';
import { findConflicts } from './rules.ts';
import { checkShape } from './shape.ts';
import { withPrograms } from './short-program.ts';

export type Validation =
  | { readonly ok: true; readonly scenario: Scenario; readonly warnings: readonly Issue[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** The same as `validate`, for JSON text. */
export function parseScenario(text: string, engine?: AqmRules): Validation {
  const parsed = parseJson(text);
  return parsed.ok ? validate(parsed.value, engine) : { ok: false, issues: [parsed.issue] };
}

/**
 * Checks a document of any version. `scenario` is a copy in the current version, without defaults filled in.
 * Without an engine, the AQMs' ids and parameters are not checked. Never throws, whatever `input` is.
 */
export function validate(input: unknown, engine?: AqmRules): Validation {
  const refused = (...issues: Issue[]): Validation => ({ ok: false, issues });
  const guarded = guard(input);
  if (!guarded.ok) return refused(guarded.issue);
  const migrated = migrate(guarded.value);
  if (!migrated.ok) return refused(migrated.issue);
  const document = withPrograms(migrated.document);
  const misshapen = checkShape(document);
  if (misshapen.length > 0)
    return refused(
      ...misshapen,
      ...catalogueOnce(engine === undefined ? [] : checkAqmsAlone(document, engine)),
    );

  const scenario = document as unknown as Scenario;
  const whole = complete(scenario);
  const issues = conflicts(whole, document);
  const sound = !issues.some(isError);
  for (const [i, lane] of whole.lanes.entries()) {
    const patched =
      Object.keys(lane.set).length === 0
        ? whole
        : applySet(document, { set: lane.set, lane: i, sound }, issues);
    if (engine === undefined) continue;
    issues.push(
      ...(patched === undefined
        ? checkAqmAlone(document, i, engine)
        : checkAqm(lane.aqm, managedLinks(asChain(patched.network)), ['lanes', i, 'aqm'], engine)),
    );
  }
  issues.sort((a, b) => Number(isError(b)) - Number(isError(a)));
  return issues.some(isError)
    ? { ok: false, issues: catalogueOnce(issues) }
    : { ok: true, scenario, warnings: issues };
}

const UNPATCHABLE = ['lanes', 'version'];

/** A lane's `set`, and whether the scenario is valid without it. */
interface LaneSet {
  readonly set: JsonObject;
  readonly lane: number;
  readonly sound: boolean;
}

/**
 * The scenario of a lane with its `set` applied; undefined if it is invalid, for reasons added to `issues`.
 */
function applySet(
  document: JsonObject,
  { set, lane, sound }: LaneSet,
  issues: Issue[],
): CompleteScenario | undefined {
  const at: Path = ['lanes', lane, 'set'];
  const forbidden = UNPATCHABLE.filter((key) => Object.hasOwn(set, key));
  for (const key of forbidden) {
    issues.push(
      refusal({ path: showPath([...at, key]), value: set[key], rule: `a lane cannot change ${key}` }),
    );
  }
  if (forbidden.length > 0) return undefined;

  const patched = mergePatch(without(document, 'lanes'), set) as JsonObject;
  const misshapen = checkShape(patched);
  if (misshapen.length > 0) {
    issues.push(...misshapen.map((issue) => refusal({ ...issue, path: `${showPath(at)}.${issue.path}` })));
    return undefined;
  }
  const whole = complete(patched as unknown as Scenario);
  const found = conflicts(whole, patched, { at, set, sound });
  issues.push(...found);
  return found.some(isError) ? undefined : whole;
}

/**
 * Broken rules between keys. Each is reported at a place that the author wrote: in a lane, the first involved
 * place that its patch sets; otherwise the first that the document has.
 */
function conflicts(
  whole: CompleteScenario,
  document: JsonObject,
  patch?: { at: Path; set: JsonObject; sound: boolean },
): Issue[] {
  return findConflicts(whole).flatMap(({ severity, paths, rule, nearest }) => {
    const written = paths.find((path) =>
      patch ? touches(patch.set, path) : valueAt(document, path) !== undefined,
    );
    // A rule that the lane's patch does not affect was reported for the scenario already.
    if (patch !== undefined && written === undefined && (severity === 'warning' || !patch.sound)) return [];
    const path = written ?? paths[0] ?? [];
    const facts = {
      path: showPath([...(patch?.at ?? []), ...path]),
      value: valueAt(whole, path),
      rule,
      ...(nearest === undefined ? {} : { nearest }),
    };
    return [severity === 'error' ? refusal(facts) : warning(facts)];
  });
}

/** Whether a merge patch changes the value at `path`: it names the place, or replaces an object around it. */
function touches(patch: unknown, path: Path): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return true;
  if (!isObject(patch)) return true;
  return Object.hasOwn(patch, step) && touches(patch[step], rest);
}
