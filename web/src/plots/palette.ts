/**
 * Colours are defined only in styles/tokens.css. Canvas and export read them from there through a probe
 * element.
 */
export type Theme = 'light' | 'dark';

export const COLOURS = [
  'ground', 'panel', 'ink', 'muted', 'line', 'grid', 'accent',
  'lane0', 'lane1', 'lane2', 'lane3', 'lane4', 'lane5', 'lane6', 'lane7',
] as const; // prettier-ignore
export type Colour = (typeof COLOURS)[number];
export type Palette = Readonly<Record<Colour, string>>;

/** The colours of a theme, for files. */
export const readPalette = (theme: Theme): Palette => probed(theme);

/** The colours of the screen, which are the system's colours if the reader's system forces them. */
export const readScreen = (theme: Theme): Palette =>
  probed(window.matchMedia(FORCED).matches ? undefined : theme);

/** Matches if the reader's system forces its own colours. */
export const FORCED = '(forced-colors: active)';

function probed(theme: Theme | undefined): Palette {
  const probe = document.createElement('i');
  if (theme !== undefined) probe.dataset.theme = theme;
  probe.style.display = 'none';
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const entries = COLOURS.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, style.color] as const;
  });
  probe.remove();
  return Object.fromEntries(entries) as Record<Colour, string>;
}
