import type { Locator, Page } from '@playwright/test';

/** A message at the top right. Live regions say the same words once more, for screen readers alone. */
export const toast = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: words });
