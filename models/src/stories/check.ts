/** Checks a story or an exhibit: its shape by the schema, then its names, then every scene that it makes. */
import type { AqmRules } from '../aqm-rules.ts';
import type { Exhibit } from '../generated/exhibit.ts';
import { exhibit as checkExhibit } from '../generated/exhibit-validator.js';
import type { Scenario } from '../generated/scenario.ts';
import type { Knob, Step, Story } from '../generated/story.ts';
import { story as checkStory } from '../generated/story-validator.js';
import type { SchemaCheck } from '../schema-check.ts';
import { refusal, type Issue } from '../issue.ts';
import { KNOBS } from '../knobs.ts';
import { lanes as laneScenarios } from '../lanes.ts';
import { faultsOfTask } from '../lesson/goals.ts';
import { isKnob, type Task } from '../lesson/task.ts';
import { explain } from '../explain.ts';
import { setAt, showPath, valueAt, type Path } from '../path.ts';
import { validate } from '../validate.ts';
import { callsOf, ExpressionError, readComparison, readExpression, sidesOf } from './expression.ts';
import { faultOf } from './quantities.ts';
import { drawnOf, pathsOf, sceneOf, sourceOf, strangers } from './scene.ts';

const shape = (check: SchemaCheck, input: unknown): Issue[] =>
  check(input) ? [] : (check.errors ?? []).map((error) => explain(error, input));

/** The errors of an exhibit; empty if it is valid. */
export function faultsOfExhibit(input: unknown, engine: AqmRules): readonly Issue[] {
  const faults = shape(checkExhibit, input);
  if (faults.length > 0) return faults;
  const { scenario, effects } = input as Exhibit;
  const checked = validate(scenario, engine);
  if (!checked.ok) return checked.issues;
  const texts = effects.map((text, i) => ({ text, path: ['effects', i] as const, compares: true }));
  return [...expressions(texts, checked.scenario)];
}

/** Whether it has a story's shape; its names and scenes are not checked. */
export const isStory = (input: unknown): input is Story => checkStory(input);

/** The errors of a story; `exhibits` are all that exist. */
export function faultsOfStory(
  input: unknown,
  exhibits: readonly Exhibit[],
  engine: AqmRules,
): readonly Issue[] {
  const faults = shape(checkStory, input);
  if (faults.length > 0) return faults;
  const story = input as Story;
  const ids = story.steps.map(({ id }) => id);
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
  return [
    ...twice.map((id) => refusal({ path: 'steps', value: id, rule: 'steps have names of their own' })),
    ...story.steps.flatMap((step, i) => [...faultsOfStep(step, ['steps', i], exhibits, engine)]),
  ];
}

function* faultsOfStep(
  step: Step,
  at: Path,
  exhibits: readonly Exhibit[],
  engine: AqmRules,
): Generator<Issue> {
  const fault = (path: Path, value: unknown, rule: string) =>
    refusal({ path: showPath([...at, ...path]), value, rule });
  const source = sourceOf(step, exhibits);
  if (source === undefined) {
    yield fault(['exhibit'], step.exhibit, 'must be in the gallery, or the step has a scenario of its own');
    return;
  }
  if (step.scenario !== undefined && step.exhibit !== undefined)
    yield fault(['exhibit'], step.exhibit, 'a step has an exhibit or a scenario of its own, not both');
  for (const label of strangers(step, source)) yield fault(['lanes'], label, 'must be a lane of the exhibit');
  const kinds = [step.options.length > 0, step.number !== undefined, step.drawing !== undefined];
  if (kinds.filter(Boolean).length > 1)
    yield fault(['ask'], step.ask, 'is answered by options, by a number or by a drawing, by one of them');
  if (step.options.length > 0 && !step.options.some(({ right }) => right === true))
    yield fault(['options'], undefined, 'one of them is right');
  if (step.drawing !== undefined && !(step.drawing.from < step.drawing.to))
    yield fault(['drawing', 'to'], step.drawing.to, `must be later than ${step.drawing.from}`);
  if (step.lesson !== undefined && (step.play ?? []).length > 0)
    yield fault(['play'], undefined, 'a step has places that are open, or knobs, not both');
  const scene = sceneOf(step, source, true);
  for (const shown of [scene, sceneOf(step, source, false)]) {
    const checked = validate(shown, engine);
    if (checked.ok) continue;
    yield* checked.issues;
    return;
  }
  for (const [k, knob] of (step.play ?? []).entries())
    yield* faultsOfKnob(knob, scene, engine, (value, rule) => fault(['play', k], value, rule));
  const texts = [
    ...step.holds.map((text, k) => ({ text, path: [...at, 'holds', k], compares: true })),
    ...step.numbers.map(({ of }, k) => ({ text: of, path: [...at, 'numbers', k, 'of'], compares: false })),
    ...(step.number === undefined
      ? []
      : [{ text: step.number.of, path: [...at, 'number', 'of'], compares: false }]),
    ...(step.drawing === undefined
      ? []
      : drawnOf(step.drawing)
          .slice(0, 1)
          .map((text) => ({ text, path: [...at, 'drawing', 'of'], compares: false }))),
  ];
  yield* faultsOfLesson(step, scene, (value, rule) => fault(['lesson'], value, rule));
  yield* expressions(texts, scene);
}

/** Its goals can be asked of the scene. */
function* faultsOfLesson(
  { lesson }: Step,
  scene: Scenario,
  fault: (value: unknown, rule: string) => Issue,
): Generator<Issue> {
  const task = lesson?.task;
  if (task === undefined) return;
  const { over } = task;
  if (over !== null && !isKnob(over.knob)) {
    yield fault(over.knob, `is none of ${KNOBS.join(', ')}`);
    return;
  }
  for (const rule of faultsOfTask(task as Task, scene)) yield fault(task.goals, rule);
}

/** A knob needs a value to change, and both ends of its range must be valid scenarios. */
function* faultsOfKnob(
  knob: Knob,
  scene: Scenario,
  engine: AqmRules,
  fault: (value: unknown, rule: string) => Issue,
): Generator<Issue> {
  const paths = pathsOf(knob);
  const first = valueAt(scene, paths[0] ?? []);
  if (typeof first !== 'number') yield fault(knob.at[0], 'must name a number of the scene');
  else if (first < knob.from || first > knob.to)
    yield fault(first, 'the scene has it between the ends of the knob');
  for (const end of [knob.from, knob.to]) {
    const turned = paths.reduce<unknown>((document, path) => setAt(document, path, end), scene);
    const checked = validate(turned, engine);
    if (checked.ok) continue;
    for (const { message, severity } of checked.issues) if (severity === 'error') yield fault(end, message);
  }
}

interface Text {
  readonly text: string;
  readonly path: Path;
  readonly compares: boolean;
}

function* expressions(texts: readonly Text[], scene: Scenario): Generator<Issue> {
  const all = laneScenarios(scene);
  for (const { text, path, compares } of texts) {
    const fault = (rule: string) => refusal({ path: showPath(path), value: text, rule });
    try {
      const read = compares ? sidesOf(readComparison(text)) : [readExpression(text)];
      for (const call of read.flatMap(callsOf)) {
        const wrong = faultOf(call, all);
        if (wrong !== null) yield fault(wrong);
      }
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      yield fault(error.message);
    }
  }
}
