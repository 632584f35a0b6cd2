/** For a class: the teacher's page, sheets for paper, and a lesson within a learning platform. */
import { createServer } from 'node:http';
import { strFromU8, unzipSync } from 'fflate';
import type { Frame, Page } from '@playwright/test';
import { encodeLink } from '../../models/src/index.ts';
import type { Step } from '../../models/src/generated/story.ts';
import { packStory } from '../../models/src/stories/pack.ts';
import { writeTask } from '../../models/src/lesson/task.ts';
import { scormPackage } from '../../models/src/lesson/scorm.ts';
import { axe, expect, test } from './page.ts';
import exercise from '../../models/exercises/1-limit.json' with { type: 'json' };

test('a teacher finds a plan, its answers, and a sheet to print', async ({ explorer, page }) => {
  await explorer.open('/#v=learn');
  await page.getByRole('button', { name: /For teachers/ }).click();
  await expect(page.getByRole('heading', { name: /^45 minutes/ })).toBeVisible();
  await page.locator('summary', { hasText: 'Drop early instead of late' }).click();
  const notes = page.locator('.teacher-notes[open]');
  await expect(notes.getByRole('row', { name: /How do the losses change/ })).toContainText('There are more');
  const { violations } = await axe(page).include('.learn').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);

  await notes.getByRole('button', { name: /Worksheet/ }).click();
  await expect(page.getByRole('heading', { name: 'Drop early instead of late', exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  // The link opens the sheet again; on paper it is whole, and its solutions begin a page.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  const boxes = await page.locator('.sheet-box').count();
  expect(boxes).toBeGreaterThan(9);
  expect(await page.locator('.sheet-solutions').evaluate((e) => getComputedStyle(e).breakBefore)).toBe(
    'page',
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(() => page.url()).toContain('teach=sheet');
  const again = page.url();
  await explorer.open(again);
  await expect(page.locator('.sheet-box')).toHaveCount(boxes);

  // A lesson that is open has its own.
  await page.getByRole('button', { name: 'For teachers' }).click();
  await page.getByRole('button', { name: 'By chance' }).first().click();
  await explorer.ready();
  await page.getByRole('button', { name: 'Worksheet' }).click();
  await expect(page.locator('.sheet-questions')).toContainText('Complete the program of Mine.');
  await expect(page.locator('.sheet-solutions')).toContainText('drop when random <');
  await page.getByRole('button', { name: 'Back to the lesson' }).click();
  await expect(page.getByRole('button', { name: 'Check my solution' })).toBeVisible();
});

/** What a platform of SCORM 1.2 has, as far as a lesson uses it. */
const PLATFORM = `<!doctype html><title>Platform</title><script>
  window.values = { 'cmi.core.lesson_status': 'not attempted' };
  window.calls = [];
  window.API = {
    LMSInitialize: () => (calls.push('initialize'), 'true'),
    LMSGetValue: (name) => values[name] ?? '',
    LMSSetValue: (name, value) => ((values[name] = value), 'true'),
    LMSCommit: () => 'true',
    LMSFinish: () => (calls.push('finish'), 'true'),
  };
</script><iframe src="/package/index.html" width="1000" height="900"></iframe>`;

/** The package of a lesson whose program has these lines. */
function lessonOf(site: string, lines: readonly string[]): Uint8Array {
  const { text, goals, scenario } = exercise;
  const document = {
    ...scenario,
    lanes: [{ label: 'Mine', aqm: { id: 'program', params: { program: lines.join('\n') } } }],
  };
  const lesson = `lanes.0.aqm.params~~${writeTask({ text, goals, over: null })}`;
  const link = encodeLink(document as never, { lesson });
  return scormPackage(exercise.title, `${site}embed.html${link}&autoplay=0&show=fields`);
}

/** Serves a package, and opens it in the platform. */
async function openPlatform(page: Page, bytes: Uint8Array): Promise<Frame> {
  const files = unzipSync(bytes);
  const server = createServer(({ url = '' }, response) => {
    const file = files[url.replace('/package/', '')];
    response.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript' : 'text/html');
    response.end(file === undefined ? PLATFORM : strFromU8(file));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('the platform has no port');
  await page.goto(`http://localhost:${at.port}/`);
  page.once('close', () => server.close());
  await expect
    .poll(() => page.frames().find((one) => one.url().includes('embed.html')) !== undefined)
    .toBe(true);
  const frame = page.frames().find((one) => one.url().includes('embed.html'));
  if (frame === undefined) throw new Error('the lesson is not in its frame');
  return frame;
}

async function solve(page: Page, bytes: Uint8Array): Promise<void> {
  const frame = await openPlatform(page, bytes);
  await frame.getByRole('button', { name: 'Check my solution' }).click();
  await expect(frame.getByText(/Not yet|Every goal is reached/)).toBeVisible();
}
const valuesIn = (page: Page) =>
  page.evaluate(() => (window as unknown as { readonly values: Readonly<Record<string, string>> }).values);

test('a learning platform hears of a lesson that is solved', async ({ page, baseURL }) => {
  const site = baseURL ?? '';
  await solve(page, lessonOf(site, exercise.begin));
  expect(await valuesIn(page)).toMatchObject({ 'cmi.core.lesson_status': 'incomplete' });
  await solve(page, lessonOf(site, exercise.solution));
  await expect.poll(async () => (await valuesIn(page))['cmi.core.lesson_status']).toBe('passed');
  const values = await valuesIn(page);
  expect(values['cmi.core.score.raw']).toBe('100');
  expect(values['cmi.suspend_data']).toMatch(/^[\w.-]{20,4096}$/);
  // Leaving ends the session.
  await page.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
    frame.contentWindow?.dispatchEvent(new Event('pagehide'));
  });
  expect((await valuesIn(page))['cmi.core.session_time']).toMatch(/^\d\d:\d\d:\d\d$/);
});

test('a learning platform hears of the answers to a story', async ({ page, baseURL }) => {
  const step = (id: string): Step => ({
    ...{
      id,
      see: '',
      ask: id,
      options: [{ text: 'right', right: true }, { text: 'wrong' }],
      reveal: 'Told.',
    },
    ...{ holds: [], numbers: [], belief: '' },
    scenario: { version: 1, duration: 1, warmup: 0, lanes: [{ aqm: { id: 'droptail' } }] },
  });
  const asksNumber: Step = {
    ...step('three'),
    options: [],
    number: { of: 'utilization(A)', unit: '%', within: 1 },
  };
  const tale = packStory({
    ...{ version: 1, id: 'own', order: 1, title: 'Two', idea: '', minutes: 1, question: '' },
    steps: [step('one'), step('two'), asksNumber],
  });
  const address = `${baseURL ?? ''}embed.html#v=learn&story=own&tale=${tale}`;
  const frame = await openPlatform(page, scormPackage('Two', address));
  const status = async () => {
    const values = await valuesIn(page);
    return [values['cmi.core.lesson_status'], values['cmi.core.score.raw']];
  };
  await frame.getByRole('button', { name: 'right' }).click();
  await expect.poll(status).toEqual(['incomplete', '33']);
  await frame.getByRole('button', { name: 'Next' }).click();
  await frame.getByRole('button', { name: 'wrong' }).click();
  await expect.poll(status).toEqual(['incomplete', '33']);
  // A number is right when it is near the computed one.
  await frame.getByRole('button', { name: 'Next' }).click();
  await frame.getByRole('textbox').fill('90');
  await frame.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect.poll(status).toEqual(['completed', '67']);
});
