/**
 * The files of @aqm-explorer/engine in a browser, as any site would serve them
 * (tests/cli/engine-package.test.ts has the tarball and Node).
 */
import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Package from '../../engine/src/index.ts';
import { bundleEngine } from '../../scripts/engine-package.mjs';
import { lanes } from '../../models/src/lanes.ts';
import { loadEngine } from '../../wasm/src/node.ts';

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', wasm: 'application/wasm' };

test('its script and its module run in a page of another site, with the same digest', async ({ page }, {
  outputDir,
}) => {
  await bundleEngine(outputDir);
  await page.route('https://course.example/**', async (route) => {
    const [, name = '', type = ''] = /\/(\w+\.(js|wasm))$/.exec(route.request().url()) ?? [];
    await (name === ''
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Course</title>' })
      : route.fulfill({
          contentType: TYPES[type] ?? '',
          body: readFileSync(join(outputDir, name)),
        }));
  });
  await page.goto('https://course.example/');

  const scenario = { version: 1, duration: 3, lanes: [{ aqm: { id: 'codel' } }, { aqm: { id: 'dualpi2' } }] };
  const told = await page.evaluate(async (asked) => {
    const address = '/index.js';
    const { open, DocumentError } = (await import(address)) as typeof Package;
    const engine = await open();
    const runs = await engine.run(asked);
    const refused = await engine
      .run({ ...asked, duration: -1 })
      .catch((error: unknown) =>
        error instanceof DocumentError ? error.issues.map(({ path }) => path) : [],
      );
    return { digests: runs.map(({ digest }) => digest), refused };
  }, scenario);

  const engine = await loadEngine();
  const expected = lanes(scenario as Parameters<typeof lanes>[0]).map((lane) => {
    const run = engine.open(lane);
    while (!run.advance(50_000));
    const { digest } = run.result();
    run.close();
    return digest;
  });
  expect(told).toEqual({ digests: expected, refused: ['duration'] });
});
