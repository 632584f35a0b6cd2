/** A table as plots, a plot for each of its conditions. */
import { decimal, t } from '../../../../models/src/language.ts';
import type { TableResult } from '../../../../models/src/papers/index.ts';
import { medianOf, standAlone } from '../../../../models/src/statistics.ts';
import { metricWords, shown } from '../../../../models/src/papers/shown.ts';
import { laneColour } from '../../components/laneLook.ts';
import type { Figure } from '../../plots/figure.ts';
import { niceDomain } from '../../plots/scale.ts';

/** Values that all lie above this share of the greatest do not need zero on their axis. */
const FAR_FROM_ZERO = 0.6;

/** A plot for each condition of a table: a place for each scheme, all on one scale. */
export function tableFigures({ table, cells }: TableResult, seeds: readonly number[]): readonly Figure[] {
  const values = cells.flatMap(({ published, ours, values: runs }) => [
    ...runs.filter((value) => Number.isFinite(value)),
    ...(published === undefined ? [] : [published]),
    ...(ours === undefined ? [] : [ours.mean, ...(ours.ci95 ?? [])]),
  ]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const domain = niceDomain(least > FAR_FROM_ZERO * most ? least : Math.min(0, least), most);
  return table.conditions.map((condition, i): Figure => {
    const own = cells.filter((cell) => cell.condition === condition);
    const x = own.map((_, place) => place);
    const columns = [
      ['printed', own.map(({ published }) => published ?? NaN)],
      ['recomputed', own.map(({ ours }) => ours?.mean ?? NaN)],
      ['median', own.map(({ values: runs }) => medianOf(runs) ?? NaN)],
      ['95 % low', own.map(({ ours }) => ours?.ci95?.[0] ?? NaN)],
      ['95 % high', own.map(({ ours }) => ours?.ci95?.[1] ?? NaN)],
    ] as const;
    const runs = own.flatMap((cell, place) =>
      cell.values.flatMap((value, k) => {
        // Beside each other, in the order of the seeds.
        const aside = place + 0.18 + (0.2 * k) / Math.max(1, cell.values.length - 1);
        return Number.isFinite(value)
          ? [{ x: aside, y: value, seed: seeds[k], alone: standAlone(cell.values).includes(k) }]
          : [];
      }),
    );
    const title = t('{{title}}, {{condition}}: printed (square) and recomputed (dot, 95 %)', {
      title: shown(table.title),
      condition: shown(condition),
    });
    return {
      name: `paper-${table.id}`,
      lane: i,
      title,
      summary: `${title}: ${own.map(({ scheme, published, ours }) => t('{{scheme}} {{published}} and {{mean}}', { scheme, published: published ?? '–', mean: decimal(ours?.mean.toFixed(table.digits) ?? '–') })).join('; ')} ${shown(table.unit)}.`,
      x: {
        label: '',
        unit: '',
        kind: 'linear',
        domain: [-0.6, own.length - 0.4],
        places: own.map(({ scheme }, value) => ({ value, label: scheme })),
      },
      y: { label: shown(metricWords(table.metric)), unit: table.unit, kind: 'linear', domain },
      layers: [
        ...own.flatMap(({ ours }, place) =>
          ours?.ci95 === undefined
            ? []
            : [
                {
                  kind: 'line',
                  x: [place, place],
                  y: ours.ci95,
                  colour: laneColour(0),
                  width: 2,
                  free: true,
                } as const,
              ],
        ),
        {
          kind: 'points',
          x: runs.map((run) => run.x),
          y: runs.map((run) => run.y),
          shape: 'dot',
          size: 3,
          colour: laneColour(0),
          alpha: 0.7,
        },
        ...runs
          .filter(({ alone }) => alone)
          .map(
            ({ x: at, y, seed }) => ({ kind: 'text', x: at, y, text: String(seed), side: 'right' }) as const,
          ),
        ...own.flatMap((_, place) => {
          const median = columns[2][1][place] ?? NaN;
          if (!Number.isFinite(median)) return [];
          return [
            {
              kind: 'line',
              x: [place - 0.14, place + 0.14],
              y: [median, median],
              colour: 'muted',
              width: 2,
              free: true,
            } as const,
          ];
        }),
        ...(
          [
            ['dot', laneColour(0), columns[1][1]],
            ['square', 'ink', columns[0][1]],
          ] as const
        ).map(([shape, colour, of]) => {
          const there = x.filter((place) => Number.isFinite(of[place]));
          const y = there.map((place) => of[place] ?? NaN);
          return { kind: 'points', x: there, y, shape, size: 7, colour } as const;
        }),
      ],
      levels: [],
      edge: false,
      data: () => [
        {
          x: { label: t('scheme'), unit: '', values: x },
          series: columns.map(([label, of]) => ({ label, unit: table.unit, values: of })),
        },
      ],
    };
  });
}
