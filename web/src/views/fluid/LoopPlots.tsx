import { t } from '../../../../models/src/language.ts';
import { useMemo } from 'react';
import { canvasSurface } from '../../plots/canvasSurface.ts';
import type { Figure } from '../../plots/figure.ts';
import { LaneName } from '../../components/LaneBadge.tsx';
import { PlotFrame, type Overlay } from '../../plots/PlotFrame.tsx';
import { useApp } from '../../state/context.ts';
import { shownTime } from '../../state/replay.ts';
import { bodeFigure, bodePhaseFigure, loopsOf, nyquistFigure } from './loopFigures.ts';
import { meanWindow, valueAt, type Modelled } from './modelled.ts';
import { CyclesPlot } from './CyclesPlot.tsx';
import { phaseFigure } from './phaseFigure.ts';
import { PlotBox } from './PlotBox.tsx';
import { rootsFigure } from './rootsFigure.ts';
import { hasSpectrum, spectrumFigure } from './spectrumFigure.ts';

interface Props {
  readonly all: readonly Modelled[];
  readonly stale: boolean;
}

/** The phase portrait, and the plots of the linearised loop. */
export function LoopPlots({
  all,
  withPackets,
  stale,
}: Props & { readonly withPackets: readonly Modelled[] }) {
  const loops = useMemo(() => loopsOf(all), [all]);
  const legend = all.length > 1 && (
    <ul className="legend" aria-label={t('Lanes')}>
      {all.map(({ lane, label }) => (
        <li key={lane}>
          <LaneName lane={lane} label={label} />
        </li>
      ))}
    </ul>
  );
  if (all.length === 0) return null;
  return (
    <section className="loops" aria-label={t('Phase portrait and loop')}>
      {legend}
      <div className="loop-grid">
        <PhasePlot all={all} stale={stale} />
        {loops.length === 0 ? (
          <p className="muted no-loop">
            {t('There is no loop to analyse: no lane has an equilibrium between an empty and a full buffer.')}
          </p>
        ) : (
          <>
            <Plot title={t('Nyquist plot')} make={nyquistFigure} of={loops} stale={stale} />
            <div className="bode">
              <Plot title={t('Bode plot: gain')} make={bodeFigure} of={loops} stale={stale} />
              <Plot title={t('Bode plot: phase')} make={bodePhaseFigure} of={loops} stale={stale} />
            </div>
            <Plot title={t('Characteristic roots')} make={rootsFigure} of={all} stale={stale} />
            {hasSpectrum(withPackets) && (
              <Plot title={t('Spectrum of the queue')} make={spectrumFigure} of={withPackets} stale={stale} />
            )}
            <CyclesPlot />
          </>
        )}
      </div>
    </section>
  );
}

interface PlotProps<T> {
  readonly title: string;
  readonly make: (of: T) => Figure;
  readonly of: T;
  readonly stale: boolean;
}

function Plot<T>({ title, make, of, stale }: PlotProps<T>) {
  const figure = useMemo(() => make(of), [make, of]);
  return (
    <PlotBox className="loop-plot" title={title} label={title}>
      <PlotFrame figure={figure} stale={stale} />
    </PlotBox>
  );
}

function PhasePlot({ all, stale }: Props) {
  const { replay } = useApp();
  const figure = useMemo(() => phaseFigure(all), [all]);
  const overlay = useMemo((): Overlay => {
    const front = all.find(({ active }) => active);
    return {
      subscribe: (redraw) => replay.subscribe(redraw),
      draw: (context, layout, palette) => {
        if (front === undefined) return;
        const time = shownTime(replay.get());
        const q = valueAt(front, front.fluid.solution.queue, time);
        const w = valueAt(front, meanWindow(front), time);
        const at = [layout.sx.map(q), layout.sy.map(w)];
        const surface = canvasSurface(context);
        surface.marks(at, 'dot', 11 * layout.unit, palette.ground, 1);
        surface.marks(at, 'dot', 8 * layout.unit, palette.accent, 1);
      },
    };
  }, [all, replay]);
  return (
    <PlotBox className="loop-plot" title={t('Phase portrait')} label={t('Phase portrait')}>
      <PlotFrame figure={figure} overlay={overlay} stale={stale} />
    </PlotBox>
  );
}
