import { useEffect } from 'react';
import type { App } from './app.ts';
import type { Resource, Slot } from './resource.ts';
import { useStore } from './store.ts';

/**
 * The slots of one view's resource. While it computes, the page counts as busy; when the view closes, its
 * jobs are cancelled.
 */
export function useLooked<Q, R>(app: App, resource: Resource<Q, R>): readonly Slot<Q, R>[] {
  useEffect(() => {
    const end = app.pending.add(resource.busy);
    return () => {
      end();
      resource.show([]);
    };
  }, [app, resource]);
  return useStore(resource.slots);
}
