import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { failWith, held } from '../../support/page/fake-server.js';
import { postList, storedPost } from './builders.js';
import {
  dayButton,
  dayCell,
  dialog,
  emptyCalendar,
  field,
  isClosed,
  openMonth,
  setClock,
  tabs,
} from './setting.js';

const LIST = 'GET /api/posts';
const post = (number: number, publishAt: string, change = {}) =>
  storedPost({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    summary: `Post ${number}`,
    publishAt,
    ...change,
  });

const PUBLISHED = post(1, '2026-11-03T14:00:00.000Z', { status: 'PUBLISHED', storeCode: 'HC-01' });
const FAILED = post(2, '2026-11-19T08:00:00.000Z', { status: 'FAILED', errorDetails: 'Refused.' });
/** Five on one day. */
const BUSY_DAY = [7, 8, 9, 10, 11].map((hour) =>
  post(hour, `2026-11-25T${String(hour).padStart(2, '0')}:55:00.000Z`),
);
const DECEMBER = post(12, '2026-12-24T09:00:00.000Z', {
  locationId: 'location-2',
  locationName: 'Hearth & Crumb, Station Road',
});
const ALL = [DECEMBER, ...BUSY_DAY.toReversed(), FAILED, PUBLISHED];

beforeEach(() => setClock('2026-11-21T13:00:00Z'));

const open = (options?: Parameters<typeof openMonth>[1]) => openMonth(() => ALL, options);
const period = () => screen.getByText(/^\w+ \d{4}$/, { selector: 'h2' }).textContent;
/** The chips of a day. */
const chips = (day: string) =>
  dayCell(day)
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const showPastWeeks = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: 'Show past weeks' }));
const layout = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

const filter = () => screen.getByLabelText('Filter by location');

describe('The month grid', () => {
  it("is a table of whole weeks with posts and times in the viewer's time zone, which is shown", async () => {
    const { user } = await open();
    const table = screen.getByRole('table', { name: 'November 2026' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'MonMonday',
      'TueTuesday',
      'WedWednesday',
      'ThuThursday',
      'FriFriday',
      'SatSaturday',
      'SunSunday',
    ]);
    expect(within(table).getAllByRole('cell')).toHaveLength(42);
    await showPastWeeks(user);
    expect(chips('Tuesday 3 November')).toEqual([
      '15:00 HC-01 Post 1, Published, Hearth & Crumb, Market Square',
    ]);
    expect(chips('Thursday 19 November')).toEqual(['09:00 Hearth & Crumb, Market Square Post 2, Failed']);
    expect(screen.getByText('Times in Europe/Berlin, GMT+1')).toBeTruthy();
    expect(tabs()).toEqual(['All 7', 'Scheduled 5', 'Published 1', 'Failed 1', 'Campaigns ']);
  });

  it('marks today, and offers to add posts from today on', async () => {
    await open();
    const today = document.querySelectorAll('[aria-current=date]');
    expect([...today]).toEqual([dayButton('Saturday 21 November')]);
    expect(dayButton('Saturday 21 November').textContent).toBe('21Today, Saturday 21 November, 0 posts');
    const add = { name: /^Add a post on/ };
    expect(dayCell('Friday 20 November').queryByRole('button', add)).toBeNull();
    expect(dayCell('Saturday 21 November').getByRole('button', add)).toBeTruthy();
    expect(screen.getAllByRole('button', add)).toHaveLength(16);
  });

  it('shows three posts of a day, and all of them in its list', async () => {
    const { user } = await open();
    expect(chips('Wednesday 25 November').map((text) => text?.slice(0, 5))).toEqual([
      '08:55',
      '09:55',
      '10:55',
      '+2 mo',
    ]);
    await user.click(dayCell('Wednesday 25 November').getByRole('button', { name: /^\+2 more/ }));
    const list = within(screen.getByRole('dialog', { name: 'Wednesday 25 November' }));
    const items = list.getAllByRole('listitem');
    expect(items).toHaveLength(5);
    expect(items[0]?.textContent).toBe('08:55ScheduledViewEditMoveDeletePost 7Hearth & Crumb, Market Square');
    expect(
      within(items[0]!)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['View', 'Edit', 'Move', 'Delete']);
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^\+2 more/ }));
  });

  it('opens the details of a post, and the composer for a day', async () => {
    const { user } = await open({
      answers: { 'GET /api/posts/:id': () => ({ ...PUBLISHED, attempts: [] }) },
    });
    await showPastWeeks(user);
    await user.click(screen.getByRole('button', { name: /^15:00 HC-01 Post 1/ }));
    await dialog().findByText('Tue 3 Nov 2026, 15:00 (Europe/Berlin, GMT+1)');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Add a post on Friday 27 November 2026' }));
    expect(await screen.findByRole('dialog', { name: 'Schedule Post' })).toBeTruthy();
    expect(field('Date').value).toBe('2026-11-27');
  });

  it('folds the weeks before the current one, with the number of posts in each state', async () => {
    const { user } = await open();
    const folded = dayButton('Tuesday 3 November');
    expect(folded.textContent).toBe('3Tuesday 3 November, 1 post: 1 published1');
    expect(screen.queryByRole('button', { name: /Post 1/ })).toBeNull();
    expect(screen.getByRole('button', { name: /Post 2/ })).toBeTruthy();
    await user.click(folded);
    expect(dialog().getByText('Post 1')).toBeTruthy();
    await user.keyboard('{Escape}');
    await showPastWeeks(user);
    expect(screen.getByRole('button', { name: /Post 1/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Hide past weeks' }));
    expect(screen.queryByRole('button', { name: /Post 1/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    await waitFor(() => expect(period()).toBe('October 2026'));
    expect(screen.queryByRole('button', { name: 'Show past weeks' })).toBeNull();
  });

  it('shows the whole text of a post while its chip is hovered or focused, until Escape', async () => {
    const { user } = await open();
    const chip = screen.getByRole('button', { name: /Post 2/ });
    await user.hover(chip);
    // A popover that jsdom does not show.
    const whole = () => screen.queryByRole('tooltip', { hidden: true })?.textContent;
    expect(whole()).toBe('Failed, 09:00Hearth & Crumb, Market SquarePost 2Refused.');
    await user.unhover(chip);
    expect(whole()).toBeUndefined();
    act(() => chip.focus());
    expect(whole()).toContain('Refused.');
    await user.keyboard('{Escape}');
    expect(whole()).toBeUndefined();
  });

  it("begins its weeks as in the browser's locale", async () => {
    await open();
    const first = () => screen.getAllByRole('cell')[0]?.querySelector('button')?.textContent;
    expect(first()).toBe('26Monday 26 October, 0 posts');
  });
});

describe('Other months', () => {
  it('are one step away, announced, kept in the address, and undone by Back', async () => {
    const { user, address, back } = await open();
    expect(period()).toBe('November 2026');
    expect(screen.getByRole('heading', { name: 'November 2026' }).closest('[role=status]')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    await waitFor(() => expect(period()).toBe('December 2026'));
    expect(address()).toBe('/dashboard?view=calendar&month=2026-12');
    await screen.findByText('Post 12');
    expect(tabs()[0]).toBe('All 1');
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    await waitFor(() => expect(period()).toBe('October 2026'));
    expect(screen.getByText('Times in Europe/Berlin, GMT+2, then GMT+1')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Today' }));
    await waitFor(() => expect(period()).toBe('November 2026'));
    await back();
    await waitFor(() => expect(period()).toBe('October 2026'));
  });

  it('are loaded completely, page by page, for the shown weeks', async () => {
    const { server } = await open({
      answers: {
        [LIST]: ({ query }) =>
          query['cursor'] ? postList([PUBLISHED]) : postList([...BUSY_DAY.toReversed(), FAILED], 'more'),
      },
    });
    expect(dayButton('Tuesday 3 November').textContent).toContain('1 published');
    const range = { from: '2026-10-25T23:00:00.000Z', to: '2026-12-06T23:00:00.000Z', limit: '1000' };
    expect(server.sent(LIST).map(({ query }) => query)).toEqual([range, { ...range, cursor: 'more' }]);
    expect(tabs()[0]).toBe('All 7');
  });

  it('show their name at once, and the previous days stay for a moment while the new ones load', async () => {
    const answer = held<unknown>();
    const { user, server } = await open();
    const table = screen.getByRole('table', { name: 'November 2026' });
    server.on({ [LIST]: () => answer.promise });
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    await waitFor(() => expect(period()).toBe('December 2026'));
    expect(table.closest('[aria-busy=true]')).toBeTruthy();
    expect(chips('Thursday 19 November')).toHaveLength(1);
    answer.release(postList([DECEMBER]));
    await screen.findByText('Post 12');
    expect(screen.getByRole('table', { name: 'December 2026' })).toBe(table);
    expect(table.closest('[aria-busy=true]')).toBeNull();
    expect(screen.queryByText('Post 2')).toBeNull();
  });

  it('show their days without posts if loading takes longer', async () => {
    const answer = held<unknown>();
    const { user, server } = await open();
    const table = screen.getByRole('table', { name: 'November 2026' });
    server.on({ [LIST]: () => answer.promise });
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    expect(await screen.findByRole('table', { name: 'December 2026' })).toBe(table);
    expect(table.closest('[aria-busy=true]')).toBeTruthy();
    expect(dayButton('Thursday 24 December').textContent).toBe('24Thursday 24 December');
    answer.release(postList([DECEMBER]));
    await screen.findByText('Post 12');
    expect(screen.getByRole('table')).toBe(table);
    expect(table.closest('[aria-busy=true]')).toBeNull();
  });

  it('say when they cannot be loaded, and try again', async () => {
    const { user, server } = await open();
    server.on({ [LIST]: () => failWith(404, 'not_found', 'Not found.') });
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    const message = await screen.findByText('Failed to load scheduled posts. Please try again.');
    expect(message.closest('[role=alert]')).toBeTruthy();
    expect(screen.queryByText(/^No posts/)).toBeNull();
    server.on({ [LIST]: () => postList([DECEMBER]) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Post 12');
    expect(screen.queryByText('Failed to load scheduled posts. Please try again.')).toBeNull();
  });

  it('say when they are empty, and why', async () => {
    const { user, address } = await open({ address: '/dashboard?view=calendar&month=2027-01' });
    expect(screen.getByText('No posts in January 2027.')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: /^Failed/ }));
    expect(screen.getByText('No failed posts in January 2027.')).toBeTruthy();
    await user.type(screen.getByRole('searchbox', { name: 'Search posts' }), 'Post 12');
    expect(screen.getByText('No posts match your search in January 2027.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all posts' }));
    await user.click(screen.getByRole('button', { name: 'Show the list' }));
    expect(await screen.findByRole('table', { name: 'Scheduled posts' })).toBeTruthy();
    expect(address()).toBe('/dashboard?view=calendar');
  });
});

describe('By keyboard', () => {
  const focused = () =>
    document.activeElement?.textContent?.replace(
      /^\d+( \w{3})?((Today|Tomorrow|Yesterday), )?|, \d+ posts?$/g,
      '',
    );

  it('arrows, Home, End, Page Up and Page Down move between days, across months too', async () => {
    const { user } = await open();
    dayButton('Saturday 21 November').focus();
    for (const [key, day] of [
      ['{ArrowRight}', 'Sunday 22 November'],
      ['{ArrowDown}', 'Sunday 29 November'],
      ['{Home}', 'Monday 23 November'],
      ['{End}', 'Sunday 29 November'],
      ['{ArrowLeft}', 'Saturday 28 November'],
      ['{ArrowUp}', 'Saturday 21 November'],
      ['{PageDown}', 'Monday 21 December'],
      ['{PageDown}', 'Thursday 21 January 2027'],
      ['{PageUp}', 'Monday 21 December'],
    ]) {
      await user.keyboard(key!);
      await waitFor(() => expect(focused()).toBe(day));
    }
    expect(period()).toBe('December 2026');
  });

  it('a key that is held down loses no step into the next month', async () => {
    const { address } = await open();
    dayButton('Sunday 29 November').focus();
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    act(() => {
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight']) press(key);
    });
    await waitFor(() => expect(focused()).toBe('Monday 21 December'));
    expect(address()).toBe('/dashboard?view=calendar&month=2026-12');
  });

  it('Tab reaches one day and its buttons', async () => {
    const { user } = await open();
    dayButton('Saturday 21 November').focus();
    await user.keyboard('{ArrowDown}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(focused()).toBe('Wednesday 25 November');
    const stops = [];
    for (let count = 0; count < 5; count++) {
      await user.tab();
      stops.push(document.activeElement?.textContent?.slice(0, 5));
    }
    expect(stops).toEqual(['Add a', '08:55', '09:55', '10:55', '+2 mo']);
    await user.tab();
    expect(screen.getByRole('table').contains(document.activeElement)).toBe(false);
    const help = screen.getByRole('table').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(help)?.textContent).toMatch(/^Arrow keys move between days/);
  });

  it('Enter opens the day, and closing it returns there', async () => {
    const { user } = await open();
    dayButton('Saturday 21 November').focus();
    await user.keyboard('{Enter}');
    const list = within(screen.getByRole('dialog', { name: 'Today, Saturday 21 November' }));
    expect(list.getByText('No posts on this day.')).toBeTruthy();
    await user.click(list.getByRole('button', { name: 'Add a post' }));
    const composer = within(screen.getByRole('dialog', { name: 'Schedule Post' }));
    expect(composer.getByLabelText<HTMLInputElement>('Date').value).toBe('2026-11-21');
    await user.keyboard('{Escape}');
    await user.keyboard('{Escape}');
    await isClosed();
    expect(document.activeElement).toBe(dayButton('Saturday 21 November'));
  });
});

describe('List and month', () => {
  it('show the same posts under the same tab, search and location', async () => {
    const { user } = await open({ address: '/dashboard?view=calendar&month=2026-11&status=failed' });
    expect(layout('Month').checked).toBe(true);
    expect(screen.getAllByText(/^Post /).map(({ textContent }) => textContent)).toEqual(['Post 2']);
    await user.click(layout('List'));
    const table = await screen.findByRole('table', { name: 'Scheduled posts' });
    expect(within(table).getByRole('rowheader').textContent).toBe('Thursday 19 November 1 post');
    expect(within(table).getByText('09:00')).toBeTruthy();
    expect(within(table).getAllByText(/^Post /)).toHaveLength(1);

    await user.click(screen.getByRole('tab', { name: /^All/ }));
    await user.click(filter());
    await user.click(await screen.findByRole('option', { name: /Station Road/ }));
    await waitFor(() => expect(screen.getAllByText(/^Post /)).toHaveLength(1));
    expect(tabs()).toEqual(['All 1', 'Scheduled 1', 'Published 0', 'Failed 0', 'Campaigns ']);
    await user.click(layout('Month'));
    await screen.findByText('No posts in November 2026 for this location.');
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    await screen.findByText('Post 12');
  });

  it('load the posts of one location, which is kept in the address', async () => {
    const { server, user, address } = await open({
      address: '/dashboard?view=calendar&month=2026-12&location=location-2',
    });
    expect(server.sent(LIST).at(-1)?.query['locationId']).toBe('location-2');
    expect(tabs()[0]).toBe('All 1');
    await user.click(screen.getByRole('button', { name: 'Add a post on Tuesday 1 December 2026' }));
    await waitFor(() => expect(field('Location').value).toContain('Station Road'));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'All locations' }));
    expect(address()).toBe('/dashboard?view=calendar&month=2026-12');
  });

  it('say that a location has no posts', async () => {
    const { user } = await open({ answers: { [LIST]: () => postList([FAILED]) } });
    await user.click(layout('List'));
    await user.click(filter());
    await user.click(await screen.findByRole('option', { name: /Station Road/ }));
    await user.click(await screen.findByRole('button', { name: 'Show all posts' }));
    expect(await screen.findByText('Post 2')).toBeTruthy();
  });

  it('the browser remembers the choice, and the default is the list', async () => {
    const { user, unmount } = await open();
    await user.click(layout('List'));
    await screen.findByRole('table', { name: 'Scheduled posts' });
    await user.click(layout('Month'));
    await screen.findByRole('table', { name: 'November 2026' });
    unmount();
    await open({ address: '/dashboard?view=calendar' });
    expect(period()).toBe('November 2026');
  });
});

describe('On a narrow screen', () => {
  it('the month is an agenda of the days with posts and today, which it begins with', async () => {
    const { user } = await open({ narrow: true });
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getAllByRole('heading', { level: 3 })[0]?.textContent).toBe('Today, Saturday 21 November');
    await user.click(screen.getByRole('button', { name: 'Earlier this month' }));
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Tuesday 3 November',
      'Thursday 19 November',
      'Today, Saturday 21 November',
      'Wednesday 25 November',
    ]);
    const busy = within(screen.getByRole('heading', { name: /^Wednesday 25/ }).closest('section')!);
    expect(busy.getAllByRole('listitem')).toHaveLength(5);
    expect(busy.getAllByRole('button', { name: 'Actions' })).toHaveLength(5);
    expect(tabs()).toEqual(['All 7', 'Scheduled 5', 'Published 1', 'Failed 1', 'Campaigns ']);
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(screen.queryByRole('heading', { name: /^Thursday 19/ })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Today, Saturday 21 November');
    await user.click(busy.getByRole('button', { name: 'Add a post on Wednesday 25 November 2026' }));
    expect(field('Date').value).toBe('2026-11-25');
  });

  it('search and location are behind a button, which says when they are set', async () => {
    const { user } = await open({ narrow: true });
    const filters = () => screen.getByRole('button', { name: /^Filter/ });
    expect(screen.queryByRole('searchbox')).toBeNull();
    await user.click(filters());
    await user.type(screen.getByRole('searchbox', { name: 'Search posts' }), 'Post 8');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    await user.click(filters());
    expect(filters().textContent).toBe('Filter (1)');
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('posts can be added to a future month, but not to a past one', async () => {
    const { user } = await open({
      narrow: true,
      address: '/dashboard?view=calendar&month=2027-01',
      answers: emptyCalendar(),
    });
    expect(screen.getByRole('button', { name: 'Add a post on Friday 1 January 2027' })).toBeTruthy();
    for (let month = 0; month < 3; month++)
      await user.click(screen.getByRole('button', { name: 'Previous month' }));
    await screen.findByText('No posts in October 2026.');
    expect(screen.queryByRole('button', { name: /^Add a post/ })).toBeNull();
  });
});
