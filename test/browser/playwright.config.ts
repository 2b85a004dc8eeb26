import { defineConfig } from '@playwright/test';
import { findBrowser } from '../support/runner/browser.mjs';

const { executablePath, args, env } = await findBrowser();

/** Each worker starts its own product with its own data: see product.ts. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // What is built is imported as it is.
  build: { external: ['**/dist/**'] },
  outputDir: '../../test-results/browser',
  // A flaky test counts as failed.
  retries: 0,
  forbidOnly: true,
  workers: 2,
  timeout: 90_000,
  // No expectation is about time, but what waits longer than this has to say for what (eslint.config.js).
  expect: { timeout: 20_000, toPass: { timeout: 20_000 } },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    browserName: 'chromium',
    launchOptions: { executablePath, args, env: { ...process.env, ...env } },
    locale: 'en-GB',
    // The same day as in the specs, on every machine.
    timezoneId: 'UTC',
    // No test waits for a fade. Tests of motion switch it on.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
