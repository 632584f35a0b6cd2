/** A lesson of somebody's own: made of a story, changed, played from its link. */
import { expect, test } from './page.ts';

test('a story becomes the reader’s own: a sentence, a number and a drawing are asked', async ({
  explorer,
  page,
}) => {
  await explorer.open('/#v=learn&story=drop-early&step=full');
  await page.getByRole('button', { name: 'Make this story yours' }).click();
  const asked = page.getByRole('textbox', { name: 'Question', exact: true });
  await asked.fill('How long is the *mean* wait, with $p^2$?');
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('number');
  await page.getByRole('textbox', { name: 'Tolerance, %' }).fill('100');
  await page.getByRole('button', { name: 'Add to Hints' }).click();
  await page.getByRole('textbox', { name: 'Hint 1' }).fill('<img src=x> Shorter than you think.');
  // A mistake is named, and nothing can be played until it is mended.
  const quantity = page.getByRole('group', { name: 'Answer' }).getByRole('combobox', { name: 'Quantity' });
  await quantity.fill('wait(A)');
  await expect(page.getByRole('alert')).toContainText('there is no quantity wait');
  await expect(page.getByRole('button', { name: 'Play it' })).toBeDisabled();
  await quantity.fill('queueing_delay_mean(A)');
  await page.getByRole('button', { name: 'Add a step' }).click();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('drawing');

  // The address alone holds it: the tale of the link, in a page that has never seen the lesson.
  await expect.poll(() => page.url()).toContain('step=step-');
  const { hash } = new URL(page.url());
  await page.evaluate(() => localStorage.clear());
  await explorer.open(`/${hash.replace(/&teach=edit/, '').replace(/step=[^&]*/, 'step=full')}`);
  const step = page.locator('.story-step');
  await expect(step.locator('.story-ask em').first()).toHaveText('mean');
  await expect(step.locator('math').first()).toBeVisible();
  await page.getByRole('button', { name: 'Show a hint' }).click();
  await expect(step.locator('.story-hint')).toHaveText('Hint 1: <img src=x> Shorter than you think.');
  await page.getByRole('textbox', { name: 'Your answer' }).fill('30');
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await explorer.ready();
  await expect(step.locator('.story-guess')).toHaveAttribute('data-right', 'true');

  await page.locator('.story-ways .primary').click();
  const field = page.getByRole('img', { name: 'Draw the curve that you expect' });
  const box = await field.boundingBox();
  if (box === null) throw new Error('no field to draw in');
  await page.mouse.move(box.x + 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 4);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Compare with the run' }).click();
  await explorer.ready();
  await expect(step.locator('.story-computed')).toBeVisible();
  await expect(step).toContainText('Dashed is your curve. On average it is');
  expect(explorer.faults).toEqual([]);
});

test('a lesson with a task becomes a step, which is solved as it is alone', async ({ explorer, page }) => {
  await explorer.open('/#s=p.early-drop.1');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Make a lesson' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'max_p' }).check();
  await dialog.getByRole('textbox', { name: 'Value' }).fill('100 ms');
  await dialog.getByRole('button', { name: 'Add the goal' }).click();
  await dialog.getByRole('button', { name: 'Make it a step of a lesson' }).click();
  await expect(page.getByText(/Students may change: lanes\.0\.aqm\.params\.max_p/)).toBeVisible();
  await page
    .getByRole('textbox', { name: 'Explanation, or the solution of the task' })
    .fill('Any max_p will do.');
  await page.getByRole('button', { name: 'Play it' }).click();
  await explorer.ready();
  const step = page.locator('.story-step');
  const knob = step.getByRole('textbox', { name: /max_p/ });
  await knob.fill('0.2');
  await knob.press('Enter');
  await step.getByRole('button', { name: 'Check my solution' }).click();
  await expect(step).toContainText('Every goal is reached');
  // The explanation does not set the student's value back.
  await step.getByRole('button', { name: 'Show the explanation' }).click();
  await expect(step).toContainText('will do.');
  await expect(knob).toHaveValue('0.2');
});
