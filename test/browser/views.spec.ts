import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, signUp, test } from './product.js';

const PUBLIC = ['/', '/login', '/signup', '/blog', '/gbp-callback?error=access_denied', '/nowhere'];
const DASHBOARD = [
  '/dashboard',
  '/dashboard?view=accounts',
  '/dashboard?view=locations',
  '/dashboard?view=locations&account=sample-hearth-and-crumb',
  '/dashboard?view=location-details&location=sample-101',
  '/dashboard?view=calendar',
  '/dashboard?view=setup',
  '/dashboard?view=statistics',
];
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function expectGoodView(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  // The sidebar becomes a drawer a moment after the resize.
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width, { message: path }).toBeLessThanOrEqual(320);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in the ${theme} theme`, () => {
    test.beforeEach(({ page }) =>
      page.addInitScript((value) => localStorage.setItem('shingle.theme', value), theme),
    );

    test('every page for visitors is accessible and fits a narrow phone', async ({ page }) => {
      for (const path of PUBLIC) await expectGoodView(page, path);
    });

    test('every view of the dashboard is accessible and fits a narrow phone', async ({ page }) => {
      await signUp(page);
      await page.evaluate(
        (value) =>
          fetch('/api/auth/profile', {
            method: 'PATCH',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ preferences: { theme: value } }),
          }),
        theme,
      );
      for (const path of DASHBOARD) await expectGoodView(page, path);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);

      await page.goto('/dashboard?view=location-details&location=sample-101');
      await page.getByRole('button', { name: 'Edit Details' }).click();
      await expectAccessible(page);
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'SCHEDULE POST' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      for (const type of ['Standard', 'Call to action', 'Event', 'Offer']) {
        await page.getByRole('radio', { name: type }).check();
        await expectAccessible(page);
      }
    });
  });
}

test('the API documentation works without the internet, under the same content policy', async ({
  page,
  product,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(product.origin)) foreign.push(request.url());
  });
  await page.goto('/api/docs');
  await page
    .getByRole('button', { name: /POST.*\/api\/posts/ })
    .first()
    .click();
  await expect(page.getByText('Idempotency-Key').first()).toBeVisible();
  expect(foreign).toEqual([]);
});
