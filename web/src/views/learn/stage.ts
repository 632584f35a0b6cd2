/**
 * The app in which a story runs, with a document, runs and a playhead of its own, so that the reader's
 * scenario stays unchanged.
 */
import { validate, type Scenario } from '../../../../models/src/index.ts';
import type { Path } from '../../../../models/src/path.ts';
import { pathsOf, sceneOf, type Look, type Source, type Step } from '../../../../models/src/stories/index.ts';
import { createApp, type App } from '../../state/app.ts';
import type { Task } from '../../../../models/src/lesson/task.ts';
import type { Lesson } from '../../state/lesson.ts';
import type { Place } from '../../state/place.ts';
import { SPEEDS } from '../../state/replay.ts';

/** A window is played in about this many seconds. */
const WATCHED = 15;

/** Nothing of a story is stored, and no address names its document. */
const nowhere: Place = {
  fragment: () => '',
  view: () => ({}),
  replace: () => undefined,
  owner: 'story',
  before: null,
  base: () => '',
};

export interface Stage {
  readonly app: App;
  /** Sets document and view for a step. */
  set(step: Step, source: Source, answered: boolean): void;
}

export function createStage({ engine, client }: Pick<App, 'engine' | 'client'>, first: Scenario): Stage {
  let allowed: ReadonlySet<string> = new Set();
  let hasLesson = false;
  const nameOf = (path: Path) => JSON.stringify(path);
  const app = createApp({
    engine,
    client,
    storage: { read: () => null, write: () => true },
    place: nowhere,
    fallback: first,
    // With a lesson the app itself refuses what is not open.
    allows: (path) => hasLesson || allowed.has(nameOf(path)),
  });
  app.look({ hintSeen: true });
  return {
    app,
    set: (step, source, answered) => {
      const knobs = answered ? (step.play ?? []) : [];
      allowed = new Set(knobs.flatMap(pathsOf).map(nameOf));
      app.replay.pause();
      app.open(validate(sceneOf(step, source, answered), engine), step.id);
      hasLesson = step.lesson !== undefined;
      app.look({ lesson: lessonOf(step) });
      const look = lookOf(step, source);
      lookAt(app, look, answered);
      app.blind.set(isBlind(look, answered));
      // Shows the handles of the lane that a knob changes.
      const turned = knobs.flatMap(pathsOf).find(([first]) => first === 'lanes')?.[1];
      if (typeof turned === 'number') app.look({ lane: turned });
    },
  };
}

/** What the step lets its reader change, and its task; a step that was checked has a known knob. */
export function lessonOf({ lesson }: Step): Lesson | null {
  if (lesson === undefined) return null;
  const { task, ...rest } = lesson;
  return { ...rest, ...(task && { task: task as Task }) };
}

/** A curve that is to be drawn is not shown before it is drawn. */
export const lookOf = ({ look, drawing }: Step, source: Source): Look => ({
  ...(look ?? source.look),
  ...(drawing !== undefined && { time: drawing.from }),
});

/** If the playhead waits for an answer, the future is what the question asks about. */
export const isBlind = ({ time }: Look, answered: boolean): boolean => !answered && time !== undefined;

/** Before the answer the playhead is at the start of what the question asks about, afterwards at its end. */
function lookAt(app: App, { span, time, speed, extra }: Look, answered: boolean): void {
  app.look({ span: span ?? null, ...(extra !== undefined && { extra }) });
  const [from, to] = span ?? [0, app.duration.get()];
  app.replay.setSpeed(speed ?? SPEEDS.find((one) => one >= (to - from) / WATCHED) ?? 1);
  app.replay.seek(answered ? to : (time ?? to));
}
