/** The menu of a plot. What it offers besides the numbers is known to the page, which enters it here. */
import { createContext, type ComponentType } from 'react';
import type { Figure } from './figure.ts';

/** Something that can be done on a plot, beside what can be done with every one. */
export interface PlotAction {
  readonly label: string;
  readonly act: () => void;
}

export interface MenuOf {
  /** The plot, and as it is with what moves: a drag makes many, and a menu asks for few. */
  readonly figure: () => Figure;
  readonly snapshot: () => Figure;
  readonly actions: readonly PlotAction[];
  readonly onTable: () => void;
}

export interface MenuProps extends MenuOf {
  readonly close: () => void;
}

export const PlotMenuContext = createContext<ComponentType<MenuProps>>(() => null);
