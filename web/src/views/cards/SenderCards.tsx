import { t } from '../../../../models/src/language.ts';
import { useEffect, useState } from 'react';
import { CONTROL_IDS, controlName, type Scenario } from '../../../../models/src/index.ts';
import {
  SENDER_LINE,
  SENDER_ROWS,
  senderScenario,
  type SenderBook,
} from '../../../../models/src/cards/senders.ts';
import { WholeTable, NOTHING } from './WholeTable.tsx';
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
      <WholeTable
        label={t('The senders’ cards')}
        corner={t('Scenario')}
        columns={CONTROL_IDS.map((id) => ({ id, name: controlName(id) }))}
        rows={SENDER_ROWS}
        cell={(column, r, i) => {
          const [sender, row] = [CONTROL_IDS[column], SENDER_ROWS[r]];
          const figure = row?.figures[i];
          if (sender === undefined || row === undefined || figure === undefined) return NOTHING;
          const found = book.senders[sender]?.rows[row.id]?.[i] ?? null;
          return {
            text: found && cellText(found, figure),
            open: () => onOpen(senderScenario(row, sender, controlName(sender))),
          };
        }}
      />
      <p className="muted">
        {t(
          'DualPI2 marks what waits longer than 1 ms, and a packet takes 1.2 ms on this line: that is what keeps senders by marks small beside CUBIC there.',
        )}
      </p>
    </>
  );
}
