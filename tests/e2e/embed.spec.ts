/** AQM Explorer within a course page of another origin: as a frame, in a sandbox, and as the element of the package. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Ajv2020 from 'ajv/dist/2020.js';
import { build } from 'esbuild';
import schema from '../../models/schema/embed.v1.schema.json' with { type: 'json' };
import { packEmbed } from '../../scripts/embed-package.mjs';
import { expect, faultsInBoth, test } from './page.ts';

const isMessage = new Ajv2020({ allowUnionTypes: true }).compile(schema);
const LINK = '#s=p.early-drop.1';
let course: Server;
let address = '';

/** What an instructor's page has: `file` is the module of the tarball as npm would unpack it. */
const pageOf = (
  site: string,
) => `<!doctype html><html lang="en"><title>Course</title><body style="margin: 8px"><h1>Queues</h1>
<aqm-explorer id="element" base="${site}" preset="early-drop" show="question,queues" autoplay="0"></aqm-explorer>
<iframe id="sandboxed" title="sandboxed" sandbox="allow-scripts" style="border: 0" width="320" height="600"
  src="${site}embed.html${LINK}&autoplay=0&theme=dark&show=question,metrics"></iframe>
<iframe id="wrong" title="wrong" style="border: 0" width="600" height="300"
  src="${site}embed.html${LINK}&autoplay=0&show=queues,clouds&lock=all"></iframe>
<script>
  window.heard = [];
  addEventListener('message', ({ data }) => heard.push(data));
  addEventListener('aqm-result', ({ detail }) => { window.results = detail.runs; });
</script>
<script type="module" src="/embed.js"></script></body></html>`;

/** What a notebook does with the widget of the wheel: a model with traits, and the element of an output. */
const notebookOf = (
  site: string,
) => `<!doctype html><html lang="en"><title>Notebook</title><body><div id="output"></div><script type="module">
  import widget from '/widget.js';
  const traits = { base: '${site}', show: ['question'], locked: false, theme: 'auto', time: null, results: [],
    issues: [], scenario: { version: 1, duration: 5, lanes: [{ label: 'RED', aqm: { id: 'red' } }] } };
  const listeners = new Set();
  window.saved = 0;
  window.model = {
    traits,
    get: (name) => traits[name],
    set: (name, value) => { traits[name] = value; },
    save_changes: () => { window.saved += 1; },
    on: (event, act) => listeners.add([event, act]),
    off: () => listeners.clear(),
    python: (name, value) => { traits[name] = value; for (const [event, act] of listeners) if (event === 'change:' + name) act(); },
    heard: () => listeners.size,
  };
  window.end = await widget.render({ model: window.model, el: document.querySelector('#output') });
</script></body></html>`;

// One worker: the package is made once.
test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ baseURL }, { outputDir }) => {
  const tarball = await packEmbed(outputDir);
  execFileSync('tar', ['xzf', tarball, '-C', outputDir]);
  const file = readFileSync(join(outputDir, 'package', 'dist', 'embed.js'));
  const widget = await build({
    entryPoints: ['python/widget/widget.ts'],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const site = baseURL ?? '';
  course = createServer(({ url }, response) => {
    const isFile = url === '/embed.js';
    const isWidget = url === '/widget.js';
    response.setHeader('Content-Type', isFile || isWidget ? 'text/javascript' : 'text/html');
    if (isWidget) response.end(widget.outputFiles[0]?.contents);
    else response.end(isFile ? file : url === '/notebook' ? notebookOf(site) : pageOf(site));
  });
  await new Promise<void>((listening) => course.listen(0, '127.0.0.1', listening));
  const at = course.address();
  if (at === null || typeof at === 'string') throw new Error('the course page has no port');
  // Another site than the page's, by its name.
  address = `http://localhost:${at.port}/`;
});
test.afterAll(() => void course.close());

/** Sends a command to a frame as a host does, and gives the reply. */
const ask = (page: Page, frame: string, command: object) =>
  page.evaluate(
    ([id, asked]) =>
      new Promise<{ readonly ok: boolean; readonly issues?: readonly { readonly message: string }[] }>(
        (done) => {
          const { contentWindow } = document.querySelector<HTMLIFrameElement>(`#${id}`) ?? {};
          const key = Math.random();
          addEventListener('message', ({ data }: MessageEvent<{ re: number; ok: boolean }>) => {
            if (data.re === key) done(data);
          });
          contentWindow?.postMessage({ protocol: 'aqm-embed/1', id: key, ...asked }, '*');
        },
      ),
    [frame, command] as const,
  );

test('a course page shows, changes and hears three embedded views', async ({ explorer, page }) => {
  await page.setViewportSize({ width: 1000, height: 1600 });
  await page.goto(address);

  // The element: what was asked for is seen, and nothing else; it is as high as its content.
  const element = page.frameLocator('#element iframe');
  await expect(element.locator('.answer')).toContainText('less with CoDel than with DropTail');
  await expect(element.locator('[data-plot="queue"]')).toHaveCount(3);
  await expect(element.locator('[data-plot="drop-curve"]')).toHaveCount(0);
  await expect(element.getByRole('link', { name: 'Open in AQM Explorer' })).toHaveAttribute(
    'href',
    /^http.*\/#s=/,
  );
  const inner = await element.locator('main').evaluate((main) => main.getBoundingClientRect().height);
  await expect
    .poll(async () => (await page.locator('#element iframe').boundingBox())?.height)
    .toBeGreaterThanOrEqual(inner);

  // The results that the host hears are those of the whole page, to the bit.
  const digests = () =>
    page.evaluate(() =>
      (window as unknown as { results?: { digest: string }[] }).results?.map(({ digest }) => digest),
    );
  await expect.poll(digests).toHaveLength(3);
  const heard = await digests();

  // In a sandbox, in 320 pixels, dark: a host's patch is shown.
  const narrow = page.frameLocator('#sandboxed');
  await expect(narrow.locator('tr[data-metric="loss_ratio"]')).toBeVisible();
  expect(
    await narrow.locator('body').evaluate((body) => [body.scrollWidth, getComputedStyle(body).colorScheme]),
  ).toEqual([320, expect.stringContaining('dark')]);
  expect(await ask(page, 'sandboxed', { do: 'patch', patch: { traffic: [{ flows: 7 }] } })).toMatchObject({
    ok: true,
  });
  await expect(narrow.locator('.question')).toContainText('7 NewReno flows');
  expect(await ask(page, 'sandboxed', { do: 'run' })).toMatchObject({
    ok: true,
    runs: [{ aqm: 'red' }, {}, {}],
  });
  // What does not hold changes nothing, and is told.
  const refused = await ask(page, 'sandboxed', { do: 'patch', patch: { duration: -1 } });
  expect(refused.issues?.[0]?.message).toContain('duration = -1 is refused: must be >= 0.001 s');
  for (const command of [
    { do: 'fly' },
    { do: 'seek' },
    { do: 'load', preset: 'nothing' },
    { do: 'load', link: '#s=2x' },
    { do: 'seek', time: 1e9 },
  ])
    expect(await ask(page, 'sandboxed', command), JSON.stringify(command)).toMatchObject({ ok: false });
  await expect(narrow.locator('.question')).toContainText('7 NewReno flows');

  // An address with a word that is not known tells it, in the frame and to the host.
  const wrong = page.frameLocator('#wrong');
  await expect(wrong.getByRole('alert')).toContainText('show has "clouds"');
  await expect(wrong.locator('[data-plot="queue"]')).toHaveCount(3);

  const messages = await page.evaluate(
    () => (window as unknown as { heard: { subject?: string; event?: string }[] }).heard,
  );
  for (const message of messages)
    if (message.subject === undefined)
      expect(isMessage(message), JSON.stringify([message, isMessage.errors]).slice(0, 500)).toBe(true);
  expect(new Set(messages.map(({ event, subject }) => event ?? subject))).toEqual(
    new Set(['ready', 'resize', 'lti.frameResize', 'result', 'change', 'refused', undefined]),
  );
  expect(explorer.faults).toEqual([]);

  await explorer.open(`/${LINK}`);
  expect(await page.evaluate(async () => (await window.aqm.runs()).map(({ digest }) => digest))).toEqual(
    heard,
  );
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Embed in a page' }).click();
  const code = await page.getByRole('textbox', { name: 'HTML for a page' }).inputValue();
  expect(code).toMatch(/^<iframe src="http:\/\/[^"]*\/embed\.html#s=p\.early-drop\.\d+/);
  const [, src = ''] = /src="([^"]*)"/.exec(code) ?? [];
  await page.goto(src.replaceAll('&amp;', '&'));
  await explorer.ready();
  await expect(page.locator('[data-plot="drop-curve"]')).toBeVisible();
  expect(await faultsInBoth(page)).toEqual([]);
});

test('the widget of a notebook keeps its traits and the view the same', async ({ page }) => {
  interface Notebook {
    readonly model: Model;
    readonly saved: number;
    readonly end: () => void;
  }
  interface Model {
    readonly traits: {
      readonly results: readonly { readonly digest: string }[];
      readonly issues: readonly { readonly message: string }[];
      readonly scenario: { readonly duration: number };
    };
    readonly python: (name: string, value: unknown) => void;
    readonly heard: () => number;
  }
  await page.goto(`${address}notebook`);
  const traits = () => page.evaluate(() => (window as unknown as Notebook).model.traits);
  const python = (scenario: object) =>
    page.evaluate((next) => (window as unknown as Notebook).model.python('scenario', next), scenario);
  await expect.poll(async () => (await traits()).results.length).toBe(1);
  const [{ digest: first } = { digest: '' }] = (await traits()).results;

  // Python's scenario is shown and run, one that does not hold changes nothing.
  await python({ version: 1, duration: 5, traffic: [{ flows: 7 }], lanes: [{ aqm: { id: 'codel' } }] });
  const view = page.frameLocator('#output iframe');
  await expect(view.locator('.question')).toContainText('7 NewReno flows');
  await expect.poll(async () => (await traits()).results[0]?.digest).not.toBe(first);
  await python({ version: 1, duration: -5 });
  await expect.poll(async () => (await traits()).issues[0]?.message).toContain('duration = -5 is refused');
  await expect(view.locator('.question')).toContainText('7 NewReno flows');

  // The end of the output is the end of the view.
  await page.evaluate(() => (window as unknown as Notebook).end());
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as Notebook).model.heard())).toBe(0);
});

test('an address that shows only unknown parts says so and shows the usual ones', async ({
  explorer,
  page,
}) => {
  await explorer.open('/embed.html#s=p.early-drop.1&show=clouds&autoplay=0');
  await expect(explorer.notice()).toContainText('show has "clouds"');
  await expect(page.locator('.question')).toBeVisible();
  await expect(explorer.trace(0)).toBeVisible();
});
