import { t, titled } from '../../../../models/src/language.ts';
import { memo, useMemo } from 'react';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import { firstOfEqual } from '../../plots/same.ts';
import { useTimeGestures } from '../../time/gestures.ts';
import { useApp } from '../../state/context.ts';
import type { LaneScenario, PacketWindow } from '../../../../wasm/src/types.ts';
import { useWritten } from '../../state/store.ts';
import { useView } from '../../state/useView.ts';
import { quantities, type Quantity } from '../../lanes/quantities.ts';
import { useShownRuns } from '../../lanes/useLaneResults.ts';
import { dotsOf, quantityFigure, sameTraces, tracesOf } from './quantityFigure.ts';
import { timeOverlay } from '../../time/overlay.ts';

interface Props {
  /** Every packet of the visible window, by lane, if the packets are available. */
  readonly windows: readonly (PacketWindow | null)[];
  readonly span: readonly [number, number];
}

/** The part of an AQM that determines its states: a program's text, or else the id. */
const describedBy = ({ id, params: { program } }: LaneScenario['aqm']) => ({
  id,
  params: program === undefined ? {} : { program },
});

/**
 * One more quantity over time, with all lanes in one plot: the congestion window, a rate, or a recorded state
 * of the AQMs.
 */
export const ExtraPlot = memo(function ExtraPlot({ windows, span }: Props) {
  const app = useApp();
  const extra = useView('extra');
  const { engine } = app;
  const aqms = useWritten(app.runner.asked, (asked) => asked.map(({ aqm }) => describedBy(aqm)));
  const choices = useMemo(() => quantities(engine.catalogue, aqms), [engine, aqms]);
  const chosen = choices.find(({ id }) => id === extra);

  return (
    <section className="extra" aria-label={t('Another quantity over time')}>
      <header className="lane-head">
        <label className="extra-choice">
          <span className="visually-hidden">{t('Quantity shown below the queues')}</span>
          <select value={chosen?.id ?? ''} onChange={(event) => app.look({ extra: event.target.value })}>
            {choices.map(({ id, label, symbol }) => (
              <option key={id} value={id}>
                {symbol === undefined ? label : titled(symbol, label)}
              </option>
            ))}
            <option value="">
              {chosen === undefined ? t('Another quantity over time …') : t('No further plot')}
            </option>
          </select>
        </label>
      </header>
      {chosen !== undefined && <QuantityPlot quantity={chosen} windows={windows} span={span} />}
    </section>
  );
});

function QuantityPlot({ quantity, windows, span }: Props & { readonly quantity: Quantity }) {
  const app = useApp();
  const { items: runs, stale: old } = useShownRuns();
  const traces = useMemo(() => tracesOf(quantity, runs, windows), [runs, windows, quantity]);
  const figure = useMemo(() => quantityFigure(quantity, traces, span), [quantity, traces, span]);
  const keep = useMemo(() => firstOfEqual(sameTraces), []);
  const drawn = keep(traces);
  const overlay = useMemo(() => timeOverlay(app, (time) => dotsOf(drawn, time)), [app, drawn]);
  const attach = useTimeGestures();
  const stale = old.includes(true);
  return (
    <PlotFrame
      figure={figure}
      overlay={overlay}
      attach={attach}
      stale={stale && traces.length > 0}
      empty={
        traces.length === 0 && !stale ? <p className="muted">{t('No lane records this.')}</p> : undefined
      }
    />
  );
}
