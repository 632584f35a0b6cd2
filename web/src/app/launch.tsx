import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { presets, type Scenario } from '../../../models/src/index.ts';
import { SETTINGS, type App } from '../state/app.ts';
import { AppContext } from '../state/context.ts';
import { languageFor, speak } from '../state/language.ts';
import type { SafeStorage } from '../state/storage.ts';
import { initialView, readKept } from '../state/view.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { InLanguage } from './InLanguage.tsx';
import { publishSurface } from './surface.ts';

/** The first preset; if it does not load, a document with every default. */
export async function firstScenario(): Promise<Scenario> {
  const [first] = presets;
  return first === undefined ? { version: 1 } : first.load().catch((): Scenario => ({ version: 1 }));
}

/** Speaks the reader's language, before the app says anything. */
export const speakFirst = (storage: SafeStorage): Promise<void> =>
  speak(languageFor(readKept(storage.read(SETTINGS)).language ?? initialView.language));

/** Shows `view` in the page's #root once the app has started; `failed` gives the reason if it has not. */
export function launch(started: Promise<App>, view: ReactNode, failed: (why: string) => ReactNode): void {
  const host = document.getElementById('root');
  if (host === null) throw new Error('the page has no #root');
  const root = createRoot(host);
  publishSurface(started);
  started.then(
    (app) =>
      root.render(
        <StrictMode>
          <ErrorBoundary app={app}>
            <AppContext value={app}>
              <InLanguage>{view}</InLanguage>
            </AppContext>
          </ErrorBoundary>
        </StrictMode>,
      ),
    (error: unknown) => root.render(failed(error instanceof Error ? error.message : String(error))),
  );
}

/** Plays the opened scenario, unless the link names a moment or the reader prefers less motion. */
export function begin(app: App, plays = true): App {
  // A link to a moment stops there.
  if (app.replay.get().time > 0) return app;
  if (plays && !window.matchMedia('(prefers-reduced-motion: reduce)').matches) app.replay.play();
  else app.replay.seek(Infinity);
  return app;
}
