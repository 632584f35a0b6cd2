/** The results of a study as files: every metric of every point, and the chosen metric as a table. */
import { csvCell } from '../../../../models/src/csv.ts';
import { lanes as lanesOf, METRIC_NAMES, METRICS } from '../../../../models/src/index.ts';
import { writeRows } from '../../../../models/src/study/index.ts';
import { estimateOf } from '../../lanes/estimates.ts';
import { tex, texMean, texTable } from '../../lanes/latex.ts';
import { metricRow } from '../../lanes/metrics.ts';
import type { Origin } from '../../lanes/results.ts';
import { choiceOf, choicesOf, rangesOf } from './choices.ts';
import { scaleOf, wordOf, type Shown } from './studyFigures.ts';
import type { Found } from '../../state/studyRun.ts';
import { runsOf } from '../../state/studySaved.ts';
import { meanAt } from './summary.ts';

type Catalogue = Parameters<typeof choicesOf>[1];

const labelsOf = ({ base }: Found): readonly string[] => lanesOf(base).map(({ label }) => label);
const pointsOf = ({ expansion }: Found): readonly number[] =>
  Array.from({ length: expansion.points }, (_, point) => point);

/** One line for each point, lane and metric, in SI units: mean, interval and number of runs. */
export function studyCsv(found: Found, { title, link }: Origin): string {
  const { expansion } = found;
  const factors = expansion.factors.map(({ name }) => name);
  const head = [
    'scenario',
    ...factors,
    'lane',
    'metric',
    'unit',
    'mean',
    'ci95_low',
    'ci95_high',
    'runs',
    'address',
  ];
  const lines = pointsOf(found).flatMap((point) =>
    labelsOf(found).flatMap((label, lane) =>
      METRIC_NAMES.map((name) => {
        const of = estimateOf(found.samples(point, lane).map(({ metrics }) => metrics[name]));
        const [low = '', high = ''] = of?.ci95 ?? [];
        const values = [of?.mean ?? '', low, high, of?.n ?? 0];
        return [title, ...expansion.valuesAt(point), label, name, METRICS[name].unit, ...values, link];
      }),
    ),
  );
  return `${[head, ...lines].map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** One line for each finished run, with the columns and the order of `aqm study --format csv`. */
export const studyRowsCsv = (found: Found): string => writeRows(found.study, found.expansion, runsOf(found));

/** One row for each point and one column for each lane, with the chosen metric. */
export function studyLatex(
  found: Found,
  metric: string,
  { title, link }: Origin,
  catalogue: Catalogue,
): string {
  const known = choicesOf(found.base, catalogue);
  const axes = rangesOf(found.study);
  const labels = labelsOf(found);
  const shown: Shown = { found, labels, choices: axes.map((axis) => choiceOf(axis, known)) };
  const name = METRIC_NAMES.find((one) => one === metric) ?? metricRow('queueing_delay_p95').name;
  const { row } = scaleOf(found, name);
  const text = (value: number) => (value * row.scale).toFixed(row.decimals);
  const cell = (point: number, lane: number) => {
    const mean = meanAt(found, name, point, lane);
    if (mean === undefined) return '--';
    return texMean(text(mean.mean), mean.runs > 1 ? text((mean.high - mean.low) / 2) : null);
  };
  const unit = row.unit === '' ? '' : ` (${tex(row.unit)})`;
  return texTable({
    source: `${title}: ${link}`,
    caption:
      `${tex(title)}: ${tex(row.label)}${unit}, means of ${found.expansion.seeds.length} ` +
      `seeds${found.expansion.seeds.length > 1 ? ' with 95\\,\\% confidence intervals' : ''}.`,
    head: ['', ...labels.map(tex)],
    rows: pointsOf(found).map((point) => [
      tex(shown.choices.map((_, f) => wordOf(shown, f, point)).join(', ')),
      ...labels.map((_, lane) => cell(point, lane)),
    ]),
  });
}
