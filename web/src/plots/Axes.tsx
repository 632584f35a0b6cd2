import { memo, useMemo } from 'react';
import { markup } from '../components/trusted.ts';
import {
  drawBase,
  drawGrid,
  drawLevels,
  drawStripLabel,
  drawTicks,
  drawTitles,
  type AxesOf,
  type LevelsOf,
  type TitlesOf,
} from './axes.ts';
import { levelGapOf, type Layout } from './figure.ts';
import type { Palette } from './palette.ts';
import type { Surface } from './surface.ts';
import { svgSurface } from './svgSurface.ts';
import { usePalette } from './theme.ts';

interface Props {
  readonly className: string;
  readonly layout: Layout;
  readonly draw: (surface: Surface, palette: Palette) => void;
}

/** An SVG drawing inside the page: its text stays text. */
function Drawing({ className, layout, draw }: Props) {
  const { width, height } = layout;
  const surface = svgSurface(width, height);
  draw(surface, usePalette());
  const drawn = surface.markup();
  // The same object for the same drawing: React would parse a new object again.
  const inside = useMemo(() => markup(drawn), [drawn]);
  return (
    <svg
      className={className}
      width={width}
      height={height}
      aria-hidden="true"
      // The surface has escaped every text in it.
      dangerouslySetInnerHTML={inside}
    />
  );
}

interface AxesProps {
  readonly axes: AxesOf;
  readonly layout: Layout;
}

/** The light grid below the marks. */
export const Grid = memo(
  ({ axes, layout }: AxesProps) =>
    axes.grid !== false && (
      <Drawing
        className="axes grid"
        layout={layout}
        draw={(surface, palette) => drawGrid(surface, axes, layout, palette)}
      />
    ),
);

/** The numbers along the axes. */
export const Ticks = memo(({ axes, layout }: AxesProps) => (
  <Drawing
    className="axes"
    layout={layout}
    draw={(surface, palette) => drawTicks(surface, axes, layout, palette)}
  />
));

interface LevelsProps {
  readonly levels: LevelsOf;
  readonly layout: Layout;
  /** Levels with a handle of their own, which shows the label. */
  readonly handled: ReadonlySet<string>;
}

/**
 * Named levels. Lines and names are separate drawings, because a drag moves the line of a level whose name is
 * on its handle.
 */
export const Levels = memo(function Levels({ levels, layout, handled }: LevelsProps) {
  const levelGap = levelGapOf(handled.size > 0);
  return (
    levels.levels.length > 0 &&
    (['lines', 'names'] as const).map((part) => (
      <Drawing
        key={part}
        className="axes"
        layout={layout}
        draw={(surface, palette) => drawLevels(surface, levels, layout, { palette, handled, levelGap }, part)}
      />
    ))
  );
});

interface TitlesProps {
  readonly titles: TitlesOf;
  readonly layout: Layout;
}

/** The title of the axes; and, separately because every run has its own, the text of the strip. */
export const Titles = memo(({ titles, layout }: TitlesProps) =>
  [drawStripLabel, drawTitles].map((drawPart, i) => (
    <Drawing
      key={i}
      className={drawPart === drawStripLabel ? 'axes strip-says' : 'axes'}
      layout={layout}
      draw={(surface, palette) => drawPart(surface, titles, layout, palette)}
    />
  )),
);

/** The line at the bottom with only its ticks: several plots share this axis. */
export const Base = ({ axes, layout }: AxesProps) => (
  <Drawing
    className="axes"
    layout={layout}
    draw={(surface, palette) => drawBase(surface, axes, layout, palette)}
  />
);
