import { useApp } from './context.ts';
import { useSelected } from './store.ts';
import type { ViewState } from './view.ts';

/** One key of the view: the component renders when this key changes. */
export function useView<K extends keyof ViewState>(key: K): ViewState[K] {
  return useSelected(useApp().view, (view) => view[key]);
}
