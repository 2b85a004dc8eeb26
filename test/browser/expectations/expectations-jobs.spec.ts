import type { Page } from '@playwright/test';
import { dayFromNow, dialog, field } from '../support/composer.ts';
import { hand } from '../support/hand.ts';
import { expect, openSignedIn, test } from '../support/product.ts';

const CALENDAR = '/dashboard?view=calendar';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('why a post failed: 0 clicks in the list, 1 click for all of it', async ({ page }) => {
  const { used, click } = hand();
  await openSignedIn(page, CALENDAR);
  const failed = rowOf(page, 'Celebration cakes');
  const reason = 'Remove the number, and add a “Call” button instead.';
  await expect(failed).toContainText(reason);
  await click(failed.getByRole('button', { name: 'View' }));
  await expect(page.getByRole('dialog', { name: /^Failed / })).toContainText(reason);
  expect(used).toEqual({ clicks: 1, fields: 0 });
});

test('move a post: 2 clicks and 1 field', async ({ page }) => {
  const { used, click, fill } = hand();
  await openSignedIn(page, CALENDAR);
  const post = rowOf(page, 'A check-up takes half an hour');
  await click(post.getByRole('button', { name: 'Move' }));
  await fill(field(page, 'Date'), await dayFromNow(page, 9));
  await click(dialog(page).getByRole('button', { name: 'Move' }));
  await expect(page.getByRole('main').getByText(/^Moved to /)).toBeVisible();
  await expect(post.getByRole('button', { name: 'View' })).toBeFocused();
  expect(used).toEqual({ clicks: 2, fields: 1 });
});

test('use a post again: 2 clicks', async ({ page }) => {
  const { used, click } = hand();
  await openSignedIn(page, CALENDAR);
  await click(rowOf(page, 'See and be seen').getByRole('button', { name: 'Use again' }));
  await expect(field(page, 'Post content')).toHaveValue(/^See and be seen/);
  await click(dialog(page).getByRole('button', { name: 'Schedule', exact: true }));
  await expect(dialog(page)).toBeHidden();
  await expect(rowOf(page, 'See and be seen').filter({ hasText: 'Scheduled' })).toBeVisible();
  expect(used).toEqual({ clicks: 2, fields: 0 });
});
