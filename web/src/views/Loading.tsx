import { t } from '../../../models/src/language.ts';
import { useLayoutEffect } from 'react';
import { useApp } from '../state/context.ts';

/** Shown while a view is being loaded; until then the page counts as busy. */
export function Loading() {
  const { pending } = useApp();
  useLayoutEffect(() => pending.add(() => true), [pending]);
  return <p className="loading muted">{t('Loading…')}</p>;
}
