import { answersOfConnected } from '../client/business-profile/builders.ts';
import { list } from '../client/listings/builders.ts';
import { postList, storedPost } from '../client/posts/builders.ts';
import { mockRoutes } from './support/edge.ts';
import { hand } from './support/hand.ts';
import { expect, openSignedIn, test } from './support/product.ts';

/** A Tuesday. */
const NOW = '2026-11-24T09:40:00Z';
const REASON =
  'Google rejects posts with a phone number in the text. Remove the number, and add a “Call” button instead.';
const PLACE = 'Hearth & Crumb, Market Square';
const POSTS = [
  storedPost({ publishAt: '2026-11-24T19:00:00.000Z', summary: 'Quiz night', storeCode: 'HC-01' }),
  storedPost({ publishAt: '2026-11-27T18:30:00.000Z', summary: 'Late opening', storeCode: 'HC-02' }),
  storedPost({ publishAt: '2026-11-30T08:00:00.000Z', summary: 'First advent candle', storeCode: 'HC-01' }),
  storedPost({
    publishAt: '2026-11-24T08:00:00.000Z',
    summary: 'Celebration cakes',
    status: 'FAILED',
    errorDetails: REASON,
  }),
].map((post, at) => ({ ...post, id: `00000000-0000-4000-8000-00000000000${at}` }));

test.use({ viewport: { width: 1280, height: 800 } });

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(NOW);
  await mockRoutes(page, {
    ...answersOfConnected(),
    'GET /api/locations': () => list([]),
    'GET /api/posts': ({ query }) =>
      postList(POSTS.filter(({ status }) => query['status'] === undefined || status === query['status'])),
    'GET /api/posts/:id': ({ path }) => ({ ...POSTS.find(({ id }) => path.endsWith(id)), attempts: [] }),
  });
  await openSignedIn(page);
});

test('what goes out this week and what failed: 0 clicks from the overview, and 1 click to the reason', async ({
  page,
}) => {
  const week = page.getByRole('region', { name: 'Next seven days' });
  for (const [text, code] of [
    ['Quiz night', 'HC-01'],
    ['Late opening', 'HC-02'],
    ['First advent candle', 'HC-01'],
  ] as const) {
    const post = week.getByRole('button', { name: text });
    await expect(post).toBeInViewport({ ratio: 1 });
    await expect(post).toContainText(code);
  }

  const { used, click } = hand();
  const failed = page.getByRole('list', { name: 'Failed posts' }).getByRole('listitem');
  await click(failed.filter({ hasText: 'Celebration cakes' }).getByRole('button', { name: PLACE }));
  await expect(page.getByRole('dialog', { name: /^Failed / })).toContainText(REASON);
  expect(used).toEqual({ clicks: 1, fields: 0 });
});
