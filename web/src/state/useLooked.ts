import { useEffect } from 'react';
import type { App } from './app.ts';
import type { Resource, Slot } from './resource.ts';
import { useStore } from './store.ts';

/** The slots of a resource of one view: the page is not at rest while it computes, and nothing is asked once nobody looks. */
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
