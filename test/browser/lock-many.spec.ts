import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { press, tabTo } from './support/focus.ts';
import { hand } from './support/hand.ts';
import { openLocations } from './support/many-locations.ts';
import { toast } from './support/messages.ts';
import { expect, test } from './support/product.ts';

const CODES = Array.from({ length: 30 }, (_, at) => `TD-${String(at + 101)}`);

const chooser = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose locations' });
const fields = (page: Page, locations: string): Locator =>
  page.getByRole('dialog', { name: `Lock fields at ${locations}` });

test('the phone number of 30 locations is locked in 5 clicks', async ({ page }) => {
  await openLocations(page);
  await page.goto('/dashboard?view=change-log&tab=locks');
  const { used, click, fill } = hand();
  await click(page.getByRole('button', { name: 'Lock a field' }));
  await click(chooser(page).getByRole('tab', { name: 'Store codes' }));
  await fill(chooser(page).getByRole('textbox', { name: 'Store codes' }), CODES.join('\n'));
  await click(chooser(page).getByRole('button', { name: 'Choose 30 locations' }));
  const dialog = fields(page, '30 locations');
  await click(dialog.getByText('Phone number', { exact: true }));
  await expectAccessible(page, 'the fields to lock');
  await click(dialog.getByRole('button', { name: 'Lock the phone number' }));
  await expect(page.getByRole('heading', { level: 3, name: 'Phone number of 30 locations' })).toBeVisible();
  await expect(toast(page, 'Phone number locked at 30 locations.')).toBeVisible();
  expect(used).toEqual({ clicks: 5, fields: 1 });
  await expectAccessible(page, 'a lock of many locations');
});

test('by keyboard from the locations; what is locked already keeps its lock', async ({ page }) => {
  await openLocations(page);
  await page.getByLabel('Search by name or address').fill('Berlin 2');
  await expect(page.getByText(/^\d of 500 locations$/)).toBeVisible();
  const all = /^(\d+) of/.exec((await page.getByText(/^\d of 500 locations$/).textContent()) ?? '')?.[1];
  await press(page, page.getByRole('checkbox', { name: 'Select all' }), 'Space');
  const bar = page.getByRole('region', { name: 'Selected locations' });
  await tabTo(page, bar.getByRole('button', { name: 'Lock a field' }));
  for (const [words, already] of [
    ['Website locked at', 0],
    ['Nothing new: the website is locked already.', all],
  ] as const) {
    await page.keyboard.press('Enter');
    const dialog = fields(page, `${all} locations`);
    await press(page, dialog.getByRole('checkbox', { name: 'Website' }), 'Space');
    await press(page, dialog.getByRole('button', { name: 'Lock the website' }));
    await expect(toast(page, new RegExp(`^${words}`))).toBeVisible();
    await expect(dialog, `${already} locked already`).toBeHidden();
    await expect(bar.getByRole('button', { name: 'Lock a field' })).toBeFocused();
  }
});
