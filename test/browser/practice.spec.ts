import { expectAccessible } from './support/accessibility.ts';
import { expect, openSignedIn, test } from './support/product.ts';

test('a practice Google is one click from the banner, and named from then on', async ({ page }) => {
  await openSignedIn(page, '/dashboard?view=accounts');
  await page.getByRole('button', { name: 'Try with a practice Google' }).click();
  const navigation = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(navigation.getByRole('link', { name: /^Connection/ })).toContainText('Practice');
  await expect(page.getByText('Brackenbury Local Marketing')).toBeVisible();
});

test('the demo is one click from its address, and shows a month of posts in every state', async ({
  page,
}) => {
  await page.goto('/login?demo');
  const open = page.getByRole('button', { name: 'Open the demo, no account needed' });
  await expect(open).toBeVisible();
  await expectAccessible(page, 'the demo');
  await open.click();
  // A month of posts is made first.
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Practice Google.')).toBeVisible();
  await page.goto('/dashboard?view=calendar');
  for (const tab of [/^Scheduled/, /^Published/, /^Failed/])
    await expect(page.getByRole('tab', { name: tab })).toContainText(/[1-9]/);
  await page.goto('/login?demo');
  await expect(page.getByRole('heading', { name: 'Open the demo?' })).toBeVisible();
  await expectAccessible(page, 'the question before the demo');
  await page.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});
