/** The page in another language, chosen in the header. */
import { encodeLink } from '../../models/src/index.ts';
import { expect, faultsInBoth, test } from './page.ts';

test('German is spoken in the header and the views, is remembered, and English comes back', async ({
  explorer,
  page,
}) => {
  const link = encodeLink({
    version: 1,
    duration: 5,
    traffic: [{ flows: 5 }],
    lanes: [{ aqm: { id: 'red' } }],
  });
  await explorer.open(`/${link}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const wait = page.locator('tr[data-metric="queueing_delay_mean"] td').first();
  await expect(wait).toContainText(/\d\.\d/);
  await page.getByRole('banner').getByLabel('Language').selectOption({ label: 'Deutsch' });
  await expect(page.getByRole('button', { name: 'Rückgängig' })).toBeVisible();
  await page.reload();
  await explorer.ready();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { name: 'Vergleichen' })).toBeAttached();
  await expect(wait).toContainText(/\d,\d/);
  // Labels of another language are labels, and words of theirs fit their colours.
  expect(await faultsInBoth(page)).toEqual([]);
  await page.getByRole('banner').getByLabel('Sprache').selectOption({ label: 'English' });
  await expect(page.getByRole('heading', { name: 'Compare' })).toBeAttached();
  await expect(wait).toContainText(/\d\.\d/);
});

test('a preset has its title in the language, and its document keeps the title that links have', async ({
  explorer,
  page,
}) => {
  await explorer.open('/?lang=de');
  const title = page.getByLabel('Titel des Szenarios');
  await expect(title).toHaveValue('Früh oder spät verwerfen');
  await title.focus();
  await title.blur();
  await expect(page.getByRole('button', { name: 'Rückgängig' })).toBeDisabled();
  await title.fill('Meine Warteschlange');
  await title.blur();
  await expect(page.getByRole('button', { name: 'Rückgängig' })).toBeEnabled();
  await expect(title).toHaveValue('Meine Warteschlange');
});

test('names of levels, the picture of a law and why there is no fluid model are told in the language', async ({
  explorer,
  page,
}) => {
  const link = encodeLink({
    version: 1,
    duration: 5,
    traffic: [{ flows: 5 }],
    lanes: [{ aqm: { id: 'codel' } }, { aqm: { id: 'fq_codel' } }],
  });
  await page.goto(`/?lang=de${link}`);
  await explorer.ready();
  await expect(page.locator('.no-curve')).toContainText('so beginnt eine Phase: Pakete werden in Abständen');
  const queue = page.locator('[data-plot="queue"] .plot-picture').first();
  await expect(queue).toHaveAttribute('aria-label', /Puffer 140/);
  expect(await faultsInBoth(page)).toEqual([]);
  await page.getByRole('button', { name: 'Fluidmodell und Stabilität' }).click();
  await expect(page.getByText('Jeder Fluss hat eine eigene Warteschlange')).toBeVisible();
});

test('a title has the room that it needs, and a number stays beside its unit', async ({ explorer, page }) => {
  await page.goto('/?lang=de');
  await explorer.ready();
  const title = page.getByLabel('Titel des Szenarios');
  await expect(title).toHaveValue('Früh oder spät verwerfen');
  const hidden = await title.evaluate((input) => input.scrollWidth - input.clientWidth);
  expect(hidden).toBe(0);
  await explorer.open('/?lang=de#v=papers&paper=rrmdp-2018');
  const told = page.getByText(/um höchstens 0,3\s% auseinander/);
  expect(await told.textContent()).toContain('0,3\u00a0%');
});

test('a paper and the text of a scheme are told in the language', async ({ explorer, page }) => {
  await page.goto('/?lang=zh#v=papers&paper=sared-2021');
  await explorer.ready();
  await expect(page.getByRole('heading', { name: /^表 3：时延/ })).toBeVisible();
  await expect(page.getByText('高负载下 SARED 的丢弃多于 RED 和 TRED。')).toBeVisible();
  expect(await faultsInBoth(page)).toEqual([]);
  await explorer.open('/?lang=de#s=p.early-drop.1');
  await page.locator('.about').first().click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText('Jede Ankunft aktualisiert ein exponentiell gewichtetes Mittel'),
  ).toBeVisible();
  // All of it is there: nothing is left in English.
  await expect(dialog.locator('[lang="en"]')).toHaveCount(0);
  expect(await faultsInBoth(page)).toEqual([]);
});

test('what a design promises, and why one does not apply, is told in the language', async ({
  explorer,
  page,
}) => {
  const designed = async (flows: number) => {
    const lanes = [{ aqm: { id: 'red' } }];
    const link = encodeLink({ version: 1, duration: 5, traffic: [{ flows }], lanes }, 'fluid');
    await explorer.open(`/?lang=de${link}&cells=16`);
    await page.getByRole('button', { name: 'PI nach der Regel von Hollot' }).click();
    return page.locator('.designs .claim');
  };
  await expect(await designed(20)).toContainText(/Stabil, soweit .* für mindestens 20 Flüsse/);
  await expect(await designed(2000)).toContainText('Keine Wahrscheinlichkeit bis 1');
});

test('a design by wish and the list of commands leave no English', async ({ explorer, page }) => {
  await explorer.open('/?lang=de#s=p.early-drop.1&v=fluid&cells=16');
  await page.getByRole('button', { name: 'nach Wunsch, über einen Bereich von Bedingungen' }).click();
  const wish = page.getByRole('dialog');
  await expect(wish).toContainText('Amplitudenreserve');
  await expect(wish).toContainText('Rate des Engpasses');
  await expect(wish).not.toContainText(/margin|degrees|round trip/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByText('Aktionen', { exact: true })).toBeVisible();
});

test('long words stay within a phone; cards, warnings and errors leave no English', async ({
  explorer,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await explorer.open('/?lang=de#s=p.early-drop.1');
  await page.getByRole('button', { name: 'Teilen' }).click();
  await page.getByRole('button', { name: 'Lektion erstellen' }).click();
  const dialog = page.getByRole('dialog');
  for (const button of await dialog.locator('footer button').all()) {
    const box = await button.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? NaN) + (box?.width ?? NaN)).toBeLessThanOrEqual(320);
  }
  await explorer.open('/?lang=zh#v=cards&pair=pie_codel');
  const standing = page.locator('.cards-standing').first();
  await expect(standing.getByRole('columnheader', { name: '排队时延，第 95 百分位' })).toBeVisible();
  await expect(standing.locator('.cards-region > p').last()).toContainText('流少，往返时延短：');
  const alone = encodeLink({
    version: 1,
    duration: 8,
    warmup: 1,
    traffic: [{ flows: 12 }],
    lanes: [{ aqm: { id: 'droptail' } }],
  });
  for (const [address, said] of [
    [alone, '被排除：12 个长 TCP 流共享链路'],
    ['#s=zzzz', '本程序不认识该链接的格式'],
  ] as const) {
    await explorer.open(`/?lang=zh${address}`);
    await expect(page.getByText(said)).toBeVisible();
  }
});
