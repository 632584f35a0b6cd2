import { expect, test } from './page.ts';

/** The page as it is seen in several rooms; pictures for people, and rules that hold in each of them. */
const rooms = [
  { name: 'desktop', width: 1440, height: 900, colorScheme: 'light', projector: false },
  { name: 'desktop-dark', width: 1440, height: 900, colorScheme: 'dark', projector: false },
  { name: 'projector', width: 1920, height: 1080, colorScheme: 'light', projector: true },
  { name: 'laptop', width: 1024, height: 700, colorScheme: 'light', projector: false },
  { name: 'phone', width: 390, height: 844, colorScheme: 'light', projector: false },
  { name: 'phone-dark', width: 390, height: 844, colorScheme: 'dark', projector: false },
] as const;

for (const { name, width, height, colorScheme, projector } of rooms) {
  test(`no label covers another, nothing jumps while it plays: ${name}`, async ({ explorer, page }, info) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    if (projector) {
      await page.addInitScript(() =>
        localStorage.setItem('aqm-explorer:settings:1', JSON.stringify({ projector: true })),
      );
    }
    await explorer.open('/', { moving: true });
    await page.screenshot({ path: info.outputPath(`${name}-playing.png`) });

    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.plot, .metrics tr, .lane-head, .replay > *, .header > *')].map(
          (element) => {
            const { x, y, width: w, height: h } = element.getBoundingClientRect();
            return [x, y, w, h].map(Math.round);
          },
        ),
      );
    const before = await places();
    await page.waitForTimeout(400);
    expect(await places()).toEqual(before);

    const overlaps = await page.evaluate(() => {
      const found: string[] = [];
      for (const plot of document.querySelectorAll('.plot')) {
        const labels = [...plot.querySelectorAll('.axes text, .grip, .level-grip')].map((element) => ({
          text: element.textContent,
          box: element.getBoundingClientRect(),
        }));
        labels.forEach((a, i) => {
          for (const b of labels.slice(i + 1)) {
            const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
            const along = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
            // Boxes of text have air above and below it.
            const air = 0.4 * Math.min(a.box.height, b.box.height);
            if (across > 1 && along > air) found.push(`${a.text} / ${b.text}`);
          }
        });
        for (const { text, box } of labels) {
          if (box.left < -1 || box.right > innerWidth + 1) found.push(`${text} is cut off`);
        }
      }
      return found;
    });
    expect(overlaps).toEqual([]);
    await page.locator('.scroller').evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.screenshot({ path: info.outputPath(`${name}-below.png`) });
  });
}

test('two fingers zoom, one finger pans', async ({ explorer, page }) => {
  await explorer.open();
  const box = await explorer.trace(0).boundingBox();
  if (box === null) throw new Error('the trace is not on the page');
  const session = await page.context().newCDPSession(page);
  const y = box.y + 40;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: xs.map((x, id) => ({ x: box.x + x, y, id })),
    });
  await touch('touchStart', 400, 500);
  for (let i = 1; i <= 10; ++i) await touch('touchMove', 400 - 20 * i, 500 + 20 * i);
  await touch('touchEnd');
  const [from, to] = (await explorer.plot('queue', 0)).view.x;
  // From 100 to 500 pixels apart: a fifth of the time.
  expect(to - from).toBeCloseTo(100 / 5, -1);

  await touch('touchStart', 400);
  for (let i = 1; i <= 10; ++i) await touch('touchMove', 400 + 10 * i);
  await touch('touchEnd');
  const [panned] = (await explorer.plot('queue', 0)).view.x;
  expect(panned).toBeLessThan(from);
});
