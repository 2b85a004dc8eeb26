import type { Locator, Page } from '@playwright/test';
import { expect } from './product.ts';

/** The open composer, or another dialog. */
export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** A field of the open dialog by its label, which may end with "(optional)". */
export const field = (page: Page, label: string): Locator =>
  dialog(page).getByLabel(new RegExp(`^${label}( \\(optional\\))?$`));

/** Finds a location in the composer by a part of its name, and chooses it. */
export async function chooseLocation(page: Page, name: string): Promise<void> {
  await field(page, 'Location').fill(name);
  await dialog(page).getByRole('option', { name }).click();
}

/** Opens the composer from the view on screen. */
export async function openComposer(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Schedule Post' }).first().click();
  await expect(dialog(page)).toBeVisible();
}

/** Submits the composer. */
export const submit = (page: Page): Promise<void> =>
  dialog(page).getByRole('button', { name: 'Schedule', exact: true }).click();

/** Chooses a post type. */
export const choose = (page: Page, type: string): Promise<void> =>
  dialog(page).getByRole('radio', { name: type }).check();

/** The day that is `days` days from today, `yyyy-mm-dd` for a date field. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
