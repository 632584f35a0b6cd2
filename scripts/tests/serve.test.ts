import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serve } from '../serve.mjs';

const outer = mkdtempSync(join(tmpdir(), 'aqm-serve-'));
const folder = join(outer, 'dist');
let served: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<title>page</title>');
  writeFileSync(join(folder, 'assets', 'app-1234.js'), 'export {};');
  writeFileSync(join(outer, 'secret.txt'), 'secret');
  served = await serve(folder, { port: 0 });
});
afterAll(() => {
  served.close();
  rmSync(outer, { recursive: true });
});

/** Without changes: fetch would normalise the address first. */
const ask = (path: string, method = 'GET') =>
  new Promise<{ status: number | undefined; headers: IncomingMessage['headers']; text: string }>(
    (done, fail) => {
      const options = { host: '127.0.0.1', port: served.port, path, method };
      const answer = (response: IncomingMessage) => {
        let text = '';
        response.on('data', (part) => (text += String(part)));
        response.on('end', () => done({ status: response.statusCode, headers: response.headers, text }));
      };
      (method === 'GET' ? get(options, answer) : request(options, answer).end()).on('error', fail);
    },
  );

it('what carries a hash in its name may be kept for a year, and nothing else', async () => {
  const { headers } = await ask('/assets/app-1234.js');
  expect(headers['cache-control']).toBe('max-age=31536000, immutable');
  expect(headers['x-content-type-options']).toBe('nosniff');
  // Addresses that lead to the page: with a query, with a fragment, through the folder of assets.
  for (const path of [
    '/',
    '/?x=/assets/',
    '/index.html?/assets/',
    '/assets/..%2findex.html',

    '//',
    '/%61ssets/..',
  ]) {
    const { status, headers, text } = await ask(path);
    expect([path, status, headers['cache-control'], text]).toEqual([
      path,
      200,
      'no-cache',
      '<title>page</title>',
    ]);
  }
});

it('nothing outside of the folder is served, and no address stops the server', async () => {
  for (const path of [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%00',
    '/%',
    '/assets/',
  ]) {
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  }
  expect((await ask('/', 'POST')).status).toBe(405);
  expect((await ask('/', 'HEAD')).text).toBe('');
  expect((await ask('/')).status).toBe(200);
});
