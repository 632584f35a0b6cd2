import { t } from '../../../../models/src/language.ts';
import { useEffect, useState } from 'react';
import { CONTROL_IDS, controlName, type ControlId, type Scenario } from '../../../../models/src/index.ts';
import {
  SENDER_LINE,
  SENDER_ROWS,
  senderScenario,
  type SenderBook,
} from '../../../../models/src/cards/senders.ts';
import { cellText } from './words.ts';

/** The cards of the senders, loaded when they are opened. */
export function SenderCards({ onOpen }: { readonly onOpen: (scenario: Scenario) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="cards-senders" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h3>{t('The senders’ cards')}</h3>
      </summary>
      {open && <Senders onOpen={onOpen} />}
    </details>
  );
}

function Senders({ onOpen }: { readonly onOpen: (scenario: Scenario) => void }) {
  const [book, setBook] = useState<SenderBook | 'failed' | null>(null);
  useEffect(() => {
    let shown = true;
    const set = (found: SenderBook | 'failed') => {
      if (shown) setBook(found);
    };
    import('../../../../models/cards/senders.json').then(
      (found) => set(found.default as unknown as SenderBook),
      () => set('failed'),
    );
    return () => {
      shown = false;
    };
  }, []);
  if (book === null) return <p className="muted">{t('The cards are being loaded…')}</p>;
  if (book === 'failed') return <p role="alert">{t('The cards could not be loaded. Are you online?')}</p>;
  return (
    <>
      <p className="muted">
        {t(
          'Every sender in scenarios after RFC 9743, the IETF’s list for new congestion control: {{name}}, a round trip of 100 ms, one bandwidth-delay product of buffer. Senders by marks are ECN-capable. Means of {{seeds}} seeds with 95\u00a0% intervals; a click on a number opens its run.',
          { name: t(SENDER_LINE.name), seeds: book.seeds },
        )}
      </p>
      <div className="cards-scroll" tabIndex={0} role="region" aria-label={t('The senders’ cards')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Scenario')}</th>
              <th scope="col">{t('Figure')}</th>
              {CONTROL_IDS.map((sender) => (
                <th key={sender} scope="col">
                  {controlName(sender)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SENDER_ROWS.flatMap((row) =>
              row.figures.map((figure, i) => (
                <tr key={`${row.id} ${figure.id}`} data-first={i === 0 || undefined}>
                  {i === 0 && (
                    <th scope="rowgroup" rowSpan={row.figures.length} title={row.about}>
                      {row.title}
                    </th>
                  )}
                  <th scope="row">{figure.label}</th>
                  {CONTROL_IDS.map((sender: ControlId) => (
                    <td key={sender} className="number">
                      <button
                        type="button"
                        className="link"
                        onClick={() => onOpen(senderScenario(row, sender, controlName(sender)))}
                      >
                        {cellText(book.senders[sender]?.rows[row.id]?.[i] ?? null, figure)}
                      </button>
                    </td>
                  ))}
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
      <p className="muted">
        {t(
          'DualPI2 marks what waits longer than 1 ms, and a packet takes 1.2 ms on this line: that is what keeps senders by marks small beside CUBIC there.',
        )}
      </p>
    </>
  );
}
