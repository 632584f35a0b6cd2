import { t } from '../../../../models/src/language.ts';
import {
  better,
  cellAt,
  CARD_ROWS,
  figuresOf,
  findings,
  type CardBook,
  type CardLineId,
  type CardRow,
} from '../../../../models/src/cards/index.ts';
import type { Scenario } from '../../../../models/src/index.ts';
import type { Entry } from './entries.ts';
import { Margins } from './Margins.tsx';
import { cellText, findingText } from './words.ts';

/** The most sentences of each kind. */
const MOST = 5;

interface Props {
  readonly book: CardBook;
  /** One or two schemes. */
  readonly entries: readonly Entry[];
  readonly onOpen: (entry: Entry, row: CardRow) => void;
  readonly line: CardLineId;
  /** Opens a document in the view of fluid models. */
  readonly onModel: (scenario: Scenario) => void;
}

/** The complete cards of one or two schemes: every row, and each scheme's strengths and weaknesses. */
export function OneCard({ book, entries, onOpen, line, onModel }: Props) {
  return (
    <section className="cards-pair" aria-labelledby="cards-pair-title">
      <h3 id="cards-pair-title">{entries.map(({ name }) => name).join(t(' beside '))}</h3>
      <div className="cards-findings">
        {entries.map(({ id, name, aqm, card }) => {
          const { strengths, weaknesses } = findings(book, card);
          return (
            <div key={id}>
              <h4>{name}</h4>
              <h5>{t('Strong')}</h5>
              <ul>
                {strengths.slice(0, MOST).map((one) => (
                  <li key={`${one.row.id} ${one.figure.id}`}>{findingText(one)}</li>
                ))}
                {strengths.length === 0 && <li>{t('In no figure is it among the best.')}</li>}
              </ul>
              <h5>{t('Weak')}</h5>
              <ul>
                {weaknesses.slice(0, MOST).map((one) => (
                  <li key={`${one.row.id} ${one.figure.id}`}>{findingText(one)}</li>
                ))}
                {weaknesses.length === 0 && <li>{t('In no figure is it among the worst.')}</li>}
              </ul>
              <h5>{t('Phase and gain margin of the fluid model')}</h5>
              <Margins name={name} aqm={aqm} line={line} onOpen={onModel} />
            </div>
          );
        })}
      </div>
      <div className="cards-scroll" tabIndex={0} role="region" aria-label={t('The whole cards')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('RFC 7928')}</th>
              <th scope="col">{t('Figure')}</th>
              {entries.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {CARD_ROWS.flatMap((row) =>
              figuresOf(row).map((figure, i) => (
                <tr key={`${row.id} ${figure.id}`} data-first={i === 0 || undefined}>
                  {i === 0 && (
                    <th scope="rowgroup" rowSpan={figuresOf(row).length}>
                      {row.section}: {t(row.title)}
                    </th>
                  )}
                  <th scope="row">{t(figure.label)}</th>
                  {entries.map((entry) => {
                    const cell = cellAt(entry.card, row, figure.id);
                    const other = entries.find((one) => one !== entry);
                    const best =
                      other !== undefined && better(cell, cellAt(other.card, row, figure.id), figure.better);
                    return (
                      <td key={entry.id} className="number" data-best={best || undefined}>
                        {cell === null ? (
                          '–'
                        ) : (
                          <button type="button" className="link" onClick={() => onOpen(entry, row)}>
                            {cellText(cell, figure)}
                          </button>
                        )}
                      </td>
                    );
                  })}
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
      {entries.length > 1 && (
        <p className="muted">{t('Bold: better by more than both intervals leave open.')}</p>
      )}
    </section>
  );
}
