/**
 * A paper's tables as files: printed beside recomputed, under the reading that is shown. Loaded when somebody takes
 * one away.
 */
import { csvCell } from '../../../../models/src/csv.ts';
import type { CellResult, Paper, TableResult } from '../../../../models/src/papers/index.ts';
import { medianOf } from '../../../../models/src/statistics.ts';
import { tex, texMean, texTable } from '../../lanes/latex.ts';

export interface OfPaper {
  readonly paper: Paper;
  readonly reading: string;
  readonly tables: readonly TableResult[];
  readonly seeds: readonly number[];
  /** The address of what is shown. */
  readonly link: string;
}

const halfOf = ({ ours }: CellResult): number | null =>
  ours?.ci95 === undefined ? null : (ours.ci95[1] - ours.ci95[0]) / 2;

/** A line a number. */
export function papersCsv({ paper, reading, tables, link }: OfPaper): string {
  const head = [
    'paper',
    'reading',
    'table',
    'condition',
    'scheme',
    'unit',
    'printed',
    'mean',
    'ci95_low',
    'ci95_high',
    'runs',
    'verdict',
    'median',
    'effect',
    'effect_printed',
    'effect_here',
    'address',
  ];
  const lines = tables.flatMap(({ table, cells }) =>
    cells.map(({ condition, scheme, published, ours, values, verdict, effect }) => {
      const [low, high] = ours?.ci95 ?? [];
      const numbers = [published, ours?.mean, low, high, ours?.n];
      return [
        `${paper.short} ${paper.year}`,
        reading,
        table.title,
        condition,
        scheme,
        table.unit,
        ...numbers,
        verdict,
        medianOf(values),
        effect?.verdict,
        effect?.published,
        effect?.ours?.mean,
        link,
      ];
    }),
  );
  return `${[head, ...lines].map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** For each table a row a scheme, and for each of its conditions the printed number and ours. */
export function papersLatex({ paper, reading, tables, link }: OfPaper): string {
  const label = paper.readings.find(({ id }) => id === reading)?.label ?? reading;
  return tables
    .map(({ table, cells }) => {
      const text = (value: number) => value.toFixed(table.digits);
      const printed = table.published !== undefined;
      const at = (condition: string, scheme: string): readonly string[] => {
        const cell = cells.find((one) => one.condition === condition && one.scheme === scheme);
        const half = cell === undefined ? null : halfOf(cell);
        const ours =
          cell?.ours === undefined ? '--' : texMean(text(cell.ours.mean), half === null ? null : text(half));
        return printed ? [cell?.published === undefined ? '--' : text(cell.published), ours] : [ours];
      };
      return texTable({
        source: `${paper.short} ${paper.year}, ${table.title}: ${link}`,
        caption: `${tex(`${paper.short} ${paper.year}, ${table.title} (${table.unit})`)}: ${printed ? 'printed and recomputed' : 'recomputed'}, ${tex(label)}, with 95\\,\\% confidence intervals.`,
        head: [
          '',
          ...table.conditions.flatMap((condition) =>
            printed ? [`${tex(condition)}, printed`, 'recomputed'] : [tex(condition)],
          ),
        ],
        rows: table.schemes.map((scheme) => [
          tex(scheme),
          ...table.conditions.flatMap((condition) => at(condition, scheme)),
        ]),
      });
    })
    .join('\n');
}
