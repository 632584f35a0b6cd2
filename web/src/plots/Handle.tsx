import {
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { Scale } from './scale.ts';

interface Props {
  readonly label: string;
  readonly value: number;
  readonly valueText: string;
  readonly min: number;
  readonly max: number;
  readonly axis: 'x' | 'y';
  readonly scale: Scale;
  /** Values are rounded to multiples of this. */
  readonly grain: number;
  readonly className: string;
  readonly style: CSSProperties;
  readonly children: ReactNode;
  /** The part of `min` to `max` in which the document is valid at present. */
  readonly limits?: () => readonly [number, number];
  /** Returns the reason if the value is refused, otherwise null. */
  readonly onMove: (value: number) => string | null;
  readonly onSettle: () => void;
}

/** The number of grains that PageUp and PageDown move. */
const LEAP = 10;

/** A value on a plot that can be moved with pointer or keys: a slider along an axis. */
export function Handle(props: Props) {
  const {
    label,
    value,
    valueText,
    min,
    max,
    axis,
    scale,
    grain,
    className,
    style,
    children,
    limits = () => [min, max] as const,
    onMove,
    onSettle,
  } = props;
  /**
   * Distance between the pointer and the value's position, so that the handle does not jump to the pointer.
   */
  const grip = useRef<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  /** Computed when the handle gets the focus: each limit takes several calls of the engine. */
  const [allowed, setAllowed] = useState<readonly [number, number]>([min, max]);
  const snap = (raw: number) =>
    Number((Math.round(Math.min(max, Math.max(min, raw)) / grain) * grain).toPrecision(12));
  const along = (event: PointerEvent<HTMLElement>) => (axis === 'x' ? event.clientX : event.clientY);
  const move = (next: number) => {
    if (next === value) return;
    const refused = onMove(next);
    if (refused !== refusal) setRefusal(refused);
  };
  const end = () => {
    if (grip.current === null) return;
    grip.current = null;
    setRefusal(null);
    onSettle();
  };
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const up = event.key === 'ArrowRight' || event.key === 'ArrowUp';
    const down = event.key === 'ArrowLeft' || event.key === 'ArrowDown';
    const page = event.key === 'PageUp' ? 1 : event.key === 'PageDown' ? -1 : 0;
    const end = event.key === 'Home' || event.key === 'End';
    if (!up && !down && page === 0 && !end) return;
    event.preventDefault();
    event.stopPropagation();
    const by = grain * (event.shiftKey ? 10 : 1);
    if (up || down) {
      move(snap(value + (up ? by : -by)));
      return;
    }
    // A large step ends at the limit.
    const [least, most] = limits();
    setAllowed([least, most]);
    const leap = event.key === 'Home' ? least : event.key === 'End' ? most : value + page * LEAP * grain;
    move(Math.min(most, Math.max(least, snap(leap))));
  };

  return (
    <div
      className={`handle ${className}`}
      style={style}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={Math.min(allowed[0], value)}
      aria-valuemax={Math.max(allowed[1], value)}
      onFocus={() => setAllowed(limits())}
      aria-valuenow={value}
      aria-valuetext={refusal === null ? valueText : `${valueText}; ${refusal}`}
      aria-orientation={axis === 'x' ? 'horizontal' : 'vertical'}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = along(event) - scale.map(value);
      }}
      onPointerMove={(event) => {
        if (grip.current === null) return;
        event.stopPropagation();
        move(snap(scale.invert(along(event) - grip.current)));
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={key}
      onKeyUp={onSettle}
      onBlur={() => {
        setRefusal(null);
        onSettle();
      }}
    >
      {children}
      {refusal !== null && <span className="handle-refusal">{refusal}</span>}
    </div>
  );
}
