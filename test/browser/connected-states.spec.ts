import type { Schemas } from '../../client/api/client.js';
import { answersOfConnected, connected, importing, mirror } from '../client/business-profile/builders.ts';
import { answersOfStatistics, statisticsOfMany } from '../client/statistics/builders.ts';
import { account, googleLocation, list } from '../client/listings/builders.ts';
import { postList, storedPost } from '../client/posts/builders.ts';
import { failWith } from '../support/page/fake-server.ts';
import { expectAccessible, WIDE } from './support/accessibility.ts';
import { mockRoutes } from './support/edge.ts';
import { expect, openSignedIn, test } from './support/product.ts';

const STATUS = 'GET /api/auth/gbp-status';
const MIRROR = 'GET /api/mirror';
const DETAILS = '/dashboard?view=location-details&location=location-1';

test.describe.configure({ mode: 'parallel' });

test('the connection is accessible: no quota, the question before disconnecting, the result', async ({
  page,
}) => {
  const server = await mockRoutes(page, {
    ...answersOfConnected({ state: 'no_quota' }),
    'DELETE /api/auth/gbp-connection': () => ({ revoked: false, message: 'Google couldn’t be reached.' }),
  });
  await openSignedIn(page, '/dashboard?view=setup');
  await expect(page.getByText(/^Google hasn’t approved this app/)).toBeVisible();
  await expectAccessible(page, 'setup without quota');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await expectAccessible(page, 'question before disconnecting');
  server.on({ [STATUS]: () => ({ ...connected(), source: 'sample', state: 'none', hasAccess: false }) });
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('main').getByText('Google couldn’t be reached.')).toBeVisible();
  await expectAccessible(page, 'disconnected');
});

test('the question about a held connection is accessible, also when the answer cannot be saved', async ({
  page,
}) => {
  await mockRoutes(page, {
    ...answersOfConnected({
      hasAccess: false,
      state: 'held',
      email: 'a-long-address-of-somebody-else@business-profiles.example.com',
    }),
    'GET /api/posts': () => postList([storedPost({ detail: 'connection_held' })]),
    'POST /api/auth/gbp-connection/keep': () => failWith(500, 'internal', 'Please try again.'),
  });
  await openSignedIn(page);
  await expect(page.getByRole('heading', { level: 1, name: /^Keep the connection to a-long/ })).toBeVisible();
  await expect(page.getByText(/1 post is waiting for your answer\.$/)).toBeVisible();
  await expectAccessible(page, 'question about a held connection');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(page.getByText('Your choice couldn’t be saved')).toBeVisible();
  await expectAccessible(page, 'answer that was not saved');
});

test('the first read is accessible while it runs and after it failed', async ({ page }) => {
  const server = await mockRoutes(page, {
    ...answersOfConnected(),
    [MIRROR]: () => importing(),
    'GET /api/accounts': () => ({ items: [] }),
  });
  await openSignedIn(page, '/dashboard?view=accounts');
  await expect(page.getByText(/2 of 3 accounts, 240 locations so far$/)).toBeVisible();
  await expectAccessible(page, 'first reading');
  const problem = 'Google isn’t responding right now. Please try again shortly.';
  server.on({ [MIRROR]: () => mirror({ state: 'failed', asOf: null, problem }) });
  await expect(page.getByText(problem)).toBeVisible();
  await expectAccessible(page, 'failed first reading');
});

test('a location at Google is accessible: figures, review, age, ended access, editing', async ({ page }) => {
  const shown = googleLocation({
    pendingFields: ['name', 'categoryIds', 'regularHours'],
    openStatus: 'CLOSED_PERMANENTLY',
  });
  const stats: Schemas['LocationStatisticsDto'] = {
    from: '2026-10-22',
    to: '2026-11-20',
    profileViews: { value: 12_480, isBelow: false },
    searchQueries: { value: 15, isBelow: true },
    directionRequests: { value: 0, isBelow: false },
    phoneCalls: null,
  };
  const server = await mockRoutes(page, {
    ...answersOfConnected({ hasAccess: false, state: 'reconnect' }),
    'GET /api/locations': () => list([shown]),
    'GET /api/locations/:id': () => shown,
    'GET /api/locations/:id/stats': () => stats,
    'GET /api/locations/:id/attributes': () => ({ items: [] }),
  });
  await openSignedIn(page, DETAILS);
  await expect(page.getByText('below 15')).toBeVisible();
  await expect(page.getByText('May be out of date', { exact: true })).toBeVisible();
  await expectAccessible(page, 'place at Google, access ended');

  server.on({ [STATUS]: () => connected() });
  await page.reload();
  // The whole page has come: parts that come later move the button while it is being pressed.
  for (const part of [/permanently closed on Google/, 'below 15', 'None are set for this location.'])
    await expect(page.getByText(part)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Details' }).click();
  await page.getByLabel('Business name').fill('Hearth & Crumb at the Market');
  await expectAccessible(page, 'editing a place at Google');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Change the business name?' })).toBeVisible();
  await expectAccessible(page, 'question about a new name');
});

test('the whole form of a location is accessible: more hours, opening state, what has changed at Google, and the question before closing', async ({
  page,
}) => {
  // High enough for the whole form, since axe takes a field that is half below the bar of buttons for a small one.
  const sizes = [
    { width: 1280, height: 4000 },
    { width: 360, height: 6000 },
  ];
  const monday = { openDay: 'MONDAY', openTime: '10:00', closeDay: 'MONDAY', closeTime: '15:00' } as const;
  const shown = googleLocation({
    description: 'Bread from our own oven.',
    moreHours: [{ hoursTypeId: 'DELIVERY', name: 'Delivery', periods: [monday] }],
  });
  const nothing = { text: null, items: null, hours: null, specialHours: null, moreHours: null };
  const conflicts: Schemas['FieldConflictDto'][] = [
    {
      field: 'description',
      current: { ...nothing, text: 'Bread and cakes.' },
      wanted: { ...nothing, text: 'Bread.' },
    },
    { field: 'regularHours', current: { ...nothing, hours: [monday] }, wanted: nothing },
  ];
  const refused = {
    statusCode: 409,
    code: 'changed_since',
    message: 'Changed.',
    requestId: 'test',
    conflicts,
  };
  await mockRoutes(page, {
    ...answersOfConnected(),
    'GET /api/locations': () => list([shown]),
    'GET /api/locations/:id': () => shown,
    'GET /api/locations/:id/attributes': () => ({
      items: [{ id: 'menu', name: 'Menu', group: 'Links', values: ['https://example.com/menu'] }],
    }),
    'GET /api/locations/:id/more-hours-types': () => ({ items: [{ id: 'PICKUP', name: 'Pickup' }] }),
    'PATCH /api/locations/:id': () => Response.json(refused, { status: 409 }),
  });
  await openSignedIn(page, DETAILS);
  await expect(page.getByRole('link', { name: /example\.com\/menu/ })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Details' }).click();
  for (const part of ['Description', 'Special hours', 'More hours', 'Open or closed'])
    await page.getByRole('group', { name: 'Also edit' }).getByRole('button', { name: part }).click();
  await page.getByLabel('Business description').fill('Bread.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const changed = page.getByRole('region', { name: 'Changed on Google' });
  await expect(changed).toBeFocused();
  await expectAccessible(page, 'two values of a field', { sizes });
  // The fields have the same buttons once more.
  await changed.getByRole('button', { name: 'Keep mine for Description' }).click();
  await changed.getByRole('button', { name: 'Use Google’s for Business hours' }).click();
  await page.getByRole('radio', { name: 'Permanently closed' }).check({ force: true });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Close this location permanently?' })).toBeVisible();
  await expectAccessible(page, 'question before closing for good');
});

test('figures are accessible: chart, table, partly read, days that cannot be shown, none, a selection that is gone', async ({
  page,
}) => {
  const SERIES = 'GET /api/statistics';
  const server = await mockRoutes(page, {
    ...answersOfConnected(),
    ...answersOfStatistics(),
    'GET /api/accounts': () => ({ items: [account()] }),
    'GET /api/locations': () => list([googleLocation()]),
    'GET /api/selections': () => ({ items: [] }),
  });
  await openSignedIn(page, '/dashboard?view=statistics');
  await expect(page.getByRole('img', { name: /^Impressions, All locations/ })).toBeVisible();
  await expectAccessible(page, 'chart of figures', { withFrame: true });
  // The choice does not jump back for a moment.
  const table = page.getByRole('radio', { name: 'Table' });
  expect(await table.evaluate((radio: HTMLInputElement) => (radio.click(), radio.checked))).toBe(true);
  await page.getByRole('button', { name: 'More metrics' }).click();
  await expectAccessible(page, 'menu of metrics', { sizes: [WIDE] });
  await page.getByRole('button', { name: 'Menu clicks' }).click();
  await expect(page.getByRole('table', { name: 'Menu clicks' })).toBeVisible();
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expectAccessible(page, 'table of figures');

  server.on({ [SERIES]: () => statisticsOfMany({ locationsToRead: 12 }) });
  await page.goto('/dashboard?view=statistics&period=own&from=2026-10-27&to=2026-11-25');
  await expect(page.getByText(/12 locations still to be read/)).toBeVisible();
  await expectAccessible(page, 'figures that are partly read');
  await page.goto('/dashboard?view=statistics&period=own&from=2026-10-27&to=2026-10-25');
  await expect(page.getByRole('alert').getByText(/must not be before/)).toBeVisible();
  await expectAccessible(page, 'days that cannot be shown');

  server.on({ [SERIES]: () => statisticsOfMany({ locationsWithFigures: 0, dataUntil: null }) });
  await page.goto('/dashboard?view=statistics');
  await expect(
    page.getByRole('heading', { name: 'Google has no figures for these locations' }),
  ).toBeVisible();
  await expectAccessible(page, 'no figures');
  server.on({ [SERIES]: () => failWith(404, 'not_found', 'The requested resource was not found.') });
  await page.goto('/dashboard?view=statistics&selection=00000000-0000-4000-8000-000000000077');
  await expect(page.getByRole('button', { name: 'Show all locations' })).toBeVisible();
  await expectAccessible(page, 'a selection that is gone');

  server.on({ [SERIES]: () => statisticsOfMany() });
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Last 28 days on Google' })).toBeVisible();
  await expectAccessible(page, 'figures on the overview');
});
