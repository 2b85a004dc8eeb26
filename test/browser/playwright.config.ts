import { defineConfig } from '@playwright/test';
import { findBrowser } from '../support/browser.mjs';

const { executablePath, args, env } = await findBrowser();

/** Each worker starts its own product with its own data: see product.ts. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/browser',
  // A flaky test counts as failed.
  retries: 0,
  forbidOnly: true,
  workers: 2,
  timeout: 180_000,
  // No expectation is about time: other kinds of tests keep both cores busy beside the browser.
  expect: { timeout: 30_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args, env: { ...process.env, ...env } },
    locale: 'en-GB',
    // No test waits for a fade. Tests of motion switch it on.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
