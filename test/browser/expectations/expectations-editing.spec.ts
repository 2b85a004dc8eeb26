import type { Page } from '@playwright/test';
import { failWith } from '../../support/page/fake-server.ts';
import { hold, mockRoutes, stopClock } from '../support/edge.ts';
import { expect, openSignedIn, test } from '../support/product.ts';

const MARKET_SQUARE = '/dashboard?view=location-details&location=sample-101';
const NAME = 'Hearth & Crumb, Market Square';
const SAVE = 'PATCH /api/locations/:id';

/** Opens the details of the bakery in edit mode and types a new name. */
async function openEdited(page: Page): Promise<void> {
  await openSignedIn(page, MARKET_SQUARE);
  await page.getByRole('button', { name: 'Edit Details' }).click();
  await page.getByLabel('Business name').fill('Hearth & Crumb at the Market');
}

test('13 · Cancel restores the values, and Save shows a message for 3 seconds', async ({ page }) => {
  await stopClock(page);
  const release = await hold(page, SAVE);
  await openEdited(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Details' }).click();
  await expect(page.getByLabel('Business name')).toHaveValue(NAME);

  await page.getByLabel('Business name').fill('Hearth & Crumb at the Market');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  release();
  const message = page.getByRole('status').getByText('Location updated successfully!');
  await expect(message).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Hearth & Crumb at the Market' })).toBeVisible();
  await page.clock.runFor(2999);
  await expect(message).toBeVisible();
  await page.clock.runFor(1);
  await expect(message).toHaveCount(0);
});

test('13 · a failed save keeps the edits', async ({ page }) => {
  await mockRoutes(page, { [SAVE]: () => failWith(500, 'internal', 'An internal error occurred.') });
  await openEdited(page);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const fault = page.getByRole('alert').filter({ hasText: 'Failed to update location. Please try again.' });
  await expect(fault).toBeVisible();
  await expect(page.getByLabel('Business name')).toHaveValue('Hearth & Crumb at the Market');
  await expect(page.getByLabel('Business name')).toBeEnabled();
});

test('14 · unsaved edits are protected, on navigation and when the tab is left', async ({ page }) => {
  await openEdited(page);
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(page.getByLabel('Business name')).toHaveValue('Hearth & Crumb at the Market');

  const [leaving] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate(() => setTimeout(() => location.reload())),
  ]);
  expect(leaving.type()).toBe('beforeunload');
  await leaving.dismiss();
  await expect(page.getByLabel('Business name')).toHaveValue('Hearth & Crumb at the Market');

  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Business Accounts' })).toBeVisible();
});
