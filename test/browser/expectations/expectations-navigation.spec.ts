import { expect, openSignedIn, test } from '../support/product.ts';
import { expectLoaded } from '../support/view.ts';

test('16 · a new view changes the title, and its heading takes the focus', async ({ page }) => {
  await openSignedIn(page);
  await expect(page).toHaveTitle('Dashboard - Shingle');
  for (const [view, heading] of [
    ['Accounts', 'Business Accounts'],
    ['Locations', 'Locations'],
    ['Content Calendar', 'Content Calendar'],
    ['Connection', 'Connection'],
    ['Dashboard', 'Dashboard'],
  ] as const) {
    await page.getByRole('navigation').getByRole('link', { name: view }).click();
    await expect(page).toHaveTitle(`${view} - Shingle`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  }
});

test('45 · each future view says in one sentence what it will do, and links back', async ({ page }) => {
  await openSignedIn(page);
  await page.getByRole('button', { name: 'Coming soon 3' }).click();
  for (const view of [
    'Rank Tracking',
    'Competitors',
    'Reputation',
    'Tasks',
    'Statistics',
    'AI Agent',
    'Change Log',
  ]) {
    await page.getByRole('navigation').getByRole('link', { name: view }).click();
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: view })).toBeVisible();
    await expect(main.getByText('Coming Soon', { exact: true })).toBeVisible();
    // What is built also says what it waits for.
    const sentences = main.getByRole('paragraph').filter({ hasText: /^[A-Z][^.]+\.$/ });
    await expect(sentences).toHaveCount(
      ['Change Log', 'Reputation', 'Statistics', 'Tasks'].includes(view) ? 2 : 1,
    );
    await main.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(main.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  }
});

test('45 · a button that does nothing yet is disabled and says so, and all others work', async ({ page }) => {
  await openSignedIn(page, '/dashboard?view=location-details&location=sample-101');
  const disabled = page.getByRole('button', { disabled: true });
  await expect(disabled).toHaveText([
    /^View Insights Coming soon$/,
    /^Manage Reviews Coming soon$/,
    /^Upload Photos Coming soon$/,
  ]);
  for (const view of ['Dashboard', 'Accounts', 'Locations', 'Content Calendar', 'Connection']) {
    await page.getByRole('navigation').getByRole('link', { name: view }).click();
    await expectLoaded(page, view);
    await expect(disabled).toHaveCount(0);
  }
});
