/**
 * Stories and the gallery: guided lessons and the scenarios that they use. Separate from documents, so that
 * the page can load them late.
 */
export type { Exhibit } from '../generated/exhibit.ts';
export type { Drawing, Guess, Knob, Look, Option, Outcome, Step, Story } from '../generated/story.ts';
export {
  callsOf,
  readComparison,
  readExpression,
  sidesOf,
  type Comparison,
  type Expression,
} from './expression.ts';
export { EXHIBITS, STORIES, THEMES } from './list.ts';
export { ASKABLE, needsOf, type Asked, type Modelled, type Recorded } from './quantities.ts';
export { DRAWN_PARTS, drawnOf, letterOf, pathsOf, sceneOf, sourceOf, type Source } from './scene.ts';
export { judge, judgeAll, outcomeOf, type Lanes, type Verdict } from './verdict.ts';
