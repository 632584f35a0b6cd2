/** A study in a link: the link has its scenario, and one field of the address describes what varies. */
import { fromBase64Url, toBase64Url } from '../base64url.ts';
import type { Scenario } from '../generated/scenario.ts';
import type { Axis, Study } from '../generated/study.ts';
import { METRIC_NAMES } from '../named.ts';
import { axesIn } from './check.ts';

export interface Plan {
  readonly axes: readonly Axis[];
  readonly seeds: number;
  /** The shown metric, and the axis along which it is shown. */
  readonly metric: string;
  readonly along: number;
  /** Parts that the page neither shows nor edits; a file saved from the page contains them again. */
  readonly rest?: Rest;
}
type Rest = Pick<Study, 'title' | 'question' | 'metrics' | 'keep'>;

export const EMPTY: Plan = { axes: [], seeds: 3, metric: 'queueing_delay_p95', along: 0 };
/** The limit in the page, where more seeds would take hours; the command line has no limit. */
export const MOST_SEEDS = 100;

/** A damaged word gives the initial plan. The axes are checked with the study. */
export function readPlan(text: string): Plan {
  if (text === '') return EMPTY;
  try {
    const bytes = fromBase64Url(text);
    const found: unknown = bytes === undefined ? null : JSON.parse(new TextDecoder().decode(bytes));
    if (typeof found !== 'object' || found === null) return EMPTY;
    const { axes, seeds, metric, along, rest } = found as Partial<Record<keyof Plan, unknown>>;
    const more = restIn(rest);
    return {
      axes: axesIn(axes) ?? [],
      seeds: typeof seeds === 'number' && seeds >= 1 ? Math.min(MOST_SEEDS, Math.round(seeds)) : EMPTY.seeds,
      metric: typeof metric === 'string' ? metric : EMPTY.metric,
      along: typeof along === 'number' && Number.isInteger(along) && along >= 0 ? along : 0,
      ...(more && { rest: more }),
    };
  } catch {
    return EMPTY;
  }
}

/** The parts that have the form of a study's; the values are checked with the study. */
function restIn(value: unknown): Rest | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { title, question, metrics, keep } = value as Partial<Record<keyof Rest, unknown>>;
  const trace = typeof keep === 'object' && keep !== null && 'trace' in keep ? keep.trace : undefined;
  const rest: Rest = {
    ...(typeof title === 'string' && { title }),
    ...(typeof question === 'string' && { question }),
    ...(Array.isArray(metrics) && metrics.every((name) => typeof name === 'string') && { metrics }),
    ...(typeof trace === 'number' && { keep: { trace } }),
  };
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** The plan of a valid study. */
export function planOf(study: Study): Plan {
  const { question, metrics, keep, axes, seeds, scenario } = study;
  const all = metrics?.length === METRIC_NAMES.length && metrics.every((name, i) => name === METRIC_NAMES[i]);
  const title = study.title === scenario.title ? undefined : study.title;
  const rest = restIn({ title, question, keep, ...(!all && { metrics }) });
  return { ...EMPTY, axes, seeds: seeds?.count ?? 1, ...(rest && { rest }) };
}

export const writePlan = (plan: Plan): string => toBase64Url(new TextEncoder().encode(JSON.stringify(plan)));

/** The document of a plan, as a file stores it and as it is run. */
export const studyOf = (document: Scenario, { axes, seeds, rest }: Plan): Study => ({
  version: 1,
  ...(document.title !== undefined && { title: document.title }),
  scenario: document as unknown as Study['scenario'],
  axes: [...axes],
  seeds: { first: document.seed ?? 1, count: seeds },
  ...rest,
});
