import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expect, openSignedIn, test } from './support/product.ts';

/** Opens a page, waits until everything has loaded, and checks it. */
async function expectAccessiblePage(page: Page, path: string, withFrame = false): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page, path, { withFrame });
}

test('every public page is accessible in both themes and fits a narrow phone', async ({ page }) => {
  for (const path of [
    '/',
    '/login',
    '/signup',
    '/blog',
    '/google-sign-in',
    '/nowhere',
    '/documents/comparison',
  ])
    await expectAccessiblePage(page, path, true);
});

test('every view of the dashboard is accessible in both themes and fits a narrow phone', async ({ page }) => {
  await openSignedIn(page);
  await expectAccessiblePage(page, '/dashboard', true);
  for (const path of [
    '/dashboard?view=accounts',
    '/dashboard?view=locations&account=sample-hearth-and-crumb',
    '/dashboard?view=location-details&location=sample-101',
    '/dashboard?view=location-details&location=sample-505',
    '/dashboard?view=calendar',
    '/dashboard?view=calendar&layout=week',
    '/dashboard?view=calendar&layout=month',
    '/dashboard?view=setup',
    '/dashboard?view=reputation',
    '/dashboard?view=statistics',
  ])
    await expectAccessiblePage(page, path);
  await page.goto('/dashboard?view=locations&account=sample-hearth-and-crumb');
  await page.getByText('Table', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Locations' })).toBeVisible();
  await expectAccessible(page, 'the table of locations');
});

test('the API documentation works without the internet, under the same content policy', async ({
  page,
  product,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(product.origin)) foreign.push(request.url());
  });
  await page.goto('/api/docs');
  // Operations are drawn as they come near the screen, where there are that many.
  const operation = page.getByRole('button', { name: /POST\s*\/api\/posts(?!\/)/ });
  await expect(async () => {
    await page.mouse.wheel(0, 1_000);
    await expect(operation).toBeVisible({ timeout: 250 });
  }).toPass();
  await operation.click();
  await expect(page.getByRole('row', { name: /^Idempotency-Key/ })).toBeVisible();
  expect(foreign).toEqual([]);
});
