/** The lesson of somebody's own that a link carries. */
import { useEffect, useMemo, useState } from 'react';
import type { Issue } from '../../../../models/src/index.ts';
import { t } from '../../../../models/src/language.ts';
import { faultsOfStory, isStory } from '../../../../models/src/stories/check.ts';
import { EXHIBITS, type Story } from '../../../../models/src/stories/index.ts';
import { packStory, unpackStory } from '../../../../models/src/stories/pack.ts';
import { hasMaths, renderStory, type Maths } from '../../../../models/src/stories/render.ts';
import type { App } from '../../state/app.ts';

/** In place of a story's name in a link: the lesson that the link carries. */
export const OWN = 'own';

export interface OwnStory {
  /** As it was written; undefined if the link does not hold a whole lesson. */
  readonly source: Story | undefined;
  /** With HTML in place of its texts; undefined if it cannot be played. */
  readonly shown: Story | undefined;
  readonly faults: readonly Issue[];
}

/** Until the renderer of TeX is loaded, and for TeX that it refuses. */
const asCode: Maths = (tex) =>
  `<code>${tex.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</code>`;

export function useOwnStory(app: App, tale: string): OwnStory {
  const [maths, setMaths] = useState<{ readonly render: Maths }>({ render: asCode });
  const source = useMemo(() => {
    const found = unpackStory(tale);
    return isStory(found) ? found : undefined;
  }, [tale]);
  const needsMaths = source !== undefined && hasMaths(source);
  useEffect(() => {
    if (!needsMaths) return;
    import('./maths.ts').then(
      ({ mathMl }) => setMaths({ render: mathMl }),
      () => undefined,
    );
  }, [needsMaths]);
  return useMemo(() => {
    const faults = source === undefined ? [] : faultsOfStory(source, EXHIBITS, app.engine);
    const playable = source !== undefined && !faults.some(({ severity }) => severity === 'error');
    return { source, faults, shown: playable ? renderStory(source, maths.render) : undefined };
  }, [app, source, maths]);
}

/** Shows another version of the lesson, and keeps it in this browser. */
export function keepOwn(app: App, story: Story): void {
  const tale = packStory(story);
  app.look({ story: OWN, tale, draft: tale });
}

const SOURCES = import.meta.glob<string>('../../../../models/stories/*.json', {
  query: '?raw',
  import: 'default',
});
/** Members that a reader reads; the rest names parts of scenarios. */
const READ = new Set(['title', 'idea', 'see', 'ask', 'text', 'reveal', 'belief', 'question', 'label']);

/** A story of the page becomes a lesson of the reader's own, in the reader's language. */
export async function makeOwn(app: App, id: string, step: string): Promise<void> {
  const load = SOURCES[`../../../../models/stories/${id}.json`];
  if (load === undefined) throw new Error(`there is no story ${id}`);
  const story = JSON.parse(await load(), (key, value: unknown) =>
    typeof value === 'string' && READ.has(key) ? t(value) : value,
  ) as Story;
  keepOwn(app, { ...story, id: OWN });
  app.look({ teach: 'edit', step });
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
export const sceneHere = (app: App): Pick<Story['steps'][number], 'scenario' | 'look' | 'lesson'> => {
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

export const stepOf = (app: App, id: string): Story['steps'][number] => ({
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
