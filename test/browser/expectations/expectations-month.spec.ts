import type { Page } from '@playwright/test';
import { pick } from '../support/choice.ts';
import { dialog, field } from '../support/composer.ts';
import { openMonth } from '../support/month.ts';
import { expect, openSignedIn, test } from '../support/product.ts';

test('17 · the composer opens from a day of the calendar, with that day filled in', async ({ page }) => {
  await openMonth(page);
  await page.getByRole('button', { name: 'Add a post on Thursday 26 November 2026' }).click();
  await expect(page.getByRole('dialog', { name: 'Schedule Post' })).toBeVisible();
  await expect(field(page, 'Date')).toHaveValue('2026-11-26');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Add a post on .* 20 November 2026/ })).toHaveCount(0);
});

test('27 · the month is a table with weekdays, marks today, announces its name when it changes, and shows three posts a day', async ({
  page,
}) => {
  await openMonth(page);
  const table = page.getByRole('table', { name: 'November 2026' });
  await expect(table.getByRole('columnheader')).toHaveText([
    /Monday/,
    /Tuesday/,
    /Wednesday/,
    /Thursday/,
    /Friday/,
    /Saturday/,
    /Sunday/,
  ]);
  await expect(table.locator('[aria-current=date]')).toHaveCount(1);
  await expect(table.locator('[aria-current=date]')).toHaveAccessibleName(
    'Today, Saturday 21 November, 5 posts',
  );
  const today = table.getByRole('cell').filter({ hasText: 'Saturday 1' });
  await expect(today.getByRole('button', { name: /^\d\d:00/ })).toHaveCount(3);
  await today.getByRole('button', { name: '+2 more on Saturday 21 November 2026' }).click();
  const day = page.getByRole('dialog', { name: 'Today, Saturday 21 November' });
  await expect(day.getByRole('listitem')).toHaveCount(5);
  await day.getByRole('button', { name: 'Done' }).click();

  const name = page.getByRole('status').filter({ has: page.getByRole('heading', { level: 2 }) });
  for (const [button, month] of [
    ['Next month', 'December 2026'],
    ['Next month', 'January 2027'],
    ['Today', 'November 2026'],
    ['Previous month', 'October 2026'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(name).toHaveText(month);
    await expect(page.getByRole('table', { name: month })).toBeVisible();
  }
});

test('28 · list and month show the same posts, and the choice survives a reload', async ({ page }) => {
  await openMonth(page);
  const instants = (page: Page) =>
    page
      .getByRole('tabpanel')
      .locator('time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')).sort());
  const days = page.getByRole('button', { name: /, [1-9]\d* posts?(: .*)?$/ });
  await expect(days).toHaveCount(3);
  const shown: Record<string, number> = {};
  for (const name of await days.evaluateAll((all) => all.map(({ textContent }) => textContent))) {
    const [, date = '', count = ''] = /(\d+ \w+), (\d+) posts?/.exec(name) ?? [];
    shown[new Date(`${date} 2026 UTC`).toISOString().slice(0, 10)] = Number(count);
  }
  await page.reload();
  await expect(page.getByRole('table', { name: 'November 2026' })).toBeVisible();

  await pick(page.getByRole('radio', { name: 'List' }));
  await expect(page.getByRole('tabpanel').getByRole('button', { name: 'View' })).toHaveCount(7);
  const listed: Record<string, number> = {};
  for (const instant of await instants(page)) {
    const date = instant?.slice(0, 10) ?? '';
    listed[date] = (listed[date] ?? 0) + 1;
  }
  expect(listed).toEqual(shown);
  expect(listed).toEqual({ '2026-11-03': 1, '2026-11-21': 5, '2026-11-24': 1 });
});

test('30 · a post can be moved by keyboard, and the move can be undone', async ({ page }) => {
  await openSignedIn(page, '/dashboard?view=calendar');
  const post = page.getByRole('row').filter({ hasText: 'A check-up takes half an hour' });
  await expect(post.getByRole('time')).toContainText('17:00');
  await post.getByRole('button', { name: 'View' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Scheduled for');
  await dialog(page).getByRole('button', { name: 'Move' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Move post' }).getByLabel('Time').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('main').getByText(/^Moved to .*, 18:00\.$/)).toBeVisible();
  await expect(post.getByRole('time')).toContainText('18:00');
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(post.getByRole('time')).toContainText('17:00');
  await expect(page.getByRole('main').getByText(/^Moved back to .*, 17:00\.$/)).toBeVisible();
});
