import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { failWith, held } from '../../support/fake-server.js';
import { postList, storedPost } from './builders.js';
import { dayButton, dayCell, openMonth, postsRoute, resetClock, setClock } from './setting.js';

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

/** What waits for the browser to have nothing else to do, by its number. */
const waiting = new Map<number, () => void>();

beforeEach(() => {
  setClock('2026-11-21T13:00:00Z');
  let last = 0;
  window.requestIdleCallback = (work) => {
    waiting.set(++last, () => work({ didTimeout: false, timeRemaining: () => 50 }));
    return last;
  };
  window.cancelIdleCallback = (number) => void waiting.delete(number);
});
afterEach(() => {
  resetClock();
  waiting.clear();
  for (const name of ['requestIdleCallback', 'cancelIdleCallback']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'connection');
});

/** The browser has nothing else to do for once. */
async function beIdle(): Promise<void> {
  await waitFor(() => expect(waiting.size).toBe(1));
  const [work] = waiting.values();
  waiting.clear();
  act(() => work?.());
}

/** The calendar on a month that has just been drawn; no month beside it was read yet. */
async function open({ month = '2026-11', november = [NOVEMBER] } = {}) {
  let posts = [DECEMBER, ...november, OCTOBER];
  const page = await openMonth(() => posts, {
    address: `/dashboard?view=calendar&month=${month}`,
    answers: {
      'PATCH /api/posts/:id': ({ params: { id }, body }) => {
        const moved = { ...posts.find((post) => post.id === id)!, ...(body as object), version: 2 };
        posts = posts.map((post) => (post.id === id ? moved : post));
        return moved;
      },
    },
  });
  // The code of the other views waits first; here it is of no concern.
  waiting.delete(1);
  page.server.requests.length = 0;
  return {
    ...page,
    /** The months that were asked for since then. */
    asked: () => page.server.sent(LIST).map(({ query }) => FIRST_DAYS[query['from'] ?? '']),
    turnTo: async (way: 'Next' | 'Previous', name: string) => {
      await page.user.click(screen.getByRole('button', { name: `${way} month` }));
      await screen.findByRole('table', { name });
    },
  };
}

const isBusy = () => document.querySelector('[aria-busy=true]') !== null;

describe('The months beside the one that is shown', () => {
  it('are read one after the other while the browser has nothing else to do, and shown at once', async () => {
    const { asked, turnTo, server } = await open();
    expect(asked()).toEqual([]);
    await beIdle();
    await waitFor(() => expect(asked()).toEqual(['December']));
    await beIdle();
    await waitFor(() => expect(asked()).toEqual(['December', 'October']));

    server.on({ [LIST]: () => held().promise });
    await turnTo('Next', 'December 2026');
    expect(isBusy()).toBe(false);
    expect(dayCell('Thursday 24 December').getByText('Gingerbread')).toBeTruthy();
    await turnTo('Previous', 'November 2026');
    await turnTo('Previous', 'October 2026');
    expect(isBusy()).toBe(false);
    expect(dayCell('Friday 9 October').getByText('Pumpkin bread')).toBeTruthy();
    expect(asked()).toEqual(['December', 'October']);
  });

  it('are read once: one that is on its way is waited for', async () => {
    const { asked, turnTo, server } = await open();
    const answer = held<unknown>();
    server.on({ [LIST]: () => answer.promise });
    await beIdle();
    await waitFor(() => expect(asked()).toEqual(['December']));
    await turnTo('Next', 'December 2026');
    expect(isBusy()).toBe(true);
    answer.release(postList([DECEMBER]));
    await screen.findByText('Gingerbread');
    expect(asked()).toEqual(['December']);
  });

  it('are not read for people who save data', async () => {
    Object.assign(navigator, { connection: { saveData: true } });
    const { asked } = await open();
    expect(waiting.size).toBe(0);
    expect(asked()).toEqual([]);
  });

  it('are forgotten with each change, so that no post is shown where it was', async () => {
    const { asked, turnTo, server } = await open();
    await beIdle();
    await waitFor(() => expect(asked()).toEqual(['December']));
    await waitFor(() => expect(waiting.size).toBe(1));

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

  it('say nothing when they cannot be read, and are read anew when they are shown', async () => {
    const { asked, turnTo, server } = await open();
    server.on({ [LIST]: () => failWith(404, 'not_found', 'Not found.') });
    await beIdle();
    await waitFor(() => expect(asked()).toEqual(['December']));
    await beIdle();
    await waitFor(() => expect(asked()).toEqual(['December', 'October']));
    expect(screen.queryByText('Not found.')).toBeNull();
    expect(screen.queryByText('Failed to load scheduled posts. Please try again.')).toBeNull();
    server.on(postsRoute(() => [DECEMBER]));
    await turnTo('Next', 'December 2026');
    expect(screen.queryByText('Failed to load scheduled posts. Please try again.')).toBeNull();
    expect(await screen.findByText('Gingerbread')).toBeTruthy();
  });

  it('are asked for again as soon as they are shown, if a post in them is about to change', async () => {
    const due = { ...NOVEMBER, publishAt: '2026-11-21T13:01:30.000Z' };
    const { asked, turnTo, server } = await open({ month: '2026-10', november: [due] });
    await beIdle();
    await waitFor(() => expect(asked()).toEqual(['November']));
    await waitFor(() => expect(waiting.size).toBe(1));
    server.on(postsRoute(() => [{ ...due, status: 'PUBLISHED' }]));
    await turnTo('Next', 'November 2026');
    await waitFor(() =>
      expect(dayCell('Today, Saturday 21 November').getByRole('button', { name: /Published/ })).toBeTruthy(),
    );
    expect(asked()).toEqual(['November', 'November']);
  });
});
