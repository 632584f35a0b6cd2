/**
 * Checks a lane's AQM against the engine's catalogue: that the AQM exists, has these parameters, and accepts
 * their values.
 */
import type { NamedLink } from './chain.ts';
import { infoOf } from './info-of.ts';
import { isError, refusal, warning, type Issue } from './issue.ts';
import { didYouMean, nearestWords } from './nearest.ts';
import { showPath, type Path } from './path.ts';
import { aloneInTc, fromTc, schemeFromTc } from './tc-names.ts';
import type { AqmInfo, LinkInfo, ParamIssue, Params, ParamValue } from './types.ts';

/** The part of an engine that is needed to check parameters; the caller of the validation provides it. */
export interface AqmRules {
  readonly catalogue: readonly AqmInfo[];
  check(aqm: string, params: Params, link: LinkInfo): ParamIssue[];
}

const UNKNOWN = 'unknown AQM';
/** The most names that are suggested for an unknown name. */
const MOST_NAMES = 4;

/**
 * Only the first of `issues` lists the whole catalogue; further lanes with an unknown AQM do not repeat it.
 */
export function catalogueOnce(issues: readonly Issue[]): Issue[] {
  const first = issues.find(({ rule }) => rule.startsWith(`${UNKNOWN}; the catalogue`));
  return issues.map((issue) =>
    issue !== first && issue.rule === first?.rule ? refusal({ ...issue, rule: UNKNOWN }) : issue,
  );
}

/** The errors of `aqm` at `path` in the document, on the links that it manages. */
export function checkAqm(
  aqm: { readonly id: string; readonly params: Params },
  links: readonly NamedLink[],
  path: Path,
  engine: AqmRules,
): Issue[] {
  const info = infoOf(engine.catalogue, aqm);
  if (info === undefined) {
    const known = engine.catalogue.map(({ id }) => id);
    const near = nearestWords(aqm.id, known);
    const meant = schemeFromTc(aqm.id);
    const nearest = meant ?? near[0];
    const rule =
      meant !== undefined
        ? `${UNKNOWN}; what tc calls ${aqm.id} is ${meant} here`
        : nearest === undefined
          ? `${UNKNOWN}; the catalogue has ${known.join(', ')}`
          : near.length === 1
            ? UNKNOWN
            : `${UNKNOWN}; names like it are ${near.slice(0, MOST_NAMES).join(', ')}`;
    return [
      refusal({
        path: showPath([...path, 'id']),
        value: aqm.id,
        rule,
        ...(nearest === undefined ? {} : { nearest }),
      }),
    ];
  }
  const place = (name: string) => showPath([...path, 'params', name]);
  const malformed = Object.entries(aqm.params).flatMap(([name, value]) =>
    checkParam(info, name, value, place(name)),
  );
  const told = (issues: readonly ParamIssue[]) => issues.map(inWords);
  if (malformed.length > 0) {
    // An unreadable program text has no parameters: its own errors are reported, and not that parameters are
    // missing.
    const described = engine.catalogue.find(({ id }) => id === aqm.id);
    if (described?.of === undefined) return malformed;
    const own = Object.entries(aqm.params).filter(([name]) =>
      described.params.some((row) => row.kind === 'text' && row.name === name),
    );
    const faults = told(judge({ id: aqm.id, params: Object.fromEntries(own) }, links, engine)).filter(
      isError,
    );
    return faults.length > 0 ? faults : malformed;
  }
  return told(judge(aqm, links, engine));

  function inWords({ severity, param, value, rule, nearest }: ParamIssue): Issue {
    const facts = {
      path: param === undefined ? showPath([...path, 'params']) : place(param),
      rule,
      ...(value === undefined ? {} : { value }),
      // The nearest number replaces an entry of a list, so it cannot be offered in place of the whole list.
      ...(nearest === undefined || Array.isArray(value) ? {} : { nearest }),
    };
    return severity === 'error' ? refusal(facts) : warning(facts);
  }
}

/**
 * The engine's issues on all links, each reported once; the links are named if the issue does not occur on
 * all of them.
 */
function judge(
  aqm: { readonly id: string; readonly params: Params },
  links: readonly NamedLink[],
  engine: AqmRules,
): ParamIssue[] {
  const found = new Map<string, { readonly issue: ParamIssue; readonly places: string[] }>();
  // The shortest buffer comes first: a value within its limit is also within those of the others.
  for (const { name, ...link } of [...links].sort((a, b) => a.buffer - b.buffer)) {
    for (const issue of engine.check(aqm.id, aqm.params, link)) {
      const key = JSON.stringify([issue.severity, issue.param, issue.rule]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { issue, places: [name] });
      else known.places.push(name);
    }
  }
  return [...found.values()].map(({ issue, places }) =>
    places.length === links.length ? issue : { ...issue, rule: `${issue.rule} (at ${places.join(', ')})` },
  );
}

function checkParam(info: AqmInfo, name: string, value: ParamValue, path: string): Issue[] {
  const param = info.params.find((candidate) => candidate.name === name);
  if (param === undefined) {
    const known = info.params.map((candidate) => candidate.name);
    const meant = fromTc(name, info);
    const nearest = meant ?? didYouMean(name, known);
    const alone = aloneInTc(name);
    const rule =
      meant !== undefined
        ? `${info.id} has no such parameter; what tc calls ${name} is ${meant} here`
        : alone !== undefined
          ? `${info.id} has no such parameter; of what tc calls ${name}: ${alone}`
          : known.length === 0
            ? `${info.id} has no parameters`
            : `${info.id} has no such parameter; it has ${known.join(', ')}`;
    return [refusal({ path, value, rule, ...(nearest === undefined ? {} : { nearest }) })];
  }
  const unit = param.unit === '' || param.unit === '1' ? '' : ` in ${param.unit}`;
  const fault = (rule: string, nearest?: number | string) => [
    refusal({ path, value, rule, ...(nearest === undefined ? {} : { nearest }) }),
  ];
  switch (param.kind) {
    case 'number':
    case 'integer':
      if (typeof value !== 'number' || !Number.isFinite(value)) return fault(`must be a number${unit}`);
      // The engine checks whether the number is whole and in its range, as it checks every other rule of the
      // table.
      return [];
    case 'choice': {
      const choices = param.choices ?? [];
      if (typeof value === 'string' && choices.includes(value)) return [];
      return fault(
        `must be one of ${choices.join(', ')}`,
        typeof value === 'string' ? didYouMean(value, choices) : undefined,
      );
    }
    case 'toggle':
      return typeof value === 'boolean' ? [] : fault('must be true or false');
    case 'pair':
    case 'text':
      return typeof value === 'string' && value !== '' ? [] : fault('must be text, and not empty');
    case 'list':
      return Array.isArray(value) ? [] : fault('must be a list of rows of numbers');
  }
}
