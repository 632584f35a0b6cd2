import { useLayoutEffect } from 'react';
import { useApp } from '../state/context.ts';

/** In place of a view that is being loaded; until it is there the page is not ready. */
export function Loading() {
  const { pending } = useApp();
  useLayoutEffect(() => pending.add(() => true), [pending]);
  return <p className="loading muted">Loading…</p>;
}
