import { t } from '../../../../models/src/language.ts';
import { useMemo } from 'react';
import type { Figure } from '../../plots/figure.ts';
import { laneColour } from '../../components/laneLook.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import type { Interval } from '../../plots/scale.ts';
import { useTimeGestures } from '../../time/gestures.ts';
import { vars } from '../../components/vars.ts';
import { useApp } from '../../state/context.ts';
import { timeOverlay } from '../../time/overlay.ts';
import { averageOf, meanWindow, valueAt, type Modelled } from './modelled.ts';
import { PlotBox } from './PlotBox.tsx';
import type { FluidLane } from './solve.ts';
import { fluidProbabilityFigure, fluidQueueFigure, fluidWindowFigure } from './timeFigures.ts';
import { verdictOf } from './verdict.ts';

interface Props {
  /** The chosen lane; null if it has no model, or not yet. */
  readonly shown: Modelled | null;
  readonly lane: FluidLane | null;
  readonly span: Interval;
  readonly stale: boolean;
}

/** The solution over time, above the packet results: queue, mean window, probability, on one time axis. */
export function TimePlots({ shown, lane, span, stale }: Props) {
  if (shown === null) {
    return (
      <PlotBox
        className="fluid-none"
        title={t('Fluid model over packets')}
        label={t('Fluid model over packets')}
      >
        <p className="muted">{whyNone(lane)}</p>
      </PlotBox>
    );
  }
  return (
    <div className="fluid-time">
      {PLOTS.map((plot) => (
        <TimePlot key={plot.name} {...plot} shown={shown} span={span} stale={stale} />
      ))}
    </div>
  );
}

function whyNone(lane: FluidLane | null): string {
  if (lane?.status === 'failed')
    return t('The fluid model was not solved: {{error}}', { error: lane.error ?? '' });
  return lane?.result == null ? t('Solving…') : verdictOf(lane.result).because;
}

interface Plot {
  readonly name: string;
  readonly make: (inputs: {
    readonly shown: Modelled;
    readonly span: Interval;
    readonly quiet: boolean;
  }) => Figure;
  /** The line on which a dot follows the playhead. */
  readonly of: (shown: Modelled) => Float64Array;
  readonly size?: 'tall' | 'last';
}

/** From top to bottom; the last plot has the time axis. */
const PLOTS: readonly Plot[] = [
  { name: 'Queue', make: fluidQueueFigure, of: ({ fluid }) => fluid.solution.queue, size: 'tall' },
  { name: 'Mean window', make: fluidWindowFigure, of: meanWindow },
  {
    name: 'Drop or mark probability',
    make: fluidProbabilityFigure,
    of: ({ fluid }) => fluid.solution.probability,
    size: 'last',
  },
];

interface PlotProps extends Plot {
  readonly shown: Modelled;
  readonly span: Interval;
  readonly stale: boolean;
}

function TimePlot({ shown, span, stale, make, of, name: english, size }: PlotProps) {
  const name = t(english);
  const app = useApp();
  const quiet = size !== 'last';
  const figure = useMemo(() => make({ shown, span, quiet }), [make, shown, span, quiet]);
  const overlay = useMemo(
    () => timeOverlay(app, (time) => [{ value: valueAt(shown, of(shown), time), colour: 'ink' }]),
    [app, shown, of],
  );
  const attach = useTimeGestures();
  return (
    <PlotBox
      className={size ?? ''}
      title={name}
      label={t('{{name}} of {{label}}', { name, label: shown.label })}
      note={size === 'tall' && <Key shown={shown} />}
    >
      <PlotFrame figure={figure} overlay={overlay} attach={attach} stale={stale} />
    </PlotBox>
  );
}

/** A key of the lines. */
function Key({ shown }: { readonly shown: Modelled }) {
  const { lane, run, fluid } = shown;
  return (
    <ul className="key" style={vars({ '--lane': `var(--${laneColour(lane)})` })}>
      <li className="key-fluid">{t('fluid model')}</li>
      {fluid.band !== null && <li className="key-chance">{t('90 % of the time')}</li>}
      {averageOf(shown) !== undefined && <li className="key-average">{t('its average')}</li>}
      {run !== null && <li className="key-packets">{t('packets')}</li>}
    </ul>
  );
}
