/** Checks a study: its shape by the schema, its axes, its names, and the scenarios that it makes. */
import type { AqmRules } from '../aqm-rules.ts';
import { explain } from '../explain.ts';
import type { Axis, Study } from '../generated/study.ts';
import type { Scenario } from '../generated/scenario.ts';
import { study as checkStudy } from '../generated/study-validator.js';
import { guard } from '../guard.ts';
import { isError, refusal, type Issue } from '../issue.ts';
import { KNOB_INFO } from '../knobs.ts';
import { parseJson } from '../json.ts';
import { decides } from '../merge-patch.ts';
import { METRIC_NAMES, ROW_METRIC_NAMES } from '../named.ts';
import { didYouMean } from '../nearest.ts';
import { isObject, showPath, type Path } from '../path.ts';
import { validate } from '../validate.ts';
import { FIXED, rowMetric, TRACE_COLUMNS } from './columns.ts';
import { expand, spanOf, type Expansion } from './expand.ts';
import { overlap, parsePlace, placed, withLists, type Place } from './place.ts';
import { along, MOST_DIMENSIONS } from './sampling.ts';
import { PointError } from './turn.ts';

export type StudyValidation =
  | { readonly ok: true; readonly study: Study; readonly expansion: Expansion }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** The most runs of one study. */
const MOST_RUNS = 1e9;
/**
 * The most points that are validated as scenarios, evenly spread with both ends; of a smaller study, all
 * points.
 */
const JUDGED = 500;
/** Above this, products with 32-bit words are no longer exact in doubles. */
const MOST_LATIN = 1e6;
/** The most rows or paths of a design; all paths of Morris's design are stored. */
const MOST_ROWS = 1e5;
const MOST_TOLD = 20;
/** The most points of a range that are compared with each other. */
const MOST_TOLD_APART = 1e5;

export function parseStudy(text: string, rules: AqmRules): StudyValidation {
  const parsed = parseJson(text);
  return parsed.ok ? validateStudy(parsed.value, rules) : { ok: false, issues: [parsed.issue] };
}

/**
 * The value as axes if it has the form of a study's axes; undefined otherwise. Their meaning is checked with
 * the study.
 */
export const axesIn = (value: unknown): readonly Axis[] | undefined =>
  guard(value).ok && checkStudy({ version: 1, scenario: {}, axes: value }) ? (value as Axis[]) : undefined;

/** Whether a value is meant as a study and not as a scenario. */
export const looksLikeStudy = (value: unknown): boolean => isObject(value) && 'axes' in value;
/** Whether a value is meant as a scenario and not as a study. */
export const looksLikeScenario = (value: unknown): boolean =>
  isObject(value) &&
  !('axes' in value) &&
  !('scenario' in value) &&
  ['lanes', 'traffic', 'network', 'duration'].some((key) => key in value);
/** What is said of one in place of the other, before what takes it. */
export const IS_STUDY = 'This is a study, and a scenario is wanted here';
export const IS_SCENARIO = 'This is a scenario, and a study is wanted here, which has "scenario" and "axes"';

/**
 * The returned `study` has its metrics written out; `judged` of its points are validated as scenarios. Never
 * throws, whatever `input` is.
 */
export function validateStudy(input: unknown, rules: AqmRules, judged = JUDGED): StudyValidation {
  const refused = (issues: readonly Issue[]): StudyValidation => ({
    ok: false,
    issues: issues.slice(0, MOST_TOLD),
  });
  const guarded = guard(input);
  if (!guarded.ok) return refused([guarded.issue]);
  if (!checkStudy(guarded.value))
    return refused((checkStudy.errors ?? []).map((error) => explain(error, guarded.value)));
  const given = guarded.value as Study;

  const scenario = validate(given.scenario, rules);
  if (!scenario.ok) return refused(scenario.issues.filter(isError).map((issue) => inside('scenario', issue)));
  const study: Study = {
    ...given,
    scenario: scenario.scenario as unknown as Study['scenario'],
    metrics: given.metrics ?? [...METRIC_NAMES],
  };
  const base = withLists(scenario.scenario) as unknown as Scenario;
  const misshapen = study.axes.flatMap((axis, i) => [...checkAxis(axis, ['axes', i], base)]);
  if (misshapen.length > 0) return refused(misshapen);

  const expansion = expand(study);
  const issues = [
    ...checkNames(study, expansion, base),
    ...checkOverlaps(study, expansion),
    ...checkCount(expansion),
  ];
  if (issues.length > 0) return refused(issues);
  const broken = checkPoints(expansion, rules, judged);
  return broken.length > 0 ? refused(broken) : { ok: true, study, expansion };
}

const inside = (place: string, { path, value, rule, nearest }: Issue): Issue =>
  refusal({
    path: path === '' ? place : `${place}.${path}`,
    rule,
    ...(value !== undefined && { value }),
    ...(nearest !== undefined && { nearest }),
  });

/** The keys of an axis for each way to describe what varies. */
const WAYS = {
  values: ['path', 'knob', 'values'],
  from: ['path', 'knob', 'from', 'to', 'count', 'scale', 'whole'],
  cases: ['cases'],
  sample: ['sample', 'count', 'over', 'seed'],
} as const;
const NEEDED: Readonly<Record<keyof typeof WAYS, readonly (keyof Axis)[]>> = {
  values: ['values'],
  from: ['from', 'to', 'count'],
  cases: ['name', 'cases'],
  sample: ['sample', 'count', 'over'],
};

function* checkAxis(axis: Axis, at: Path, base: Scenario): Generator<Issue> {
  const fault = (rule: string, ...more: Path) => {
    const path = [...at, ...more];
    const value = more.reduce<unknown>(
      (node, step) => (node as Record<string | number, unknown> | undefined)?.[step],
      axis,
    );
    return refusal({ path: showPath(path), rule, ...(value !== undefined && more.length > 0 && { value }) });
  };
  const ways = (Object.keys(WAYS) as (keyof typeof WAYS)[]).filter((way) => axis[way] !== undefined);
  const [way] = ways;
  if (way === undefined || ways.length > 1) {
    yield fault('must have one of values, from (with to and count), cases, sample (with count and over)');
    return;
  }
  for (const key of NEEDED[way]) if (axis[key] === undefined) yield fault('must be given', key);
  for (const key of Object.keys(axis) as (keyof Axis)[])
    if (!['name', ...WAYS[way]].includes(key) || (key === 'name' && way === 'sample'))
      yield fault(`an axis with ${way} takes no ${key}`, key);

  const varied = (of: Pick<Axis, 'path' | 'knob'>, ...more: Path) => checkVaried(of, [...at, ...more], base);
  if (way === 'values' || way === 'from') yield* varied(axis);
  if (way === 'from') {
    yield* checkRange(axis, at);
    const { from = 0, to = 0, count = 0 } = axis;
    const range = spanOf({ ...axis, from, to });
    const length = Math.min(count, MOST_TOLD_APART);
    const found = new Set(Array.from({ length }, (_, i) => along(range, i / (count - 1))));
    if (from < to && found.size < length)
      yield fault(
        `the range has only ${found.size} different values of ` +
          (range.whole === true ? 'whole numbers' : 'six digits'),
        'count',
      );
  }
  if (way === 'cases') yield* checkCases(axis.cases ?? {}, [...at, 'cases']);
  if (way === 'values' && new Set(axis.values).size < (axis.values ?? []).length)
    yield fault('no value may be given twice', 'values');
  if (axis.knob !== undefined)
    for (const [i, value] of (axis.values ?? []).entries())
      if (typeof value !== 'number' || (KNOB_INFO[axis.knob].whole && !Number.isInteger(value)))
        yield fault(`${axis.knob} takes ${KNOB_INFO[axis.knob].whole ? 'whole ' : ''}numbers`, 'values', i);
  for (const [i, range] of (axis.over ?? []).entries()) {
    yield* varied(range, 'over', i);
    yield* checkRange(range, [...at, 'over', i]);
  }
  if (axis.sample === 'latin' && (axis.count ?? 0) > MOST_LATIN)
    yield fault(`a Latin hypercube has at most ${MOST_LATIN} points`, 'count');
  if ((axis.sample === 'saltelli' || axis.sample === 'morris') && (axis.count ?? 0) > MOST_ROWS)
    yield fault(`a design of ${axis.sample} has at most ${MOST_ROWS} rows`, 'count');
  if (axis.seed !== undefined && axis.sample === 'saltelli')
    yield fault("saltelli takes no seed: its points are those of Sobol's sequence", 'seed');
  if ((axis.over ?? []).length > MOST_DIMENSIONS)
    yield fault(`at most ${MOST_DIMENSIONS} quantities`, 'over');
}

function* checkRange(
  { from = 0, to = 0, scale }: Pick<Axis, 'from' | 'to' | 'scale'>,
  at: Path,
): Generator<Issue> {
  if (!(from < to))
    yield refusal({ path: showPath([...at, 'to']), value: to, rule: `must be above from, ${from}` });
  if (scale === 'log' && !(from > 0))
    yield refusal({
      path: showPath([...at, 'from']),
      value: from,
      rule: 'must be above 0 on a logarithmic axis',
    });
}

function* checkCases(cases: NonNullable<Axis['cases']>, at: Path): Generator<Issue> {
  if (Object.keys(cases).length === 0)
    yield refusal({ path: showPath(at), rule: 'must have at least one case' });
  for (const [label, patch] of Object.entries(cases)) {
    // JavaScript orders keys that are whole numbers differently.
    if (/^\d+$/.test(label))
      yield refusal({ path: showPath(at), value: label, rule: 'a label is no whole number' });
    for (const key of ['version', 'lanes', 'seed'])
      if (key in patch)
        yield refusal({
          path: showPath([...at, label, key]),
          value: patch[key],
          rule: `a case cannot change ${key}`,
        });
  }
}

/**
 * Checks that either a path or a knob is given. Whether a knob fits the scenario is checked at the points.
 */
function* checkVaried(
  { path, knob }: Pick<Axis, 'path' | 'knob'>,
  at: Path,
  base: Scenario,
): Generator<Issue> {
  if (path === undefined && knob === undefined)
    yield refusal({ path: showPath([...at, 'path']), rule: 'must be given, or a knob' });
  if (path !== undefined && knob !== undefined)
    yield refusal({
      path: showPath([...at, 'knob']),
      value: knob,
      rule: 'an axis has a path or a knob, not both',
    });
  for (const place of [path ?? []].flat()) yield* checkPlace(place, [...at, 'path'], base);
}

/** Checks that the scenario has the place, and that no lane's own `set` overrides it. */
function* checkPlace(text: string, at: Path, base: Scenario): Generator<Issue> {
  const fault = (rule: string) => refusal({ path: showPath(at), value: text, rule });
  const place = parsePlace(text);
  if (place === undefined) {
    yield fault(
      'must be a path such as network.bottleneck.rate, traffic[0].flows, lanes[*].aqm.params.max_p',
    );
    return;
  }
  if (['version', 'seed', '$schema'].includes(String(place[0]))) {
    yield fault(`a study does not vary ${String(place[0])}${place[0] === 'seed' ? '; it has seeds' : ''}`);
    return;
  }
  if (placed(base, place, 0) === undefined) yield fault('the scenario has no such place');
  for (const [i, lane] of (base.lanes ?? []).entries())
    if (place[0] !== 'lanes' && decides(lane.set ?? {}, place))
      yield fault(`lanes[${i}].set has a value of its own there, which the axis would not change`);
}

/** The places that a case changes: a list is replaced as a whole. */
const leaves = (patch: unknown): readonly Place[] =>
  isObject(patch)
    ? Object.entries(patch).flatMap(([key, value]) => leaves(value).map((rest) => [key, ...rest]))
    : [[]];

/**
 * A later axis must leave what an earlier one has set, or the earlier axis's column is false. It may set a
 * part of it.
 */
function* checkOverlaps(study: Study, { factors }: Expansion): Generator<Issue> {
  const all = factors.map(({ name, paths, cases }) => ({
    name,
    places: [
      ...paths.map((path) => parsePlace(path) ?? []),
      ...Object.values(cases ?? {}).flatMap((patch) => leaves(patch)),
    ],
  }));
  for (const [f, later] of all.entries())
    for (const earlier of all.slice(0, f)) {
      const place = later.places.find((own) =>
        earlier.places.some((other) => other.length >= own.length && overlap(own, other)),
      );
      if (place === undefined) continue;
      yield refusal({
        path: placeOfFactor(study, f),
        value: later.name,
        rule: `sets ${showPath(place)}, which the axis ${earlier.name} sets, too`,
      });
      break;
    }
}

/** The axis of a quantity; a sample has several. */
function placeOfFactor({ axes }: Study, factor: number): string {
  const owners = axes.flatMap(({ over }, i) => (over ?? [i]).map(() => i));
  return `axes[${owners[factor] ?? 0}]`;
}

function* checkNames(study: Study, { factors }: Expansion, base: Scenario): Generator<Issue> {
  /** Where a name stands for the second time, and the name. */
  const twice = (names: readonly string[]) =>
    [...names.entries()].find(([i, name]) => names.indexOf(name) !== i);
  const taken = [...FIXED.map(({ name }) => name), ...(study.metrics ?? []), ...TRACE_COLUMNS];
  for (const [f, { name }] of factors.entries())
    if (name === '' || taken.includes(name))
      yield refusal({
        path: placeOfFactor(study, f),
        value: name,
        rule: 'an axis needs a name that no other column has: give it one',
      });
  const axis = twice(factors.map(({ name }) => name));
  if (axis !== undefined)
    yield refusal({
      path: placeOfFactor(study, axis[0]),
      value: axis[1],
      rule: 'two axes have this name; give one of them another',
    });
  const lane = twice((base.lanes ?? []).map(({ label, aqm }) => label ?? aqm?.id ?? ''));
  if (lane !== undefined)
    yield refusal({
      path: `scenario.lanes[${lane[0]}]`,
      value: lane[1],
      rule: 'lanes of a study have labels of their own',
    });
  const metric = twice(study.metrics ?? []);
  if (metric !== undefined)
    yield refusal({ path: `metrics[${metric[0]}]`, value: metric[1], rule: 'stands twice' });
  for (const [i, name] of (study.metrics ?? []).entries()) {
    const own = rowMetric(name);
    const known: readonly string[] = own === undefined ? METRIC_NAMES : ROW_METRIC_NAMES;
    const wanted = own?.metric ?? name;
    const rows = base.traffic?.length ?? 0;
    if (own !== undefined && own.row >= rows)
      yield refusal({
        path: `metrics[${i}]`,
        value: name,
        rule: `the scenario has ${rows} rows of traffic, counted from 0`,
      });
    if (known.includes(wanted)) continue;
    const nearest = didYouMean(wanted, known);
    yield refusal({
      path: `metrics[${i}]`,
      value: name,
      rule: `must be one of ${known.join(', ')}`,
      ...(nearest !== undefined && { nearest }),
    });
  }
}

function* checkCount({ runs }: Expansion): Generator<Issue> {
  if (runs > MOST_RUNS)
    yield refusal({ path: 'axes', rule: `a study has at most ${MOST_RUNS} runs, this has ${runs}` });
}

/** Validates the scenarios of points that are spread over the study. */
function checkPoints(
  { factors, points, valuesAt, documentAt }: Expansion,
  rules: AqmRules,
  most: number,
): Issue[] {
  const judged = Math.min(points, most);
  for (let k = 0; k < judged; k++) {
    const point = judged === 1 ? 0 : Math.floor((k * (points - 1)) / (judged - 1));
    const issues = issuesOf(() => documentAt(point), rules);
    if (issues.length === 0) continue;
    const where = factors.map(({ name }, f) => `${name} = ${String(valuesAt(point)[f])}`).join(', ');
    return issues.map((issue) => ({
      ...issue,
      message: `At ${where === '' ? 'the only point' : where}: ${issue.message}`,
    }));
  }
  return [];
}

function issuesOf(make: () => Scenario, rules: AqmRules): readonly Issue[] {
  try {
    const verdict = validate(make(), rules);
    return verdict.ok ? [] : verdict.issues.filter(isError);
  } catch (error) {
    if (error instanceof PointError) return [error.issue];
    throw error;
  }
}
