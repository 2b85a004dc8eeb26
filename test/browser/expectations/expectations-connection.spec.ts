import { answersOfConnected } from '../../client/business-profile/builders.ts';
import { failWith, held } from '../../support/page/fake-server.ts';
import { mockRoutes, stopClock } from '../support/edge.ts';
import { expect, openSignedIn, test } from '../support/product.ts';

const CONNECT = 'POST /api/auth/gbp-connect';

test('5 · the connect card names four benefits, and its button works once', async ({ page, product }) => {
  const answer = held<{ url: string }>();
  const server = await mockRoutes(page, { [CONNECT]: () => answer.promise });
  await openSignedIn(page, '/dashboard?view=setup');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    'Manage multiple business locations',
    'Schedule posts and updates',
    'View performance insights',
    'Manage reviews and responses',
  ]);
  await expect(page.getByText(/You can revoke access at any time/)).toBeVisible();

  await page.getByRole('button', { name: 'Connect Google Business Profile' }).click();
  const connecting = page.getByRole('button', { name: 'Connecting...' });
  await expect(connecting).toBeDisabled();
  await connecting.click({ force: true });
  expect(server.sent(CONNECT)).toHaveLength(1);
  answer.release({ url: `${product.origin}/blog` });
  await expect(page).toHaveURL('/blog');
});

const SETUP = 'POST /api/auth/setup';
const OUTCOMES = [
  {
    query: 'code=good',
    says: 'Google Business Profile connected successfully!',
    goesTo: '/dashboard',
    after: 2000,
  },
  { query: 'error=access_denied', says: 'OAuth error: access_denied', goesTo: '/dashboard', after: 3000 },
  { query: '', says: 'No authorization code received', goesTo: '/dashboard', after: 3000 },
  {
    query: 'code=bad',
    says: 'Failed to connect Google Business Profile',
    goesTo: '/dashboard',
    after: 5000,
  },
  { query: 'code=good', says: 'Please log in first', goesTo: '/login', after: 3000, visitor: true },
];

test('6 · the callback shows the result, offers a link, and continues after 2, 3 or 5 seconds', async ({
  page,
}) => {
  await stopClock(page);
  await mockRoutes(page, {
    [SETUP]: ({ body }) =>
      (body as { code: string }).code === 'good'
        ? { success: true, message: 'ok' }
        : failWith(422, 'connection_refused', 'Google has refused the code.'),
  });
  await openSignedIn(page, '/gbp-callback');
  for (const { query, says, goesTo, after, visitor } of OUTCOMES) {
    if (visitor) await page.context().clearCookies();
    await page.goto(`/gbp-callback?${query}`);
    await expect(page.getByRole('main').getByText(says)).toBeVisible();
    await expect(page.getByText('This window will close automatically...')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', goesTo);
    await page.clock.runFor(after - 1);
    await expect(page).toHaveURL('/gbp-callback');
    await page.clock.runFor(1);
    await expect(page).toHaveURL(goesTo);
  }
});

test('6 · the callback shows that it is connecting', async ({ page }) => {
  const answer = held<unknown>();
  await mockRoutes(page, { [SETUP]: () => answer.promise });
  await openSignedIn(page, '/gbp-callback?code=good');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'Connecting your Google Business Profile...',
  );
  await expect(page.getByText('This window will close automatically...')).toHaveCount(0);
  answer.release({ success: false, message: 'no', error: { message: 'The code was used before.' } });
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    /^Setup failed\s*The code was used before\.$/,
  );
});

test('7 · lost access shows a permanent banner with a button to Google', async ({ page, product }) => {
  await stopClock(page);
  await mockRoutes(page, {
    ...answersOfConnected({ hasAccess: false, state: 'reconnect' }),
    [CONNECT]: () => ({ url: `${product.origin}/blog` }),
  });
  await openSignedIn(page);
  const banner = page
    .getByRole('main')
    .getByText(/^Shingle no longer has access to your Google Business Profile\./);
  await expect(banner).toBeVisible();
  await page.clock.runFor(15_000);
  await page.getByRole('navigation').getByRole('link', { name: 'Accounts', exact: true }).click();
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await expect(page).toHaveURL('/blog');
});
