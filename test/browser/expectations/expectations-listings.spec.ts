import { account, list, location } from '../../client/listings/builders.ts';
import { mockRoutes } from '../support/edge.ts';
import { expect, openSignedIn, test } from '../support/product.ts';

const LOCATIONS = '/dashboard?view=locations';

test('8 · all accounts and all pages of their locations are shown, and "none" only if there are none', async ({
  page,
}) => {
  const types = ['PERSONAL', 'LOCATION_GROUP', 'USER_GROUP'] as const;
  const part = (skip: number) => {
    const items = Array.from({ length: Math.min(100, 120 - skip) }, (_, index) =>
      location({ id: `location-${skip + index}`, name: `Shop ${skip + index}` }),
    );
    return { ...list(items), matched: 120, total: 120, nextCursor: skip === 0 ? '100' : null };
  };
  const server = await mockRoutes(page, {
    'GET /api/accounts': () => ({
      items: types.map((type) => account({ id: type, name: `The ${type}`, type })),
    }),
    'GET /api/locations': ({ query }) => {
      if (query.accountId === 'USER_GROUP') return list([]);
      return part(Number(query.cursor ?? 0));
    },
  });
  await openSignedIn(page, '/dashboard?view=accounts');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveText([/Personal/, /Location group/, /User group/]);

  await page.getByRole('link', { name: /The LOCATION_GROUP/ }).click();
  await expect(page.getByText('120 of 120 locations')).toBeVisible();
  await expect(cards.filter({ hasText: 'Shop 0' })).toBeVisible();
  // Pressed again, since the list may have grown while the page scrolled.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(cards.filter({ hasText: 'Shop 119' })).toBeInViewport({ timeout: 1000 });
  }).toPass();
  await expect(page.getByText('No locations yet')).toHaveCount(0);

  await page.getByRole('link', { name: 'Back to Accounts' }).click();
  await page.getByRole('link', { name: /The USER_GROUP/ }).click();
  await expect(page.getByRole('heading', { name: 'No locations yet' })).toBeVisible();

  server.on({ 'GET /api/accounts': () => ({ items: [] }) });
  await page.goto('/dashboard?view=accounts');
  await expect(page.getByRole('heading', { name: 'No business accounts yet' })).toBeVisible();
});

test('9 · an account is one tab stop with name, state, type and count, and Enter opens it', async ({
  page,
}) => {
  await openSignedIn(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Accounts', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Business Accounts' })).toBeFocused();
  const headings = page.getByRole('main').getByRole('article').getByRole('heading');
  await expect(headings).toHaveCount(6);
  const names = await headings.allTextContents();
  for (const name of names) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(
      new RegExp(`^${name}, (Verified|Unverified|Suspended), [A-Z][a-z ]+, \\d+ locations?$`),
    );
    // After the card comes the link to its locations that need attention, if there are any.
    const card = page.getByRole('main').getByRole('article').filter({ hasText: name });
    if ((await card.getByRole('link').count()) > 1) await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: names.at(-1) })).toBeFocused();
});

test('10 · a search finds names and addresses, says "X of Y locations", and can be cleared at once', async ({
  page,
}) => {
  await openSignedIn(page, LOCATIONS);
  const count = page.getByRole('status').filter({ hasText: /of \d+ locations/ });
  const cards = page.getByRole('main').getByRole('article');
  await expect(count).toHaveText('27 of 27 locations');
  const search = page.getByRole('searchbox', { name: 'Search by name or address' });

  await search.fill('market sq');
  await expect(count).toHaveText('1 of 27 locations');
  await expect(cards).toHaveText([/Hearth & Crumb, Market Square/]);
  await search.fill('leeds');
  await expect(count).toHaveText('2 of 27 locations');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(count).toHaveText('27 of 27 locations');
  await expect(search).toBeFocused();

  await search.fill('nowhere at all');
  await expect(count).toHaveText('0 of 27 locations');
  await expect(page.getByRole('heading', { name: 'No locations match your search' })).toBeVisible();
  await expect(page.getByText('No locations yet')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all locations' }).click();
  await expect(cards).toHaveCount(27);
});

test('10 · filters, order and the table are kept on Reload and Back', async ({ page }) => {
  await openSignedIn(page, LOCATIONS);
  const count = page.getByRole('status').filter({ hasText: /of \d+ locations/ });
  await expect(count).toHaveText('27 of 27 locations');
  await page.getByLabel('Filter by state').selectOption('Suspended');
  await expect(count).toHaveText('4 of 27 locations');
  await page.getByLabel('Filter by account').selectOption('Hearth & Crumb Bakeries');
  await page.getByLabel('Sort by').selectOption('By store code');
  await page.getByText('Table', { exact: true }).click();
  const rows = page.getByRole('table', { name: 'Locations' }).getByRole('row');
  await expect(count).toHaveText('1 of 9 locations');
  await expect(rows).toHaveText([/^Name/, /HC-07/]);
  await page.reload();
  await expect(rows).toHaveCount(2);

  await page.getByLabel('Filter by state').selectOption('All states');
  await expect(rows).toHaveCount(10);
  await rows.filter({ hasText: 'HC-07' }).getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Edit Details' })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(10);
});

test('11 · a state that is not good says what it means and how to fix it', async ({ page }) => {
  await openSignedIn(page, LOCATIONS);
  for (const [place, meaning, help] of [
    ['Corner Launderette', /^Google hasn’t confirmed that this business is yours/, /verify a business/],
    ['Fern & Fable Books', /^Google has suspended this profile/, /fix a suspended profile/],
  ] as const) {
    await page.getByRole('link', { name: new RegExp(`^${place}`) }).click();
    await expect(page.getByText(meaning)).toBeVisible();
    await expect(page.getByRole('link', { name: help })).toHaveAttribute(
      'href',
      /^https:\/\/support\.google\.com\//,
    );
    await page.goBack();
  }
});

test('12 · a card shows two categories and "+3 more", and says when hours are not set', async ({ page }) => {
  await openSignedIn(page, LOCATIONS);
  const bakery = page.getByRole('article').filter({ hasText: 'Steelworks Arcade' });
  await expect(bakery.getByRole('list', { name: 'Categories' }).getByRole('listitem')).toHaveText([
    'Bakery',
    'Cake shop',
    '+3 more',
  ]);
  await expect(bakery.getByText('Tue 08:00–13:00')).toBeVisible();
  await expect(
    page.getByRole('article').filter({ hasText: 'Larkspur Cottage' }).getByText('Hours not set'),
  ).toBeVisible();
});
