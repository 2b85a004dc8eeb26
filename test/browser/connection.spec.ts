import type { Page } from '@playwright/test';
import { controlOf } from 'gbp-simulator';
import { PEOPLE } from '../support/google/google-simulator.ts';
import { allow, counter, expectConnected, findAccessEnded } from './support/connect.ts';
import { toast } from './support/messages.ts';
import { expect, openSignedIn, test } from './support/product.ts';
import { expectLoaded } from './support/view.ts';

const MINUTE_MS = 60_000;
const SAMPLE = /^You’re looking at sample data\./;

const follow = (page: Page, view: string) =>
  page.getByRole('navigation').getByRole('link', { name: view }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Has the page stay that goes on to the dashboard after some seconds. */
async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + MINUTE_MS);
}

/** Goes from the setup view to Google's consent page. Returns the origin of the simulator. */
async function goToGoogle(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Connect Google Business Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  return new URL(page.url()).origin;
}

/** Connects Idris's profile and shows his locations. Returns what steers their Google. */
async function listIdris(page: Page) {
  await openSignedIn(page, '/dashboard?view=setup');
  const google = controlOf(await goToGoogle(page));
  await allow(page, PEOPLE.idris);
  await expectConnected(page);
  await follow(page, 'Locations');
  await expect(page.getByText('5 of 5 locations')).toBeVisible();
  return google;
}

test('a user connects their Business Profile, sees and edits their locations, and disconnects', async ({
  page,
}) => {
  await openSignedIn(page, '/dashboard?view=setup');
  const google = controlOf(await goToGoogle(page));
  await stopClock(page);
  await allow(page, PEOPLE.tamsin);
  await expect(
    page.getByRole('main').getByText('Google Business Profile connected successfully!'),
  ).toBeVisible();
  // The code stays neither in the history nor on a shared screen.
  await expect(page).toHaveURL('/gbp-callback');
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await page.clock.resume();

  await expect(counter(page, 'Locations')).toHaveText('8');
  await expect(page.getByText(SAMPLE)).toHaveCount(0);
  await follow(page, 'Accounts');
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('article').filter({ hasText: 'Organization' })).toHaveCount(1);
  await follow(page, 'Locations');
  await expect(page.getByText('8 of 8 locations')).toBeVisible();
  await expect(page.getByText('Hearth & Crumb')).toHaveCount(0);

  await page.getByRole('link', { name: /^Okonjo Ceramics/ }).click();
  await expect(page.getByText(/^As of \d\d:\d\d$/)).toBeVisible();
  await expectLoaded(page, /^Okonjo Ceramics/);
  await page.getByRole('button', { name: 'Edit Details' }).click();
  await expect(page.getByRole('link', { name: /^Edit the address on Google/ })).toBeVisible();
  await page.getByLabel('Tuesday from', { exact: true }).fill('09:15');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('row', { name: /^Tuesday/ })).toContainText('09:15–13:00');
  const { fields } = await google.world.location({ location: 'Okonjo Ceramics' });
  expect(fields.regularHours?.periods[0]?.openTime).toEqual({ hours: 9, minutes: 15 });

  await follow(page, 'Connection');
  await expect(page.getByText(PEOPLE.tamsin)).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('button', { name: 'Connect Google Business Profile' })).toBeVisible();
  await expect(heading(page, 'Connection')).toBeFocused();
  expect(await google.world.access({ email: PEOPLE.tamsin })).toEqual([]);
  await follow(page, 'Accounts');
  await expect(page.getByRole('article').filter({ hasText: 'Hearth & Crumb' })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Okonjo' })).toHaveCount(0);
  await expect(page.getByText(SAMPLE)).toBeVisible();
});

test('access that was revoked at Google is noticed and can be restored', async ({ page }) => {
  const google = await listIdris(page);

  await google.world.revokeAccess({ email: PEOPLE.idris });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(
    page.getByRole('main').getByText(/^Shingle no longer has access to your Google Business Profile\./),
  ).toBeVisible();
  await expect(page.getByText('May be out of date', { exact: true })).toBeVisible();
  await expect(page.getByText('5 of 5 locations')).toBeVisible();
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await allow(page, PEOPLE.idris);
  await expectConnected(page, '5');
  await expect(page.getByText(/has ended\./)).toHaveCount(0);
});

test('a message that comes up under the pointer goes by itself, and leaves the button below it free', async ({
  page,
}) => {
  const google = await listIdris(page);
  await google.world.revokeAccess({ email: PEOPLE.idris });
  // The server refuses the page's reading at once.
  await findAccessEnded(page);
  const isShown = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') await isShown.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(toast(page, /^Shingle no longer has access/)).toBeVisible();
  isShown.resolve();
  // The pressed button goes, and the message comes to where it was.
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
});

test('a user who refuses at Google returns to the dashboard with the sample', async ({ page }) => {
  await openSignedIn(page, '/dashboard?view=setup');
  await goToGoogle(page);
  await stopClock(page);
  await page.getByRole('button', { name: PEOPLE.wilhelmina }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('OAuth error: access_denied')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await page.clock.resume();
  await expect(page.getByRole('button', { name: 'Connect Google Business Profile' })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Connection/ })).toContainText(
    'Sample data',
  );
});
