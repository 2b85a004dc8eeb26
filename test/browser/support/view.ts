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

/**
 * Resizes the window and waits until the page has followed: the sidebar becomes a drawer, a table cards, and a form that is
 * shown in sheets is another one. A browser says that the width has changed before it draws its next frame.
 */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(({ width }) => window.innerWidth === width, size);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}
