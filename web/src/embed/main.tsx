import { t } from '../../../models/src/language.ts';
import { refusal, releaseFor } from '../../../models/src/index.ts';
import { createClient, loadEngine } from '../../../wasm/src/browser.ts';
import { begin, firstScenario, launch, speakFirst } from '../app/launch.tsx';
import { createApp, type App } from '../state/app.ts';
import { readAddress, type Place } from '../state/place.ts';
import type { SafeStorage } from '../state/storage.ts';
import { Embedded } from './Embedded.tsx';
import { connect } from './host.ts';
import { readOptions } from './options.ts';
import { told } from './protocol.ts';
import '../components/trusted.ts';
import '../styles/index.css';

const options = readOptions(location.hash);

/** The host writes the address of this page; its links lead to the whole page. */
const framed: Place = {
  ...readAddress,
  replace: () => undefined,
  base: () => new URL('./', location.href.replace(/#.*$/, '')).href,
  owner: 'embed',
  before: null,
};

/** A page on another site must not store anything. */
const nowhere: SafeStorage = { read: () => null, write: () => true };

async function start(): Promise<App> {
  const [engine, first, release] = await Promise.all([
    loadEngine(),
    firstScenario(),
    releaseFor(framed.fragment()).catch(() => null),
    speakFirst(nowhere),
  ]);
  const { locked, theme, autoplay, origin, unknown } = options;
  const app = createApp({
    ...{ engine, client: createClient(), storage: nowhere, place: framed, release, fallback: first },
    ...(locked && { allows: () => false }),
  });
  app.look({ theme });
  // The host may change the address: a new fragment alone does not load the page again.
  window.addEventListener('hashchange', () => app.followLink());
  const tell = connect(app, origin);
  tell({ event: 'ready', version: import.meta.env.AQM_VERSION });
  if (unknown.length > 0) {
    app.notices.add('error', t('Part of this address is left out.'), unknown);
    tell({ event: 'refused', issues: told(unknown.map((rule) => refusal({ path: 'address', rule }, rule))) });
  }
  return begin(app, autoplay);
}

launch(start(), <Embedded show={options.show} />, (why) => (
  <main className="failure">
    <p>{t('The simulator did not start: {{why}}', { why })}</p>
  </main>
));
