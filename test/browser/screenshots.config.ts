import { defineConfig } from '@playwright/test';
import tests from './playwright.config.js';

/** What `screenshots.mjs` runs: the same product and browser as the tests, with pictures as the result. */
export default defineConfig(tests, {
  testMatch: 'screenshots.ts',
  // Emptied before each run.
  outputDir: '../../test-results/screenshots',
  use: {
    launchOptions: {
      ...tests.use?.launchOptions,
      // The page keeps room for the scrollbar, so it should be seen there.
      ignoreDefaultArgs: ['--hide-scrollbars'],
    },
  },
});
