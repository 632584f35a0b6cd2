import { createContext, useContext } from 'react';
import type { App } from './app.ts';

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('useApp needs an AppContext around it');
  return app;
}

/** Gives a part of the page with an app of its own, such as the plots of a story, the keys of the replay; ends with what it gives. */
export const KeysContext = createContext<(app: App) => () => void>(() => () => undefined);
