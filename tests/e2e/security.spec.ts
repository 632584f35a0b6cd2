/** The page's policy, in the browser that enforces it: everything works under it, and what it forbids does not work. */
import { createServer } from 'node:http';
import { expect, test } from './page.ts';

declare global {
  interface Window {
    violations: string[];
  }
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) =>
      window.violations.push(`${effectiveDirective}: ${sample}`),
    );
  });
});

test('every view, the text of a scheme and a story work without a violation', async ({ explorer, page }) => {
  // With a stability map of few cells, which take no seconds.
  await explorer.open('/#s=p.early-drop.1&cells=16');
  const tabs = page.getByRole('navigation', { name: 'Views' }).getByRole('button');
  for (let i = 0; i < (await tabs.count()); ++i) {
    await tabs.nth(i).click();
    await explorer.ready();
  }
  await page.getByRole('button', { name: 'Learn', exact: true }).first().click();
  await page.locator('.story-card').first().click();
  await explorer.ready();
  expect(await page.evaluate(() => window.violations)).toEqual([]);
});

test('a text does not become elements, nor an address from elsewhere a program', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const refused = await page.evaluate(() => {
    const attempts: Record<string, () => unknown> = {
      markup: () => (document.createElement('div').innerHTML = '<img src=x onerror="1">'),
      document: () => new DOMParser().parseFromString('<p>', 'text/html'),
      frame: () => document.createElement('iframe').setAttribute('srcdoc', '<p>'),
      handler: () => document.body.setAttribute('onclick', '1'),
      worker: () => new Worker('data:text/javascript,1'),
      elsewhere: () => new Worker('https://example.org/worker.js'),
      script: () => (document.createElement('script').src = 'https://example.org/script.js'),
      inline: () => (document.createElement('script').text = '1'),
      policy: () =>
        (
          globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
        ).trustedTypes.createPolicy('mine', {}),
    };
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return `${name} works`;
      } catch (error) {
        return error instanceof TypeError ? name : `${name}: ${String(error)}`;
      }
    });
  });
  expect(refused).toEqual([
    'markup',
    'document',
    'frame',
    'handler',
    'worker',
    'elsewhere',
    'script',
    'inline',
    'policy',
  ]);
  explorer.faults.length = 0; // each of them is told in the console
});

test('in a frame of another site that is allowed scripts alone it starts, computes and is changed', async ({
  explorer,
  page,
  baseURL,
}) => {
  // Another site that frames the page as a course page does: the frame has no origin, so no storage, no
  // workers and no service worker.
  const frame = `<!doctype html><title>Course</title><iframe sandbox="allow-scripts" width="1200" height="700" src="${baseURL ?? ''}#s=p.early-drop.1&at=50"></iframe>`;
  const course = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(frame));
  await new Promise<void>((listening) => course.listen(0, '127.0.0.1', listening));
  const address = course.address();
  if (address === null || typeof address === 'string') throw new Error('the course page has no port');
  await page.goto(`http://localhost:${address.port}/`);
  const inside = page.frameLocator('iframe');
  await expect(inside.locator('.answer')).toContainText('less with CoDel than with DropTail');
  await expect(inside.locator('[data-plot="queue"]').first()).toBeVisible();
  const flows = inside.getByRole('textbox', { name: 'Flows', exact: true });
  await flows.fill('40');
  await flows.press('Enter');
  await expect(inside.locator('.question')).toContainText('40 NewReno flows');
  const told = inside.locator('tr[data-metric="loss_ratio"] td[data-lane="0"]');
  await expect(told).not.toHaveAttribute('data-stale', 'true');
  await inside.getByRole('button', { name: 'Learn', exact: true }).click();
  await inside.locator('.story-card').first().click();
  await expect(inside.locator('.story-step')).toBeVisible();
  expect(explorer.faults).toEqual([]);
  course.close();
});
