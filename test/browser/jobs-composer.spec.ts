import type { Page } from '@playwright/test';
import { list, location } from '../client/listings/builders.ts';
import { dayFromNow, dialog, field } from './support/composer.ts';
import { mockRoutes } from './support/edge.ts';
import { hand } from './support/hand.ts';
import { expect, openSignedIn, test } from './support/product.ts';

const POST = 'POST /api/posts';
const FRIDAY = 5;

/** The next Friday after the page's today, `yyyy-mm-dd`. */
async function nextFriday(page: Page): Promise<string> {
  const today = new Date(await dayFromNow(page, 0)).getUTCDay();
  return dayFromNow(page, ((FRIDAY - today + 6) % 7) + 1);
}

test('an offer for next Friday at 9 in one location takes 3 clicks and 5 fields from the overview', async ({
  page,
}) => {
  const server = await mockRoutes(page, { [POST]: () => ({}) });
  await openSignedIn(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const friday = await nextFriday(page);

  const { used, click, fill } = hand();
  await click(page.getByRole('button', { name: 'SCHEDULE POST' }));
  await expect(field(page, 'Post content')).toBeFocused();
  await fill(field(page, 'Post content'), 'Two loaves for the price of one');
  await fill(field(page, 'Location'), 'hc-03');
  await expect(dialog(page).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await fill(field(page, 'Date'), friday);
  await fill(field(page, 'Time'), '09:00');
  await click(dialog(page).getByRole('radio', { name: 'Offer' }));
  await fill(field(page, 'Offer title'), 'Two for one');
  await click(dialog(page).getByRole('button', { name: 'Schedule', exact: true }));
  await expect(dialog(page)).toBeHidden();
  expect(used).toEqual({ clicks: 3, fields: 5 });

  const [year, month, day] = friday.split('-').map(Number);
  expect(server.sent(POST).map(({ body }) => body)).toEqual([
    expect.objectContaining({
      locationId: 'sample-103',
      publishAt: `${friday}T09:00:00.000Z`,
      postBody: expect.objectContaining({
        topicType: 'OFFER',
        event: {
          title: 'Two for one',
          schedule: expect.objectContaining({ startDate: { year, month, day } }) as unknown,
        },
      }),
    }),
  ]);
});

test('when and where a post goes out is visible without scrolling for each type', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openSignedIn(page);
  await page.getByRole('button', { name: 'SCHEDULE POST' }).click();
  for (const type of ['Update', 'Call to action', 'Event', 'Offer']) {
    await dialog(page).getByRole('radio', { name: type }).click();
    for (const label of ['Post content', 'Location', 'Date', 'Time'])
      await expect(field(page, label)).toBeInViewport({ ratio: 1 });
  }
  await dialog(page).getByRole('radio', { name: 'Event' }).click();
  await expect(field(page, 'End time')).toBeInViewport({ ratio: 1 });
});

test('one of 3,000 locations is found in the composer by its street, by keyboard alone', async ({ page }) => {
  const streets = Array.from({ length: 3000 }, (_, at) => ({
    ...location({ id: `place-${at}`, name: `Shop ${at}`, address: `${at} Quay Street` }),
    storeCode: null,
  }));
  const server = await mockRoutes(page, {
    [POST]: () => ({}),
    'POST /api/posts/preflight': () => ({ findings: [] }),
    'GET /api/locations': ({ query }) => {
      const found = streets.filter(({ address }) => address.includes(query.search ?? ''));
      return {
        ...list(found.slice(0, 100)),
        matched: found.length,
        total: 3000,
        nextCursor: found[100] ? '100' : null,
      };
    },
  });
  await openSignedIn(page);
  await page.getByRole('button', { name: 'SCHEDULE POST' }).focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Post content')).toBeFocused();
  await page.keyboard.type('Fresh at eight');
  // One location or many, and then which one.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Location')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(dialog(page).getByText('First 100 of 3,000 locations')).toBeVisible();
  await page.keyboard.type('2718 Quay');
  await expect(dialog(page).getByRole('option')).toHaveText(['Shop 27182718 Quay Street']);
  await page.keyboard.press('Enter');
  await expect(field(page, 'Location')).toHaveValue('Shop 2718, 2718 Quay Street');
  await expect(field(page, 'Location')).toBeFocused();
  // The list is closed, so Enter sends the form.
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  expect(server.sent(POST).map(({ body }) => body)).toEqual([
    expect.objectContaining({ locationId: 'place-2718' }),
  ]);
});
