/** The ways to look at a scenario. Adding one is an entry here. */
import type { ComponentType } from 'react';
import { CompareView } from '../views/compare/CompareView.tsx';

export interface View {
  /** In links. */
  readonly id: string;
  readonly name: string;
  readonly Component: ComponentType;
}

/** In the order of the keys 1, 2, ... */
export const VIEWS: readonly View[] = [{ id: 'compare', name: 'Compare', Component: CompareView }];
