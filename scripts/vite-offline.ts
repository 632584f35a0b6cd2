import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * After a first visit, many files have to be cached. They are loaded when the reader has made no movement for
 * this time, ms, so that they do not compete with the first plots and edits, or when the page is left. If the
 * reader never pauses, they are loaded after `AT_MOST_MS`.
 */
const REST_MS = 3000;
const AT_MOST_MS = 60_000;

const REGISTER = `const workers = (() => {
  // In a frame that allows only scripts, even asking for the service worker is an error.
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
})();
if (workers) {
  if (workers.controller !== null) keep();
  else addEventListener('load', () => whenRested(keep));
}
function whenRested(act) {
  const moves = ['pointermove', 'pointerdown', 'keydown', 'wheel'];
  const options = { capture: true, passive: true };
  const latest = Date.now() + ${AT_MOST_MS};
  let timer;
  const come = () => {
    clearTimeout(timer);
    for (const move of moves) removeEventListener(move, wait, options);
    removeEventListener('visibilitychange', leave);
    act();
  };
  const leave = () => document.hidden && come();
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(come, Math.min(${REST_MS}, latest - Date.now()));
  };
  for (const move of moves) addEventListener(move, wait, options);
  addEventListener('visibilitychange', leave);
  wait();
}
function keep() {
  // The page's policy requires trusted types; this file uses this one address.
  const address = () => new URL('sw.js', document.baseURI).href;
  const { trustedTypes } = window;
  const trusted = trustedTypes ? trustedTypes.createPolicy('offline', { createScriptURL: address }).createScriptURL('') : address();
  // Refused on plain http, in private windows and by policy: then the page works, but only online.
  workers.register(trusted).then((registration) => {
    registration.addEventListener('updatefound', () => {
      const fresh = registration.installing;
      // Without a controller this is the first visit, and nothing is older.
      if (fresh === null || workers.controller === null) return;
      fresh.addEventListener('statechange', () => {
        if (fresh.state === 'installed') window.dispatchEvent(new Event('aqm-new-version'));
      });
    });
    // A page that stays open for days looks for a new version, too.
    setInterval(() => registration.update().catch(() => undefined), 3_600_000);
  }).catch(() => undefined);
}
`;

/** Removes comments and indentation, which are for readers of this file. */
const bare = (script: string) => script.replaceAll(/^ *(\/\/.*\n)?/gm, '');

/**
 * Pages come from the network if there is one, so that a new version appears at once; all other files have
 * hashed names.
 */
const serviceWorker = (version: string, files: readonly string[]) => `const CACHE = 'aqm-explorer-${version}';
const FILES = ${JSON.stringify(files)};

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('aqm-explorer-') && name !== CACHE;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  const cached = () => caches.match(request, { ignoreSearch: true });
  event.respondWith(
    request.mode === 'navigate'
      ? fetch(request).catch(async () => (await cached()) ?? (await caches.match('./')) ?? Response.error())
      : cached().then((response) => response ?? fetch(request)),
  );
});
`;

/** Paths of all files under a folder, with forward slashes. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/**
 * After a first visit, the page can be installed and works without a network: a service worker caches every
 * file of the build.
 */
export function offline(): Plugin {
  let publicDir = '';
  let icon = { fileName: '', source: '' };
  return {
    name: 'aqm-offline',
    apply: 'build',
    configResolved: (config) => {
      publicDir = config.publicDir;
      // Browsers request the icon whenever the address changes, which is at each edit. With a hash in its
      // name it can be cached for ever.
      const source = readFileSync(join(publicDir, 'icon.svg'), 'utf8');
      const content = createHash('sha256').update(source).digest('hex').slice(0, 8);
      icon = { fileName: `assets/icon-${content}.svg`, source };
    },
    transformIndexHtml: (_, { path }) => {
      const attrs = { rel: 'icon', href: `./${icon.fileName}`, type: 'image/svg+xml' };
      const shown: HtmlTagDescriptor[] = [{ tag: 'link', attrs, injectTo: 'head' }];
      // An embedded view is cached with the page, but installs no service worker: its host did not ask for
      // one.
      if (path.endsWith('embed.html')) return shown;
      return [
        ...shown,
        { tag: 'link', attrs: { rel: 'manifest', href: './manifest.webmanifest' }, injectTo: 'head' },
        { tag: 'script', attrs: { src: './offline.js', defer: true }, injectTo: 'head' },
      ];
    },
    // After Vite's own step, which takes scripts away that contain nothing but the loading of styles.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        this.emitFile({ type: 'asset', fileName: 'offline.js', source: bare(REGISTER) });
        this.emitFile({ type: 'asset', ...icon });
        const version = createHash('sha256');
        for (const output of Object.values(bundle).sort((a, b) => (a.fileName < b.fileName ? -1 : 1))) {
          version.update(output.type === 'chunk' ? output.code : output.source);
        }
        const served = filesUnder(publicDir);
        for (const file of served) version.update(readFileSync(join(publicDir, file)));
        // Only other programs read the gallery's pages, so they are not cached.
        const left = /^index\.html$|\.map$|^(?:gallery|stories)\//;
        const built = Object.keys(bundle).filter((file) => !left.test(file));
        const files = ['./', 'offline.js', ...built, ...served].sort();
        const source = serviceWorker(version.digest('hex').slice(0, 16), files);
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
