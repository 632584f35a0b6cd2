/** The lesson of somebody's own that a link carries. */
import { useEffect, useMemo, useState } from 'react';
import type { Issue } from '../../../../models/src/index.ts';
import { t } from '../../../../models/src/language.ts';
import { faultsOfStory } from '../../../../models/src/stories/check.ts';
import { EXHIBITS, type Story } from '../../../../models/src/stories/index.ts';
import { hasMaths, renderStory, type Maths } from '../../../../models/src/stories/render.ts';
import type { App } from '../../state/app.ts';
import { keepOwn, OWN, readOwn } from '../../state/ownStory.ts';

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
  const source = useMemo(() => readOwn(tale), [tale]);
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
