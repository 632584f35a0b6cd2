/** The sender of a TCP row: a list by family, and a description of the chosen one. */
import { t } from '../../../models/src/language.ts';
import {
  CONTROLS,
  SENDER_FAMILIES,
  SENDERS,
  type ControlId,
  type Scenario,
} from '../../../models/src/index.ts';
import { setAt } from '../../../models/src/path.ts';
import { completed } from '../state/completed.ts';
import { useApp } from '../state/context.ts';
import { attempt } from '../state/refused.ts';
import { useStore } from '../state/store.ts';
import { FieldRow } from './FieldRow.tsx';
import { fieldNode } from './fieldNode.ts';

const ALL = Object.keys(SENDERS) as ControlId[];

export function SenderField({ index }: { readonly index: number }) {
  const app = useApp();
  const { present } = useStore(app.history);
  const path = ['traffic', index, 'tcp'] as const;
  const value = completed(present).traffic[index]?.tcp;
  const node = fieldNode(present, path);
  if (value === undefined || node === undefined) return null;
  const chosen = value !== node.default;
  const set = (next: string | undefined) => attempt(app, setAt(app.document(), path, next) as Scenario);
  return (
    <>
      <FieldRow
        label={node.label}
        help={node.description ?? ''}
        resetLabel={t('Reset {{label}} to {{name}}', {
          label: node.label ?? '',
          name: t(CONTROLS.newreno.name),
        })}
        onReset={chosen ? () => set(undefined) : undefined}
      >
        {(id) => (
          <select
            aria-label={node.label}
            aria-describedby={id}
            value={value}
            onChange={({ target }) => set(target.value)}
          >
            {SENDER_FAMILIES.map((family) => (
              <optgroup key={family} label={t(family)}>
                {ALL.filter((one) => SENDERS[one].family === family).map((one) => (
                  <option key={one} value={one}>
                    {t(CONTROLS[one].name)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </FieldRow>
      <p className="sender-says muted">{t(SENDERS[value].says)}</p>
    </>
  );
}
