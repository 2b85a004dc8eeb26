import { defineConfig } from '@playwright/test';
import { findBrowser } from '../support/browser.mjs';

const { executablePath, args, env } = await findBrowser();

/** Every test file starts the product itself, on data of its own: see product.ts. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/browser',
  // A test that passes only sometimes has failed.
  retries: 0,
  forbidOnly: true,
  // Two cores, shared with the servers under test.
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args, env: { ...process.env, ...env } },
    locale: 'en-GB',
    // Nothing waits for a fade; tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
