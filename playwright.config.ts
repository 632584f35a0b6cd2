import { defineConfig, devices } from '@playwright/test';
import { systemBrowser } from './scripts/lib/tools.mjs';
import { withoutFeatures } from './tests/e2e/features.ts';

const port = Number(process.env.E2E_PORT ?? 4173);

/**
 * A browser of the system, if there is one; otherwise the one that `npx playwright install chromium` has
 * installed.
 */
const system = systemBrowser();
/** Chromium's sandbox refuses to run as root, the usual user in a container. */
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // A busy machine may delay a page too much. A test that passes only in a second attempt is listed as flaky,
  // and may show a defect.
  retries: process.env.CI === undefined ? 0 : 1,
  workers: 2,
  // A page that hangs should fail, a busy machine should not: both limits are ten times the duration of a
  // test on a quiet machine.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'build/reports/e2e.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    // Recording takes a fifth of a test's time; `--trace on` records a failing test.
    trace: 'on-first-retry',
  },
  webServer: {
    command: `node scripts/serve.mjs dist --port ${port} --strict-port`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 2000 },
  },
  projects: [
    {
      name: 'chromium',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1440, height: 900 },
        launchOptions: {
          ...(system === undefined ? {} : { executablePath: system }),
          args: [withoutFeatures, '--font-render-hinting=none', ...(asRoot ? ['--no-sandbox'] : [])],
        },
      },
    },
  ],
});
