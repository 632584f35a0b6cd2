/**
 * A report card: for each row of the suite its metrics, as means over seeds with the half width of Student's
 * 95 % interval.
 */
import type { AqmRules } from '../aqm-rules.ts';
import type { MetricName, RowMetricName } from '../generated/facts.ts';
import type { Aqm, Scenario } from '../generated/scenario.ts';
import { lanes } from '../lanes.ts';
import { covarianceOf, estimate, studentQuantile, type Covariance } from '../statistics.ts';
import type { LaneScenario, Params } from '../types.ts';
import { validate } from '../validate.ts';
import type { CardLine } from './lines.ts';
import { CARD_ROWS, type CardRow } from './rows.ts';

export interface Figure {
  readonly id: string;
  readonly label: string;
  readonly unit: 's' | '1';
  readonly better: 'lower' | 'higher';
}

/** The metrics of every row (RFC 7928 sections 2.3, 2.5, 2.6). */
export const COMMON: readonly Figure[] = [
  { id: 'wait', label: 'Waiting, mean', unit: 's', better: 'lower' },
  { id: 'p95', label: 'Waiting, 95th percentile', unit: 's', better: 'lower' },
  { id: 'goodput', label: 'Goodput, share of the line', unit: '1', better: 'higher' },
  { id: 'loss', label: 'Loss', unit: '1', better: 'lower' },
];
export const figuresOf = (row: CardRow): readonly Figure[] => [...COMMON, ...row.own];

/**
 * A mean, and half the width of its 95 % interval; null: nothing was observed. One seed has no interval: the
 * half width is null.
 */
export type Cell = readonly [mean: number, half: number | null] | null;

/**
 * The results of a scheme on one link, by the id of the row; for a row that the scheme cannot run, the
 * reason.
 */
export interface Card {
  readonly rows: Readonly<Partial<Record<string, readonly Cell[] | string>>>;
  /** By the id of the row: the correlation of waiting (95th percentile) and goodput over the seeds. */
  readonly tilt?: Readonly<Partial<Record<string, number>>>;
  /** The digest of the digests of all its runs. */
  readonly digest: string;
}

/** The cards of one link. */
export interface CardBook {
  readonly engine: string;
  readonly seeds: number;
  readonly schemes: Readonly<Partial<Record<string, Card>>>;
}

/** A scheme with its defaults, or a program. */
export interface CardAqm {
  readonly id: string;
  readonly params?: Params;
}

/** The scenario of a row, with these schemes as its lanes. */
export const cardScenario = (
  row: CardRow,
  line: CardLine,
  aqms: readonly { readonly label: string; readonly aqm: CardAqm }[],
): Scenario => ({
  version: 1,
  title: `${row.title}, ${line.name}`,
  ...row.document(line),
  lanes: aqms.map(({ label, aqm }) => ({ label, aqm: (row.ecn === true ? withEcn(aqm) : aqm) as Aqm })),
});
const withEcn = (aqm: CardAqm): CardAqm => ({ ...aqm, params: { ...aqm.params, ecn: true } });

/**
 * The lane of a row; if the scheme cannot run it (its defaults need a larger buffer, or it does not mark), a
 * sentence with the reason.
 */
export function cardLane(row: CardRow, line: CardLine, aqm: CardAqm, rules: AqmRules): LaneScenario | string {
  const info = rules.catalogue.find(({ id }) => id === aqm.id);
  if (row.ecn === true && info?.params.some(({ name }) => name === 'ecn') !== true)
    return 'it does not mark packets';
  const checked = validate(cardScenario(row, line, [{ label: aqm.id, aqm }]), rules);
  if (!checked.ok) {
    const first = checked.issues.find(({ severity }) => severity === 'error')?.message;
    return `its defaults do not fit this line: ${first ?? 'it is refused'}`;
  }
  const [lane] = lanes(checked.scenario);
  if (lane === undefined) throw new Error('a scenario has a lane');
  return lane;
}

/** The part of a run's result that a card needs. */
export interface CardRun {
  readonly metrics: Readonly<Record<MetricName, number | null>>;
  readonly rows: readonly Readonly<Record<RowMetricName, number | null>>[];
}

/** The metrics of one run, in the order of `figuresOf`; null: nothing was observed. */
export function cardFigures(row: CardRow, line: CardLine, run: CardRun): readonly (number | null)[] {
  const { metrics } = run;
  const share = (value: number | null) => (value === null ? null : value / line.rate);
  return [
    metrics.queueing_delay_mean,
    metrics.queueing_delay_p95,
    share(metrics.goodput),
    metrics.loss_ratio,
    ...row.own.map((figure) => {
      const value = run.rows[figure.row]?.[figure.metric] ?? null;
      if (figure.share === true) return share(value);
      if (figure.over === undefined || value === null) return value;
      const by = run.rows[figure.over]?.[figure.metric] ?? null;
      return by === null || by === 0 ? null : value / by;
    }),
  ];
}

/** Means over the seeds as a card stores them, with four digits. */
export const cellsOf = (row: CardRow, runs: readonly (readonly (number | null)[])[]): readonly Cell[] =>
  figuresOf(row).map((_, i) => {
    const values = runs.flatMap((run) => run[i] ?? []);
    const found = estimate(values);
    if (found === undefined || values.length < runs.length) return null;
    const half = found.ci95 === undefined ? null : digits((found.ci95[1] - found.ci95[0]) / 2, 3);
    return [digits(found.mean, 4), half];
  });

/** The correlation of waiting (95th percentile) and goodput; null: one of them does not vary, or has no value. */
export function tiltOf(runs: readonly (readonly (number | null)[])[]): number | null {
  const pairs = runs.flatMap(([, p95, goodput]): [number, number][] =>
    p95 == null || goodput == null ? [] : [[p95, goodput]],
  );
  const { xx, xy, yy } = covarianceOf(pairs);
  return pairs.length > 2 && xx > 0 && yy > 0 ? digits(xy / Math.sqrt(xx * yy), 3) : null;
}

/** Waiting (95th percentile) and goodput over the seeds: variances and covariance; null: they are not known. */
export function spreadOf(card: Card, row: CardRow, seeds: number): Covariance | null {
  const tilt = card.tilt?.[row.id];
  const [x, y] = [cellAt(card, row, 'p95')?.[1], cellAt(card, row, 'goodput')?.[1]];
  if (tilt === undefined || x == null || y == null) return null;
  const deviation = (half: number) => (half * Math.sqrt(seeds)) / studentQuantile(0.975, seeds - 1);
  const [dx, dy] = [deviation(x), deviation(y)];
  return { xx: dx * dx, xy: tilt * dx * dy, yy: dy * dy };
}
const digits = (value: number, n: number): number => Number(value.toPrecision(n));

export const cardRow = (id: string): CardRow | undefined => CARD_ROWS.find((row) => row.id === id);

/** A cell of a card; null if the row or the metric has none. */
export function cellAt(card: Card | undefined, row: CardRow, figure: string): Cell {
  const cells = card?.rows[row.id];
  if (cells === undefined || typeof cells === 'string') return null;
  return cells[figuresOf(row).findIndex(({ id }) => id === figure)] ?? null;
}
