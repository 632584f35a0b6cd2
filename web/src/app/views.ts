/** The ways to look at a scenario. Adding one is an entry here. */
import { lazy, type ComponentType } from 'react';
import { CompareView } from '../views/compare/CompareView.tsx';

export interface View {
  /** In links. */
  readonly id: string;
  readonly name: string;
  readonly Component: ComponentType;
  /** What the view has to say under a lane's parameters, in the panel. */
  readonly LaneNote?: ComponentType<{ readonly lane: number }>;
}

const fluid = () => import('../fluid/index.ts');

/** In the order of the keys 1, 2, ... All but the first are loaded when they are asked for. */
export const VIEWS: readonly View[] = [
  { id: 'compare', name: 'Compare', Component: CompareView },
  {
    id: 'fluid',
    name: 'Fluid and stability',
    Component: lazy(() => fluid().then(({ FluidView }) => ({ default: FluidView }))),
    LaneNote: lazy(() => fluid().then(({ LaneNote }) => ({ default: LaneNote }))),
  },
];
