import type { Locator, Page } from '@playwright/test';
import { expect } from './product.js';

/** The open composer, or another dialog. */
export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** A field of the open dialog by its label, which may go on with "(optional)". */
export const field = (page: Page, label: string): Locator =>
  dialog(page).getByLabel(new RegExp(`^${label}( \\(optional\\))?$`));

/** Opens the composer from the view on screen, with its places loaded. */
export async function openComposer(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Schedule Post' }).first().click();
  await expect(field(page, 'Location').getByRole('option', { name: 'Café Lumière' })).toBeAttached();
}

/** Sends the composer off. */
export const submit = (page: Page): Promise<void> =>
  dialog(page).getByRole('button', { name: 'Schedule', exact: true }).click();

/** Chooses a post type. */
export const choose = (page: Page, type: string): Promise<void> =>
  dialog(page).getByRole('radio', { name: type }).check();

/** A day from today on, `yyyy-mm-dd` as a date field takes it. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
