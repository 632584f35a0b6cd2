/** The page's policy, in the browser that enforces it: everything works under it, and what it forbids does not work. */
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
        (globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes.createPolicy('mine', {}), // prettier-ignore
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
  expect(refused).toEqual(
    ['markup', 'document', 'frame', 'handler', 'worker', 'elsewhere', 'script', 'inline', 'policy'], // prettier-ignore
  );
  explorer.faults.length = 0; // each of them is told in the console
});
