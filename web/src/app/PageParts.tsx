import { lazy, type ReactNode } from 'react';
import { PlotMenuContext } from '../plots/menu.ts';
import { PlotThemeContext, type PlotTheme } from '../plots/theme.ts';
import type { App } from '../state/app.ts';
import { KeysContext } from '../state/context.ts';
import { attachKeys } from './keys.ts';

/** Loaded when the first menu of a plot is opened. */
const PlotMenuItems = lazy(() =>
  import('./PlotMenuItems.tsx').then((found) => ({ default: found.PlotMenuItems })),
);

const attachOwnKeys = (app: App) => attachKeys(app, () => undefined, true);

/** What parts of the page need from the page around them. */
export const PageParts = ({
  theme,
  children,
}: {
  readonly theme: PlotTheme | null;
  readonly children: ReactNode;
}) => (
  <PlotThemeContext value={theme}>
    <PlotMenuContext value={PlotMenuItems}>
      <KeysContext value={attachOwnKeys}>{children}</KeysContext>
    </PlotMenuContext>
  </PlotThemeContext>
);
