/** A published table, theirs and ours: a panel for each of its conditions, a row for each scheme, in the printed order. */
import type { CellResult, Reason, Reading, TableResult } from '../../../../models/src/papers/index.ts';
import { Symbols } from '../../components/Symbols.tsx';
import { Reasons } from './Reasons.tsx';
import { vars } from '../../components/vars.ts';
import { CountsBar, VERDICT_WORDS, VerdictMark } from './Marks.tsx';
import { numberText, placeOf, type Place } from './strip.ts';
import type { LinkTo } from './links.ts';
import { Strip } from './Strip.tsx';
import { TableMenu } from './TableMenu.tsx';

interface Props {
  readonly result: TableResult;
  readonly readings: readonly Reading[];
  readonly linkTo: LinkTo;
}

function half({ ours }: CellResult, digits: number): string {
  return ours?.ci95 === undefined ? '' : ` ± ${numberText((ours.ci95[1] - ours.ci95[0]) / 2, digits)}`;
}

export function TablePanels({ result, readings, linkTo }: Props) {
  const { table, cells, counts } = result;
  const place = placeOf(result);
  const printed = table.published !== undefined;
  const told = new Map<Reason, CellResult[]>();
  for (const cell of cells)
    if (cell.reason !== undefined && cell.verdict === 'different')
      told.set(cell.reason, [...(told.get(cell.reason) ?? []), cell]);
  return (
    <section className="paper-table" id={`table-${table.id}`} aria-labelledby={`title-${table.id}`}>
      <h4 id={`title-${table.id}`}>
        {table.title} <span className="muted">{table.unit}</span>{' '}
        <TableMenu table={table.id} title={table.title} />
      </h4>
      {printed && <CountsBar counts={counts} what={table.title} />}
      {printed ? (
        <div className="paper-panels" style={vars({ '--columns': columnsOf(table.conditions.length) })}>
          {table.conditions.map((condition) => (
            <Panel
              key={condition}
              condition={condition}
              cells={cells.filter((cell) => cell.condition === condition)}
              digits={table.digits}
              place={place}
              href={(scheme) => linkTo(table, condition, scheme)}
            />
          ))}
        </div>
      ) : (
        <Matrix result={result} place={place} linkTo={linkTo} />
      )}
      {[table.unjudged, table.rule, table.note].map(
        (text) =>
          text !== undefined && (
            <p key={text} className="paper-note">
              <Symbols text={text} />
            </p>
          ),
      )}
      <Reasons
        readings={readings}
        reasons={[...told].map(([reason, of]) => ({
          reason,
          of: cellsText(of, table.conditions.length > 1),
        }))}
      />
    </section>
  );
}

/** Side by side, without one that is left alone below the others. */
const columnsOf = (conditions: number): number => (conditions === 4 ? 2 : Math.min(conditions, 3));

/** "RED, TRED (low); RED (high)". */
function cellsText(cells: readonly CellResult[], manyConditions: boolean): string {
  const by = new Map<string, string[]>();
  for (const { condition, scheme } of cells) by.set(condition, [...(by.get(condition) ?? []), scheme]);
  return [...by]
    .map(([condition, schemes]) => `${schemes.join(', ')}${manyConditions ? ` (${condition})` : ''}`)
    .join('; ');
}

interface PanelProps {
  readonly condition: string;
  readonly cells: readonly CellResult[];
  readonly digits: number;
  readonly place: Place;
  readonly href: (scheme: string) => string;
}

function Panel({ condition, cells, digits, place, href }: PanelProps) {
  return (
    <table className="paper-panel">
      <caption>{condition}</caption>
      <thead>
        <tr>
          <th scope="col">Scheme</th>
          <td aria-hidden="true" />
          <th scope="col" className="number">
            <span className="theirs-key" aria-hidden="true" /> Paper
          </th>
          <th scope="col" className="number">
            <span className="ours-key" aria-hidden="true" /> Here
          </th>
          <th scope="col">
            <span className="visually-hidden">Verdict</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {cells.map((cell) => (
          <tr key={cell.scheme}>
            <th scope="row">
              <a href={href(cell.scheme)} data-tip="Open this scenario in the comparison">
                {cell.scheme}
              </a>
            </th>
            <td className="paper-strip">
              <Strip cell={cell} place={place} />
            </td>
            <td className="number">
              {cell.published === undefined ? '' : numberText(cell.published, digits)}
            </td>
            <td className="number">
              {cell.ours === undefined ? '' : numberText(cell.ours.mean, digits)}
              <span className="half">{half(cell, digits)}</span>
            </td>
            <td data-tip={cell.verdict === undefined ? undefined : VERDICT_WORDS[cell.verdict]}>
              {cell.verdict !== undefined && <VerdictMark verdict={cell.verdict} short />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Of a figure there is nothing printed to stand beside: our numbers alone. */
function Matrix({
  result: { table, cells },
  place,
  linkTo,
}: {
  readonly result: TableResult;
  readonly place: Place;
  readonly linkTo: LinkTo;
}) {
  return (
    <div className="papers-table-scroll">
      <table className="paper-matrix">
        <thead>
          <tr>
            <th scope="col">Scheme</th>
            {table.conditions.map((condition) => (
              <th key={condition} scope="col" className="number">
                {condition}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.schemes.map((scheme) => (
            <tr key={scheme}>
              <th scope="row">{scheme}</th>
              {table.conditions.map((condition) => {
                const cell = cells.find((entry) => entry.condition === condition && entry.scheme === scheme);
                if (cell?.ours === undefined) return <td key={condition} />;
                return (
                  <td key={condition} className="number">
                    <a
                      href={linkTo(table, condition, scheme)}
                      data-tip="Open this scenario in the comparison"
                    >
                      {numberText(cell.ours.mean, table.digits)}
                    </a>
                    <span className="half">{half(cell, table.digits)}</span>
                    <Strip cell={cell} place={place} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
