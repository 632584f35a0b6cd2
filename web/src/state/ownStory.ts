/**
 * The lesson of somebody's own that a link carries: made of a scenario, kept in the link and in this browser.
 */
import { t } from '../../../models/src/language.ts';
import { isStory } from '../../../models/src/stories/check.ts';
import type { Step, Story } from '../../../models/src/stories/index.ts';
import { packStory, unpackStory } from '../../../models/src/stories/pack.ts';
import { without } from '../../../models/src/path.ts';
import type { App } from './app.ts';
import type { Lesson } from './lesson.ts';

/** In place of a story's name in a link: the lesson that the link carries. */
export const OWN = 'own';

/** Undefined if the word does not hold a whole lesson. */
export function readOwn(tale: string): Story | undefined {
  const found = unpackStory(tale);
  return isStory(found) ? found : undefined;
}

/** Shows another version of the lesson, and keeps it in this browser. */
export function keepOwn(app: App, story: Story): void {
  const tale = packStory(story);
  app.look({ story: OWN, tale, draft: tale });
}

/** A first step about the scenario that is open. */
export function beginOwn(app: App): void {
  keepOwn(app, {
    version: 1,
    id: OWN,
    order: 1,
    title: t('My lesson'),
    idea: '',
    minutes: 10,
    steps: [stepOf(app, 'step-1')],
    question: '',
  });
  app.look({ teach: 'edit', step: '' });
}

/** The scenario that is open, how it is looked at, and what its lesson lets the reader change. */
const sceneHere = (app: App): Pick<Step, 'scenario' | 'look' | 'lesson'> => {
  const { span, extra, lesson } = app.view.get();
  return {
    scenario: app.document(),
    look: { ...(span !== null && { span: [span[0], span[1]] }), extra },
    ...(lesson !== null && {
      lesson: {
        open: [...lesson.open],
        hidden: [...lesson.hidden],
        ...(lesson.task && {
          task: {
            text: lesson.task.text,
            goals: [...lesson.task.goals],
            over: lesson.task.over && { ...lesson.task.over, values: [...lesson.task.over.values] },
          },
        }),
      },
    }),
  };
};

export const stepOf = (app: App, id: string): Step => ({
  id,
  ...sceneHere(app),
  see: '',
  ask: '',
  options: [],
  reveal: '',
  holds: [],
  numbers: [],
  belief: '',
});

/** Makes the open scenario, with this lesson, the scene of the step that is edited, or a lesson of one step. */
export function putIntoOwn(app: App, lesson: Lesson): void {
  app.look({ lesson });
  const { story, tale, step, teach } = app.view.get();
  const own = story === OWN && teach === 'edit' ? readOwn(tale) : undefined;
  if (own === undefined) beginOwn(app);
  else {
    const at = Math.max(
      0,
      own.steps.findIndex(({ id }) => id === step),
    );
    keepOwn(app, { ...own, steps: own.steps.map((one, i) => (i === at ? withScene(app, one) : one)) });
  }
  app.look({ tab: 'learn', teach: 'edit', lesson: null });
}

/** The step about the open scenario. What students may change stays as it is if no lesson is open. */
export const withScene = (app: App, step: Step): Step => ({
  ...without(step, 'exhibit', 'lanes', 'change', 'first', 'play'),
  ...sceneHere(app),
});
