/** What ANLRED's sweep asks of the page at its far end: a thousand flows at 1 Gbit/s for 100 s. */
import { encodeLink, type Scenario } from '../../models/src/index.ts';
import { expect, test } from './page.ts';

const RATE = 1e9;
const PACKET_BYTES = 1500;

const thousand: Scenario = {
  version: 1,
  duration: 100,
  network: {
    bottleneck: { rate: RATE, delay: 0.016, buffer: 3000 },
    access: { rate: RATE, delay: 0.002 },
    packet_size: PACKET_BYTES,
  },
  traffic: [{ kind: 'ftp', flows: 1000, start: [0, 1] }],
  lanes: [{ aqm: { id: 'anlred', params: { min_th: 500, max_th: 1500 } } }],
};

test('a thousand flows at 1 Gbit/s for 100 s: asked first, progress, cancel, and an end in bounded memory', async ({
  explorer,
  page,
}) => {
  await page.goto(`/${encodeLink(thousand)}`);
  const run = page.getByRole('button', { name: /^Run it/ });
  const cancel = page.getByRole('button', { name: 'Cancel' });
  // What takes over ten seconds here is asked first; where the machine is quick it begins by itself.
  await expect(run.or(cancel).first()).toBeVisible();
  if (await run.isVisible()) await run.click();
  const progress = page.getByRole('progressbar', { name: 'Simulation' });
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await cancel.click();
  await expect(page.locator('.lane-error').first()).toContainText('Cancelled');
  await run.click();
  await explorer.ready();
  // The link is busy in the ninety seconds after the warm-up, and what it sent is that share of its rate.
  const utilization = parseFloat(await explorer.metric('utilization', 0).innerText());
  const throughput = parseFloat(await explorer.metric('throughput', 0).innerText());
  expect(utilization).toBeGreaterThan(90);
  expect(throughput).toBeCloseTo((utilization / 100) * (RATE / 1e6), -1);
  expect((await explorer.series('queue', 0, 'queue mean')).length).toBeGreaterThan(1000);
});
