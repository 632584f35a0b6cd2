/**
 * A table's second verdict. A printed value can be met by whatever fills the link; what a paper claims for its scheme
 * is how far it stands from the baseline that it compares with. So the effect is judged: the ratio to the baseline,
 * less one.
 */
import type { PaperTable } from '../generated/paper.ts';
import { estimate, type Estimate } from '../statistics.ts';

export const EFFECT_VERDICTS = ['reproduced', 'same_direction', 'different', 'cannot_be_judged'] as const;
export type EffectVerdict = (typeof EFFECT_VERDICTS)[number];

export interface Effect {
  /** (value - beyond) / (baseline - beyond) - 1, as printed. */
  readonly published: number;
  /** The same here, seed by seed; absent where it cannot be judged. */
  readonly ours?: Estimate;
  readonly verdict: EffectVerdict;
}

/** A printed value within this share of the baseline's shows no effect: it may be rounded, or one seed's chance. */
const NO_EFFECT = 0.01;
/** Our effect may differ from the printed one by this share of it. */
const TOLERANCE = 1 / 3;

/**
 * The effect of a scheme in one condition; undefined if the paper prints none. Reproduced: the printed sign with
 * statistical significance (the 95 % interval excludes zero), and the size within a third; same direction: only the
 * sign; different: another sign; cannot be judged: the value itself cannot, or our baseline is zero and has no ratios.
 */
export function judgeEffect(
  { baseline, beyond = 0, unjudged }: PaperTable,
  printed: Readonly<Record<string, number>>,
  scheme: string,
  values: readonly number[],
  baselineValues: readonly number[],
): Effect | undefined {
  const theirs = printed[scheme];
  const base = baseline === undefined ? undefined : printed[baseline];
  if (theirs === undefined || base === undefined || scheme === baseline) return undefined;
  const published = (theirs - beyond) / (base - beyond) - 1;
  // A baseline of zero has no ratios.
  if (!Number.isFinite(published) || Math.abs(published) <= NO_EFFECT) return undefined;
  if (unjudged !== undefined) return { published, verdict: 'cannot_be_judged' };
  const ratios = values.map((value, i) => (value - beyond) / ((baselineValues[i] ?? NaN) - beyond) - 1);
  const ours = estimate(ratios.filter((ratio) => Number.isFinite(ratio)));
  if (ours === undefined) return { published, verdict: 'cannot_be_judged' };
  const sign = Math.sign(published);
  const [low, high] = ours.ci95 ?? [-Infinity, Infinity];
  const sure = sign > 0 ? low > 0 : high < 0;
  const near = Math.abs(ours.mean - published) <= TOLERANCE * Math.abs(published);
  return { published, ours, verdict: !sure ? 'different' : near ? 'reproduced' : 'same_direction' };
}
