import { useLayoutEffect, useState } from 'react';
import { useMedia } from '../components/useMedia.ts';
import { FORCED, readScreen, type Theme } from '../plots/palette.ts';
import type { PlotTheme } from '../plots/theme.ts';
import { useView } from '../state/useView.ts';

/**
 * The chosen theme, the system's, or the one for paper, written to the root element. The canvases read its
 * colours from there.
 */
export function useTheme(printing: boolean): PlotTheme | null {
  const choice = useView('theme');
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  const forced = useMedia(FORCED);
  const chosen: Theme = choice === 'auto' || forced ? (systemDark ? 'dark' : 'light') : choice;
  const theme = printing ? 'light' : chosen;
  const [value, setValue] = useState(() => ({ theme, forced, palette: readScreen(theme) }));
  if (value.theme !== theme || value.forced !== forced)
    setValue({ theme, forced, palette: readScreen(theme) });
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return value;
}
