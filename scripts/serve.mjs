// A static server for dist/: node scripts/serve.mjs [folder] [--port N] [--strict-port]
// Only for this machine, unless HOST says otherwise.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, Refusal, root, say } from './lib/project.mjs';

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * The file that an address names, or undefined. A folder means its index.html.
 * @param {string} folder @param {string} url
 */
async function find(folder, url) {
  let path;
  try {
    path = resolve(folder, `.${decodeURIComponent(url.replace(/[?#].*$/, ''))}`);
  } catch {
    return undefined; // a malformed escape
  }
  if (path.includes('\0') || (path !== folder && !path.startsWith(folder + sep))) return undefined;
  for (const file of [path, join(path, 'index.html')]) {
    const info = await stat(file).catch(() => undefined);
    if (info?.isFile()) return { file, size: info.size };
  }
  return undefined;
}

/** @param {string} folder */
function createStaticServer(folder) {
  return createServer(async (request, response) => {
    const { method, url = '/' } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    const found = await find(folder, url);
    if (found === undefined) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found\n');
      return;
    }
    response.writeHead(200, {
      'Content-Type': TYPES[extname(found.file)] ?? 'application/octet-stream',
      'Content-Length': found.size,
      // Names under assets/ contain a hash of the content. The file decides and not the address, because
      // another path may lead to the page.
      'Cache-Control': found.file.startsWith(join(folder, 'assets') + sep)
        ? 'max-age=31536000, immutable'
        : 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      // If the host page allows only scripts in the frame, the frame has no origin: its modules and fonts
      // then count as requests from another origin.
      'Access-Control-Allow-Origin': '*',
    });
    if (method === 'HEAD') response.end();
    else
      createReadStream(found.file)
        .on('error', () => response.destroy())
        .pipe(response);
  });
}

/**
 * Serves a folder on `port`, or the next free one after it.
 * @param {string} folder project path
 * @param {{ port: number, strict?: boolean }} options
 * @returns {Promise<{ url: string, port: number, close: () => void }>}
 */
export function serve(folder, { port, strict = false }) {
  const host = process.env.HOST ?? '127.0.0.1';
  return new Promise((done, reject) => {
    const attempt = (/** @type {number} */ candidate) => {
      const server = createStaticServer(resolve(root, folder));
      server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
        const taken = error.code === 'EADDRINUSE';
        if (taken && !strict && candidate < 65535) attempt(candidate + 1);
        else reject(taken ? new Refusal(`Port ${candidate} is taken.`) : error);
      });
      server.listen(candidate, host, () => {
        const address = server.address();
        const actual = typeof address === 'object' && address !== null ? address.port : candidate;
        const url = `http://${host === '127.0.0.1' ? 'localhost' : host}:${actual}/`;
        const close = () => {
          server.close();
          server.closeAllConnections();
        };
        done({ url, port: actual, close });
      });
      for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
        process.once(signal, () => process.exit(0));
    };
    attempt(port);
  });
}

/** A port number from a text. @param {string | undefined} text @param {number} fallback */
export function parsePort(text, fallback) {
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new Refusal(`PORT = ${text}: must be an integer from 0 to 65535`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const args = process.argv.slice(2);
    const portAt = args.indexOf('--port');
    const folder = args[0] === undefined || args[0].startsWith('--') ? 'dist' : args[0];
    const port = parsePort(portAt < 0 ? process.env.PORT : args[portAt + 1], 8080);
    const { url } = await serve(folder, { port, strict: args.includes('--strict-port') });
    say(`${folder} is at ${url}`);
  } catch (error) {
    fail(error);
  }
}
