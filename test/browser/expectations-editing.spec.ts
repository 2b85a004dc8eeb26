import type { Locator, Page } from '@playwright/test';
import { failWith } from '../support/fake-server.ts';
import { hold, mockRoutes, stopClock } from './edge.ts';
import { expectVisibleFocus } from './focus.ts';
import { expect, openSignedIn, test } from './product.ts';

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

/** Whether the whole text is on the screen and nothing covers it. */
const isInView = (text: Locator): Promise<boolean> =>
  text.evaluate((element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false;
    return [top + 1, bottom - 1].every((y) => {
      const hit = document.elementFromPoint(left + Math.min(width, height) / 2, y);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    });
  });

const REFUSALS = [
  ['regularHours.periods', 'Opening hours on Friday must close within 24 hours'],
  ['regularHours.periods[4].closeTime', 'Google doesn’t accept this closing time'],
  ['regularHours', 'Google needs regular hours while special hours are set'],
] as const;

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 360, height: 640 },
])
  test(`13 · the error of late-night hours is in view, at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await openSignedIn(page, MARKET_SQUARE);
    await page.getByRole('button', { name: 'Edit Hours' }).click();
    await page.getByLabel('Friday from').fill('18:00');
    for (const [index, [field, message]] of REFUSALS.entries()) {
      await mockRoutes(page, {
        [SAVE]: () =>
          failWith(400, 'validation_failed', 'Please correct the marked fields.', [{ field, message }]),
      });
      await page.getByLabel('Friday to').fill(`03:3${index}`);
      await page.getByRole('button', { name: 'Save Changes' }).click();
      const words = page.getByRole('main').getByText(message);
      await expect(words).toBeVisible();
      await expect(page.locator(':focus')).toHaveAttribute('aria-invalid', 'true');
      expect(await isInView(words), message).toBe(true);
      await expectVisibleFocus(page);
    }
  });

test('13 · the error of a refused sign-up is in view on a phone with its keyboard open', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 400 });
  const words = 'An account with this email already exists.';
  await mockRoutes(page, {
    'POST /api/auth/signup': () => failWith(400, 'auth/email-already-in-use', words),
  });
  await page.goto('/signup');
  await page.getByLabel('Full name').fill('Robin van Berg');
  await page.getByLabel('Email').fill('robin@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Confirm password').fill('correct horse');
  await page.getByRole('button', { name: 'Create Account' }).click();
  const fault = page.getByRole('main').getByText(words);
  await expect(fault).toBeVisible();
  await expect(fault).toBeInViewport({ ratio: 1 });
});
