import { defineConfig, devices } from '@playwright/test';
import { systemBrowser } from './scripts/lib/tools.mjs';
import { withoutFeatures } from './tests/e2e/features.ts';

const port = Number(process.env.E2E_PORT ?? 4173);

/** A browser of the system, where there is one; else the one that `npx playwright install chromium` fetched. */
const system = systemBrowser();
/** Chromium's sandbox refuses to run as root, which is what a container has. */
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // A shared machine may starve a page. What passes only when tried again is listed as flaky, and may well be a defect.
  retries: process.env.CI === undefined ? 0 : 1,
  workers: 2,
  // A page that hangs should fail, a busy machine should not: both limits are ten times what a test takes on a quiet one.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'build/reports/e2e.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    // Recording each test takes a fifth of its time; `--trace on` records one that fails.
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
          args: [withoutFeatures, ...(asRoot ? ['--no-sandbox'] : [])],
        },
      },
    },
  ],
});
