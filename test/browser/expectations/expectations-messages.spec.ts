import type { Page } from '@playwright/test';
import { failWith } from '../../support/page/fake-server.ts';
import { returnToTab, mockRoutes, stopClock } from '../support/edge.ts';
import { toast } from '../support/messages.ts';
import { expect, openSignedIn, test } from '../support/product.ts';

const ACCOUNTS = 'GET /api/accounts';
const REFUSED = () => failWith(400, 'validation_failed', 'No.');
const BROKEN = () => failWith(500, 'internal', 'An internal error occurred.');

test('39 · a failed refresh is shown with the old data, and Try Again sends one request', async ({
  page,
}) => {
  await stopClock(page);
  await openSignedIn(page, '/dashboard?view=accounts');
  await expect(page.getByRole('article')).toHaveCount(6);
  const server = await mockRoutes(page, { [ACCOUNTS]: REFUSED });
  await page.clock.runFor(61_000);
  await returnToTab(page);
  const fault = page.getByRole('main').getByRole('alert');
  await expect(fault).toHaveText('Failed to load business accounts. Please try again.');
  await expect(page.getByRole('article')).toHaveCount(6);

  server.on({ [ACCOUNTS]: () => ({ items: [] }) });
  const before = server.sent(ACCOUNTS).length;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'No business accounts yet' })).toBeVisible();
  await expect(fault).toHaveCount(0);
  expect(server.sent(ACCOUNTS)).toHaveLength(before + 1);
});

const live = (page: Page, role: 'status' | 'alert') => page.locator(`[role=${role}][aria-atomic=false]`);

test('40 · a message shows at the top right for 4 s, an error for 5 s, and an existing live region announces it', async ({
  page,
}) => {
  await stopClock(page);
  await openSignedIn(page, '/dashboard?view=location-details&location=sample-101');
  await page.getByRole('button', { name: 'Edit Details' }).click();
  for (const role of ['status', 'alert'] as const) {
    await expect(live(page, role)).toHaveCount(1);
    await expect(live(page, role).getByText(/Nothing has changed|Server error/)).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const info = toast(page, 'Nothing has changed.');
  await expect(info).toBeVisible();
  const box = await info.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1230);
  expect(box?.y).toBeLessThan(80);
  await page.clock.runFor(100);
  await expect(live(page, 'status')).toContainText('Nothing has changed.');
  await page.clock.runFor(3899);
  await expect(info).toBeVisible();
  await page.clock.runFor(1);
  await expect(info).toHaveCount(0);

  await mockRoutes(page, { [ACCOUNTS]: BROKEN });
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  const fault = toast(page, 'Server error. Please try again later.');
  await expect(fault).toBeVisible();
  await page.clock.runFor(100);
  await expect(live(page, 'alert')).toContainText('Server error. Please try again later.');
});

test('40 · a success message shows for 3 s, and while the pointer or the focus is on it', async ({
  page,
}) => {
  await stopClock(page);
  await openSignedIn(page, '/dashboard?view=calendar');
  await page
    .getByRole('row')
    .filter({ hasText: 'A check-up takes half an hour' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const success = toast(page, 'Post deleted.');
  await expect(success).toBeVisible();
  await success.hover();
  await page.clock.runFor(20_000);
  await expect(success).toBeVisible();
  await page.mouse.move(400, 400);
  await success.getByRole('button', { name: 'Dismiss message' }).focus();
  await page.clock.runFor(20_000);
  await expect(success).toBeVisible();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.clock.runFor(2999);
  await expect(success).toBeVisible();
  await page.clock.runFor(1);
  await expect(success).toHaveCount(0);
});
