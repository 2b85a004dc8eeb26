import type { Locator, Page } from '@playwright/test';
import { expect } from './product.ts';

/** What is still loading in the view, or what stands in for it. */
export const loading = (page: Page): Locator => page.getByRole('main').locator('[aria-busy=true]');

/** Waits for the heading of the view that is opened, since the view before it may have loaded as well. */
export async function expectView(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Waits until the view with this heading is there and has loaded. */
export async function expectLoaded(page: Page, heading: string | RegExp): Promise<void> {
  await expectView(page, heading);
  await expect(loading(page)).toHaveCount(0);
}
