/**
 * From an edit to the picture, in the built page with the default scenario: to the first queue with new
 * samples, and to the last one.
 * A threshold changes one lane (dragged on the curve, and by key), the buffer changes all of them. The
 * benchmark counts the frames that draw a queue's picture anew, which only new samples do: the first such
 * frame, and the last one before nothing is pending.
 *
 * A key stays down until the picture is complete, as under a finger. From a key press until the frame that
 * shows it, Chromium delays messages; if the key were released at once, the samples would wait for a second
 * frame.
 */
import { chromium, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const PORT = Number(process.env.BENCH_PORT ?? 4188);
const EDITS = 40;
/** Pixels of a drag: one packet and a little more, so that every move is an edit. */
const STEP = 5;
interface Waited {
  readonly first: number;
  readonly whole: number;
}
declare global {
  interface Window {
    waitForEdit?: () => void;
    waited?: () => Waited | null;
  }
}

const quantile = (values: readonly number[], f: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(f * values.length) - 1)] ?? NaN;

/**
 * The clock starts with the key or the move; null if a drag has changed nothing, such as a move within one
 * packet.
 */
const watch = (page: Page) =>
  page.addInitScript(() => {
    /** The start time of the frame that is being drawn. */
    let frame = 0;
    const look = () => {
      frame = performance.now();
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    let drawn = (): void => undefined;
    // Every drawing of a plot starts by clearing its canvas.
    const clear = Reflect.get(CanvasRenderingContext2D.prototype, 'clearRect');
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      if (this.canvas.matches('.lane-trace canvas.marks')) drawn();
      Reflect.apply(clear, this, box);
    };
    window.waitForEdit = () => {
      let started = NaN;
      let [first, whole] = [NaN, NaN];
      window.waited = () => (Number.isNaN(first) ? null : { first: first - started, whole: whole - started });
      const begin = (event: Event) => {
        if (event instanceof KeyboardEvent && event.key !== 'Enter' && !event.key.startsWith('Arrow')) return;
        window.removeEventListener('keydown', begin, true);
        window.removeEventListener('pointermove', begin, true);
        started = event.timeStamp;
        drawn = () => {
          if (Number.isNaN(first)) first = frame;
          whole = frame;
        };
      };
      window.addEventListener('keydown', begin, true);
      window.addEventListener('pointermove', begin, true);
    };
  });

async function measure(
  page: Page,
  edit: (i: number) => Promise<void>,
  after: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly Waited[]> {
  const all: Waited[] = [];
  for (let i = 0; i < EDITS; ++i) {
    await page.evaluate(() => window.waitForEdit?.());
    await edit(i);
    await page.evaluate(() => window.aqm.ready());
    const waited = await page.evaluate(() => window.waited?.());
    if (waited != null) all.push(waited);
    await after();
    await page.evaluate(() => window.aqm.ready());
  }
  return all;
}

function tell(what: string, all: readonly Waited[]): void {
  const line = (name: string, values: readonly number[]) =>
    `${name} median ${quantile(values, 0.5).toFixed(0)} ms, 95th percentile ${quantile(values, 0.95).toFixed(0)} ms`;
  const first = all.map((one) => one.first);
  const whole = all.map((one) => one.whole);
  console.log(
    `${what}: ${line('first new samples', first)}; ${line('whole picture', whole)} (${all.length} edits)`,
  );
}

const server = spawn(
  process.execPath,
  [at('scripts/serve.mjs'), at('dist'), '--port', String(PORT), '--strict-port'],
  { stdio: 'ignore' },
);
const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  // tsx names functions with a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  await watch(page);
  const address = `http://127.0.0.1:${PORT}/`;
  for (let tries = 0; ; ++tries) {
    const answered = await page.goto(address).then(
      () => true,
      () => false,
    );
    if (answered) break;
    if (tries === 50) throw new Error(`nothing is served at ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await page.evaluate(() => window.aqm.ready());
  const handle = page.getByRole('slider', { name: 'max_th of RED, on the curve' });
  const box = await handle.boundingBox();
  if (box === null) throw new Error('the handle is not on the page');
  const [x, y] = [box.x + box.width / 2, box.y + 0.8 * box.height];
  await page.mouse.move(x, y);
  await page.mouse.down();
  tell('one lane, dragged', await measure(page, (i) => page.mouse.move(x - STEP * (i + 1), y)));
  await page.mouse.up();
  await page.evaluate(() => window.aqm.ready());
  await handle.focus();
  const { keyboard } = page;
  tell(
    'one lane, by key',
    await measure(
      page,
      () => keyboard.down('ArrowLeft'),
      () => keyboard.up('ArrowLeft'),
    ),
  );
  const buffer = page.getByLabel(/^Buffer/).first();
  tell(
    'three lanes',
    await measure(
      page,
      async (i) => {
        await buffer.fill(String(141 + i));
        await keyboard.down('Enter');
      },
      () => keyboard.up('Enter'),
    ),
  );
} finally {
  await browser.close();
  server.kill();
}
