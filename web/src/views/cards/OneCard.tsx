import { t, titled } from '../../../../models/src/language.ts';
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
import { WholeTable, NOTHING } from './WholeTable.tsx';
import { Cost } from './Cost.tsx';
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
              <h5>{t('Cost and parameters')}</h5>
              <Cost aqm={aqm} />
              <h5>{t('Phase and gain margin of the fluid model')}</h5>
              <Margins name={name} aqm={aqm} line={line} onOpen={onModel} />
            </div>
          );
        })}
      </div>
      <WholeTable
        label={t('The whole cards')}
        corner={t('RFC 7928')}
        columns={entries}
        rows={CARD_ROWS.map((row) => ({
          id: row.id,
          title: titled(row.section, t(row.title)),
          figures: figuresOf(row),
        }))}
        cell={(column, r, i) => {
          const [entry, row] = [entries[column], CARD_ROWS[r]];
          const figure = row && figuresOf(row)[i];
          if (entry === undefined || row === undefined || figure === undefined) return NOTHING;
          const found = cellAt(entry.card, row, figure.id);
          const other = entries.find((one) => one !== entry);
          return {
            text: found && cellText(found, figure),
            best: other !== undefined && better(found, cellAt(other.card, row, figure.id), figure.better),
            open: () => onOpen(entry, row),
          };
        }}
      />
      {entries.length > 1 && (
        <p className="muted">{t('Bold: better by more than both intervals leave open.')}</p>
      )}
    </section>
  );
}
