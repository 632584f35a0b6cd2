/** Changes of an axis of cases: scenarios that differ in several values, by name. */
import { t } from '../../../../models/src/language.ts';
import type { Axis } from '../../../../models/src/study/index.ts';

type Cases = NonNullable<Axis['cases']>;

/** A name that no case has. */
function freeName(cases: Cases): string {
  for (let i = Object.keys(cases).length + 1; ; i++) {
    const name = `case ${i}`;
    if (!Object.hasOwn(cases, name)) return name;
  }
}

/** Two cases: the open scenario, and one to be changed. */
export function newCases(axes: readonly Axis[]): Axis {
  const taken = axes.map(({ name }) => name);
  const name = taken.includes('case') ? `case of axis ${axes.length + 1}` : 'case';
  return { name, cases: { 'as it is': {}, 'case 2': {} } };
}

export const withCase = (cases: Cases): Cases => ({ ...cases, [freeName(cases)]: {} });

export const withoutCase = (cases: Cases, label: string): Cases =>
  Object.fromEntries(Object.entries(cases).filter(([other]) => other !== label));

/** The same cases in the same order, with another name for one of them. */
export const renamed = (cases: Cases, label: string, next: string): Cases =>
  Object.fromEntries(Object.entries(cases).map(([other, patch]) => [other === label ? next : other, patch]));

/** Why a case cannot have this name; null if it can. */
export function problemOfName(cases: Cases, label: string, next: string): { message: string } | null {
  if (next === '') return { message: t('A case needs a name.') };
  // JavaScript orders keys that are whole numbers differently.
  if (/^\d+$/.test(next)) return { message: t('A name is no whole number: “10 flows” in place of “10”.') };
  if (next !== label && Object.hasOwn(cases, next)) return { message: t('Another case has this name.') };
  return null;
}
