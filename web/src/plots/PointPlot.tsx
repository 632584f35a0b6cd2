import type { Figure } from './figure.ts';
import { PlotFrame } from './PlotFrame.tsx';
import { PointCursor, type PlotTarget } from './PointCursor.tsx';

interface Props<T extends PlotTarget> {
  readonly figure: Figure;
  readonly targets: readonly T[];
  readonly onPick: (target: T) => void;
}

/** A plot whose points can be opened by pointer, finger and keys. */
export function PointPlot<T extends PlotTarget>({ figure, targets, onPick }: Props<T>) {
  return (
    <PlotFrame figure={figure}>
      {(layout) => <PointCursor layout={layout} name={figure.title} targets={targets} onPick={onPick} />}
    </PlotFrame>
  );
}
