/**
 * One scenario, one digest and the same metrics: the module in the browser against the module in Node (which
 * wasm/tests compares with native builds).
 */
import { expect, test } from '@playwright/test';
import { buildSync } from 'esbuild';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadEngine } from '../../wasm/src/node.ts';
import { agreed, digestLanes } from '../../wasm/tests/digest-lanes.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

declare global {
  interface Window {
    digests?: (bytes: readonly number[]) => Promise<string[]>;
  }
}

const source = `
  import { createEngine } from './wasm/src/engine.ts';
  import { agreed, digestLanes } from './wasm/tests/digest-lanes.ts';
  window.digests = async (bytes) => {
    const engine = createEngine(await WebAssembly.compile(new Uint8Array(bytes)));
    return digestLanes(engine.catalogue).map((lane) => {
      const run = engine.open(lane);
      while (!run.advance(50000));
      const result = run.result();
      run.close();
      return lane.label + ' ' + agreed(result);
    });
  };
`;

test('every AQM gives the same digest and metrics in the browser as in Node', async ({ page }) => {
  const bundle = buildSync({
    stdin: { contents: source, resolveDir: at('.'), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
  });
  await page.goto('manifest.webmanifest');
  await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' });
  const module = [...readFileSync(at('wasm/prebuilt/aqm.wasm'))];
  const inBrowser = await page.evaluate((bytes) => window.digests?.(bytes), module);

  const engine = await loadEngine();
  const inNode = digestLanes(engine.catalogue).map((lane) => {
    const run = engine.open(lane);
    while (!run.advance(50_000));
    const result = run.result();
    run.close();
    return `${lane.label} ${agreed(result)}`;
  });
  expect(inNode.length).toBeGreaterThan(2);
  expect(inBrowser).toEqual(inNode);
});
