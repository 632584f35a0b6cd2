import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    environment: 'node',
    include: [
      '{bench,cli,models,regression,scripts,wasm,web}/**/*.test.{ts,tsx}',
      'tests/{unit,cli}/**/*.test.ts',
    ],
    exclude: ['node_modules', 'build', 'dist'],
    // A run of the engine takes processor time: a stalled test should fail, a slow machine should not.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
