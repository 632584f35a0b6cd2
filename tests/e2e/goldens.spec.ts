/**
 * Every preset's plots against the goldens in tests/goldens/plots. After an intended change, write them
 * again:
 * npm run -s aqm -- snapshot --presets --blocks 8 --out tests/goldens/plots
 */
import { expect, test } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { probesOf } from '../../cli/plots.ts';
import { presets } from '../../models/src/index.ts';
import { askedFor, presetIn } from '../../regression/src/asked.ts';
import { ROOM } from '../../regression/src/browser.ts';
import { readGoldens, readProbes } from '../../regression/src/folder.ts';
import { compare } from '../../regression/src/golden.ts';
import { look } from '../../regression/src/page.ts';
import { explain } from '../../regression/src/probes.ts';
import { loadEngine } from '../../wasm/src/node.ts';

const folder = fileURLToPath(new URL('../goldens/plots', import.meta.url));
const goldens = readGoldens(folder);

test.use(ROOM);

test('every preset stands under the regression kit', () => {
  const kept = goldens.map(({ source }) => presetIn(source));
  for (const { id } of presets) expect(kept).toContain(id);
});

test('the engine gives what it gave when the plots were kept', async () => {
  const kept = readProbes(folder) ?? {};
  const now = probesOf(await loadEngine());
  const changed = Object.keys({ ...kept, ...now }).some((name) => kept[name] !== now[name]);
  expect(changed ? explain(kept, now, []) : []).toEqual([]);
});

for (const golden of goldens) {
  test(`the plots of ${golden.name} are what they were`, async ({ page }) => {
    const { link, changes } = await askedFor(golden, await loadEngine());
    await page.goto(`/${link}`);
    const found = [...changes, ...compare(golden, await look(page), 0)];
    expect(found.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([]);
  });
}
