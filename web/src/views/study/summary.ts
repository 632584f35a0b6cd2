/** Summaries of a study's runs: means with intervals, ellipses, and the points on the Pareto front. */
import type { MetricName } from '../../../../wasm/src/types.ts';
import { covarianceOf } from '../../../../models/src/statistics.ts';
import { estimateOf } from '../../lanes/estimates.ts';
import { ellipseAround } from '../../plots/ellipse.ts';
import type { Found } from '../../state/studyRun.ts';

export interface Mean {
  readonly point: number;
  readonly lane: number;
  readonly mean: number;
  /** The ends of the 95 % interval; both are the mean if there is only one run. */
  readonly low: number;
  readonly high: number;
  readonly runs: number;
}

/** The mean of a metric at a point of a lane; undefined while there is no value. */
export function meanAt(
  { samples }: Found,
  metric: MetricName,
  point: number,
  lane: number,
): Mean | undefined {
  const found = estimateOf(samples(point, lane).map(({ metrics }) => metrics[metric]));
  if (found === null) return undefined;
  const [low, high] = found.ci95 ?? [found.mean, found.mean];
  return { point, lane, mean: found.mean, low, high, runs: found.n };
}

/** Points that differ in one axis only, in the order of that axis. */
export interface Panel {
  /** The values of the other axes: "bottleneck delay 50 ms". */
  readonly name: string;
  readonly points: readonly number[];
}

/** One panel for each combination of the other axes; `word` describes a factor's value. */
export function panelsOf(
  { expansion }: Found,
  along: number,
  word: (factor: number, point: number) => string,
): readonly Panel[] {
  const { factors, points, valuesAt } = expansion;
  const panels = new Map<string, number[]>();
  for (let point = 0; point < points; point++) {
    const name = factors.flatMap((_, f) => (f === along ? [] : [word(f, point)])).join(', ');
    panels.set(name, [...(panels.get(name) ?? []), point]);
  }
  return [...panels].map(([name, own]) => ({
    name,
    points: own.toSorted((a, b) => Number(valuesAt(a)[along]) - Number(valuesAt(b)[along])),
  }));
}

export interface Spread {
  readonly point: number;
  readonly lane: number;
  readonly x: number;
  readonly y: number;
  /**
   * One standard deviation around the mean in every direction, as a closed line; null for fewer than three
   * runs.
   */
  readonly ellipse: { readonly x: readonly number[]; readonly y: readonly number[] } | null;
}

/** Two metrics of a point's runs: their means, and the ellipse of one standard deviation (RFC 7928 section 2.7). */
export function spreadOf(
  pairs: readonly (readonly [number, number])[],
): Omit<Spread, 'point' | 'lane'> | undefined {
  const n = pairs.length;
  if (n === 0) return undefined;
  const x = pairs.reduce((sum, [a]) => sum + a, 0) / n;
  const y = pairs.reduce((sum, [, b]) => sum + b, 0) / n;
  if (n < 3) return { x, y, ellipse: null };
  return { x, y, ellipse: ellipseAround(x, y, covarianceOf(pairs)) };
}

/** Every point of every lane by two metrics. */
export function spreadsOf({ expansion, samples }: Found, x: MetricName, y: MetricName): readonly Spread[] {
  const { points, lanes } = expansion;
  return Array.from(
    { length: points * lanes },
    (_, i) => [Math.floor(i / lanes), i % lanes] as const,
  ).flatMap(([point, lane]) => {
    const pairs = samples(point, lane).flatMap(({ metrics }): [number, number][] => {
      const [a, b] = [metrics[x], metrics[y]];
      return a === null || b === null ? [] : [[a, b]];
    });
    const found = spreadOf(pairs);
    return found === undefined ? [] : [{ point, lane, ...found }];
  });
}
