import type { Locator, Page } from '@playwright/test';
import { postList, storedPost } from '../../client/posts/builders.ts';
import { failWith, held } from '../../support/page/fake-server.ts';
import { returnToTab, mockRoutes, stopClock } from '../support/edge.ts';
import { expect, openSignedIn, test } from '../support/product.ts';

const CALENDAR = '/dashboard?view=calendar';
const LIST = 'GET /api/posts';
const DELETE = 'DELETE /api/posts/:id';

const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
const views = (page: Page): Locator => page.getByRole('tabpanel').getByRole('button', { name: 'View' });

test('31 · tabs have the counts of their rows, and arrow keys, Home and End move between them', async ({
  page,
}) => {
  await openSignedIn(page, CALENDAR);
  const tabs = page.getByRole('tablist', { name: 'Filter posts' }).getByRole('tab');
  await expect(tabs).toHaveText(['All 16', 'Scheduled 8', 'Published 4', 'Failed 4', 'Campaigns']);
  await page.getByRole('tab', { name: 'All 16' }).focus();
  for (const [key, name, rows] of [
    ['ArrowRight', 'Scheduled 8', 8],
    ['ArrowRight', 'Published 4', 4],
    ['End', 'Campaigns', 0],
    ['ArrowLeft', 'Failed 4', 4],
    ['ArrowRight', 'Campaigns', 0],
    ['ArrowRight', 'All 16', 16],
    ['ArrowLeft', 'Campaigns', 0],
    ['Home', 'All 16', 16],
  ] as const) {
    await page.keyboard.press(key);
    const tab = page.getByRole('tab', { name });
    await expect(tab).toBeFocused();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tab', { selected: true })).toHaveCount(1);
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    await expect(views(page)).toHaveCount(rows);
  }
});

test('33 · deleting asks with the specified text, and focus moves to the next post', async ({ page }) => {
  await openSignedIn(page, CALENDAR);
  const post = row(page, 'A check-up takes half an hour');
  const question = page.getByRole('alertdialog', { name: 'Delete post' });
  await post.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toHaveAccessibleDescription(
    /^Are you sure you want to delete this scheduled post\? “A check-up takes half an hour/,
  );
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(post.getByRole('button', { name: 'Delete' })).toBeFocused();

  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(post).toHaveCount(0);
  await expect(
    row(page, 'Once a year we open the big kiln').getByRole('button', { name: 'View' }),
  ).toBeFocused();
});

const REFUSED = storedPost({
  id: '00000000-0000-4000-8000-000000000002',
  status: 'FAILED',
  summary: 'Ring us for cakes',
  publishAt: '2026-11-20T09:00:00.000Z',
  errorDetails: 'Google refused the text because it contains a phone number.',
});
const IN_REVIEW = storedPost({
  id: '00000000-0000-4000-8000-000000000003',
  status: 'QUEUED',
  detail: 'in_review',
  summary: 'Window tables are back',
  publishAt: '2026-11-21T09:58:00.000Z',
});

test('34 · a refused post says why and can be edited and retried, and a post in review is not published', async ({
  page,
}) => {
  await stopClock(page);
  await mockRoutes(page, { [LIST]: () => postList([IN_REVIEW, REFUSED]) });
  await openSignedIn(page, CALENDAR);
  const refused = row(page, 'Ring us for cakes');
  await expect(refused).toContainText('Failed');
  await expect(refused).toContainText('Google refused the text because it contains a phone number.');
  for (const name of ['View', 'Edit', 'Retry'])
    await expect(refused.getByRole('button', { name })).toBeVisible();

  const inReview = row(page, 'Window tables are back');
  await expect(inReview).toContainText('Queued');
  await expect(inReview).toContainText('In review at Google');
  await expect(inReview).not.toContainText('Published');
  await expect(inReview.getByRole('button')).toHaveCount(1);
});

test('35 · changes appear by themselves, also on return to the tab, and a hidden tab sends no request', async ({
  page,
}) => {
  await stopClock(page);
  const server = await mockRoutes(page, { [LIST]: () => postList([IN_REVIEW]) });
  await openSignedIn(page, CALENDAR);
  const post = row(page, 'Window tables are back');
  await expect(post).toContainText('Queued');
  const change = (status: 'PUBLISHED' | 'FAILED') =>
    server.on({ [LIST]: () => postList([{ ...IN_REVIEW, status, detail: null }]) });

  await setVisibility(page, 'hidden');
  const before = server.sent(LIST).length;
  await page.clock.runFor(120_000);
  expect(server.sent(LIST)).toHaveLength(before);

  await setVisibility(page, 'visible');
  change('PUBLISHED');
  await page.clock.runFor(10_000);
  await expect(post).toContainText('Published');

  // A published post is read again only when the user returns to the tab later.
  change('FAILED');
  await page.clock.runFor(120_000);
  await expect(post).toContainText('Published');
  await returnToTab(page);
  await expect(post).toContainText('Failed');
});

const setVisibility = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('36 · a deletion shows at once, and is rolled back with a message when it fails', async ({ page }) => {
  const answer = held<Response>();
  await openSignedIn(page, CALENDAR);
  await mockRoutes(page, { [DELETE]: async () => (await answer.promise).clone() });
  const post = row(page, 'A check-up takes half an hour');
  await post.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(post).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'All 15' })).toBeVisible();
  answer.release(failWith(500, 'internal', 'An internal error occurred.'));
  await expect(post).toBeVisible();
  await expect(page.getByRole('tab', { name: 'All 16' })).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: 'The post couldn’t be deleted. Please try again.' }),
  ).toBeVisible();
});

test('36 · a retry shows at once, and is rolled back with a message when it fails', async ({ page }) => {
  await stopClock(page);
  const answer = held<Response>();
  await mockRoutes(page, {
    [LIST]: () => postList([REFUSED]),
    'POST /api/posts/:id/retry': async () => (await answer.promise).clone(),
  });
  await openSignedIn(page, CALENDAR);
  const post = row(page, 'Ring us for cakes');
  await post.getByRole('button', { name: 'Retry' }).click();
  await expect(post).toContainText('Scheduled');
  answer.release(failWith(409, 'conflict', 'This post is being published right now.'));
  await expect(post).toContainText('Failed');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'This post is being published right now.',
  );
});

test('38 · not connected, no posts and no match have different texts and different next steps', async ({
  page,
}) => {
  await mockRoutes(page, { [LIST]: () => postList([]), 'GET /api/accounts': () => ({ items: [] }) });
  await openSignedIn(page, '/dashboard?view=accounts');
  await expect(page.getByRole('heading', { name: 'No business accounts yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Check the connection' }).click();
  await expect(page.getByRole('heading', { name: 'Connect Google Business Profile' })).toBeVisible();

  await page.getByRole('navigation').getByRole('link', { name: 'Content Calendar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible();
  await page.getByRole('searchbox').fill('rye');
  await expect(page.getByRole('heading', { name: 'No posts match your search' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all posts' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.getByRole('button', { name: 'Schedule a post' }).click();
  await expect(page.getByRole('dialog', { name: 'Schedule Post' })).toBeVisible();
});
