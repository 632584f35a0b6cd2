import { createContext, useContext } from 'react';
import type { App } from './app.ts';

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('useApp needs an AppContext around it');
  return app;
}

/**
 * Registers the app of a part of the page, such as the plots of a story, so that the replay's keys act on it.
 * The returned function removes it.
 */
export const KeysContext = createContext<(app: App) => () => void>(() => () => undefined);
