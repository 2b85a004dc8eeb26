import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { held } from '../../support/page/fake-server.js';
import { postList, storedPost } from './builders.js';
import { dayButton, dayCell, isBusy, openMonth, postsRoute, setClock } from './setting.js';

const LIST = 'GET /api/posts';
const OCTOBER = storedPost({
  id: '10',
  summary: 'Pumpkin bread',
  publishAt: '2026-10-09T09:00:00.000Z',
  status: 'PUBLISHED',
});
const NOVEMBER = storedPost({ id: '11', summary: 'Rye bread', publishAt: '2026-11-24T09:00:00.000Z' });
const DECEMBER = storedPost({ id: '12', summary: 'Gingerbread', publishAt: '2026-12-24T09:00:00.000Z' });
const FIRST_DAYS: Record<string, string> = {
  '2026-09-27T22:00:00.000Z': 'October',
  '2026-10-25T23:00:00.000Z': 'November',
  '2026-11-29T23:00:00.000Z': 'December',
};

beforeEach(() => setClock('2026-11-21T13:00:00Z'));

/** The calendar on November. */
async function open(november = NOVEMBER) {
  let posts = [DECEMBER, november, OCTOBER];
  const page = await openMonth(() => posts, {
    answers: {
      'PATCH /api/posts/:id': ({ params: { id }, body }) => {
        const moved = { ...posts.find((post) => post.id === id)!, ...(body as object), version: 2 };
        posts = posts.map((post) => (post.id === id ? moved : post));
        return moved;
      },
    },
  });
  page.server.requests.length = 0;
  return {
    ...page,
    /** The months that were requested since then. */
    asked: () => page.server.sent(LIST).map(({ query }) => FIRST_DAYS[query['from'] ?? '']),
    turnTo: async (way: 'Next' | 'Previous', name: string) => {
      await page.user.click(screen.getByRole('button', { name: `${way} month` }));
      await screen.findByRole('table', { name });
    },
  };
}

describe('A month that was shown before', () => {
  it('is shown at once, and not requested again while it is fresh', async () => {
    const { asked, turnTo } = await open();
    await turnTo('Next', 'December 2026');
    await screen.findByText('Gingerbread');
    await turnTo('Previous', 'November 2026');
    expect(isBusy()).toBe(false);
    expect(dayCell('Tuesday 24 November').getByText('Rye bread')).toBeTruthy();
    expect(asked()).toEqual(['December']);
  });

  it('is removed from the cache by each change, so that no post is shown at its old place', async () => {
    const { asked, turnTo, server } = await open();
    await turnTo('Next', 'December 2026');
    await screen.findByText('Gingerbread');
    await turnTo('Previous', 'November 2026');

    const dataTransfer = { setData: () => undefined };
    fireEvent.dragStart(screen.getByText('Rye bread').closest('li')!, { dataTransfer });
    fireEvent.dragOver(dayButton('Tuesday 1 December').closest('td')!, { dataTransfer });
    fireEvent.drop(dayButton('Tuesday 1 December').closest('td')!, { dataTransfer });
    await screen.findByText('Moved to Tue 1 Dec 2026, 10:00.');
    await waitFor(() => expect(asked()).toEqual(['December', 'November']));

    const answer = held();
    server.on({ [LIST]: () => answer.promise });
    await turnTo('Next', 'December 2026');
    expect(isBusy()).toBe(true);
    expect(screen.queryByText('Gingerbread')).toBeNull();
    answer.release(postList([DECEMBER, { ...NOVEMBER, publishAt: '2026-12-01T09:00:00.000Z' }]));
    expect(await screen.findByText('Gingerbread')).toBeTruthy();
    expect(dayCell('Tuesday 1 December').getByText('Rye bread')).toBeTruthy();
  });

  it('is requested again when it is shown, if a post in it is about to change', async () => {
    const due = { ...NOVEMBER, publishAt: '2026-11-21T13:01:30.000Z' };
    const { asked, turnTo, server } = await open(due);
    await turnTo('Previous', 'October 2026');
    await screen.findByText('Pumpkin bread');
    server.on(postsRoute(() => [{ ...due, status: 'PUBLISHED' }]));
    await turnTo('Next', 'November 2026');
    await waitFor(() =>
      expect(dayCell('Today, Saturday 21 November').getByRole('button', { name: /Published/ })).toBeTruthy(),
    );
    expect(asked()).toEqual(['October', 'November']);
  });
});
