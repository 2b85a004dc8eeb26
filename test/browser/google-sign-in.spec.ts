import type { Page } from '@playwright/test';
import { expect, signUp, test } from './product.js';

const CLOSED = 'Sign-in popup was closed. Please try again.';

/** Clicks the button and answers the window that opens. */
async function begin(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  return opened;
}

/** The address on which the popup's flow ends. */
const end = (start: string, result: string): string =>
  `/google-sign-in?attempt=${new URL(start).searchParams.get('attempt')}&result=${result}`;

test('the popup says why it cannot sign in, and closes itself', async ({ page }) => {
  await page.goto('/login');
  const popup = await begin(page);
  await expect(
    page.getByText('This sign-in method is not enabled. Please enable it in your Firebase setup.'),
  ).toBeVisible();
  if (!popup.isClosed()) await popup.waitForEvent('close');
  await expect(page.getByText(CLOSED)).toBeHidden();
});

test('a sign-in that Google has cut off from its opener still arrives there, on the page that was asked for', async ({
  page,
  context,
}) => {
  await signUp(page);
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.goto('/dashboard?view=statistics');
  // Stands for the pages on which Google asks for account and password.
  await context.route('**/api/auth/google?*', (route, request) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'Cross-Origin-Opener-Policy': 'same-origin' },
      body: `<a href="${end(request.url(), 'signed-in')}">Allow</a>`,
    }),
  );
  const popup = await begin(page);
  await expect(page.getByText(CLOSED)).toBeVisible();
  await context.addCookies(cookies);
  await popup.getByRole('link', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\?view=statistics$/);
});
