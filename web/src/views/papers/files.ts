/** A paper's tables as files: printed beside recomputed, under the reading that is shown. Loaded when somebody takes one away. */
import { csvCell } from '../../../../models/src/csv.ts';
import type { CellResult, Paper, TableResult } from '../../../../models/src/papers/index.ts';
import { laneColour } from '../../components/laneLook.ts';
import { tex, texMean, texTable } from '../../lanes/latex.ts';
import type { Figure } from '../../plots/figure.ts';
import { niceDomain } from '../../plots/scale.ts';

export interface OfPaper {
  readonly paper: Paper;
  readonly reading: string;
  readonly tables: readonly TableResult[];
  /** The address of what is shown. */
  readonly link: string;
}

const halfOf = ({ ours }: CellResult): number | null =>
  ours?.ci95 === undefined ? null : (ours.ci95[1] - ours.ci95[0]) / 2;

/** A line a number. */
export function papersCsv({ paper, reading, tables, link }: OfPaper): string {
  const head = ['paper', 'reading', 'table', 'condition', 'scheme', 'unit', 'printed', 'mean', 'ci95_low', 'ci95_high', 'runs', 'verdict', 'address']; // prettier-ignore
  const lines = tables.flatMap(({ table, cells }) =>
    cells.map(({ condition, scheme, published, ours, verdict }) => {
      const [low, high] = ours?.ci95 ?? [];
      const numbers = [published, ours?.mean, low, high, ours?.n];
      return [`${paper.short} ${paper.year}`, reading, table.title, condition, scheme, table.unit, ...numbers, verdict, link]; // prettier-ignore
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

/** A plot for each condition of a table: a place for each scheme, all on one scale. */
export function tableFigures({ table, cells }: TableResult): readonly Figure[] {
  const values = cells.flatMap(({ published, ours }) => [
    ...(published === undefined ? [] : [published]),
    ...(ours === undefined ? [] : [ours.mean, ...(ours.ci95 ?? [])]),
  ]);
  const domain = niceDomain(Math.min(0, ...values), Math.max(...values));
  return table.conditions.map((condition, i): Figure => {
    const own = cells.filter((cell) => cell.condition === condition);
    const x = own.map((_, place) => place);
    const columns = [
      ['printed', own.map(({ published }) => published ?? NaN)],
      ['recomputed', own.map(({ ours }) => ours?.mean ?? NaN)],
      ['95 % low', own.map(({ ours }) => ours?.ci95?.[0] ?? NaN)],
      ['95 % high', own.map(({ ours }) => ours?.ci95?.[1] ?? NaN)],
    ] as const;
    const title = `${table.title}, ${condition}: printed (square) and recomputed (dot, 95 %)`;
    return {
      name: `paper-${table.id}`,
      lane: i,
      title,
      summary: `${title}: ${own.map(({ scheme, published, ours }) => `${scheme} ${published ?? '–'} and ${ours?.mean.toFixed(table.digits) ?? '–'}`).join('; ')} ${table.unit}.`,
      x: {
        label: '',
        unit: '',
        kind: 'linear',
        domain: [-0.6, own.length - 0.4],
        places: own.map(({ scheme }, value) => ({ value, label: scheme })),
      },
      y: { label: table.metric, unit: table.unit, kind: 'linear', domain },
      layers: [
        ...own.flatMap(
          ({ ours }, place) =>
          ours?.ci95 === undefined
            ? []
            : [{ kind: 'line', x: [place, place], y: ours.ci95, colour: laneColour(0), width: 2, free: true } as const], // prettier-ignore
        ),
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
          x: { label: 'scheme', unit: '', values: x },
          series: columns.map(([label, of]) => ({ label, unit: table.unit, values: of })),
        },
      ],
    };
  });
}
