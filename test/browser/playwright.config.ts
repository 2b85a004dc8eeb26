import { defineConfig } from '@playwright/test';
import { findBrowser } from '../support/browser.mjs';

const { executablePath, args, env } = await findBrowser();

/** Every test file starts the product itself, on data of its own: see product.ts. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  // A test that passes only sometimes has failed.
  retries: 0,
  forbidOnly: true,
  // Two cores, shared with the servers under test.
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args, env: { ...process.env, ...env } },
    locale: 'en-GB',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
