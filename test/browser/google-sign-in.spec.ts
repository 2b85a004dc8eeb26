import type { Page } from '@playwright/test';
import { controlOf } from 'gbp-simulator';
import { PEOPLE } from '../support/google/google-simulator.ts';
import { expect, test } from './support/product.ts';

const CLOSED = 'Sign-in popup was closed. Please try again.';

/** Clicks the button and chooses an account in the popup. Returns the popup. */
async function choose(page: Page, email: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const popup = await opened;
  await popup.getByRole('button', { name: email }).click();
  return popup;
}

/** The sidebar's link that says who is signed in. */
const accountOf = (page: Page, email: string) =>
  page.getByRole('link', { name: new RegExp(`^Settings: .*${email}$`) });

async function untilClosed(popup: Page): Promise<void> {
  if (!popup.isClosed()) await popup.waitForEvent('close');
}

/** The simulator that the popup of a sign-in is sent to. */
async function simulatorOf(page: Page): Promise<ReturnType<typeof controlOf>> {
  const answer = await page.request.get(`/api/auth/google?attempt=${crypto.randomUUID()}`, {
    maxRedirects: 0,
  });
  return controlOf(new URL(answer.headers()['location'] ?? '').origin);
}

test('a user signs in with a Google account that they choose in the popup', async ({ page }) => {
  await page.goto('/login');
  const popup = await choose(page, PEOPLE.tamsin);
  await popup.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await untilClosed(popup);
  await expect(accountOf(page, PEOPLE.tamsin)).toBeVisible();
});

test('a user who refuses at Google gets a message, and the popup closes itself', async ({ page }) => {
  await page.goto('/login');
  const popup = await choose(page, PEOPLE.wilhelmina);
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await untilClosed(popup);
  await expect(page.getByText(CLOSED)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
});

test('a popup that Google has cut off from its opener still signs in there, on the requested page', async ({
  page,
}) => {
  await page.goto('/dashboard?view=statistics');
  const google = await simulatorOf(page);
  await google.faults.next('oauth.authorize', 'cut-opener', { times: 2 });
  const popup = await choose(page, PEOPLE.casimir);
  await expect(page.getByText(CLOSED)).toBeVisible();
  await popup.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\?view=statistics$/);
  await expect(accountOf(page, PEOPLE.casimir)).toBeVisible();
});
