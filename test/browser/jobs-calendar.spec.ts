import { answersOfConnected } from '../client/business-profile/builders.ts';
import { postList, storedPost } from '../client/posts/builders.ts';
import { expectAccessible, PHONE } from './support/accessibility.ts';
import { pick } from './support/choice.ts';
import { mockRoutes } from './support/edge.ts';
import { expect, openSignedIn, test } from './support/product.ts';

/** Tuesday, with posts on three days of the week and one on the Monday after it. */
const NOW = '2026-11-24T09:40:00Z';
const POSTS = postList(
  [
    ['2026-11-30T08:00:00.000Z', 'Advent'],
    ['2026-11-27T18:30:00.000Z', 'Late opening'],
    ['2026-11-24T19:00:00.000Z', 'Quiz night'],
    ['2026-11-24T09:00:00.000Z', 'Four loaves left'],
    ['2026-11-23T07:30:00.000Z', 'Monday loaves'],
  ].map(([publishAt = '', summary = ''], index) =>
    storedPost({ id: `00000000-0000-4000-8000-00000000000${index}`, publishAt, summary, storeCode: 'HC-01' }),
  ),
);
const OF_WEEK = ['Monday loaves', 'Four loaves left', 'Quiz night', 'Late opening'];

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(NOW);
  await mockRoutes(page, { ...answersOfConnected(), 'GET /api/posts': () => POSTS });
});

test('what goes out this week is one click from the list, and is read by keyboard: along the days, down to a post, to the next week, and back', async ({
  page,
}) => {
  await openSignedIn(page, '/dashboard?view=calendar');
  await pick(page.getByRole('radio', { name: 'Week' }));
  const week = page.getByRole('table', { name: '23 to 29 November 2026' });
  await expect(week.getByRole('columnheader')).toHaveCount(7);
  for (const text of OF_WEEK) await expect(week.getByRole('button', { name: text })).toBeVisible();
  await expect(week.getByRole('button', { name: 'Advent' })).toHaveCount(0);
  await expect(week.getByRole('row', { name: /^09:00/ })).toContainText('Four loaves left');
  await expect(week.getByRole('row', { name: /^08:00/ })).toHaveText('08:00Nothing at this hour');
  await expect(week.getByRole('row', { name: /^10:00/ })).toContainText('Nothing from 10:00 to 18:00');
  await expectAccessible(page, 'week');

  const day = (name: string) => page.getByRole('button', { name: new RegExp(`(^|, )${name}, `) });
  await day('Tuesday 24 November').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(day('Monday 23 November')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const post = page.getByRole('button', { name: 'Monday loaves' });
  await expect(post).toBeFocused();
  await expect(page.getByRole('tooltip')).toContainText('Scheduled, 07:30');
  await page.keyboard.press('ArrowRight');
  await expect(day('Tuesday 24 November')).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(page.getByRole('heading', { name: '30 November to 6 December 2026' })).toBeVisible();
  await expect(day('Tuesday 1 December')).toBeFocused();
  await page.goBack();
  await expect(week).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  for (const [layout, top] of [
    ['month', 330],
    ['week', 400],
  ] as const)
    test(`the agenda of the ${layout} begins today, with its first post on the first screen`, async ({
      page,
    }) => {
      await openSignedIn(page, `/dashboard?view=calendar&layout=${layout}`);
      const first = page.getByRole('listitem').filter({ hasText: 'Four loaves left' });
      await expect(first).toBeInViewport();
      expect((await first.boundingBox())?.y).toBeLessThanOrEqual(top);
      await expect(page.getByText('Monday loaves')).toHaveCount(0);
      if (layout === 'week') await page.getByRole('button', { name: /Monday 23 November, 1 post$/ }).click();
      else await page.getByRole('button', { name: 'Earlier this month' }).click();
      await expect(page.getByText('Monday loaves')).toBeInViewport();
    });
});
