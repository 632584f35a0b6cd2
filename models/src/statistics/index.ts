/** Statistics that referees ask for. Separate from documents, so that the page can load them late. */
export { courseOf, type BatchMeans, type Course } from './course.ts';
export {
  comparisonOf,
  reportOf,
  type Comparison,
  type PairFigures,
  type Sensitivity,
  type StudyReport,
} from './report.ts';
export { SEEDS_ASSUME, withinIn, type Within } from './seeds-needed.ts';
