import type { Locator, Page } from '@playwright/test';
import { toast } from '../support/messages.ts';
import { expect, openSignedIn, test } from '../support/product.ts';
import { expectLoaded } from '../support/view.ts';

const password = (page: Page): Locator => page.getByLabel('Password', { exact: true });

/** The field is marked as invalid, with this message as its description. */
async function expectFieldError(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(message);
}

test('1 · fields have labels and autocomplete, paste works, the password can be shown', async ({ page }) => {
  await page.goto('/signup');
  for (const [label, autocomplete] of [
    ['Full name', 'name'],
    ['Email', 'email'],
    ['Password', 'new-password'],
    ['Confirm password', 'new-password'],
  ] as const)
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('autocomplete', autocomplete);

  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
  await password(page).focus();
  // Has the same effect as a paste.
  await page.keyboard.insertText('correct horse battery');
  const toggle = page.getByRole('button', { name: 'Show password' });
  for (const [shown, type] of [
    ['false', 'password'],
    ['true', 'text'],
    ['false', 'password'],
  ] as const) {
    await expect(toggle).toHaveAttribute('aria-pressed', shown);
    await expect(password(page)).toHaveAttribute('type', type);
    await expect(password(page)).toHaveValue('correct horse battery');
    await toggle.click();
  }
});

test('2 · an error shows at its field, the first invalid field has the focus, and editing removes the error', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expectFieldError(page.getByLabel('Email'), 'Email is required');
  await expectFieldError(password(page), 'Password is required');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('r');
  // Not by text: the live region keeps the message for some seconds.
  await expect(page.locator('[data-field-error]')).toHaveText(['Password is required']);
  await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid');
  await expectFieldError(password(page), 'Password is required');

  await page.keyboard.type('obin@example.com');
  await password(page).fill('short');
  await page.keyboard.press('Enter');
  await expectFieldError(password(page), 'Password must be at least 6 characters');
  await expect(password(page)).toBeFocused();
});

test('3 · a refused sign-in shows the specified message above the form, and nothing typed is lost', async ({
  page,
}) => {
  const { email } = await openSignedIn(page);
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await password(page).fill('wrong horse');
  await page.getByRole('button', { name: 'Log in' }).click();
  const fault = page.getByRole('main').getByRole('alert');
  await expect(fault).toHaveText('Incorrect password.');
  const [above, below] = [await fault.boundingBox(), await page.getByLabel('Email').boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('4 · a deep link survives sign-in', async ({ page }) => {
  const person = await openSignedIn(page);
  await page.context().clearCookies();
  await page.goto('/dashboard?view=calendar');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(person.email);
  await password(page).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Content Calendar' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard?view=calendar');
});

test('data from a lost session is not shown any more', async ({ page }) => {
  await openSignedIn(page);
  await expectLoaded(page, 'Dashboard');
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(toast(page, 'Authentication required. Please log in.')).toBeVisible();
});
