import type { Page } from '@playwright/test';
import { expect, openSignedIn } from './product.ts';

/** Chooses this account on Google's pages and allows the access. */
export async function allow(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
}

/** The page that Google sends the browser back to goes on to the dashboard, which shows what was connected. */
export async function expectConnected(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('definition').nth(1)).not.toHaveText('0');
}

/** Opens the dashboard of a new user who has connected this account. */
export async function openConnected(page: Page, email: string): Promise<void> {
  await openSignedIn(page, '/dashboard?view=setup');
  await page.getByRole('button', { name: 'Connect Google Business Profile' }).click();
  await allow(page, email);
  await expectConnected(page);
}
