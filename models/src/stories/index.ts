/**
 * Stories and the gallery: guided lessons and the scenarios that they use. Separate from documents, so that
 * the page can load them late.
 */
export type { Exhibit } from '../generated/exhibit.ts';
export type { Knob, Look, Option, Outcome, Step, Story } from '../generated/story.ts';
export {
  callsOf,
  readComparison,
  readExpression,
  sidesOf,
  type Comparison,
  type Expression,
} from './expression.ts';
export { EXHIBITS, STORIES, THEMES } from './list.ts';
export { needsOf, type Asked, type Modelled, type Recorded } from './quantities.ts';
export { letterOf, pathsOf, sceneOf } from './scene.ts';
export { judge, judgeAll, outcomeOf, type Lanes, type Verdict } from './verdict.ts';
