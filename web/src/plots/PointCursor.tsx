import { t } from '../../../models/src/language.ts';
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { Layout } from './figure.ts';

/** A point of a plot that can be opened. */
export interface PlotTarget {
  readonly x: number;
  readonly y: number;
  /** The description read to the reader. */
  readonly words: string;
}

interface Props<T extends PlotTarget> {
  readonly layout: Layout;
  readonly name: string;
  readonly targets: readonly T[];
  /** Opens the target; nothing happens where there is none. */
  readonly onPick: (target: T) => void;
}

/**
 * A cursor over points: the mouse or a finger selects the nearest point, arrow keys move from point to point,
 * a click or Enter opens one.
 */
export function PointCursor<T extends PlotTarget>({ layout, name, targets, onPick }: Props<T>) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { left, right, top, bottom, sx, sy } = layout;
  const nearest = (event: MouseEvent<HTMLElement>): number | null => {
    const box = event.currentTarget.getBoundingClientRect();
    const [px, py] = [left + event.clientX - box.left, top + event.clientY - box.top];
    const far = targets.map(({ x, y }) => Math.hypot(sx.map(x) - px, sy.map(y) - py));
    return far.length === 0 ? null : far.indexOf(Math.min(...far));
  };
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowDown: 1,
      ArrowLeft: -1,
      ArrowUp: -1,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const from = chosen ?? (step > 0 ? -1 : targets.length);
      setChosen(Math.min(targets.length - 1, Math.max(0, from + step)));
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const target = targets[chosen ?? -1];
      if (target !== undefined) onPick(target);
    } else if (event.key === 'Escape') setChosen(null);
  };
  const target = targets[chosen ?? -1];
  return (
    <>
      <div
        className="point-cursor"
        style={{ left, top, width: right - left, height: bottom - top }}
        role="application"
        tabIndex={0}
        aria-label={t('{{name}}: arrows go from run to run, Enter opens one. {{words}}', {
          name,
          words: target?.words ?? '',
        })}
        onPointerMove={(event) => setChosen(nearest(event))}
        onPointerLeave={(event) => {
          if (document.activeElement !== event.currentTarget) setChosen(null);
        }}
        onClick={(event) => {
          const found = targets[nearest(event) ?? -1];
          if (found !== undefined) onPick(found);
        }}
        onKeyDown={key}
        onBlur={() => setChosen(null)}
      />
      {target !== undefined && (
        <div className="point-told" style={{ left: sx.map(target.x), top: sy.map(target.y) }}>
          <span data-side={sx.map(target.x) > (left + right) / 2 ? 'left' : 'right'}>{target.words}</span>
        </div>
      )}
    </>
  );
}
