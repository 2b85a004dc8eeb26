import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failWith, held, type Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { until } from '../../support/page/steered-timers.js';
import { postList, storedPost } from './builders.js';
import { emptyCalendar, findAlertText, isBusy, openList, postsRoute, setClock, tabs } from './setting.js';

const LIST = 'GET /api/posts';
const DELETE = 'DELETE /api/posts/:id';
const RETRY = 'POST /api/posts/:id/retry';
const NOW = '2026-11-21T13:00:00Z';
const LOCKED = 'This post is being sent to Google or has gone out, so it can no longer be changed.';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [FIRST, SECOND, THIRD] = ['First', 'Second', 'Third'].map((summary, index) =>
  storedPost({ id: id(index), summary, publishAt: `2026-11-22T09:0${index}:00.000Z` }),
);
const THREE = [FIRST!, SECOND!, THIRD!];

const openCalendar = (posts = THREE, ...rest: [answers?: Handlers, address?: string]) =>
  openList(posts, ...rest);

const row = (text: string) => screen.getByText(text).closest('tr')!;
const button = (text: string, name: string) => within(row(text)).getByRole('button', { name });

describe('Deleting a post', () => {
  beforeEach(() => setClock(NOW));

  const ask = async (page: Awaited<ReturnType<typeof openCalendar>>, text: string) => {
    await page.user.click(button(text, 'Delete'));
    return within(screen.getByRole('alertdialog', { name: 'Delete post' }));
  };

  it('asks first, with focus on Cancel', async () => {
    const page = await openCalendar();
    const question = await ask(page, 'Second');
    expect(question.getByText('Are you sure you want to delete this scheduled post?')).toBeTruthy();
    expect(
      question.getByText('“Second”, Hearth & Crumb, Market Square, Sun 22 Nov 2026, 10:01'),
    ).toBeTruthy();
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }));
    await page.user.keyboard('{Enter}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(document.activeElement).toBe(button('Second', 'Delete'));
    expect(page.server.sent(DELETE)).toEqual([]);
  });

  it('is shown at once, and moves focus to the next row', async () => {
    const answer = held<undefined>();
    const page = await openCalendar(THREE, { [DELETE]: () => answer.promise });
    await page.user.click((await ask(page, 'Second')).getByRole('button', { name: 'Delete' }));
    expect(screen.queryByText('Second')).toBeNull();
    expect(tabs()[0]).toBe('All 2');
    expect(document.activeElement).toBe(button('Third', 'View'));
    page.server.on({ [LIST]: () => postList([FIRST!, THIRD!]) });
    answer.release(undefined);
    expect(await screen.findAllByText('Post deleted.')).toBeTruthy();
    expect(page.server.sent(DELETE).map(({ params }) => params['id'])).toEqual([SECOND!.id]);
    await waitFor(() => expect(page.server.sent(LIST)).toHaveLength(2));
    expect(screen.queryByText('Second')).toBeNull();
  });

  it('moves focus to the previous row after the last one, and to the heading if none is left', async () => {
    const page = await openCalendar([FIRST!, SECOND!], { [DELETE]: () => undefined });
    page.server.on({ [LIST]: () => postList([FIRST!]) });
    await page.user.click((await ask(page, 'Second')).getByRole('button', { name: 'Delete' }));
    expect(document.activeElement).toBe(button('First', 'View'));
    await waitFor(() => expect(page.server.sent(LIST)).toHaveLength(2));
    page.server.on({ [LIST]: () => postList([]) });
    await page.user.click((await ask(page, 'First')).getByRole('button', { name: 'Delete' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    await screen.findByRole('heading', { name: 'No posts yet' });
  });

  it('is rolled back when it fails, and says why', async () => {
    const answer = held<Response>();
    const page = await openCalendar(THREE, { [DELETE]: () => answer.promise });
    await page.user.click((await ask(page, 'Second')).getByRole('button', { name: 'Delete' }));
    expect(screen.queryByText('Second')).toBeNull();
    answer.release(failWith(409, 'post_locked', LOCKED));
    await findAlertText(LOCKED);
    expect(row('Second')).toBeTruthy();
    expect(tabs()[0]).toBe('All 3');
  });
});

describe('Retrying a post', () => {
  beforeEach(() => setClock(NOW));

  const failed = storedPost({ id: id(7), summary: 'Call us', status: 'FAILED', errorDetails: 'Refused.' });

  it('is shown at once as scheduled and due now', async () => {
    const answer = held<object>();
    const { user, server } = await openCalendar([FIRST!, failed], { [RETRY]: () => answer.promise });
    await user.click(button('Call us', 'Retry'));
    expect(row('Call us').textContent).toMatch(/^Scheduled.*due now/);
    expect(tabs()).toEqual(['All 2', 'Scheduled 2', 'Published 0', 'Failed 0', 'Campaigns ']);
    expect(document.activeElement).toBe(button('Call us', 'View'));
    const retried = { ...failed, status: 'SCHEDULED' as const, publishAt: NOW, errorDetails: null };
    server.on({ [LIST]: () => postList([FIRST!, retried]) });
    answer.release(retried);
    expect(await screen.findAllByText('The post is being published again.')).toBeTruthy();
    expect(server.sent(RETRY).map(({ params }) => params['id'])).toEqual([failed.id]);
  });

  it('removes the post from the Failed tab', async () => {
    const other = storedPost({ ...failed, id: id(8), summary: 'Ring us' });
    const answer = held<object>();
    const { user } = await openCalendar(
      [failed, other],
      { [RETRY]: () => answer.promise },
      '/dashboard?view=calendar&status=failed',
    );
    await user.click(button('Call us', 'Retry'));
    expect(screen.queryByText('Call us')).toBeNull();
    expect(document.activeElement).toBe(button('Ring us', 'View'));
    answer.release({ ...failed, status: 'SCHEDULED', publishAt: NOW, errorDetails: null });
    await screen.findAllByText('The post is being published again.');
  });

  it('is rolled back when it fails, and says why', async () => {
    const { user } = await openCalendar([failed], {
      [RETRY]: () => failWith(409, 'not_failed', 'Only a failed post can be retried.'),
    });
    await user.click(button('Call us', 'Retry'));
    await findAlertText('Only a failed post can be retried.');
    expect(row('Call us').textContent).toMatch(/^Failed/);
  });
});

describe('The list refreshes itself', () => {
  const QUEUED = storedPost({ id: id(5), summary: 'Going out', status: 'QUEUED' });
  const PUBLISHED = storedPost({ id: id(5), summary: 'Going out', status: 'PUBLISHED' });

  beforeEach(() => setClock(NOW, 'Europe/Berlin', { timers: true }));

  async function watch(post: ReturnType<typeof storedPost>) {
    const page = renderPage('/dashboard?view=calendar', {
      answers: { ...emptyCalendar(), [LIST]: () => postList([post]) },
    });
    await until(() => screen.queryByRole('table'));
    return { ...page, asked: () => page.server.sent(LIST).length };
  }

  const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
  const showTab = (state: DocumentVisibilityState) =>
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);

  it('every 10 seconds while a post is queued, until it is published', async () => {
    const { server, asked } = await watch(QUEUED);
    expect(asked()).toBe(1);
    await pass(9);
    expect(asked()).toBe(1);
    await pass(1);
    expect(asked()).toBe(2);
    server.on({ [LIST]: () => postList([PUBLISHED]) });
    await pass(10);
    expect(asked()).toBe(3);
    await until(() => screen.queryByText('Published', { selector: 'td *' }));
    await pass(60);
    expect(asked()).toBe(3);
  });

  it('less often while nothing changes, and as before after a change', async () => {
    const { server, asked } = await watch(QUEUED);
    const minute: number[] = [];
    for (let passed = 0; passed < 30; passed++) {
      const before = asked();
      await pass(60);
      minute.push(asked() - before);
    }
    expect(minute.slice(0, 3)).toEqual([4, 1, 1]);
    // Finally every five minutes.
    expect(minute.slice(-10).reduce((sum, count) => sum + count)).toBe(2);
    const next = storedPost({ id: id(5), summary: 'Going out', status: 'QUEUED', version: 2 });
    server.on({ [LIST]: () => postList([next]) });
    let before = asked();
    while (asked() === before) await pass(10);
    before = asked();
    await pass(40);
    expect(asked() - before).toBeGreaterThan(2);
  });

  it('not between checks at Google that are hours apart', async () => {
    const inReview = storedPost({
      ...QUEUED,
      detail: 'in_review',
      publishAt: '2026-11-18T13:00:00.000Z',
      nextTryAt: '2026-11-21T13:04:00.000Z',
    });
    const { asked } = await watch(inReview);
    await pass(4 * 60 - 1);
    expect(asked()).toBe(1);
    await pass(1);
    expect(asked()).toBe(2);
  });

  it('never for sample posts, which are not published', async () => {
    const { asked } = await watch({ ...QUEUED, isExample: true });
    await pass(3600);
    expect(asked()).toBe(1);
  });

  it('without reading other months again', async () => {
    const page = renderPage('/dashboard?view=calendar&month=2026-11', {
      answers: { ...emptyCalendar(), ...postsRoute(() => [QUEUED]) },
    });
    const asked = () => page.server.sent(LIST).length;
    const turnTo = async (way: 'Next' | 'Previous', month: string) => {
      fireEvent.click(screen.getByRole('button', { name: `${way} month` }));
      await until(() => screen.queryByRole('table', { name: month }));
    };
    await until(() => screen.queryByRole('button', { name: 'Next month' }) && !isBusy());
    await turnTo('Next', 'December 2026');
    await until(() => !isBusy());
    await turnTo('Previous', 'November 2026');
    // Back in a month with a post that may have changed.
    await until(() => asked() === 3);
    await pass(10);
    expect(asked()).toBe(4);
    await turnTo('Next', 'December 2026');
    expect(isBusy()).toBe(false);
    expect(asked()).toBe(4);
  });

  it('from two minutes before a post is due', async () => {
    const { asked } = await watch(storedPost({ publishAt: '2026-11-21T13:03:00.000Z' }));
    await pass(50);
    expect(asked()).toBe(1);
    await pass(10);
    expect(asked()).toBe(2);
  });

  it('not while the tab is hidden', async () => {
    const { asked } = await watch(QUEUED);
    showTab('hidden');
    await pass(60);
    expect(asked()).toBe(1);
    showTab('visible');
    await pass(10);
    expect(asked()).toBe(2);
  });

  it('and keeps its posts if that fails', async () => {
    const { server, asked } = await watch(QUEUED);
    server.on({ [LIST]: () => failWith(404, 'not_found', 'Not found.') });
    await pass(10);
    await until(() => screen.queryByText('Failed to load scheduled posts. Please try again.'));
    expect(screen.getByText('Going out')).toBeTruthy();
    await pass(60);
    expect(asked()).toBe(2);
  });
});
