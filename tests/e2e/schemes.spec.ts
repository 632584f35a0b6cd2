/** Every AQM of the catalogue is chosen in the page, drawn, and edited where it has a number to edit. */
import { loadEngine } from '../../wasm/src/node.ts';
import { encodeLink, type Scenario } from '../../models/src/index.ts';
import { expect, test } from './page.ts';

const { catalogue } = await loadEngine();

/** Short, and with a buffer that holds every default threshold. */
const scenario: Scenario = {
  version: 1,
  duration: 6,
  network: { bottleneck: { buffer: 400 } },
  traffic: [{ kind: 'ftp', flows: 20, start: [0, 1] }],
  lanes: [{ label: 'lane', aqm: { id: 'droptail' } }],
};

const PARTS = 3;
for (let part = 0; part < PARTS; part++) {
  test(`every AQM can be chosen, drawn and edited (${part + 1} of ${PARTS})`, async ({ explorer, page }) => {
    test.setTimeout(180_000);
    let factor = 0.8;
    await explorer.open(`/${encodeLink(scenario)}`);
    for (const info of catalogue.filter((_, i) => i % PARTS === part)) {
      await test.step(info.id, async () => {
        await page.getByRole('button', { name: /^Scheme: / }).click();
        await page.getByRole('combobox', { name: 'Search schemes' }).fill(info.id);
        const named = page.locator('code', { hasText: new RegExp(`^${info.id}$`) });
        await page.getByRole('option').filter({ has: named }).click();
        await explorer.ready();

        const queue = await explorer.series('queue', 0, 'queue max');
        expect(queue.length).toBeGreaterThan(100);
        expect(queue.every(Number.isFinite)).toBe(true);
        expect(Math.max(...queue)).toBeGreaterThan(0);
        for (const { values } of info.curves.length > 0 ? (await explorer.plot('drop-curve')).series : []) {
          expect(values.every((p) => Number.isNaN(p) || (p >= 0 && p <= 1))).toBe(true);
        }

        const number = info.params.findLast(
          // Of 0 a share is 0.
          ({ kind, default: value }) => kind === 'number' && typeof value === 'number' && value !== 0,
        );
        if (number === undefined) return;
        const field = page.getByRole('textbox', { name: new RegExp(`^${number.name} of `) }).first();
        if (!(await field.isVisible())) await page.getByText('More parameters').first().click();
        const before = await field.inputValue();
        // What schemes have in common stays when the scheme changes: alternate, so that each edit is one.
        factor = factor === 0.9 ? 0.8 : 0.9;
        // A number alone would take the unit that the field shows.
        const unit = number.unit === '1' ? '' : ` ${number.unit}`;
        await field.fill(((number.default as number) * factor).toPrecision(3) + unit);
        await field.press('Enter');
        await explorer.ready();
        await expect(field).not.toHaveAttribute('aria-invalid', 'true');
        expect(await field.inputValue()).not.toBe(before);
      });
    }
    expect(explorer.faults).toEqual([]);
  });
}
