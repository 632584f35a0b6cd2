/** Links: short ones, old ones, as a code; and that none takes the place of work without giving it back. */
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { readFileSync } from 'node:fs';
import { expect, test } from './page.ts';

const examples = JSON.parse(
  readFileSync(new URL('../../models/schema/examples/links.json', import.meta.url), 'utf8'),
) as readonly { link: string; scenario: { title?: string } }[];

test('links of every format that there was open', async ({ explorer, page }) => {
  for (const { link, scenario } of examples.filter(({ scenario: { title } }) => title !== undefined)) {
    await page.goto('about:blank');
    // Some of them run for long: what they open is told before.
    await page.goto(`/${link}`);
    await expect(page.getByRole('textbox', { name: 'Title of the scenario' })).toHaveValue(
      scenario.title ?? '',
    );
    await expect(explorer.notice()).toHaveCount(0);
  }
});

test('a preset, and a preset with a change, are short links; a code of it is read by a camera', async ({
  explorer,
  page,
  baseURL,
}) => {
  await explorer.open();
  const share = async () => {
    await page.getByRole('button', { name: 'Share' }).click();
    const field = page.getByRole('textbox', { name: 'Link to this scenario' });
    await expect(field).toHaveValue(/#s=p\.early-drop\.\d+/);
    const link = await field.inputValue();
    await page.keyboard.press('Escape');
    return link;
  };
  // The number is that of the preset's newest release.
  const plain = await share();
  expect(plain.replace(/\d+$/, '')).toBe(`${baseURL ?? ''}#s=p.early-drop.`);
  const field = explorer.param('max_p', 'RED');
  await field.fill('0.25');
  await field.press('Enter');
  await explorer.ready();
  const link = await share();
  expect(new URL(link).hash.length).toBeLessThan(100);

  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Show large' }).click();
  const code = page.getByRole('img', { name: 'QR code of the link' });
  const { data, width, height } = PNG.sync.read(await code.screenshot());
  expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(link);
  await page.keyboard.press('Escape');

  await explorer.open(link);
  await expect(explorer.param('max_p', 'RED')).toHaveValue('0.25');
});

test('a link that is followed over an edit asks first, and is a way back for who stays', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const title = page.getByRole('textbox', { name: 'Title of the scenario' });
  const follow = () => page.evaluate(() => (location.hash = '#s=p.parking-lot.1'));
  await title.fill('Mine');
  await title.press('Enter');
  await follow();
  const question = page.getByRole('dialog', { name: /^Open “/ });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(question).toHaveCount(0);
  await expect(title).toHaveValue('Mine');
  await expect.poll(() => page.evaluate(() => location.hash)).not.toContain('parking-lot');
  await follow();
  await question.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(title).not.toHaveValue('Mine');
  await expect(explorer.notice()).toContainText('“Mine” is kept');
  await page.getByRole('button', { name: 'Open it' }).click();
  await expect(title).toHaveValue('Mine');
});

test('a link, a preset and a file that take the place of work give it back in one click', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const title = page.getByRole('textbox', { name: 'Title of the scenario' });
  const name = async (text: string) => {
    await title.fill(text);
    await title.press('Enter');
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('aqm-explorer:document:1')))
      .toContain(text);
  };
  await name('Monday’s work');
  // A link in another visit: what was kept is still there, until there is something else to keep.
  await explorer.open('/#s=p.parking-lot.1');
  await name('Tuesday’s work');
  await expect(explorer.notice()).toContainText('“Monday’s work” is kept');
  await page.getByRole('button', { name: 'Open it' }).click();
  await expect(title).toHaveValue('Monday’s work');
  // And that took the place of another one, which is kept as well, for good.
  await expect(explorer.notice()).toContainText('“Tuesday’s work” is kept');
  await explorer.open('/');
  await page.getByRole('button', { name: 'Scenarios' }).click();
  await page.getByRole('button', { name: /^Tuesday’s work/ }).click();
  await expect(title).toHaveValue('Tuesday’s work');
});
