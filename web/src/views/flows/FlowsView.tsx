import { decimal, fullStop, t } from '../../../../models/src/language.ts';
import { useMemo } from 'react';
import { bound } from '../../base/bound.ts';
import '../../styles/flows.css';
import { LaneName } from '../../components/LaneBadge.tsx';
import { rowName } from '../../lanes/rows.ts';
import { shortLabel } from '../../lanes/shortLabel.ts';
import type { Figure } from '../../plots/figure.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import { useApp } from '../../state/context.ts';
import { useStore } from '../../state/store.ts';
import { useView } from '../../state/useView.ts';
import {
  delayFigure,
  fairnessFigure,
  planeFigure,
  ratesFigure,
  sequenceFigure,
  type Ran,
  type Shown,
} from './flowFigures.ts';
import { lookedAt, useFlowWindows } from './flowState.ts';
import { FlowTable } from './FlowTable.tsx';
import { FlowWindows } from './FlowWindows.tsx';
import { NetworkPicture } from './NetworkPicture.tsx';

/**
 * The results of the flows: how long their packets waited, the rate of each row, fairness, and the progress
 * of single flows.
 */
export function FlowsView() {
  const app = useApp();
  const { catalogue } = app.engine;
  const runs = useStore(app.runner.slots);
  const duration = useStore(app.duration);
  const zoom = useView('span');
  const active = useView('lane');
  const chosen = useView('row');
  const asked = useStore(app.lanes);
  const span = useMemo(() => lookedAt(asked, zoom, duration), [asked, zoom, duration]);
  const { lanes, slots } = useFlowWindows(app, span);

  const shown = useMemo(
    () =>
      slots.flatMap(({ answered, result: data }, lane): Shown[] => {
        if (answered === null || data === null) return [];
        const scenario = answered.lane;
        // Rows that cross only other links have no data here.
        const here = scenario.traffic.flatMap((_, row) => ((data.waits[row]?.length ?? 0) > 0 ? [row] : []));
        const rows = chosen !== null && chosen < scenario.traffic.length ? [chosen] : here;
        return [{ lane, label: shortLabel(scenario, catalogue), scenario, data, rows }];
      }),
    [slots, chosen, catalogue],
  );
  const ran = useMemo(
    () =>
      runs.flatMap(({ result, asked: scenario }, lane): Ran[] =>
        result === null ? [] : [{ lane, label: shortLabel(scenario, catalogue), result }],
      ),
    [runs, catalogue],
  );
  const one = shown.find(({ lane }) => lane === active);
  const scenario = lanes[active];
  const figures = useMemo(
    () => ({
      delay: delayFigure(shown),
      fairness: fairnessFigure(shown, span),
      rates: one === undefined ? null : ratesFigure(one, span),
      sequence: one === undefined ? null : sequenceFigure(one, span),
      plane: planeFigure(ran, span),
    }),
    [shown, one, ran, span],
  );
  const running = ({ status }: { readonly status: string }) => status === 'running';
  const stale = slots.some(running);
  const row = scenario === undefined || chosen === null ? undefined : scenario.traffic[chosen];

  return (
    <div className="flows">
      <section className="flows-network" aria-label={t('Network and lanes')}>
        <ul className="flows-lanes" aria-label={t('Lanes')}>
          {lanes.map((lane, i) => (
            <li key={i}>
              <button type="button" aria-pressed={i === active} onClick={() => app.look({ lane: i })}>
                <LaneName lane={i} label={shortLabel(lane, catalogue)} />
              </button>
            </li>
          ))}
        </ul>
        {scenario !== undefined && (
          <NetworkPicture
            scenario={scenario}
            rows={chosen === null ? scenario.traffic.map((_, i) => i) : [chosen]}
            onRow={(i) => app.look({ row: chosen === i ? null : i })}
            onLink={(hop) => app.look({ hop })}
          />
        )}
        <p className="muted" role="status">
          {row === undefined || scenario === undefined
            ? t('All rows of traffic. Click one to look at it alone.')
            : t('Row {{chosen}}: {{rowName}}. Click it again for all rows.', {
                chosen: (chosen ?? 0) + 1,
                rowName: rowName(scenario, row),
              })}{' '}
          {bound(
            t('From {{from}} to {{to}} s', {
              from: decimal(span[0].toFixed(1)),
              to: decimal(span[1].toFixed(1)),
            }),
          )}
          {zoom === null && span[0] > 0 ? t(', the end of the run') : ''}
          {fullStop()}
        </p>
      </section>
      <Plot
        title={t('How long packets wait')}
        note={t('share of the packets that waited at most so long')}
        figure={figures.delay}
        stale={stale}
      />
      <Plot title={t('What each row gets')} note={one?.label} figure={figures.rates} stale={stale} />
      <Plot
        title={t('Fairness')}
        note={t('Jain’s index over the last two seconds')}
        figure={figures.fairness}
        stale={stale}
      />
      <Plot
        title={t('Segments')}
        note={t('{{label}}: the fastest, the middle and the slowest flow; rings came again', {
          label: one?.label ?? '',
        })}
        figure={figures.sequence}
        stale={stale}
      />
      <Plot
        title={t('Window against queue')}
        note={t('a steady loop is a spot, a swinging one a ring')}
        figure={figures.plane}
        stale={stale || runs.some(running)}
      />
      <FlowWindows lanes={lanes} span={span} />
      {scenario !== undefined && <FlowTable scenario={scenario} lane={active} row={chosen} />}
    </div>
  );
}

interface PlotProps {
  readonly title: string;
  readonly note: string | undefined;
  readonly figure: Figure | null;
  readonly stale: boolean;
}

function Plot({ title, note, figure, stale }: PlotProps) {
  return (
    <section className="flows-plot" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span className="muted">{note}</span>
      </header>
      {figure === null ? (
        <p className="muted">{t('Collecting packets…')}</p>
      ) : (
        <PlotFrame figure={figure} stale={stale} />
      )}
    </section>
  );
}
