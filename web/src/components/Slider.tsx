import { useId, useState } from 'react';
import { vars } from './vars.ts';

interface Props {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly log?: boolean;
  readonly integer?: boolean;
  readonly valueText: string;
  /** `gesture` is the same during one drag. */
  readonly onInput: (value: number, gesture: string) => void;
  readonly onSettle: () => void;
}

const STEPS = 400;

/** A slider whose handle also shows a value outside of its range. Values on the slider are round: three digits. */
export function Slider({
  label,
  value,
  min,
  max,
  log = false,
  integer = false,
  valueText,
  onInput,
  onSettle,
}: Props) {
  const gesture = useId();
  // Under a finger a range input is not :active for the whole gesture.
  const [held, setHeld] = useState(false);
  const [lo, hi] = log ? [Math.log(min), Math.log(max)] : [min, max];
  const at = ((log ? Math.log(Math.max(value, min)) : value) - lo) / (hi - lo);
  const valueAt = (position: number) => {
    const raw = lo + (position / STEPS) * (hi - lo);
    const free = log ? Math.exp(raw) : raw;
    if (integer) return Math.round(free);
    // Two digits below a logarithmic step, a 200th of a linear span.
    const digit = log
      ? 10 ** (Math.floor(Math.log10(free)) - 1)
      : 10 ** Math.floor(Math.log10((max - min) / 200));
    return Number((Math.round(free / digit) * digit).toPrecision(12));
  };
  return (
    <input
      type="range"
      className="slider"
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={STEPS}
      step={1}
      value={Math.round(Math.min(1, Math.max(0, at)) * STEPS)}
      style={vars({ '--at': `${Math.min(1, Math.max(0, at)) * 100}%` })}
      onChange={(event) =>
        onInput(Math.min(max, Math.max(min, valueAt(Number(event.target.value)))), gesture)
      }
      data-held={held || undefined}
      onPointerDown={() => setHeld(true)}
      onPointerUp={() => {
        setHeld(false);
        onSettle();
      }}
      onPointerCancel={() => setHeld(false)}
      onKeyUp={onSettle}
      onBlur={onSettle}
    />
  );
}
