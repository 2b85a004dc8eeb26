import { expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PeriodPosts } from '../../../client/posts/calendar/period-posts.js';
import { periodOf } from '../../../client/posts/calendar/use-period-posts.js';
import type { Post } from '../../../client/posting/post-words.js';
import { storedPost } from './builders.js';

const ZONE = 'Europe/Berlin';
const [NOVEMBER, DECEMBER] = ['2026-11-21', '2026-12-01'].map((day) =>
  periodOf('month', day, ZONE, { asAgenda: false }),
);

/** Posts of a month, and how often their texts were read: each time that they are drawn. */
function watchedPosts(month: string) {
  let reads = 0;
  const posts = [1, 2, 3].map((number): Post => {
    const id = `00000000-0000-4000-8000-00000000000${number}`;
    const post = storedPost({ id, publishAt: `${month}-2${number}T09:00:00.000Z` });
    return Object.defineProperty(post, 'summary', {
      get: () => {
        reads += 1;
        return `Post ${number} of ${month}`;
      },
    });
  });
  return { posts, reads: () => reads };
}

const month = (period: typeof NOVEMBER, entries: Post[] | undefined, onAction = jest.fn()) => (
  <PeriodPosts
    {...{ entries, onAction, timeZone: ZONE, today: '2026-11-21', now: new Date('2026-11-21T13:00:00Z') }}
    period={period!}
    asAgenda={false}
    isTrying={false}
    showsPast={false}
    openedDay={undefined}
    onPast={() => undefined}
    onOpenDay={() => undefined}
    onDay={() => undefined}
    onMove={() => undefined}
    onAdd={() => undefined}
  />
);

it('A month is not drawn again while the next one is asked for and waited for', () => {
  const { posts, reads } = watchedPosts('2026-11');
  const next = watchedPosts('2026-12');
  const { rerender } = render(month(NOVEMBER, posts));
  const drawn = reads();
  expect(drawn).toBeGreaterThan(0);
  rerender(month(DECEMBER, undefined));
  rerender(month(DECEMBER, undefined));
  expect(screen.getByRole('table', { name: 'November 2026' })).toBeTruthy();
  expect(reads()).toBe(drawn);
  rerender(month(DECEMBER, next.posts));
  expect(screen.getByRole('table', { name: 'December 2026' })).toBeTruthy();
  expect(screen.getByText('Post 1 of 2026-12')).toBeTruthy();
  expect(reads()).toBe(drawn);
});

it('A post of a month that was not drawn again is opened as the page wants it now', async () => {
  const { posts } = watchedPosts('2026-11');
  const [before, now] = [jest.fn(), jest.fn()];
  const { rerender } = render(month(NOVEMBER, posts, before));
  rerender(month(NOVEMBER, posts, now));
  await userEvent.click(screen.getByText('Post 2 of 2026-11'));
  expect(before).not.toHaveBeenCalled();
  expect(now).toHaveBeenCalledWith('view', posts[1]);
});
