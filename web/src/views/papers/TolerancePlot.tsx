/** How the share of reproduced numbers depends on the tolerance, beside what a model without any AQM reproduces. */
import { t } from '../../../../models/src/language.ts';
import { useMemo } from 'react';
import { sharesByTolerance, type TableResult } from '../../../../models/src/papers/index.ts';
import type { Figure } from '../../plots/figure.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';

const TIMES = Array.from({ length: 41 }, (_, i) => i * 0.05);

export function TolerancePlot({ tables }: { readonly tables: readonly TableResult[] }) {
  const figure = useMemo(() => toleranceFigure(tables), [tables]);
  return (
    <figure className="papers-tolerance">
      <div className="papers-tolerance-plot">
        <PlotFrame figure={figure} />
      </div>
      <figcaption className="muted">
        {t(
          'Numbers within the tolerance, as it grows. Solid: the best reading. Dashed: every scheme as the printed RED. Only what lies above the dashed line is evidence.',
        )}
      </figcaption>
    </figure>
  );
}

function toleranceFigure(tables: readonly TableResult[]): Figure {
  const { times, ours, without } = sharesByTolerance(tables, TIMES);
  const percent = (shares: readonly number[]) => shares.map((share) => 100 * share);
  const label = t('within the tolerance');
  return {
    name: 'paper-tolerance',
    title: t('Share of printed numbers reproduced, against the tolerance'),
    summary: t(
      'At each table’s own tolerance the best reading has {{best}} % of the numbers, a model without any AQM {{without}} %.',
      { best: percent(ours)[20]?.toFixed(0) ?? '', without: percent(without)[20]?.toFixed(0) ?? '' },
    ),
    x: { label: t('multiple of each table’s tolerance'), unit: '1', kind: 'linear', domain: [0, 2] },
    y: { label: t('reproduced'), unit: '%', kind: 'linear', domain: [0, 100] },
    layers: [
      { kind: 'line', x: times, y: percent(without), colour: 'muted', width: 1.5, dash: [5, 4] },
      { kind: 'line', x: times, y: percent(ours), colour: 'ink', width: 2 },
    ],
    levels: [{ axis: 'x', name: t('used'), word: true, value: 1 }],
    edge: false,
    data: () => [
      {
        x: { label: t('multiple of each table’s tolerance'), unit: '1', values: times },
        series: [
          { label: t('best reading, {{label}}', { label }), unit: '%', values: percent(ours) },
          { label: t('model without AQM, {{label}}', { label }), unit: '%', values: percent(without) },
        ],
      },
    ],
  };
}
