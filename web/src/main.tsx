import { t } from '../../models/src/language.ts';
import { releaseFor } from '../../models/src/index.ts';
import { createClient, loadEngine } from '../../wasm/src/browser.ts';
import { begin, firstScenario, launch, speakFirst } from './app/launch.tsx';
import { Shell } from './app/Shell.tsx';
import { createApp, type App } from './state/app.ts';
import { browserPlace } from './state/place.ts';
import { browserStorage } from './state/storage.ts';
import './components/trusted.ts';
import './styles/index.css';

const place = browserPlace();

async function start(): Promise<App> {
  const [engine, first, release] = await Promise.all([
    loadEngine(),
    firstScenario(),
    // If the release does not load, the error is shown when the link is opened.
    releaseFor(place.fragment()).catch(() => null),
    speakFirst(browserStorage),
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
  // Event of offline.js: a new version is stored. This page continues with its own version until it is
  // reloaded.
  window.addEventListener('aqm-new-version', () =>
    app.notices.add('info', t('There is a new version of this page. Your work stays as it is.'), [], {
      label: t('Reload'),
      lasting: true,
      act: () => {
        app.saveNow();
        location.reload();
      },
    }),
  );
  return begin(app);
}

launch(start(), <Shell />, (why) => (
  <main className="failure">
    <h1>{t('The simulator did not start')}</h1>
    <p>
      {t(
        'It is a WebAssembly module that comes with this page. Reload the page; if that does not help, this browser may be too old or may forbid WebAssembly.',
      )}
    </p>
    <p className="failure-actions">
      <button type="button" className="button primary" onClick={() => location.reload()}>
        {t('Reload')}
      </button>
    </p>
    <pre>{why}</pre>
  </main>
));
