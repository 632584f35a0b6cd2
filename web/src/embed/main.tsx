import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { presets, refusal, releaseFor, type Scenario } from '../../../models/src/index.ts';
import { createClient, loadEngine } from '../../../wasm/src/browser.ts';
import { ErrorBoundary } from '../app/ErrorBoundary.tsx';
import { publishSurface } from '../app/surface.ts';
import { createApp, type App } from '../state/app.ts';
import { AppContext } from '../state/context.ts';
import type { Place } from '../state/place.ts';
import type { SafeStorage } from '../state/storage.ts';
import { Embedded } from './Embedded.tsx';
import { connect } from './host.ts';
import { readOptions } from './options.ts';
import { told } from './protocol.ts';
import '../components/trusted.ts';
import '../styles/index.css';

const options = readOptions(location.hash);

/** Its address is the host's to write; its links lead to the whole page. */
const framed: Place = {
  fragment: () => (location.hash.startsWith('#s=') ? location.hash : ''),
  view: () =>
    location.hash.startsWith('#s=') ? {} : Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
  replace: () => undefined,
  base: () => new URL('./', location.href.replace(/#.*$/, '')).href,
  owner: 'embed',
  before: null,
};

/** Nothing is kept in somebody else's page. */
const nowhere: SafeStorage = { read: () => null, write: () => true };

async function start(): Promise<App> {
  const [engine, first, release] = await Promise.all([
    loadEngine(),
    firstPreset(),
    releaseFor(framed.fragment()).catch(() => null),
  ]);
  const { locked, theme, autoplay, origin, unknown } = options;
  const app = createApp({
    ...{ engine, client: createClient(), storage: nowhere, place: framed, release, fallback: first },
    ...(locked && { allows: () => false }),
  });
  app.look({ theme });
  // The host's address may change: a fragment alone loads no new page.
  window.addEventListener('hashchange', () => app.followLink());
  const tell = connect(app, origin);
  tell({ event: 'ready', version: import.meta.env.AQM_VERSION });
  if (unknown.length > 0) {
    app.notices.add('error', 'Part of this address is left out.', unknown);
    tell({ event: 'refused', issues: told(unknown.map((rule) => refusal({ path: 'address', rule }, rule))) });
  }
  if (app.replay.get().time > 0) return app;
  if (autoplay && !window.matchMedia('(prefers-reduced-motion: reduce)').matches) app.replay.play();
  else app.replay.seek(Infinity);
  return app;
}

async function firstPreset(): Promise<Scenario> {
  const [first] = presets;
  return first === undefined ? { version: 1 } : first.load().catch((): Scenario => ({ version: 1 }));
}

const host = document.getElementById('root');
if (host === null) throw new Error('embed.html has no #root');
const root = createRoot(host);
const started = start();
publishSurface(started);
started.then(
  (app) =>
    root.render(
      <StrictMode>
        <ErrorBoundary app={app}>
          <AppContext value={app}>
            <Embedded show={options.show} />
          </AppContext>
        </ErrorBoundary>
      </StrictMode>,
    ),
  (error: unknown) =>
    root.render(
      <main className="failure">
        <p>The simulator did not start: {error instanceof Error ? error.message : String(error)}</p>
      </main>,
    ),
);
