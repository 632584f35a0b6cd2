import { t } from '../../../../models/src/language.ts';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { Layout } from '../../plots/figure.ts';
import type { Scale } from '../../plots/scale.ts';

type Cell = readonly [number, number];

interface Props {
  readonly layout: Layout;
  readonly columns: number;
  readonly rows: number;
  readonly cell: Cell | null;
  readonly words: string;
  readonly onCell: (cell: Cell | null) => void;
  readonly onPick: (cell: Cell) => void;
}

/** The number of cells that an arrow key moves with Shift. */
const LONG = 8;

/** A cursor on a map, moved by mouse, finger or arrow keys; a click, a tap or Enter chooses the cell. */
export function MapCursor({ layout, columns, rows, cell, words, onCell, onPick }: Props) {
  const { left, right, top, bottom, sx, sy } = layout;
  const at = (event: MouseEvent<HTMLElement>): Cell => {
    const box = event.currentTarget.getBoundingClientRect();
    return [
      indexAt((event.clientX - box.left) / box.width, columns),
      indexAt(1 - (event.clientY - box.top) / box.height, rows),
    ];
  };
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.shiftKey ? LONG : 1;
    const [i, j] = cell ?? [Math.floor(columns / 2), Math.floor(rows / 2)];
    const moves: Readonly<Record<string, Cell>> = {
      ArrowLeft: [i - by, j],
      ArrowRight: [i + by, j],
      ArrowUp: [i, j + by],
      ArrowDown: [i, j - by],
      Home: [0, j],
      End: [columns - 1, j],
    };
    const moved = moves[event.key];
    if (moved !== undefined) {
      event.preventDefault();
      onCell([within(moved[0], columns), within(moved[1], rows)]);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (cell !== null) onPick(cell);
    } else if (event.key === 'Escape') onCell(null);
  };
  const box = cell === null ? null : cellBox(cell, columns, rows, sx, sy);
  return (
    <>
      <div
        className="map-cursor"
        style={{ left, top, width: right - left, height: bottom - top }}
        role="application"
        tabIndex={0}
        aria-label={t('Stability map: arrows move, Enter sets both quantities. {{words}}', { words })}
        onPointerMove={(event) => onCell(at(event))}
        onPointerLeave={(event) => {
          if (document.activeElement !== event.currentTarget) onCell(null);
        }}
        onClick={(event) => {
          const chosen = at(event);
          onCell(chosen);
          onPick(chosen);
        }}
        onKeyDown={key}
        onBlur={() => onCell(null)}
      />
      {box !== null && <div className="map-cell" style={box} />}
    </>
  );
}

const within = (index: number, count: number): number => Math.min(count - 1, Math.max(0, index));

/**
 * The cells' positions range from one end of the plot to the other, so the outermost cells are half as wide.
 */
const indexAt = (share: number, count: number): number => within(Math.round(share * (count - 1)), count);

function cellBox([i, j]: Cell, columns: number, rows: number, sx: Scale, sy: Scale) {
  const [x0, x1] = sx.range;
  const [y0, y1] = sy.range;
  const edge = (from: number, to: number, at: number, count: number) =>
    from + (to - from) * Math.min(1, Math.max(0, at / (count - 1)));
  const left = edge(x0, x1, i - 0.5, columns);
  const top = edge(y0, y1, j + 0.5, rows);
  return {
    left,
    top,
    width: edge(x0, x1, i + 0.5, columns) - left,
    height: edge(y0, y1, j - 0.5, rows) - top,
  };
}
