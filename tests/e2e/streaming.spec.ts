import { encodeLink, type Scenario } from '../../models/src/index.ts';
import { expect, test } from './page.ts';

/** Some seconds of a processor: what is seen on the way is there to be seen. */
const slow: Scenario = {
  version: 1,
  duration: 1500,
  traffic: [{ kind: 'ftp', flows: 60 }],
  lanes: [{ aqm: { id: 'red' } }],
};

const picture = (page: { evaluate: <T>(f: () => T) => Promise<T> }) =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-plot="queue"] canvas.marks');
    return canvas?.toDataURL() ?? '';
  });

test('a trace begins to move while its run goes on, and no number of the run before counts as new', async ({
  explorer,
  page,
}) => {
  await explorer.open(`/${encodeLink(slow)}`);
  const before = await picture(page);
  const plot = page.locator('[data-plot="queue"][data-lane="0"]');
  const marked = page.locator('.answer[data-stale], .metrics td[data-stale], .readout[data-stale]');
  await expect(marked).toHaveCount(0);

  await explorer.handle('max_th', 'RED').press('Shift+ArrowLeft');
  await expect(plot).toHaveAttribute('data-begun');
  // The page is looked at in one breath: the run is not whole, and nothing of the one before is told as if it were.
  const onTheWay = await page.evaluate(async () => {
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
    const found = (of: string) => document.querySelectorAll(of).length;
    const canvas = document.querySelector<HTMLCanvasElement>('[data-plot="queue"] canvas.marks');
    return {
      drawn: canvas?.toDataURL() ?? '',
      begun: found('[data-plot="queue"][data-begun][data-stale]'),
      answer: found('.answer[data-stale]'),
      current: found('.metrics td[data-lane]:not([data-stale])'),
      opacity: getComputedStyle(document.querySelector('.metrics td[data-lane]') ?? document.body).opacity,
    };
  });
  expect(onTheWay).toMatchObject({ begun: 1, answer: 1, current: 0 });
  expect(Number(onTheWay.opacity)).toBeLessThan(0.5);
  expect(onTheWay.drawn).not.toBe(before);

  await explorer.ready();
  await expect(marked).toHaveCount(0);
  await expect(plot).not.toHaveAttribute('data-begun');
  const whole = await picture(page);
  expect(whole).not.toBe(before);
  expect(whole).not.toBe(onTheWay.drawn);

  // The same run, drawn only when it is whole: back and forth, both are known.
  await page.keyboard.press('Control+z');
  await explorer.ready();
  expect(await picture(page)).toBe(before);
  await page.keyboard.press('Control+Shift+z');
  await explorer.ready();
  expect(await picture(page)).toBe(whole);
});

test('lanes that an edit leaves alone are not drawn again, and the picture is the one that a new page draws', async ({
  explorer,
  page,
}) => {
  const three: Scenario = {
    version: 1,
    duration: 20,
    lanes: [{ aqm: { id: 'red' } }, { aqm: { id: 'droptail' } }, { aqm: { id: 'codel' } }],
  };
  const shown = async () => {
    await explorer.ready();
    const levels = await page.evaluate(() =>
      ['window', 'drop-curve', 'queue'].map((name) => {
        // As it is seen, on a ground.
        const canvas = document.querySelector<HTMLCanvasElement>(`[data-plot="${name}"] canvas.marks`);
        const seen = document.createElement('canvas').getContext('2d');
        if (canvas === null || seen === null) return '';
        const { width, height } = Object.assign(seen.canvas, { width: canvas.width, height: canvas.height });
        seen.fillStyle = 'white';
        seen.fillRect(0, 0, width, height);
        seen.drawImage(canvas, 0, 0);
        const { data } = seen.getImageData(0, 0, width, height);
        return Array.from({ length: height }, (_, y) =>
          String.fromCharCode(...data.subarray(4 * width * y, 4 * width * (y + 1))),
        ).join('');
      }),
    );
    return levels.map((plot) => Buffer.from(plot, 'latin1'));
  };
  // In levels of 255. Parts drawn separately and copied into the picture are rounded differently: half a
  // level for each stroke on a pixel, and a dense line is three hairlines with about five strokes in a
  // column.
  const ROUNDED = 8;
  const apart = (a: Buffer[], b: Buffer[]) =>
    Math.max(
      ...a.map((plot, i) =>
        plot.reduce((most, level, k) => Math.max(most, Math.abs(level - (b[i]?.[k] ?? NaN))), 0),
      ),
    );
  await explorer.open(`/${encodeLink(three)}`);
  const first = await shown();
  await explorer.handle('max_th', 'RED').press('Shift+ArrowLeft');
  const edited = await shown();
  expect(apart(edited, first)).toBeGreaterThan(100);

  await page.keyboard.press('Control+z');
  expect(apart(await shown(), first)).toBeLessThanOrEqual(ROUNDED);
  await page.keyboard.press('Control+Shift+z');
  expect(apart(await shown(), edited)).toBeLessThanOrEqual(ROUNDED);

  // What the edit made, as somebody sees it who opens its link.
  const changed: Scenario = {
    ...three,
    lanes: [{ aqm: { id: 'red', params: { max_th: Number(await explorer.handle('max_th', 'RED').getAttribute('aria-valuenow')) } } }, ...(three.lanes ?? []).slice(1)],
  }; // prettier-ignore
  await explorer.open(`/${encodeLink(changed)}`);
  await explorer.handle('max_th', 'RED').focus();
  expect(apart(await shown(), edited)).toBeLessThanOrEqual(ROUNDED);
});

test('what was marked as old is not when its run is over, also while it plays', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  await page.keyboard.press('Home');
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Play' }).click();
  const buffer = page.getByLabel(/^Buffer/).first();
  await buffer.fill('141');
  await buffer.press('Enter');
  await explorer.ready();
  await expect(page.locator('.readout[data-stale]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('while a threshold is dragged without a pause, everything follows; held still, everything agrees, and nothing is marked', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const handle = explorer.handle('max_th', 'RED');
  const box = await handle.boundingBox();
  if (box === null) throw new Error('the handle is not on the page');
  const [x, y] = [box.x + box.width / 2, box.y + 0.8 * box.height];
  const field = explorer.param('max_th', 'RED');
  const summary = page.locator('.lane-trace').first().locator('.lane-summary');
  await page.evaluate(() => {
    const seen: Record<string, Set<string>> = {};
    const look = () => {
      const text = (name: string, of: string | null | undefined) => (seen[name] ??= new Set()).add(of ?? '');
      text('answer', document.querySelector('.answer')?.textContent);
      text('wait', document.querySelector('tr[data-metric="queueing_delay_mean"] td')?.textContent);
      text('field', document.querySelector<HTMLInputElement>('input[aria-label="max_th of RED"]')?.value);
      text('summary', document.querySelector('.lane-summary')?.textContent);
      text(
        'picture',
        document.querySelector<HTMLCanvasElement>('[data-plot="queue"] canvas.marks')?.toDataURL(),
      );
    };
    const watch = () => {
      look();
      requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
    Object.assign(window, { seen });
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 60; ++i) await page.mouse.move(x - i, y);
  const counts = await page.evaluate(() =>
    Object.fromEntries(
      Object.entries((window as unknown as { seen: Record<string, Set<string>> }).seen).map(([name, all]) => [
        name,
        all.size,
      ]),
    ),
  );
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(2);

  // Still held.
  await explorer.ready();
  await expect(page.locator(':is(.answer, .metrics td, .readout, .rows table)[data-stale]')).toHaveCount(0);
  const value = await handle.getAttribute('aria-valuenow');
  await expect(field).toHaveValue(new RegExp(`^${value ?? ''}\\b`));
  await expect(summary).toContainText(value ?? '');
  const told = await page.locator('.answer').innerText();
  const drawn = await picture(page);
  await page.mouse.up();
  await explorer.ready();
  expect(await page.locator('.answer').innerText()).toBe(told);
  expect(await picture(page)).toBe(drawn);
});
