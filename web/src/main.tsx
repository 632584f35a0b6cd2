import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { presets, releaseFor, type Scenario } from '../../models/src/index.ts';
import { createClient, loadEngine } from '../../wasm/src/browser.ts';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { Shell } from './app/Shell.tsx';
import { publishSurface } from './app/surface.ts';
import { createApp, type App } from './state/app.ts';
import { AppContext } from './state/context.ts';
import { browserPlace } from './state/place.ts';
import { browserStorage } from './state/storage.ts';
import './components/trusted.ts';
import './styles/index.css';

const place = browserPlace();

async function start(): Promise<App> {
  const [engine, first, release] = await Promise.all([
    loadEngine(),
    defaultScenario(),
    // That it did not arrive is said where the link is opened.
    releaseFor(place.fragment()).catch(() => null),
  ]);
  const app = createApp({
    engine,
    client: createClient(),
    storage: browserStorage,
    place,
    release,
    fallback: first,
  });
  window.addEventListener('hashchange', () => app.followLink());
  window.addEventListener('pagehide', () => app.saveNow());
  const keys = () =>
    void import('./app/keepFocus.ts').then(
      ({ keepFocus }) => keepFocus(),
      () => undefined,
    );
  window.addEventListener('keydown', keys, { once: true });
  // Of offline.js: this page goes on with its own version, which is kept, until it is loaded anew.
  window.addEventListener('aqm-new-version', () =>
    app.notices.add('info', 'There is a new version of this page. Your work stays as it is.', [], {
      label: 'Reload',
      lasting: true,
      act: () => {
        app.saveNow();
        location.reload();
      },
    }),
  );
  // A link to a moment stands still there.
  if (app.replay.get().time > 0) return app;
  if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) app.replay.play();
  else app.replay.seek(Infinity);
  return app;
}

/** The first of the presets; should it not load, the document of which everything is the default. */
async function defaultScenario(): Promise<Scenario> {
  const [first] = presets;
  return first === undefined ? { version: 1 } : first.load().catch((): Scenario => ({ version: 1 }));
}

const host = document.getElementById('root');
if (host === null) throw new Error('index.html has no #root');
const root = createRoot(host);
const started = start();
publishSurface(started);
started.then(
  (app) =>
    root.render(
      <StrictMode>
        <ErrorBoundary app={app}>
          <AppContext value={app}>
            <Shell />
          </AppContext>
        </ErrorBoundary>
      </StrictMode>,
    ),
  (error: unknown) =>
    root.render(
      <main className="failure">
        <h1>The simulator did not start</h1>
        <p>
          It is a WebAssembly module that comes with this page. Reload the page; if that does not help, this
          browser may be too old or may forbid WebAssembly.
        </p>
        <p className="failure-actions">
          <button type="button" className="button primary" onClick={() => location.reload()}>
            Reload
          </button>
        </p>
        <pre>{error instanceof Error ? error.message : String(error)}</pre>
      </main>,
    ),
);
