/** The views of a scenario. A new view needs an entry here, and its name in models/src/views.ts. */
import { lazy, type ComponentType } from 'react';
import { VIEW_IDS, VIEW_NAMES, type ViewId } from '../../../models/src/index.ts';
import { CompareView } from '../views/compare/CompareView.tsx';

interface Entry {
  readonly Component: ComponentType;
  /** What the view adds under a lane's parameters, in the panel. */
  readonly LaneNote?: ComponentType<{ readonly lane: number }>;
  /**
   * Whether the view shows other scenarios than the open one, so that neither panel nor question belongs
   * beside it.
   */
  readonly apart?: true;
}
export interface View extends Entry {
  /** Its name in links. */
  readonly id: ViewId;
  readonly name: string;
}

const fluid = () => import('../views/fluid/index.ts');

/** All views but the first are loaded when they are opened. */
const ENTRIES: Readonly<Record<ViewId, Entry>> = {
  compare: { Component: CompareView },
  fluid: {
    Component: lazy(() => fluid().then(({ FluidView }) => ({ default: FluidView }))),
    LaneNote: lazy(() => fluid().then(({ LaneNote }) => ({ default: LaneNote }))),
  },
  flows: {
    Component: lazy(() =>
      import('../views/flows/index.ts').then(({ FlowsView }) => ({ default: FlowsView })),
    ),
  },
  papers: {
    Component: lazy(() =>
      import('../views/papers/index.ts').then(({ PapersView }) => ({ default: PapersView })),
    ),
    apart: true,
  },
  learn: {
    Component: lazy(() =>
      import('../views/learn/index.ts').then(({ LearnView }) => ({ default: LearnView })),
    ),
    apart: true,
  },
  study: {
    Component: lazy(() =>
      import('../views/study/index.ts').then(({ StudyView }) => ({ default: StudyView })),
    ),
  },
  cards: {
    Component: lazy(() =>
      import('../views/cards/index.ts').then(({ CardsView }) => ({ default: CardsView })),
    ),
    apart: true,
  },
};

/** In the order of the keys 1, 2, ... */
export const VIEWS: readonly View[] = VIEW_IDS.map((id) => ({
  id,
  name: VIEW_NAMES[id],
  ...ENTRIES[id],
}));
