import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { attempt, postList, storedPost } from './builders.js';
import { dialog, emptyCalendar, field, isClosed, openList, POST, setClock, tabs } from './setting.js';

const LIST = 'GET /api/posts';
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const SCHEDULED = storedPost({
  id: id(1),
  summary: 'Rye from Monday',
  publishAt: '2026-11-22T09:00:00.000Z',
});
const QUEUED = storedPost({
  id: id(2),
  summary: 'Stollen is here',
  status: 'QUEUED',
  detail: 'in_review',
  publishAt: '2026-11-21T12:30:00.000Z',
});
const PUBLISHED = storedPost({
  id: id(3),
  summary: 'Baking day',
  status: 'PUBLISHED',
  postType: 'EVENT',
  locationName: 'Spoke & Chain, Harbour Road',
  publishAt: '2026-11-20T08:00:00.000Z',
  publishedAt: '2026-11-20T08:00:02.000Z',
});
const FAILED = storedPost({
  id: id(4),
  summary: 'Call us',
  status: 'FAILED',
  postType: 'OFFER',
  publishAt: '2026-11-19T08:00:00.000Z',
  errorDetails: 'Google refused the post: its text holds a phone number.',
});
const ALL = [SCHEDULED, QUEUED, PUBLISHED, FAILED];

beforeEach(() => setClock('2026-11-21T13:00:00Z'));

const openCalendar = (
  posts = ALL,
  ...rest: [answers?: Handlers, address?: string, options?: { narrow: boolean }]
) => openList(posts, ...rest);

/** The rows with a post. */
const postRows = () =>
  screen.getAllByRole('row').filter((row) => within(row).queryAllByRole('cell').length > 0);
/** The texts of their cells, without the actions. */
const rows = () =>
  postRows().map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(0, -1)
      .map(({ textContent }) => textContent),
  );
const wordsOf = (buttons: HTMLElement[]) => buttons.map(({ textContent }) => textContent);
const texts = () => rows().map((cells) => cells[3]);

describe('The table', () => {
  it("has the specified columns, with times in the viewer's time zone, which is shown once", async () => {
    await openCalendar();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Status',
      'Location',
      'Type',
      'Content',
      'Scheduled For',
      'Actions',
    ]);
    const place = 'Hearth & Crumb, Market Square';
    expect(rows()).toEqual([
      ['Queued', place, 'Update', 'Stollen is hereIn review at Google', '13:30'],
      ['Scheduled', place, 'Update', 'Rye from Monday', '10:00in 20 h'],
      ['Published', 'Spoke & Chain, Harbour Road', 'Event', 'Baking day', '09:00published 09:00'],
      ['Failed', place, 'Offer', 'Call usGoogle refused the post: its text holds a phone number.', '09:00'],
    ]);
    expect(screen.getAllByText(/GMT\+1/)).toHaveLength(1);
    expect(screen.getByText('Times in Europe/Berlin, GMT+1')).toBeTruthy();
  });

  it("groups posts by the viewer's day, with the number of each day's posts", async () => {
    const midnight = storedPost({ id: id(5), summary: 'Late', publishAt: '2026-11-21T23:00:00.000Z' });
    await openCalendar([SCHEDULED, midnight, QUEUED, PUBLISHED]);
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'Today, Saturday 21 November 1 post',
      'Tomorrow, Sunday 22 November 2 posts',
      'Yesterday, Friday 20 November 1 post',
    ]);
    const [, sunday] = screen.getAllByRole('rowheader');
    expect(within(sunday!).getByRole('heading', { level: 3 })).toBeTruthy();
    const group = within(sunday!.closest('tbody')!);
    expect(group.getByText('Rye from Monday')).toBeTruthy();
    expect(group.getByText('Late')).toBeTruthy();
  });

  it('shortens a text after 100 characters', async () => {
    await openCalendar([
      storedPost({ id: id(1), summary: 'x'.repeat(100) }),
      storedPost({ id: id(2), summary: '🥐'.repeat(101) }),
    ]);
    expect(texts()).toEqual([`${'🥐'.repeat(100)}...`, 'x'.repeat(100)]);
  });

  it('shows one line of the reason of a failed post, and the rest by a click', async () => {
    const { user } = await openCalendar([FAILED, { ...FAILED, id: id(5), errorDetails: 'Too large.' }]);
    const reason = screen.getByText(FAILED.errorDetails!);
    const fold = reason.closest('details')!;
    expect(fold.open).toBe(false);
    await user.click(reason);
    expect(fold.open).toBe(true);
    expect(screen.getByText('Too large.').closest('details')).toBeNull();
  });

  it('shows a scheduled post as due now once its time has come', async () => {
    await openCalendar([storedPost({ publishAt: '2026-11-21T12:59:59.000Z' })]);
    expect(screen.getByText('due now')).toBeTruthy();
  });

  it("offers the actions that a post's status allows", async () => {
    await openCalendar();
    const actions = () => postRows().map((row) => wordsOf(within(row).getAllByRole('button')));
    expect(actions()).toEqual([
      ['View'],
      ['View', 'Edit', 'Move', 'Delete'],
      ['View', 'Use again'],
      ['View', 'Edit', 'Retry'],
    ]);
  });

  it('uses a post again in two clicks, at its location and due in an hour', async () => {
    const post = storedPost({ ...PUBLISHED, postType: 'STANDARD' });
    const { user, server } = await openCalendar([post], {
      'GET /api/posts/:id': () => ({ ...post, attempts: [] }),
    });
    await user.click(screen.getByRole('button', { name: 'Use again' }));
    await screen.findByRole('dialog', { name: 'Schedule Post' });
    await waitFor(() => expect(field('Post content').value).toBe('Baking day'));
    await user.click(dialog().getByRole('button', { name: 'Schedule' }));
    await isClosed();
    expect(server.sent(POST).map(({ body }) => body)).toEqual([
      expect.objectContaining({
        locationId: 'location-1',
        publishAt: '2026-11-21T14:00:00.000Z',
        postBody: { languageCode: 'en-US', summary: 'Baking day', topicType: 'STANDARD' },
      }),
    ]);
  });

  it('has them in a menu where there is little room, except for a failed post', async () => {
    const { user } = await openCalendar(ALL, {}, undefined, { narrow: true });
    const buttonsOf = (text: string) => within(screen.getByText(text).closest('tr')!).getAllByRole('button');
    expect(wordsOf(buttonsOf('Call us'))).toEqual(['View', 'Edit', 'Retry']);
    const menu = () => screen.getByRole('button', { name: 'Actions', description: 'Rye from Monday' });
    await user.click(menu());
    expect(menu().getAttribute('aria-expanded')).toBe('true');
    expect(wordsOf(buttonsOf('Rye from Monday'))).toEqual(['', 'View', 'Edit', 'Move', 'Delete']);
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(menu());
    expect(buttonsOf('Rye from Monday')).toHaveLength(1);
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(buttonsOf('Rye from Monday')).toHaveLength(1);
    await user.click(menu());
    await user.tab();
    await user.tab();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('dialog', { name: 'Move post' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(menu());
  });
});

describe('The tabs', () => {
  it('count their posts, queued ones as scheduled, and can be changed by keyboard', async () => {
    const { user, address } = await openCalendar(ALL, {
      'GET /api/campaigns': () => ({ items: [], nextCursor: null, total: 0 }),
    });
    expect(tabs()).toEqual(['All 4', 'Scheduled 2', 'Published 1', 'Failed 1', 'Campaigns ']);
    await user.click(screen.getByRole('tab', { name: /^All/ }));
    for (const [key, name, shown] of [
      ['{ArrowRight}', 'Scheduled 2', ['Stollen is hereIn review at Google', 'Rye from Monday']],
      ['{ArrowRight}', 'Published 1', ['Baking day']],
      ['{Home}', 'All 4', undefined],
      ['{End}', 'Campaigns', undefined],
      ['{ArrowLeft}', 'Failed 1', ['Call usGoogle refused the post: its text holds a phone number.']],
    ] as const) {
      await user.keyboard(key);
      expect(document.activeElement).toBe(screen.getByRole('tab', { name, selected: true }));
      if (shown) expect(texts()).toEqual(shown);
    }
    expect(address()).toBe('/dashboard?view=calendar&status=failed');
  });

  it('are kept in the address', async () => {
    await openCalendar(ALL, {}, '/dashboard?view=calendar&status=published');
    expect(texts()).toEqual(['Baking day']);
  });

  it('offer a next step if they are empty', async () => {
    const { user } = await openCalendar([SCHEDULED]);
    await user.click(screen.getByRole('tab', { name: 'Failed 0' }));
    expect(screen.getByRole('heading', { name: 'No failed posts' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all posts' }));
    expect(texts()).toEqual(['Rye from Monday']);
  });
});

describe('The search', () => {
  it('filters by text and location, updates the counts, and says when nothing matches', async () => {
    const { user, server } = await openCalendar();
    const box = screen.getByRole('searchbox', { name: 'Search posts' });
    await user.type(box, 'spoke & CHAIN');
    expect(texts()).toEqual(['Baking day']);
    expect(tabs()).toEqual(['All 1', 'Scheduled 0', 'Published 1', 'Failed 0', 'Campaigns ']);
    expect(screen.getByText('1 post found').getAttribute('role')).toBe('status');
    await user.clear(box);
    await user.type(box, 'pretzel');
    expect(screen.getByRole('heading', { name: 'No posts match your search' })).toBeTruthy();
    expect(screen.getByText('No post text or location contains “pretzel”.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all posts' }));
    expect(rows()).toHaveLength(4);
    expect(server.sent(LIST)).toHaveLength(1);
  });
});

describe('A calendar that is loaded in pages', () => {
  it('is filtered by the server, and loads more', async () => {
    const last = storedPost({
      id: id(9),
      summary: 'The last one',
      status: 'PUBLISHED',
      publishAt: '2026-11-18T08:00:00.000Z',
    });
    const counts = { all: 150, scheduled: 2, published: 140, failed: 8 };
    const earlierCounts = { all: 90, scheduled: 0, published: 85, failed: 5 };
    const { user, server } = await openCalendar(ALL, {
      [LIST]: ({ query }) => {
        if (query['search'] === 'rye') return postList(query['from'] ? [SCHEDULED] : []);
        if (query['status'] === 'FAILED') return { ...postList([FAILED]), counts };
        if (query['cursor'] === 'more')
          return query['from'] ? postList([SCHEDULED]) : { ...postList([last]), counts: earlierCounts };
        if (query['from']) return postList([QUEUED], 'more');
        if (query['to']) return { ...postList([PUBLISHED, FAILED], 'more'), counts: earlierCounts };
        return { ...postList(ALL, 'more'), counts };
      },
    });
    // Today and later first, soonest first, and then the earlier days.
    expect(tabs()).toEqual(['All 91', 'Scheduled 1', 'Published 85', 'Failed 5', 'Campaigns ']);
    expect(texts()).toEqual(['Stollen is hereIn review at Google']);
    const days = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent.trim());
    expect(days()).toEqual(['Today, Saturday 21 November']);
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(rows()).toHaveLength(4));
    expect(days()).toEqual([
      'Today, Saturday 21 November 1 post',
      'Tomorrow, Sunday 22 November 1 post',
      'Yesterday, Friday 20 November 1 post',
      'Thursday 19 November',
    ]);
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(texts().at(-1)).toBe('The last one'));
    expect(rows()).toHaveLength(5);
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    await user.click(screen.getByRole('tab', { name: /^Failed/ }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(server.sent(LIST).at(-1)?.query).toEqual({ status: 'FAILED', limit: '100' });
    await user.click(screen.getByRole('tab', { name: /^All/ }));
    await user.type(screen.getByRole('searchbox', { name: 'Search posts' }), 'rye');
    await waitFor(() => expect(texts()).toEqual(['Rye from Monday']));
    const today = '2026-11-20T23:00:00.000Z';
    expect(
      server
        .sent(LIST)
        .slice(-2)
        .map(({ query }) => query),
    ).toEqual([
      { search: 'rye', order: 'soonest', from: today, limit: '100' },
      { search: 'rye', to: today, limit: '100' },
    ]);
  });
});

describe('Without posts', () => {
  it('says so and offers to schedule a post', async () => {
    const { user } = renderPage('/dashboard?view=calendar', { answers: emptyCalendar() });
    await screen.findByRole('heading', { name: 'No posts yet' });
    await user.click(screen.getByRole('button', { name: 'Schedule a post' }));
    expect(screen.getByRole('dialog', { name: 'Schedule Post' })).toBeTruthy();
  });
});

describe('A failed load', () => {
  it('says so, and Try Again loads again', async () => {
    const { user, server } = renderPage('/dashboard?view=calendar', {
      answers: { ...emptyCalendar(), [LIST]: () => failWith(404, 'not_found', 'Not found.') },
    });
    const message = await screen.findByText('Failed to load scheduled posts. Please try again.');
    expect(message.closest('[role=alert]')).toBeTruthy();
    server.on({ [LIST]: () => postList(ALL) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('table');
    expect(server.sent(LIST)).toHaveLength(2);
    expect(screen.queryByText('Failed to load scheduled posts. Please try again.')).toBeNull();
  });

  it('is made good without a click once the server answers again', async () => {
    setClock('2026-11-21T13:00:00Z', 'Europe/Berlin', { timers: true });
    const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
    const { server } = await openCalendar();
    server.on({ [LIST]: () => failWith(503, 'unavailable', 'The server is starting.') });
    // The first look finds the fault. By the end the tries that follow it are over.
    await pass(60);
    await screen.findByText('Failed to load scheduled posts. Please try again.');
    server.on({ [LIST]: () => postList([{ ...SCHEDULED, status: 'PUBLISHED' }]) });
    await pass(60);
    expect(rows().map(([status]) => status)).toEqual(['Published']);
    expect(screen.queryByText('Failed to load scheduled posts. Please try again.')).toBeNull();
  });
});

describe('Viewing a post', () => {
  const view = async (post = FAILED, details: object = { attempts: [] }) => {
    const page = await openCalendar([post], { 'GET /api/posts/:id': () => ({ ...post, ...details }) });
    await page.user.click(screen.getByRole('button', { name: 'View' }));
    await dialog().findByText('Publishing history');
    return page;
  };
  /** The facts of the dialog by their names. */
  const facts = () =>
    Object.fromEntries(
      dialog()
        .getAllByRole('term')
        .map((term) => [
          term.textContent,
          term.nextElementSibling?.textContent?.replaceAll(/[\u2009\u202f]/g, ' '),
        ]),
    );

  it('shows its details, why it failed, and each attempt', async () => {
    const summary = 'Call us. '.repeat(20).trim();
    const body = {
      languageCode: 'en-US',
      summary,
      topicType: 'OFFER',
      event: {
        title: 'Harvest week',
        schedule: {
          startDate: { year: 2026, month: 12, day: 1 },
          startTime: { hours: 0, minutes: 0 },
          endDate: { year: 2026, month: 12, day: 8 },
          endTime: { hours: 23, minutes: 59 },
        },
      },
      offer: {
        couponCode: 'HARVEST',
        redeemOnlineUrl: 'https://www.example.com/offer',
        termsConditions: 'One per visit.',
      },
    } as const;
    await view(storedPost({ ...FAILED, summary, postBody: body }), {
      attempts: [attempt({ outcome: 'refused', error: 'It holds a phone number.' })],
    });
    expect(dialog().getByText(summary)).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Failed offer' })).toBeTruthy();
    const reason = dialog().getByText(FAILED.errorDetails ?? '');
    expect(reason.parentElement?.getAttribute('role')).toBe('alert');
    expect(dialog().getByText(/^Edit the post to fix this/).parentElement).toBe(reason.parentElement);
    expect(facts()).toEqual({
      Location: 'Hearth & Crumb, Market Square',
      'Offer title': 'Harvest week',
      Valid: '1 – 8 Dec 2026',
      'Coupon code': 'HARVEST',
      'Redeem link': 'https://www.example.com/offer (opens in a new tab)',
      'Terms and conditions': 'One per visit.',
      'Scheduled for': 'Thu 19 Nov 2026, 09:00 (Europe/Berlin, GMT+1)',
    });
    expect(
      dialog()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'CreatedFri 20 Nov 2026, 10:00',
      'Sent to GoogleThu 19 Nov 2026, 09:00',
      'Refused by Google. It holds a phone number.Thu 19 Nov 2026, 09:00',
    ]);
  });

  it('offers the actions that the post allows', async () => {
    const { user } = await view();
    expect(wordsOf(dialog().getAllByRole('button'))).toEqual([
      '',
      'Delete',
      'Use again',
      'Move',
      'Retry',
      'Edit',
    ]);
    await user.click(dialog().getByRole('button', { name: 'Edit' }));
    await screen.findByRole('dialog', { name: 'Edit Post' });
    expect(field('Post content').value).toBe('Call us');
    await user.keyboard('{Escape}');
    await isClosed();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'View' }));
  });

  it('says when it cannot be loaded', async () => {
    const { user, server } = await openCalendar([FAILED], {
      'GET /api/posts/:id': () => failWith(404, 'not_found', 'Not found.'),
    });
    await user.click(screen.getByRole('button', { name: 'View' }));
    await dialog().findByText('Failed to load this post. Please try again.');
    server.on({ 'GET /api/posts/:id': () => ({ ...FAILED, attempts: [] }) });
    await user.click(dialog().getByRole('button', { name: 'Try Again' }));
    await dialog().findByText('Publishing history');
  });
});
