import { lazy, useState } from 'react';
import { t } from '../../../../models/src/language.ts';
import type { Axis } from '../../../../models/src/study/index.ts';
import { Icon } from '../../components/Icon.tsx';
import { QuantityInput } from '../../components/QuantityInput.tsx';
import { leavesOf } from '../../lanes/leaves.ts';
import { problemOfName, renamed, withCase, withoutCase } from './cases.ts';
import { Arriving } from '../../state/Arriving.tsx';

/** Loaded when the dialog is opened. */
const CaseDialog = lazy(() => import('./CaseDialog.tsx').then((found) => ({ default: found.CaseDialog })));

interface Props {
  readonly axis: Axis;
  /** The number of the axis in the plan. */
  readonly at: number;
  readonly onAxis: (axis: Axis) => void;
}

/** An axis of cases: its name, and each case with its name and what it changes. */
export function CasesRow({ axis, at, onAxis }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  const { name = '', cases = {} } = axis;
  const all = Object.entries(cases);
  return (
    <div className="study-cases">
      <Name
        label={t('Name of the cases')}
        value={name}
        commit={(next) => {
          if (next === '') return { message: t('The axis needs a name.') };
          onAxis({ ...axis, name: next });
          return null;
        }}
      />
      <ul aria-label={t('Cases')}>
        {all.map(([label, patch]) => {
          const leaves = leavesOf(patch);
          return (
            <li key={label}>
              <Name
                label={t('Name of the case {{label}}', { label })}
                value={label}
                commit={(next) => {
                  const problem = problemOfName(cases, label, next);
                  if (problem === null) onAxis({ ...axis, cases: renamed(cases, label, next) });
                  return problem;
                }}
              />
              <span className="study-case-says">
                {leaves.length === 0 && <span className="muted">{t('the open scenario')}</span>}
                {leaves.map(({ path, text }) => (
                  <span key={path}>
                    {path} <b>{text}</b>
                  </span>
                ))}
              </span>
              <button
                type="button"
                className="link"
                aria-label={t('Change the case {{label}}', { label })}
                onClick={() => setOpen(label)}
              >
                {t('Change…')}
              </button>
              {all.length > 1 && (
                <button
                  type="button"
                  className="icon-button tiny"
                  aria-label={t('Remove the case {{label}}', { label })}
                  data-tip={t('Remove')}
                  onClick={() => onAxis({ ...axis, cases: withoutCase(cases, label) })}
                >
                  <Icon name="close" />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <button type="button" className="add" onClick={() => onAxis({ ...axis, cases: withCase(cases) })}>
        <Icon name="plus" /> {t('Add a case')}
      </button>
      {open !== null && Object.hasOwn(cases, open) && (
        <Arriving>
          <CaseDialog
            axis={at}
            label={open}
            changed={Object.keys(cases[open] ?? {}).length > 0}
            onReset={() => onAxis({ ...axis, cases: { ...cases, [open]: {} } })}
            onClose={() => setOpen(null)}
          />
        </Arriving>
      )}
    </div>
  );
}

interface NameProps {
  readonly label: string;
  readonly value: string;
  readonly commit: (next: string) => { readonly message: string } | null;
}

const Name = ({ label, value, commit }: NameProps) => (
  <QuantityInput<string>
    label={label}
    value={value}
    print={(text) => text}
    parse={(text) => ({ ok: true, value: text.trim() })}
    commit={commit}
  />
);
