/** Studies: many runs of one scenario. Separate from documents, so that the page can load them late. */
export type { Axis, Range, Study } from '../generated/study.ts';
export { canonical } from './canonical.ts';
export {
  axesIn,
  IS_SCENARIO,
  IS_STUDY,
  looksLikeScenario,
  looksLikeStudy,
  parseStudy,
  validateStudy,
  type StudyValidation,
} from './check.ts';
export { chunksOf, keyText, type Chunk } from './chunks.ts';
export {
  axisCells,
  axisColumns,
  columnsOf,
  FIXED,
  rowOf,
  TRACE_COLUMNS,
  type Cell,
  type Column,
  type Measured,
} from './columns.ts';
export { expand, type AxisValue, type Expansion, type Factor } from './expand.ts';
export { EMPTY, MOST_SEEDS, planOf, readPlan, studyOf, writePlan, type Plan } from './plan.ts';
export { readRows, RowsError, writeRows, type StudyRow } from './rows.ts';
export { sizeOf, sizeText, type StudySize } from './size.ts';
