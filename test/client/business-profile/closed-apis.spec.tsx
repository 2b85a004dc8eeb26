import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { account, list, location } from '../listings/builders.js';
import { notice, noticeList, noticeSettings } from '../notices/builders.js';
import { place, postList, storedPost } from '../posts/builders.js';
import { dialog, emptyCalendar, fill, isClosed, openComposer, POST, setClock } from '../posts/setting.js';
import { reviewList, summary } from '../reviews/builders.js';
import { answersOfConnected } from './builders.js';

type ClosedApi = Schemas['ClosedApiDto'];

const V4: ClosedApi = {
  api: 'v4',
  state: 'not_enabled',
  since: '2026-11-21T12:00:00.000Z',
  askedAt: '2026-11-21T12:45:00.000Z',
};

beforeEach(() => setClock('2026-11-21T13:00:00Z', 'Europe/London'));

function open(view: string, closedApis: ClosedApi[] = [V4], answers: Handlers = {}) {
  return renderPage(`/dashboard?view=${view}`, {
    answers: {
      ...emptyCalendar(),
      ...answersOfConnected({ closedApis }),
      'GET /api/accounts': () => ({ items: [account()] }),
      'GET /api/locations': () => list([location()]),
      'GET /api/locations/:id': () => place(),
      'GET /api/reviews/summary': () => summary(),
      ...answers,
    },
  });
}

const panel = async () =>
  within(await screen.findByRole('region', { name: 'What Google doesn’t let this server do yet' }));
const CALENDAR =
  /^Google doesn’t let this server publish posts or read reviews yet\. Until then, posts and replies wait/;

describe('While Google keeps the API of posts and reviews closed', () => {
  it('the connection says what is missing, since when, and what its operator can do', async () => {
    open('setup');
    const shown = await panel();
    expect(shown.getByRole('heading', { level: 3, name: 'Posts and reviews' })).toBeTruthy();
    expect(shown.getByText(/^The Google My Business API isn’t enabled for this server\./)).toBeTruthy();
    expect(
      shown.getByText(/open the link in Google’s email .+ If the email has no link, reply to it/),
    ).toBeTruthy();
    const times = shown.getByText(/^Since/).textContent;
    expect(times).toMatch(
      /^Since Sat 21 Nov 2026, 12:00\. Last checked Sat 21 Nov 2026, 12:45\. Shingle checks every 15/,
    );
    expect(screen.getByRole('region', { name: 'Google Business Profile Connected' })).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Connection Partly connected/ })).toBeTruthy();
  });

  it.each([
    [
      'v4',
      'no_quota',
      /^The Google My Business API doesn’t accept calls from this server/,
      /ask Google for access with its form/,
    ],
    ['performance', 'not_enabled', /^The Business Profile Performance API isn’t enabled/, /Library/],
    ['verifications', 'not_enabled', /^The My Business Verifications API isn’t enabled/, /Library/],
    ['information', 'not_enabled', /^The My Business Business Information API isn’t enabled/, /Library/],
    [
      'accounts',
      'no_quota',
      /^The My Business Account Management API doesn’t accept calls from this server/,
      /form/,
    ],
  ] as const)('the connection names %s that is %s', async (api, state, words, cure) => {
    open('setup', [{ ...V4, api, state }]);
    const shown = await panel();
    expect(shown.getByText(words)).toBeTruthy();
    expect(shown.getByText(cure)).toBeTruthy();
  });

  it('the calendar says that posts wait, and so does each of them', async () => {
    const waiting = storedPost({
      status: 'QUEUED',
      detail: 'waiting_for_approval',
      publishAt: '2026-11-21T12:30:00.000Z',
      nextTryAt: '2026-11-21T13:03:00.000Z',
    });
    const { user } = open('calendar', [V4], {
      'GET /api/posts': () => postList([waiting]),
      'GET /api/posts/:id': () => ({ ...waiting, attempts: [] }),
    });
    await screen.findByText(CALENDAR);
    const row = within((await screen.findByText(/^Sourdough/)).closest('tr')!);
    expect(row.getByText('Waiting until Google lets this server publish posts.')).toBeTruthy();
    expect(row.queryByText(/next try/)).toBeNull();
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'View',
      'Edit',
      'Move',
    ]);
    await user.click(row.getByRole('button', { name: 'View' }));
    await dialog().findByText(
      /^Nothing has been sent yet, so you can still change it\. If it’s long overdue/,
    );
    await user.click(dialog().getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('link', { name: 'What to do' }));
    await panel();
  });

  it('the composer says it before a post is scheduled, which it can be', async () => {
    const reason = 'Google doesn’t let this server publish posts yet, so this post will wait.';
    const finding = { id: 'posting-closed', severity: 'warn', field: 'publishAt', reason, cure: 'Look.' };
    const { submit, server } = await openComposer(
      {
        ...answersOfConnected({ closedApis: [V4] }),
        'POST /api/posts/preflight': () => ({ findings: [finding] }),
      },
      '/dashboard?location=location-1',
    );
    fill('Post content', 'The kiln is warm.');
    await dialog().findByText(`${reason} Look.`);
    await submit();
    await isClosed();
    expect(server.sent(POST)).toHaveLength(1);
  });

  it('the reviews say that they can’t be read, rather than that they are being read', async () => {
    open('reputation', [V4], { 'GET /api/reviews': () => reviewList([]) });
    await screen.findByText(CALENDAR);
    expect(await screen.findByRole('heading', { name: 'No reviews can be read yet' })).toBeTruthy();
    expect(screen.queryByText(/being read from Google/)).toBeNull();
  });

  it.each([
    [V4, 0],
    [{ ...V4, api: 'performance' as const }, 1],
  ])('the figures say it of their own API alone: %j', async (closed, times) => {
    open('statistics', [closed], {
      'GET /api/selections': () => ({ items: [] }),
      'GET /api/statistics/locations': () => ({ items: [], total: 0 }),
      'GET /api/statistics/keywords': () => failWith(500, 'internal', 'Not here.'),
      'GET /api/statistics/timeline': () => ({ items: [] }),
    });
    await screen.findByRole('heading', { level: 1, name: 'Statistics' });
    expect(screen.queryAllByText(/^Google doesn’t let this server read figures yet\./)).toHaveLength(times);
  });

  it('a notice leads to the connection', async () => {
    const told = notice({
      kind: 'api_closed',
      title: 'Google doesn’t let this server publish posts or read reviews',
      text: 'Posts that are due wait.',
      path: '/dashboard?view=setup',
    });
    const { user } = open('overview', [V4], {
      'GET /api/notices': () => noticeList([told]),
      'GET /api/notice-settings': () => noticeSettings(),
      'POST /api/notices/read': () => ({}),
    });
    await user.click(await screen.findByRole('button', { name: /^Notices/ }));
    await user.click(await screen.findByRole('link', { name: new RegExp(`^${told.title}`) }));
    await panel();
  });
});

it('Once Google opens it, the pages say nothing of it', async () => {
  open('setup', []);
  await screen.findByRole('region', { name: 'Google Business Profile Connected' });
  expect(screen.queryByRole('region', { name: 'What Google doesn’t let this server do yet' })).toBeNull();
  expect(screen.getByRole('link', { name: /^Connection Connected/ })).toBeTruthy();
});
