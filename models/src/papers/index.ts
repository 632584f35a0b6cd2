/**
 * Papers: what they published, the experiments that judge it, and the verdicts. Apart from documents, so that a page
 * loads it late.
 */
export type {
  Claim,
  Experiment,
  Fact,
  Paper,
  PaperCourse,
  PaperTable,
  Percentage,
  PrintedList,
  Reading,
  Reason,
} from '../generated/paper.ts';
export { COURSES } from './courses.ts';
export { EFFECT_VERDICTS, type Effect, type EffectVerdict } from './effect.ts';
export { BEST, experimentOf, placeKey, placesOf, PRINTED, scenarioOf, type Place } from './experiment.ts';
export { BINS, figuresOf } from './figures.ts';
export { PAPERS, type PaperEntry } from './list.ts';
export {
  nullModel,
  sharesByTolerance,
  sumOfNulls,
  type NullModel,
  type ToleranceShares,
} from './null-model.ts';
export { percentagesOf, type PercentageCell } from './percentages.ts';
export { limitOf } from './tolerance.ts';
export { measure, type Figures } from './quantities.ts';
export { PERCENTS, spreadOf, type Spread } from './spread.ts';
export {
  countVerdicts,
  judge,
  judgedOf,
  VERDICTS,
  type CellResult,
  type ClaimResult,
  type Counts,
  type EffectCounts,
  type PaperResults,
  type PaperVerdicts,
  type StoredRuns,
  type TableResult,
  type Verdict,
} from './verdicts.ts';
