import type { Page } from '@playwright/test';
import { postList, storedPost } from '../../client/posts/builders.ts';
import { pick } from './choice.ts';
import { mockRoutes, stopClock } from './edge.ts';
import { expect, openSignedIn } from './product.ts';

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
export async function openMonth(page: Page): Promise<void> {
  await stopClock(page, `${TODAY}T10:00:00Z`);
  await mockRoutes(page, { 'GET /api/posts': () => POSTS });
  await openSignedIn(page, '/dashboard?view=calendar');
  await pick(page.getByRole('radio', { name: 'Month' }));
  await expect(page.getByText('Saturday 1', { exact: true })).toBeVisible();
}
