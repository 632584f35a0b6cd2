import { useMemo } from 'react';
import { markup } from '../components/trusted.ts';
import { drawAxes, drawBase, drawGrid } from './axes.ts';
import { levelGapOf, type Figure, type Layout } from './figure.ts';
import type { Palette } from './palette.ts';
import type { Surface } from './surface.ts';
import { svgSurface } from './svgSurface.ts';
import { usePalette } from './theme.ts';

interface Props {
  readonly className: string;
  readonly layout: Layout;
  readonly draw: (surface: Surface, palette: Palette) => void;
}

/** A drawing that is part of the page: text in it stays text. */
function Drawing({ className, layout, draw }: Props) {
  const { width, height } = layout;
  const surface = svgSurface(width, height);
  draw(surface, usePalette());
  const drawn = surface.markup();
  // The same object for the same drawing: React parses it again for any other.
  const inside = useMemo(() => markup(drawn), [drawn]);
  return (
    <svg
      className={className}
      width={width}
      height={height}
      aria-hidden="true"
      // Every text in it has been escaped by the surface.
      dangerouslySetInnerHTML={inside}
    />
  );
}

interface AxesProps {
  readonly figure: Figure;
  readonly layout: Layout;
}

/** The light grid, which lies under the marks. */
export const Grid = ({ figure, layout }: AxesProps) =>
  figure.grid !== false && (
    <Drawing
      className="axes grid"
      layout={layout}
      draw={(surface, palette) => drawGrid(surface, figure, layout, palette)}
    />
  );

/** Ticks, titles and named levels; `handled` levels have a handle of their own, which carries the label. */
export function Axes({ figure, layout, handled }: AxesProps & { readonly handled: ReadonlySet<string> }) {
  const levelGap = levelGapOf(handled.size > 0);
  return (
    <Drawing
      className="axes"
      layout={layout}
      draw={(surface, palette) => drawAxes(surface, figure, layout, { palette, handled, levelGap })}
    />
  );
}

/** The line at the foot with its ticks alone: an axis that several plots share. */
export const Base = ({ figure, layout }: AxesProps) => (
  <Drawing
    className="axes"
    layout={layout}
    draw={(surface, palette) => drawBase(surface, figure, layout, palette)}
  />
);
