/**
 * The answer to the document's question in one sentence, made from the numbers after every edit: which lane
 * has the longest and the shortest waiting, and what the shorter waiting costs.
 */
import { unitWord } from '../../../models/src/unit-words.ts';
import { decimal, plural, t, wordList } from '../../../models/src/language.ts';
import { bestLane, estimateOf, pairedDifference, type Sample, type Values } from './estimates.ts';
import type { LaneScenario } from '../../../wasm/src/types.ts';
import { firstAlike } from './load.ts';
import { rowColumn, rowValues } from './rowMetrics.ts';
import { linksOf } from './rows.ts';
import { fitUnit, formatMetric, metricRow, type MetricRow } from './metrics.ts';

/** A lane's results for the answer: one run for each seed, none before the first run has finished. */
export interface Told {
  readonly label: string;
  readonly samples: readonly Sample[];
}

const WAIT = metricRow('queueing_delay_mean');

export const valuesOf = (samples: readonly Sample[], { name }: Pick<MetricRow, 'name'>): Values =>
  samples.map(({ metrics }) => metrics[name]);
const meanOf = ({ samples }: Told, row: MetricRow): number | null =>
  estimateOf(valuesOf(samples, row))?.mean ?? null;

/** The largest number of lanes that are named one by one. */
const NAMED = 3;
/** The smallest differences of loss and of utilization that are mentioned, in percentage points. */
const WORTH = 0.05;

/**
 * Null while a lane has no run yet, or if no packet waited. `loads` (load.ts): where lanes have different loads,
 * only the first ones with the same load are compared.
 */
export function answerOf(all: readonly Told[], loads: readonly number[] = all.map(() => 0)): string | null {
  const group = firstAlike(loads);
  const lanes = group === null ? all : all.filter((_, lane) => group.includes(lane));
  const waits = lanes.map((lane) => ({ lane, wait: meanOf(lane, WAIT) }));
  const known = waits.filter((one): one is { lane: Told; wait: number } => one.wait !== null);
  const [only] = known;
  if (only === undefined || known.length < lanes.length) return null;
  const seeds = Math.min(...lanes.map(({ samples }) => samples.length));
  const over = seeds > 1 ? t(' ({{seeds}} seeds)', { seeds }) : '';
  const fitted = fitUnit(
    WAIT,
    known.map(({ wait }) => wait),
  );
  const time = (wait: number) => `${formatMetric(fitted, wait)} ${unitWord(fitted.unit)}`;
  if (lanes.length === 1) {
    const loss = formatMetric(metricRow('loss_ratio'), meanOf(only.lane, metricRow('loss_ratio')));
    const busy = formatMetric(metricRow('utilization'), meanOf(only.lane, metricRow('utilization')));
    return t(
      'Under {{label}} a packet waits {{time}} on average; {{loss}} % of the packets are lost, and the link is busy {{busy}} % of the time{{over}}.',
      { label: only.lane.label, time: time(only.wait), loss, busy, over },
    );
  }
  const sorted = [...known].sort((a, b) => a.wait - b.wait);
  const [least, most] = [sorted[0] ?? only, sorted.at(-1) ?? only];
  if (group !== null && time(least.wait) === time(most.wait))
    return t('A packet waits {{time}} on average, whichever of the lanes manages the queue{{over}}.', {
      time: time(least.wait),
      over,
    });
  const named = lanes.length <= NAMED ? sorted : [least, most];
  const list = and(
    named.map(({ lane, wait }) => t('{{time}} under {{label}}', { time: time(wait), label: lane.label })),
  );
  const apart =
    bestLane(
      [least, most].map(({ lane }) => valuesOf(lane.samples, WAIT)),
      'low',
      WAIT,
    ) === 0;
  const head = t('A packet waits {{list}}{{over}}', { list, over });
  if (group === null)
    return t(
      '{{head}}; no two lanes have the same traffic and network, so no scheme is compared with another.',
      { head },
    );
  if (!apart) return t('{{head}}; over {{seeds}} seeds that is no difference to rely on.', { head, seeds });
  const saved = Math.round(100 * (1 - least.wait / most.wait));
  // Without senders no packet waits.
  const less = saved === 100 && least.wait > 0 ? t('more than 99') : String(saved);
  // Lanes with the same printed value share a rank; a cost is mentioned if it is the same for all of them.
  const alike = (wait: number) =>
    sorted.filter((one) => time(one.wait) === time(wait)).map(({ lane }) => lane);
  const [short, long] = [alike(least.wait), alike(most.wait)];
  const names = (of: readonly Told[]) => and(of.map(({ label }) => label));
  const costs = new Set(short.flatMap((from) => long.map((to) => cost(from, to))));
  const [price = ''] = costs.size === 1 ? costs : [];
  return t('{{head}}: {{less}} % less with {{best}} than with {{worst}}{{price}}.', {
    head,
    less,
    best: names(short),
    worst: names(long),
    price,
  });
}

/**
 * How the rows of traffic share the link, if they differ in what they send or in their route. If the lanes
 * have different rows, no single sentence can say it: null.
 */
export function sharesOf(all: readonly (Told & { readonly flows: readonly string[] })[]): string | null {
  const names = all[0]?.flows ?? [];
  const alike = all.every(({ flows }) => flows.join() === names.join());
  const means = ({ samples }: Told) =>
    names.map((_, row) => estimateOf(rowValues(samples, row, OF_A_FLOW))?.mean ?? null);
  // Lanes with the same run are mentioned once.
  const runs = new Map(all.map((lane) => [JSON.stringify(means(lane)), lane]).reverse() as [string, Told][]);
  const lanes = all.filter((lane) => runs.get(JSON.stringify(means(lane))) === lane);
  const shares = lanes.map(means);
  if (names.length < 2 || names.length > NAMED || lanes.length > NAMED || !alike) return null;
  if (shares.flat().some((mean) => mean === null)) return null;
  const fast = shares.flat().some((mean) => (mean ?? 0) >= 1e6);
  const [unit, scale] = fast ? ['Mbit/s', 1e-6] : ['kbit/s', 1e-3];
  const sentences = names.map((name, row) => {
    const rates = shares.map((of) => digits(scale * (of[row] ?? 0)));
    if (row > 0) return t('a {{name}}, {{rates}}', { name, rates: and(rates) });
    return t('A {{name}} gets {{rates}}', {
      name,
      rates: and(
        rates.map((rate, lane) =>
          t('{{rate}} {{unit}} under {{label}}', { rate, unit, label: lanes[lane]?.label ?? '' }),
        ),
      ),
    });
  });
  return `${sentences.join('; ')}.`;
}
const OF_A_FLOW = rowColumn('goodput_of_flow');
/** A share has three digits. */
const digits = (value: number): string => decimal(String(Number(value.toPrecision(3))));

/** "2.1 points more loss": a difference in percentage points. */
function pointsOf(row: 'loss_ratio' | 'utilization', points: number): string {
  const size = decimal(Math.abs(points).toFixed(1));
  const count = size === decimal('1.0') ? 1 : 2;
  if (row === 'loss_ratio')
    return points > 0
      ? plural(count, '{{size}} point more loss', '{{size}} points more loss', { size })
      : plural(count, '{{size}} point less loss', '{{size}} points less loss', { size });
  return points > 0
    ? plural(count, '{{size}} point more utilization', '{{size}} points more utilization', { size })
    : plural(count, '{{size}} point less utilization', '{{size}} points less utilization', { size });
}

/** The other differences from `from` to `to`, in percentage points. */
function cost(from: Told, to: Told): string {
  const change = (name: 'loss_ratio' | 'utilization'): { worse: boolean; words: string } | null => {
    const row = metricRow(name);
    const difference = pairedDifference(valuesOf(from.samples, row), valuesOf(to.samples, row));
    const points = 100 * (difference?.mean ?? 0);
    if (Math.abs(points) < WORTH) return null;
    return { worse: points > 0 === (row.better === 'low'), words: pointsOf(name, points) };
  };
  const changes = [change('loss_ratio'), change('utilization')].filter((one) => one !== null);
  const words = (worse: boolean) => changes.filter((one) => one.worse === worse).map((one) => one.words);
  const [price, gain] = [words(true), words(false)];
  if (price.length === 0 && gain.length === 0) return t(', at the same loss and utilization');
  return `${price.length > 0 ? t(', for {{costs}}', { costs: and(price) }) : ''}${gain.length > 0 ? t(', and with {{gains}}', { gains: and(gain) }) : ''}`;
}

/** Seconds. Waiting in other queues is mentioned from this value on. */
const ELSEWHERE = 0.01;

/**
 * Reports when most of the waiting is in other queues than the shown one: a modem's, another link's, the
 * hosts' own links. The waiting elsewhere is the total waiting of the rows that cross the link in its
 * direction, weighted by their goodput, minus the waiting in the shown queue.
 */
export function elsewhereOf(all: readonly (Told & { readonly scenario: LaneScenario })[]): string | null {
  if (all.length === 0 || all.length > NAMED) return null;
  const waits = all.map(elsewhere);
  const parts = all.flatMap(({ label }, i) => {
    const wait = waits[i] ?? 0;
    return wait > 0
      ? [
          t('{{value}} {{unit}} under {{label}}', {
            value: formatMetric(fitUnit(WAIT, [wait]), wait),
            unit: fitUnit(WAIT, [wait]).unit,
            label,
          }),
        ]
      : [];
  });
  if (parts.length === 0) return null;
  const hosts = all.every(({ scenario }) => scenario.network.links.length === 1);
  const where = hosts ? t('in the hosts’ own links') : t('in other queues of the path');
  return t('Most of the waiting is elsewhere: {{times}} {{where}}, where this AQM does not act.', {
    times: and(parts),
    where,
  });
}

/** What hosts' own links lost where they have a limit: losses that no AQM can prevent. */
export function lostAtHostsOf(all: readonly Told[]): string | null {
  if (all.length > NAMED) return null;
  const parts = all.flatMap(({ label, samples }) => {
    const sums = samples.map(({ rows }) => rows.reduce((sum, row) => sum + (row.host_drops ?? 0), 0));
    const mean = estimateOf(sums)?.mean ?? 0;
    return mean > 0 ? [t('{{value}} under {{label}}', { value: formatMetric(DROPS, mean), label })] : [];
  });
  return parts.length === 0
    ? null
    : t('Packets lost before the hosts’ own links: {{numbers}}.', { numbers: and(parts) });
}
const DROPS = metricRow('drops_overflow');

/** s; 0 where it is not most of the waiting, or cannot be told from what the link itself does. */
function elsewhere(lane: Told & { readonly scenario: LaneScenario }): number {
  const { network, traffic } = lane.scenario;
  const here = meanOf(lane, WAIT);
  // The delays of grants and of jitter are not queueing delays.
  if (
    here === null ||
    network.links.some(({ jitter = 0, grant_period = 0 }) => jitter > 0 || grant_period > 0)
  )
    return 0;
  const total = { goodput: 0, waited: 0 };
  for (const [i, row] of traffic.entries()) {
    const [first, last] = linksOf(lane.scenario, row);
    if (row.direction === 'reverse' || first > network.observed || last < network.observed) continue;
    const [added, goodput] = [LATENCY, GOODPUT].map((of) => estimateOf(rowValues(lane.samples, i, of))?.mean);
    if (added === undefined || goodput === undefined) continue;
    total.goodput += goodput;
    total.waited += goodput * added;
  }
  const there = total.goodput > 0 ? total.waited / total.goodput - here : 0;
  return there > ELSEWHERE && there > here ? there : 0;
}
const [LATENCY, GOODPUT] = [rowColumn('latency_added'), rowColumn('goodput')];

/** "a", "a and b", "a, b and c". */
export function and(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : t('{{parts}} and {{last}}', { parts: wordList(parts.slice(0, -1)), last });
}
