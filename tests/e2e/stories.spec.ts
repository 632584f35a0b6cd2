/**
 * Every story to its end, as a reader uses it: nothing is revealed before the answer, then the computed
 * numbers, and a knob with limits.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Story } from '../../models/src/generated/story.ts';
import { expect, test, type Explorer } from './page.ts';

const folder = new URL('../../models/stories/', import.meta.url);
const stories = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Story);

/** Stories that share a page: a page of its own for each would take a second more. */
const TOGETHER = 3;
const groups = stories.flatMap((_, i) => (i % TOGETHER === 0 ? [stories.slice(i, i + TOGETHER)] : []));

async function play(explorer: Explorer, { id, title, steps }: Story): Promise<void> {
  const { page } = explorer;
  await explorer.open(`/#v=learn&story=${id}&step=${steps[0]?.id ?? ''}`);
  await expect(page.locator('.story-head h3')).toHaveText(title);
  for (const step of steps) {
    const options = page.locator('.story-options button');
    await expect(options).toHaveCount(step.options.length);
    for (const told of [
      '.story-reveal',
      '.story-numbers',
      '.story-verdict',
      '.story-play',
      '.equation:visible',
    ])
      await expect(page.locator(told)).toHaveCount(0);
    await options.first().click();
    await explorer.ready();
    const right = step.options.findIndex((option) => option.right === true);
    await expect(options.nth(right)).toHaveAttribute('data-right', 'true');
    await expect(page.locator('.story-numbers dd')).toHaveCount(step.numbers.length);
    for (const number of await page.locator('.story-numbers dd').allInnerTexts())
      expect(number).toMatch(/\d/);
    await expect(page.locator('.story-verdict')).toHaveText(/^Computed just now with \d seeds: it holds\.$/);
    await expect(page.locator('.equation:visible math')).toHaveCount(step.equation === undefined ? 0 : 1);
    const knobs = page.locator('.story-play').getByRole('slider');
    await expect(knobs).toHaveCount(step.play?.length ?? 0);
    for (const knob of await knobs.all()) {
      const bound = async (name: string) => Number(await knob.getAttribute(name));
      expect(await bound('min')).toBeLessThan(await bound('max'));
    }
    // Names of lanes stand whole in the table.
    const cut = await page
      .locator('.stage .metrics thead .metric-label')
      .evaluateAll((labels) => labels.filter((label) => label.scrollWidth > label.clientWidth + 1).length);
    expect(cut).toBe(0);
    await page.locator('.story-ways .primary').click();
  }
  await expect(page.locator('.story-step')).toContainText(/You predicted \d of \d right\./);
}

for (const group of groups)
  test(`each step asks first, then tells and lets play: ${group.map(({ id }) => id).join(', ')}`, async ({
    explorer,
  }) => {
    test.slow();
    for (const story of group) await test.step(story.title, () => play(explorer, story));
  });
