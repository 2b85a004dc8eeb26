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

/** Opens the composer from the quick actions of the location on screen. */
export async function openComposer(page: Page): Promise<void> {
  const actions = page.getByRole('region', { name: 'Quick Actions' });
  await actions.getByRole('button', { name: 'Schedule Post' }).click();
  await expect(page.getByRole('dialog', { name: 'Schedule Post' })).toBeVisible();
}

/** Submits the composer. */
export const submit = (page: Page): Promise<void> =>
  dialog(page).getByRole('button', { name: 'Schedule', exact: true }).click();

/** Chooses a post type. */
export const choose = (page: Page, type: string): Promise<void> =>
  dialog(page).getByRole('radio', { name: type }).check();

/** The day that is `days` days from the page's today, `yyyy-mm-dd` for a date field. */
export const dayFromNow = (page: Page, days: number): Promise<string> =>
  page.evaluate((later) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10), days);
