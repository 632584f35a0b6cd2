/** The menu of a plot. The page registers here what the menu offers besides the numbers. */
import { createContext, type ComponentType } from 'react';
import type { Figure } from './figure.ts';

/** An action for one plot, in addition to those of every plot. */
export interface PlotAction {
  readonly label: string;
  readonly act: () => void;
}

export interface MenuOf {
  /**
   * The plot, and the plot with its moving parts. Functions, because a drag makes many figures and a menu
   * needs few.
   */
  readonly figure: () => Figure;
  readonly snapshot: () => Figure;
  readonly actions: readonly PlotAction[];
  readonly onTable: () => void;
}

export interface MenuProps extends MenuOf {
  readonly close: () => void;
}

export const PlotMenuContext = createContext<ComponentType<MenuProps>>(() => null);
