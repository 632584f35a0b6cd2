/**
 * One choice for the details of a TCP row: the senders of a known network stack, and the row's differences
 * from it.
 */
import { t, wordList } from '../../../models/src/language.ts';
import { departuresFrom, HOSTS, nearestHost } from '../../../models/src/index.ts';
import { completed } from '../state/completed.ts';
import { useApp } from '../state/context.ts';
import { changeHost } from '../state/edits.ts';
import { attempt } from '../state/refused.ts';
import { useStore } from '../state/store.ts';
import { FieldRow } from './FieldRow.tsx';
import { fieldNode } from './fieldNode.ts';

/** A row with more differences than this does not count as a known stack. */
const NAMED = 2;

export function HostField({ index }: { readonly index: number }) {
  const app = useApp();
  const { present } = useStore(app.history);
  const row = completed(present).traffic[index];
  if (row === undefined) return null;
  const host = nearestHost(row);
  const differs = host === undefined ? [] : departuresFrom(row, host);
  const like = host !== undefined && differs.length <= NAMED ? host : undefined;
  const labelOf = (key: string) => fieldNode(present, ['traffic', index, key])?.label ?? key;
  const set = (id: string) => {
    const chosen = HOSTS.find((entry) => entry.id === id);
    if (chosen === undefined) return;
    attempt(app, changeHost(app.document(), index, chosen));
  };
  const help = HOSTS.map(({ name, help: text }) => `${t(name)}: ${t(text)}`).join(' ');
  return (
    <>
      <FieldRow label={t('Senders as')} help={help} resetLabel="" onReset={undefined}>
        {(id) => (
          <select
            aria-label={t('Senders of traffic {{index}} as', { index: index + 1 })}
            aria-describedby={id}
            value={like?.id ?? ''}
            onChange={(event) => set(event.target.value)}
          >
            {like === undefined && <option value="">{t('their own')}</option>}
            {HOSTS.map(({ id: value, name }) => (
              <option key={value} value={value}>
                {t(name)}
              </option>
            ))}
          </select>
        )}
      </FieldRow>
      {like !== undefined && differs.length > 0 && (
        <p className="host-differs muted">
          {t('but for: {{differs}}', { differs: wordList(differs.map(labelOf)) })}
        </p>
      )}
    </>
  );
}
