/**
 * A curve over time that the reader draws: with the pointer across the field, or by keyboard with a slider
 * for each part of the time. `computed` is drawn over it.
 */
import { useRef, useState } from 'react';
import { t } from '../../../../models/src/language.ts';
import { DRAWN_PARTS, type Drawing as Drawn } from '../../../../models/src/stories/index.ts';
import { printValue } from './printOutcome.ts';

const WIDTH = 360;
const HEIGHT = 150;

interface Props {
  readonly drawing: Drawn;
  /** What was drawn, in SI units; absent: the reader draws. */
  readonly drawn?: readonly number[];
  readonly computed?: readonly (number | undefined)[];
  readonly onDrawn?: (drawn: readonly number[]) => void;
}

const xOf = (i: number) => ((i + 0.5) * WIDTH) / DRAWN_PARTS;

function pathOf(values: readonly (number | undefined)[], top: number): string {
  const points = values.flatMap((value, i) =>
    value === undefined ? [] : [`${xOf(i)},${HEIGHT * (1 - Math.min(1, value / top))}`],
  );
  return `M${points.join('L')}`;
}

export function Drawing({ drawing, drawn, computed = [], onDrawn }: Props) {
  const { from, to, top, unit } = drawing;
  const [values, setValues] = useState<readonly number[]>(() => Array<number>(DRAWN_PARTS).fill(0));
  const [touched, setTouched] = useState(false);
  const last = useRef<number | null>(null);
  const shown = drawn ?? values;
  const time = (i: number) => printValue(from + ((to - from) * i) / DRAWN_PARTS, 's');
  const set = (from: number, to: number, value: number) => {
    const [first, end] = from < to ? [from, to] : [to, from];
    setTouched(true);
    setValues((was) => was.map((old, i) => (i >= first && i <= end ? value : old)));
  };
  const draw = (event: React.PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const within = (part: number) => Math.min(1, Math.max(0, part));
    const at = Math.min(
      DRAWN_PARTS - 1,
      Math.floor(within((event.clientX - box.left) / box.width) * DRAWN_PARTS),
    );
    set(last.current ?? at, at, top * (1 - within((event.clientY - box.top) / box.height)));
    last.current = at;
  };
  return (
    <div className="story-drawing">
      <span className="muted">{printValue(top, unit)}</span>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={
          drawn === undefined ? t('Draw the curve that you expect') : t('Your curve and the computed one')
        }
        {...(drawn === undefined && {
          onPointerDown: (event: React.PointerEvent<SVGSVGElement>) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            last.current = null;
            draw(event);
          },
          onPointerMove: (event: React.PointerEvent<SVGSVGElement>) => {
            if (event.buttons > 0) draw(event);
          },
        })}
      >
        <path className="story-drawn" d={pathOf(shown, top)} />
        {computed.some((value) => value !== undefined) && (
          <path className="story-computed" d={pathOf(computed, top)} />
        )}
      </svg>
      <span className="story-drawing-times muted">
        <span>{time(0)}</span>
        <span>{time(DRAWN_PARTS)}</span>
      </span>
      {drawn === undefined && (
        <>
          <p className="muted">{t('Draw with the pointer, or set each part with the arrow keys.')}</p>
          <div className="story-drawing-keys">
            {values.map((value, i) => (
              <input
                key={i}
                type="range"
                min={0}
                max={top}
                step={top / 50}
                value={value}
                aria-label={t('From {{from}} to {{to}}', { from: time(i), to: time(i + 1) })}
                aria-valuetext={printValue(value, unit)}
                onChange={(event) => set(i, i, event.target.valueAsNumber)}
              />
            ))}
          </div>
          <button type="button" className="button" disabled={!touched} onClick={() => onDrawn?.(values)}>
            {t('Compare with the run')}
          </button>
        </>
      )}
    </div>
  );
}
