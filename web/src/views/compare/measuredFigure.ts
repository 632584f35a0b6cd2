/** Measured data over a lane's run, on the lane's time axis. */
import { t } from '../../../../models/src/language.ts';
import type { Series } from '../../../../models/src/measured/index.ts';
import type { Course } from '../../../../models/src/measured/beside.ts';
import { laneColour } from '../../components/laneLook.ts';
import type { Figure, PlotData } from '../../plots/figure.ts';
import { niceDomain } from '../../plots/scale.ts';

interface Simulated {
  readonly lane: number;
  readonly label: string;
  readonly what: string;
  readonly course: Course;
}

export function measuredFigure(
  series: Series,
  simulated: Simulated | undefined,
  offset: number,
  span: readonly [number, number],
): Figure {
  const times = series.times.map((time) => time + offset);
  const { step = 1, values = [] } = simulated?.course ?? {};
  const ours = Array.from({ length: values.length }, (_, i) => (i + 0.5) * step);
  let most = 0;
  for (const value of [...series.values, ...Array.from(values)]) if (value > most) most = value;
  const unit = series.unit;
  const what = simulated?.what ?? series.name;
  const columns = (label: string, x: ArrayLike<number>, y: ArrayLike<number>): PlotData => ({
    label,
    x: { label: t('time'), unit: 's', values: x },
    series: [{ label: what, unit, values: y }],
  });
  return {
    name: 'measured',
    title: t('Measured: {{name}}', { name: series.name }),
    summary:
      simulated === undefined
        ? t('{{name}} as measured; a simulated run has no such quantity.', { name: series.name })
        : t('{{name}} as measured, over the {{what}} of {{label}}.', {
            name: series.name,
            what,
            label: simulated.label,
          }),
    x: {
      label: t('time'),
      unit: 's',
      kind: 'linear',
      domain: spanOf(times, simulated === undefined ? undefined : span),
    },
    y: { label: what, unit, kind: 'linear', domain: niceDomain(0, most === 0 ? 1 : most, 3) },
    layers: [
      ...(simulated === undefined
        ? []
        : ([{ kind: 'line', x: ours, y: values, colour: laneColour(simulated.lane), width: 1.4 }] as const)),
      { kind: 'line', x: times, y: series.values, colour: 'ink', width: 1.6, dash: [5, 3] },
    ],
    levels: [],
    edge: false,
    data: () => [
      columns(t('measured'), times, series.values),
      ...(simulated === undefined
        ? []
        : [{ ...columns(simulated.label, ours, values), lane: simulated.lane }]),
    ],
  };
}

/** The measured interval, and half of its length before and after it, limited to the run. */
function spanOf(
  times: readonly number[],
  run: readonly [number, number] | undefined,
): readonly [number, number] {
  const [first = 0, last = 1] = [times[0], times.at(-1)];
  const length = Math.max(last - first, 1);
  if (run === undefined) return [first, first + length];
  const [low, high] = [Math.max(run[0], first - length / 2), Math.min(run[1], last + length / 2)];
  return low < high ? [low, high] : run;
}
