/**
 * From a paper's document to scenarios: experiment, then the reading's patches, then the condition's, then one lane a
 * scheme.
 */
import type { Experiment, Paper, Reading } from '../generated/paper.ts';
import type { Lane, Scenario } from '../generated/scenario.ts';
import { mergePatch } from '../merge-patch.ts';
import type { JsonObject } from '../path.ts';

/** The printed set-up, from which every reading departs. */
export const PRINTED = 'printed';
/** The reading under which most of a paper holds. */
export const BEST = 'best';

/** The reading by its id, and those that it changes, the innermost first. */
function chainOf(paper: Paper, id: string): readonly Reading[] {
  const reading = paper.readings.find((entry) => entry.id === id);
  if (reading === undefined) throw new Error(`${paper.id} has no reading ${id}`);
  return [...(reading.over === undefined ? [] : chainOf(paper, reading.over)), reading];
}

/** An experiment as a reading has it, under one of its conditions. */
export function experimentOf(paper: Paper, reading: string, name: string, condition?: string): Experiment {
  const base = paper.experiments[name];
  if (base === undefined) throw new Error(`${paper.id} has no experiment ${name}`);
  const read = chainOf(paper, reading).reduce<Experiment>(
    (experiment, { patch }) => mergePatch(experiment, patch[name] ?? {}) as Experiment,
    base,
  );
  if (condition === undefined) return read;
  const patch = read.conditions[condition];
  if (patch === undefined) throw new Error(`${paper.id}, ${name} has no condition ${condition}`);
  return mergePatch(read, patch) as Experiment;
}

/** Rows of TCP have what all rows of TCP share. */
const isTcp = ({ kind }: JsonObject): boolean => kind === undefined || kind === 'ftp' || kind === 'web';

/** Rows of TCP have what all of them share, and what is their own; a scheme that is a sender has the last word. */
const rowsOf = (
  { tcp, traffic }: Experiment,
  own?: Experiment['schemes'][string]['tcp'],
): readonly JsonObject[] =>
  Object.values(traffic).map((row) => (isTcp(row) ? { ...tcp, ...row, ...own } : row));

function laneOf(label: string, experiment: Experiment): Lane {
  const { id, params, bare, tcp } = experiment.schemes[label] ?? { id: '' };
  return {
    label,
    aqm: { id, params: { ...(bare === true ? {} : experiment.params), ...params } },
    ...(tcp !== undefined && { set: { traffic: rowsOf(experiment, tcp) } }),
  } as Lane;
}

/** The document that a page opens and a run simulates: a condition under a reading, a lane for each scheme. */
export function scenarioOf(paper: Paper, reading: string, name: string, condition: string): Scenario {
  const experiment = experimentOf(paper, reading, name, condition);
  const { question, scenario, schemes, titles } = experiment;
  const { label, text } = chainOf(paper, reading).at(-1) ?? { label: '', text: '' };
  return {
    version: 1,
    title: `${paper.short} ${paper.year}, ${titles?.[condition] ?? condition}${reading === BEST ? '' : ` (${label})`}`,
    question,
    source: `${paper.authors}, ${paper.title}, ${paper.venue}${paper.doi === null ? '' : `, doi:${paper.doi}`}. ${label}: ${text}`,
    seed: paper.seeds.first,
    ...scenario,
    traffic: rowsOf(experiment) as Scenario['traffic'] & object,
    lanes: Object.keys(schemes).map((scheme) => laneOf(scheme, experiment)),
  };
}

/** One run's place: what is simulated and what its results are stored under. */
export interface Place {
  readonly reading: string;
  readonly experiment: string;
  readonly condition: string;
  readonly scheme: string;
}

export const placeKey = ({ reading, experiment, condition, scheme }: Place): string =>
  [reading, experiment, condition, scheme].join(' / ');

/** Every lane that the tables of `wanted` need under the readings of `readings`, each once. */
export function placesOf(paper: Paper, readings: readonly string[], wanted?: readonly string[]): Place[] {
  const found = new Map<string, Place>();
  for (const reading of readings)
    for (const { id, experiment, conditions, schemes } of paper.tables) {
      if (wanted !== undefined && !wanted.includes(id)) continue;
      for (const condition of conditions)
        for (const scheme of schemes) {
          const place = { reading, experiment, condition, scheme };
          found.set(placeKey(place), place);
        }
    }
  return [...found.values()];
}
