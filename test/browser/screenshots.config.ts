import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Run by `screenshots.mjs`: the same product and browser as the tests, with pictures as the result. */
export default defineConfig(tests, {
  testMatch: 'screenshots.ts',
  // Emptied before each run.
  outputDir: '../../test-results/screenshots',
  use: {
    launchOptions: {
      ...tests.use?.launchOptions,
      // The page reserves space for the scrollbar, so show it.
      ignoreDefaultArgs: ['--hide-scrollbars'],
    },
  },
});
