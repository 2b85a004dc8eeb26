import type { Locator, Page } from '@playwright/test';
import { postList, storedPost } from '../client/posts/builders.ts';
import { pick } from './choice.ts';
import { dialog, field } from './composer.ts';
import { mockRoutes, stopClock } from './edge.ts';
import { expect, openSignedIn, test } from './product.ts';

/** Saturday, in a month that begins on a Sunday. */
const TODAY = '2026-11-21';
const POSTS = postList(
  [
    ['2026-11-24T09:00:00.000Z', 'One for Tuesday'],
    ...Array.from({ length: 5 }, (_, index) => [
      `2026-11-21T${18 - index}:00:00.000Z`,
      `Saturday ${5 - index}`,
    ]),
    ['2026-11-03T09:00:00.000Z', 'One of the past'],
  ].map(([publishAt = '', summary = ''], index) =>
    storedPost({ id: `00000000-0000-4000-8000-00000000000${index}`, publishAt, summary }),
  ),
);

/** Opens the calendar by month, with a stopped clock. */
async function openMonth(page: Page): Promise<void> {
  await stopClock(page, `${TODAY}T10:00:00Z`);
  await mockRoutes(page, { 'GET /api/posts': () => POSTS });
  await openSignedIn(page, '/dashboard?view=calendar');
  await pick(page.getByRole('radio', { name: 'Month' }));
  await expect(page.getByText('Saturday 1', { exact: true })).toBeVisible();
}

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

test('29 · on a narrow phone the month is an agenda, the table is cards, and all actions fit', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openMonth(page);
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('button', { name: 'Earlier this month' }).click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Tuesday 3 November',
    'Today, Saturday 21 November',
    'Tuesday 24 November',
  ]);
  await expectActionsWithinReach(page, 7);
  await pick(page.getByRole('radio', { name: 'List' }));
  await expectBelowEachOther(page.getByRole('row').filter({ hasText: 'Saturday 1' }).getByRole('cell'));
  await expectActionsWithinReach(page, 7);
});

/** The location and the text are lines of a card below the time, not columns of a table. */
async function expectBelowEachOther(cells: Locator): Promise<void> {
  await expect(cells).toHaveCount(6);
  const topOf = async (cell: number) => (await cells.nth(cell).boundingBox())?.y ?? 0;
  const [location, text, time] = [await topOf(1), await topOf(3), await topOf(4)];
  expect(time).toBeLessThan(location);
  expect(location).toBeLessThan(text);
}

/** All buttons of the posts are within 320 px. */
async function expectActionsWithinReach(page: Page, least: number): Promise<void> {
  const buttons = page.getByRole('tabpanel').getByRole('button', { name: /^(Actions|View|Edit|Retry)$/ });
  await expect.poll(() => buttons.count()).toBeGreaterThanOrEqual(least);
  for (const button of await buttons.all()) {
    const { x = -1, width = 0 } = (await button.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(320);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}

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

  await expect(page.getByText(/^Moved to .*, 18:00\.$/).first()).toBeVisible();
  await expect(post.getByRole('time')).toContainText('18:00');
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(post.getByRole('time')).toContainText('17:00');
  await expect(page.getByText(/^Moved back to .*, 17:00\.$/).first()).toBeVisible();
});
