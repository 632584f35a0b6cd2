import { createContext, useContext } from 'react';
import type { Palette, Theme } from './palette.ts';

export interface PlotTheme {
  readonly theme: Theme;
  readonly palette: Palette;
}

export const PlotThemeContext = createContext<PlotTheme | null>(null);

export function usePalette(): Palette {
  const value = useContext(PlotThemeContext);
  if (value === null) throw new Error('plots need a PlotThemeContext around them');
  return value.palette;
}
