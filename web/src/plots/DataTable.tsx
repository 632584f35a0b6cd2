import { unitWord } from '../../../models/src/unit-words.ts';
import { t } from '../../../models/src/language.ts';
import type { Figure, PlotData } from './figure.ts';

/** The most rows in the table; the file has all of them. */
const ROWS = 200;

export function DataTable({ figure }: { readonly figure: Figure }) {
  return (
    <>
      <p className="muted">{figure.summary}</p>
      {figure.data().map((part, i) => (
        <PartTable key={part.lane ?? i} part={part} domain={figure.x.domain} />
      ))}
    </>
  );
}

function PartTable({
  part,
  domain,
}: {
  readonly part: PlotData;
  readonly domain: readonly [number, number];
}) {
  const inside: number[] = [];
  for (let i = 0; i < part.x.values.length; ++i) {
    const x = part.x.values[i] ?? NaN;
    if (x >= domain[0] && x <= domain[1]) inside.push(i);
  }
  const every = Math.max(1, Math.ceil(inside.length / ROWS));
  const rows = inside.filter((_, k) => k % every === 0);
  const title = ({ label, unit }: PlotData['x']) =>
    unit === '' || unit === '1' ? label : `${label} (${unitWord(unit)})`;
  return (
    <div
      className="table-scroll"
      tabIndex={0}
      role="region"
      aria-label={part.label ?? t('Numbers of the plot')}
    >
      <table className="data">
        <caption>
          {part.label}
          {every > 1
            ? t(' Every {{every}}th of {{inside}} rows; the CSV file has all of them.', {
                every,
                inside: inside.length,
              })
            : ''}
        </caption>
        <thead>
          <tr>
            {[part.x, ...part.series].map((column) => (
              <th key={column.label} scope="col">
                {title(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((i) => (
            <tr key={i}>
              <th scope="row">{print(part.x.values[i])}</th>
              {part.series.map((column) => (
                <td key={column.label}>{print(column.values[i])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const print = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '–' : String(Number(value.toPrecision(6)));
