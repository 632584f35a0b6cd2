import { t } from '../../../../models/src/language.ts';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly about?: string;
  readonly figures: readonly { readonly id: string; readonly label: string }[];
}
interface CellContent {
  /** Null: nothing was observed. */
  readonly text: string | null;
  /** Set in bold. */
  readonly best?: boolean;
  readonly open: () => void;
}
/** A place without a figure. */
export const NOTHING: CellContent = { text: null, open: () => undefined };

interface Props {
  readonly label: string;
  /** The heading of the rows. */
  readonly corner: string;
  readonly columns: readonly { readonly id: string; readonly name: string }[];
  readonly rows: readonly Row[];
  /** By the numbers of column, row and figure. */
  readonly cell: (column: number, row: number, figure: number) => CellContent;
}

/** The whole cards beside each other: a column for each, and the figures of every scenario. A number opens its run. */
export function WholeTable({ label, corner, columns, rows, cell }: Props) {
  return (
    <div className="cards-scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            <th scope="col">{t('Figure')}</th>
            {columns.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.flatMap((row, r) =>
            row.figures.map((figure, i) => (
              <tr key={`${row.id} ${figure.id}`} data-first={i === 0 || undefined}>
                {i === 0 && (
                  <th scope="rowgroup" rowSpan={row.figures.length} title={row.about && t(row.about)}>
                    {t(row.title)}
                  </th>
                )}
                <th scope="row">{t(figure.label)}</th>
                {columns.map(({ id }, column) => (
                  <Cell key={id} {...cell(column, r, i)} />
                ))}
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}

const Cell = ({ text, best = false, open }: CellContent) => (
  <td className="number" data-best={best || undefined}>
    {text === null ? (
      '–'
    ) : (
      <button type="button" className="link" onClick={open}>
        {text}
      </button>
    )}
  </td>
);
