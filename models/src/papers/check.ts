/**
 * Whether a paper's document holds: its shape by the schema, then the names that refer to each other, then every
 * scenario it makes.
 */
import { paper as checkPaper } from '../generated/paper-validator.js';
import type { Paper } from '../generated/paper.ts';
import { explain } from '../explain.ts';
import { refusal, type Issue } from '../issue.ts';
import { didYouMean } from '../nearest.ts';
import { showPath, type Path } from '../path.ts';
import type { AqmRules } from '../aqm-rules.ts';
import { METRIC_NAMES } from '../named.ts';
import { validate } from '../validate.ts';
import { COURSES } from './courses.ts';
import { BEST, experimentOf, PRINTED, scenarioOf } from './experiment.ts';
import { QUANTITIES } from './quantities.ts';
import { PERCENTS } from './spread.ts';

export type PaperValidation =
  { readonly ok: true; readonly paper: Paper } | { readonly ok: false; readonly issues: readonly Issue[] };

export function validatePaper(input: unknown, engine: AqmRules): PaperValidation {
  if (!checkPaper(input))
    return { ok: false, issues: (checkPaper.errors ?? []).map((error) => explain(error, input)) };
  const paper = input as Paper;
  const names = [...checkNames(paper)];
  const issues =
    names.length > 0 ? names : [...checkCourses(paper, engine), ...checkScenarios(paper, engine)];
  return issues.length === 0 ? { ok: true, paper } : { ok: false, issues };
}

/** One rule of all names: it is among those that are known. */
function* known(path: Path, value: string, names: readonly string[], what: string): Generator<Issue> {
  if (names.includes(value)) return;
  const nearest = didYouMean(value, names);
  const rule = `must be ${what}: ${names.join(', ')}`;
  yield refusal({ path: showPath(path), value, rule, ...(nearest !== undefined && { nearest }) });
}

function* checkNames(paper: Paper): Generator<Issue> {
  const experiments = Object.keys(paper.experiments);
  const readings = paper.readings.map(({ id }) => id);
  const tables = paper.tables.map(({ id }) => id);
  const shown = [...(paper.percentages ?? []), ...(paper.prints ?? []), ...(paper.courses ?? [])];
  const judged = [...tables, ...paper.claims.map(({ id }) => id)];
  const all = [...readings, ...judged, ...shown.map(({ id }) => id)];

  for (const [i, id] of all.entries())
    if (all.indexOf(id) !== i)
      yield refusal({
        path: '',
        value: id,
        rule: 'readings, tables, figures and claims have names of their own',
      });
  yield* known(['readings', 0, 'id'], readings[0] ?? '', [PRINTED], 'the printed set-up');
  yield* known(['readings'], BEST, readings, 'a reading');

  for (const [name, { conditions, titles = {} }] of Object.entries(paper.experiments))
    for (const condition of Object.keys(titles))
      yield* known(
        ['experiments', name, 'titles', condition],
        condition,
        Object.keys(conditions),
        'a condition',
      );
  for (const [name, { metrics: own }] of Object.entries(paper.experiments))
    for (const [metric, { of, argument }] of Object.entries(own)) {
      const at = ['experiments', name, 'metrics', metric] as const;
      yield* known([...at, 'of'], of, [...Object.keys(QUANTITIES), ...METRIC_NAMES], 'a quantity');
      if (of === 'course_percentile')
        yield* known(
          [...at, 'argument'],
          String(argument),
          PERCENTS.map(String),
          'a percentile that is kept',
        );
    }
  for (const [i, { over, patch }] of paper.readings.entries()) {
    if (over !== undefined)
      yield* known(['readings', i, 'over'], over, readings.slice(0, i), 'an earlier reading');
    for (const name of Object.keys(patch))
      yield* known(['readings', i, 'patch', name], name, experiments, 'an experiment');
  }
  for (const [i, { options }] of (paper.search?.space ?? []).entries())
    for (const [k, { patch }] of options.entries())
      for (const name of Object.keys(patch))
        yield* known(['search', 'space', i, 'options', k, 'patch', name], name, experiments, 'an experiment');
  for (const [i, table] of paper.tables.entries()) {
    const at = ['tables', i] as const;
    yield* known([...at, 'experiment'], table.experiment, experiments, 'an experiment');
    const experiment = paper.experiments[table.experiment];
    if (experiment === undefined) continue;
    yield* known(
      [...at, 'metric'],
      table.metric,
      Object.keys(experiment.metrics),
      'a metric of its experiment',
    );
    if ((table.published === undefined) !== (table.baseline === undefined))
      yield refusal({ path: showPath([...at, 'baseline']), rule: 'stands where numbers were published' });
    if (table.baseline !== undefined)
      yield* known([...at, 'baseline'], table.baseline, table.schemes, 'a scheme of the table');
    for (const [k, condition] of table.conditions.entries())
      yield* known([...at, 'conditions', k], condition, Object.keys(experiment.conditions), 'a condition');
    for (const [k, scheme] of table.schemes.entries())
      yield* known([...at, 'schemes', k], scheme, Object.keys(experiment.schemes), 'a scheme');
    for (const [condition, row] of Object.entries(table.published ?? {})) {
      yield* known([...at, 'published', condition], condition, table.conditions, 'a condition of the table');
      for (const scheme of Object.keys(row))
        yield* known([...at, 'published', condition, scheme], scheme, table.schemes, 'a scheme of the table');
    }
  }
  for (const [i, { of, published }] of (paper.percentages ?? []).entries()) {
    const at = ['percentages', i] as const;
    yield* known([...at, 'of'], of, tables, 'a table');
    const table = paper.tables.find(({ id }) => id === of);
    for (const [condition, row] of Object.entries(published)) {
      yield* known(
        [...at, 'published', condition],
        condition,
        table?.conditions ?? [],
        'a condition of the table',
      );
      for (const scheme of Object.keys(row))
        yield* known(
          [...at, 'published', condition, scheme],
          scheme,
          table?.schemes ?? [],
          'a scheme of the table',
        );
    }
  }
  for (const [i, { experiment, conditions, schemes }] of (paper.courses ?? []).entries()) {
    const at = ['courses', i] as const;
    yield* known([...at, 'experiment'], experiment, experiments, 'an experiment');
    const found = paper.experiments[experiment];
    for (const condition of conditions)
      yield* known([...at, 'conditions'], condition, Object.keys(found?.conditions ?? {}), 'a condition');
    for (const scheme of schemes)
      yield* known([...at, 'schemes'], scheme, Object.keys(found?.schemes ?? {}), 'a scheme');
  }
  for (const [i, { checks, unjudged }] of paper.claims.entries()) {
    if ((checks.length === 0) !== (unjudged !== undefined))
      yield refusal({ path: showPath(['claims', i]), rule: 'has checks, or says why it cannot be judged' });
    for (const [k, check] of checks.entries()) {
      const at = ['claims', i, 'checks', k] as const;
      yield* known([...at, 'table'], check.table, tables, 'a table');
      const table = paper.tables.find(({ id }) => id === check.table);
      for (const scheme of check.schemes)
        yield* known([...at, 'schemes'], scheme, table?.schemes ?? [], 'a scheme of the table');
      for (const condition of check.conditions ?? [])
        yield* known([...at, 'conditions'], condition, table?.conditions ?? [], 'a condition of the table');
      const needsValue = ['above', 'below', 'alike', 'rank'].includes(check.is);
      if (needsValue !== (check.value !== undefined))
        yield refusal({
          path: showPath([...at, 'value']),
          rule: `${check.is} takes ${needsValue ? 'a' : 'no'} value`,
        });
    }
  }
  for (const [i, { of, tested }] of paper.reasons.entries()) {
    yield* known(['reasons', i, 'of'], of, judged, 'a table or a claim');
    if (tested !== undefined) yield* known(['reasons', i, 'tested'], tested, readings, 'a reading');
  }
}

/** What is drawn over time is recorded of every scheme of the figure. */
function* checkCourses(paper: Paper, engine: AqmRules): Generator<Issue> {
  for (const [i, { experiment, schemes, series }] of (paper.courses ?? []).entries())
    for (const scheme of schemes) {
      const id = paper.experiments[experiment]?.schemes[scheme]?.id;
      const states = engine.catalogue.find((info) => info.id === id)?.states ?? [];
      const names = [...Object.keys(COURSES), ...states.map(({ name }) => name)];
      for (const [k, { of }] of series.entries())
        yield* known(['courses', i, 'series', k, 'of'], of, names, `recorded of ${scheme}`);
    }
}

/** Every condition under every reading is a scenario that runs. */
function* checkScenarios(paper: Paper, engine: AqmRules): Generator<Issue> {
  for (const { id: reading } of paper.readings)
    for (const name of Object.keys(paper.experiments))
      for (const condition of Object.keys(experimentOf(paper, reading, name).conditions)) {
        const result = validate(scenarioOf(paper, reading, name, condition), engine);
        if (result.ok) continue;
        for (const issue of result.issues)
          yield { ...issue, message: `${reading}, ${name}, ${condition}: ${issue.message}` };
      }
}
