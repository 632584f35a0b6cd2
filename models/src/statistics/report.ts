/** Summarises a study's rows for one metric; the page, the command line and Python use this code. */
import type { Study } from '../generated/study.ts';
import { estimate } from '../statistics.ts';
import type { AxisValue, Expansion } from '../study/expand.ts';
import { momentsOf } from './moments.ts';
import { comparePairs, type BySeed, type Pair } from './pairs.ts';
import { seedsNeeded, seedsToTell, type SeedsNeeded, type Within } from './seeds-needed.ts';
import { morrisIndices, sobolIndices, type MorrisIndices, type SobolIndices } from './sensitivity.ts';

/** The metric of a lane at a point, by seed. */
export type ValuesAt = (point: number, lane: number) => BySeed;

export interface LaneFigures {
  readonly lane: string;
  readonly n: number;
  readonly mean: number;
  readonly ci95: readonly [number, number] | null;
  /** Null for a single run. */
  readonly deviation: number | null;
  /** The seeds for the requested interval; absent if none was requested. */
  readonly needed?: SeedsNeeded | null;
}

export interface PairFigures extends Omit<Pair, 'a' | 'b'> {
  readonly a: string;
  readonly b: string;
  /**
   * The number of seeds with which a difference as large as the requested interval is found with a
   * probability of 80 %.
   */
  readonly to_tell?: number | null;
}

export interface Comparison {
  readonly lanes: readonly LaneFigures[];
  readonly pairs: readonly PairFigures[];
}

/** Compares the lanes of one scenario; `labels` has their names. */
export function comparisonOf(
  lanes: readonly BySeed[],
  labels: readonly string[],
  within?: Within,
): Comparison {
  const name = (lane: number) => labels[lane] ?? '';
  const figures = lanes.flatMap((own, lane): LaneFigures[] => {
    const values = [...own.values()];
    const found = estimate(values);
    if (found === undefined) return [];
    const { n, mean, deviation } = momentsOf(values);
    const needed = within && { needed: seedsNeeded(values, within) ?? null };
    return [
      { lane: name(lane), n, mean, ci95: found.ci95 ?? null, deviation: n < 2 ? null : deviation, ...needed },
    ];
  });
  const pairs = comparePairs(lanes).map(({ a, b, ...pair }): PairFigures => {
    const differences = [...(lanes[a] ?? [])].flatMap(([seed, value]) => {
      const other = lanes[b]?.get(seed);
      return other === undefined ? [] : [value - other];
    });
    const { deviation, n } = momentsOf(differences);
    const size = within && ('half' in within ? within.half : within.share * Math.abs(meanOf(lanes[b])));
    const told =
      size === undefined ? undefined : n < 2 || !(size > 0) ? null : (seedsToTell(deviation, size) ?? null);
    return { a: name(a), b: name(b), ...pair, ...(told !== undefined && { to_tell: told }) };
  });
  return { lanes: figures, pairs };
}

const meanOf = (values: BySeed = new Map()) => momentsOf([...values.values()]).mean;

/** The indices of a sampled axis in one lane, for one combination of all other axes. */
export interface Sensitivity {
  readonly lane: string;
  readonly design: 'saltelli' | 'morris';
  /** Names of the quantities, in the order of the indices. */
  readonly quantities: readonly string[];
  /** The values of the other axes. */
  readonly at: Readonly<Record<string, AxisValue>>;
  /** Null if too few values were observed, or if nothing varies. */
  readonly sobol?: SobolIndices | null;
  readonly morris?: MorrisIndices | null;
}

export interface StudyReport {
  readonly points: readonly ({ readonly at: Readonly<Record<string, AxisValue>> } & Comparison)[];
  readonly sensitivity: readonly Sensitivity[];
}

/** `labels`: the names of the lanes. */
export function reportOf(
  study: Study,
  expansion: Expansion,
  labels: readonly string[],
  valuesAt: ValuesAt,
  within?: Within,
): StudyReport {
  const { points, factors } = expansion;
  const lanes = labels.map((_, lane) => lane);
  const sampled = study.axes.some(({ sample }) => sample === 'saltelli' || sample === 'morris');
  return {
    // The points of a design have no meaning of their own: their comparisons would be many and answer no
    // question.
    points: sampled
      ? []
      : Array.from({ length: points }, (_, point) => ({
          at: Object.fromEntries(
            expansion.valuesAt(point).map((value, f) => [factors[f]?.name ?? '', value]),
          ),
          ...comparisonOf(
            lanes.map((lane) => valuesAt(point, lane)),
            labels,
            within,
          ),
        })),
    sensitivity: study.axes.flatMap((axis, i) =>
      axis.sample === 'saltelli' || axis.sample === 'morris'
        ? lanes.flatMap((lane) => sensitivitiesOf(study, expansion, i, lane, labels, valuesAt))
        : [],
    ),
  };
}

/** The sensitivities of one design, from means over seeds, at each combination of the other axes. */
function sensitivitiesOf(
  { axes }: Study,
  { sides, factors, valuesAt }: Expansion,
  chosen: number,
  lane: number,
  labels: readonly string[],
  values: ValuesAt,
): readonly Sensitivity[] {
  const axis = axes[chosen] ?? {};
  const dimensions = axis.over?.length ?? 0;
  const own = sides[chosen] ?? 0;
  const inner = sides.slice(chosen + 1).reduce((product, side) => product * side, 1);
  const outer = sides.slice(0, chosen).reduce((product, side) => product * side, 1);
  const firstFactor = axes.slice(0, chosen).reduce((sum, { over }) => sum + (over?.length ?? 1), 0);
  const isOwn = (f: number) => f >= firstFactor && f < firstFactor + dimensions;
  const names = factors.map(({ name }) => name);
  return Array.from({ length: outer * inner }, (_, group) => {
    const pointAt = (i: number) => (Math.floor(group / inner) * own + i) * inner + (group % inner);
    const answers = Array.from({ length: own }, (_, i) => {
      const found = values(pointAt(i), lane);
      return found.size === 0 ? null : meanOf(found);
    });
    const others = valuesAt(pointAt(0)).flatMap((value, f) =>
      isOwn(f) ? [] : [[names[f] ?? '', value] as const],
    );
    return {
      lane: labels[lane] ?? '',
      quantities: names.filter((_, f) => isOwn(f)),
      at: Object.fromEntries(others),
      ...(axis.sample === 'morris'
        ? {
            design: 'morris' as const,
            morris:
              morrisIndices(answers, {
                dimensions,
                paths: axis.count ?? 0,
                ...(axis.seed !== undefined && { seed: axis.seed }),
              }) ?? null,
          }
        : { design: 'saltelli' as const, sobol: sobolIndices(answers, dimensions) ?? null }),
    };
  });
}
