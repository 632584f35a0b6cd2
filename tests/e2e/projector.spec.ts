/** Projector mode: the whole screen, every lane and one axis of time, and none of the desk's controls. */
import { encodeLink, type Scenario } from '../../models/src/index.ts';
import { expect, test } from './page.ts';

const scenario: Scenario = {
  version: 1,
  title: 'In a class',
  duration: 10,
  traffic: [{ flows: 20 }],
  lanes: ['red', 'droptail', 'codel', 'pie'].map((id) => ({ aqm: { id } })),
};

for (const size of [
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
]) {
  test(`all lanes, their answer and the time are seen from the last row, ${size.width} pixels`, async ({
    explorer,
    page,
  }) => {
    await page.setViewportSize(size);
    await explorer.open(`/${encodeLink(scenario)}`);
    const root = () => page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
    const before = await root();
    await page.keyboard.press('p');
    await expect.poll(root).toBeGreaterThan(before);
    await explorer.ready();
    const axis = await page.locator('.time-axis').boundingBox();
    for (const lane of [0, 1, 2, 3]) {
      const box = await page.locator(`[data-plot="queue"][data-lane="${lane}"]`).boundingBox();
      expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThanOrEqual((axis?.y ?? NaN) + 1);
      expect(box?.height ?? NaN).toBeGreaterThan(40);
    }
    for (const seen of ['.answer', '.replay', '.time-axis'])
      await expect(page.locator(seen)).toBeInViewport({ ratio: 1 });
    for (const gone of ['Undo', 'Export', 'Share', 'Help'])
      await expect(page.getByRole('button', { name: gone, exact: true })).toBeHidden();
    await expect(page.locator('.panel')).toHaveCount(0);
    // The same key leads back to the desk.
    await page.keyboard.press('p');
    await expect.poll(root).toBe(before);
    await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  });
}

test('nine lanes with long names stand within the screen, names and readings beside each other', async ({
  explorer,
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  // The nine lanes of a paper's tables.
  await explorer.open('/#s=p.sared-tables.1');
  await page.keyboard.press('p');
  await explorer.ready();
  const heads = page.locator('.lane-trace .lane-head');
  await expect(heads).toHaveCount(9);
  for (const head of await heads.all()) {
    const name = await head.locator('.lane-name').boundingBox();
    const read = await head.locator('.readout').boundingBox();
    if (name === null || read === null) throw new Error('a lane has no head');
    expect(name.x + name.width).toBeLessThanOrEqual(read.x);
    expect(read.x + read.width).toBeLessThanOrEqual(1024);
  }
});

test('a story shows the parts that its steps name, with whole names, numbers and equations', async ({
  explorer,
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await explorer.open('/#v=learn');
  await page.keyboard.press('p');
  // One of these steps is about a curve and the measured load, one about rows of traffic; the last step has
  // long names.
  for (const [story, step, parts] of [
    ['curve-shapes', 'flicker', ['drop-curve', 'queue', 'state-rho']],
    ['flow-queues', 'own-loss', ['queue']],
    ['control-theory', 'integrator', ['queue']],
    ['control-theory', 'step', ['queue']],
  ] as const) {
    await explorer.open(`/#v=learn&story=${story}&step=${step}`);
    await page.locator('.story-options button').first().click();
    await explorer.ready();
    for (const part of parts) {
      const box = await page.locator(`.stage [data-plot="${part}"]`).first().boundingBox();
      expect(box?.height ?? 0, `${story}, ${step}: ${part}`).toBeGreaterThan(80);
    }
    await expect(page.locator('.stage section.rows')).toBeVisible({ visible: story === 'flow-queues' });
    // The replay is the last of what is seen, whole.
    const replay = await page.locator('.stage .replay').boundingBox();
    expect((replay?.y ?? 0) + (replay?.height ?? 0)).toBeCloseTo(768, 0);
    const cut = await page.locator('.stage').evaluate((stage) => {
      const names = [...stage.querySelectorAll<HTMLElement>('.metric-label, .lane-name > :last-child')]
        .filter(
          (name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2,
        )
        .map(({ innerText }) => innerText);
      // What is told of a lane beside its name is there as a whole or, below the edge, not at all.
      const told = [...stage.querySelectorAll('.lane-summary')].flatMap((line) => {
        const edge = line.getBoundingClientRect();
        return [...line.children]
          .map((part) => [part, part.getBoundingClientRect()] as const)
          .filter(([, at]) => at.top < edge.bottom - 2 && at.right > edge.right + 1)
          .map(([part]) => part.textContent);
      });
      return [...names, ...told];
    });
    expect(cut).toEqual([]);
    for (const equation of await page.locator('.equation').all())
      expect(await equation.evaluate((e) => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(1);
  }
});
