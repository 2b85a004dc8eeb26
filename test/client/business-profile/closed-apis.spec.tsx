import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import type { Handlers } from '../../support/fake-server.js';
import { renderPage } from '../../support/page.js';
import { account, list, location } from '../listings/builders.js';
import { notice, noticeList } from '../notices/builders.js';
import { place, postList, storedPost } from '../posts/builders.js';
import { dialog, emptyCalendar, openComposer, setClock } from '../posts/setting.js';
import { reviewList, summary } from '../reviews/builders.js';
import { answersOfConnected } from './builders.js';

type ClosedApi = Schemas['ClosedApiDto'];

const V4: ClosedApi = {
  api: 'v4',
  state: 'not_enabled',
  since: '2026-11-21T12:00:00.000Z',
  askedAt: '2026-11-21T12:45:00.000Z',
};
const STATUS = 'GET /api/auth/gbp-status';

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
      shown.getByText(/open the link in Google’s mail .+ If the mail has no link, answer it/),
    ).toBeTruthy();
    expect(shown.getByText(/^Since .+12:00.+Last asked .+12:45.+ asked again every 15 minutes/)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Google Business Profile Connected' })).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Connection In part/ })).toBeTruthy();
  });

  it.each([
    [
      'v4',
      'no_quota',
      /^The Google My Business API allows this server no calls/,
      /ask Google for access with its form/,
    ],
    ['performance', 'not_enabled', /^The Business Profile Performance API isn’t enabled/, /Library/],
    ['verifications', 'not_enabled', /^The My Business Verifications API isn’t enabled/, /Library/],
    ['information', 'not_enabled', /^The My Business Business Information API isn’t enabled/, /Library/],
    ['accounts', 'no_quota', /^The My Business Account Management API allows this server no calls/, /form/],
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
    await screen.findByText('1 post won’t be published until Google lets this server publish posts.');
    const row = within((await screen.findByText(/^Sourdough/)).closest('tr')!);
    expect(row.getByText('Waits until Google lets this server publish posts.')).toBeTruthy();
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
    const { submit, server } = await openComposer({
      [STATUS]: answersOfConnected({ closedApis: [V4] })[STATUS]!,
      'POST /api/posts/preflight': () => ({
        findings: [
          { id: 'posting-closed', severity: 'warn', field: 'publishAt', reason, cure: 'It’ll be published.' },
        ],
      }),
    });
    await dialog().findByText(new RegExp(`^${reason}`));
    expect(submit).toBeTruthy();
    expect(server.sent('POST /api/posts')).toEqual([]);
  });

  it('the reviews say that they can’t be read, rather than that they are being read', async () => {
    open('reputation', [V4], { 'GET /api/reviews': () => reviewList([]) });
    await screen.findByText(CALENDAR);
    expect(await screen.findByRole('heading', { name: 'No reviews can be read yet' })).toBeTruthy();
    expect(screen.queryByText(/being read from Google/)).toBeNull();
  });

  it('the figures say nothing of it, and do where their own API is closed', async () => {
    const { server } = open('statistics');
    await screen.findByRole('heading', { level: 1, name: 'Statistics' });
    expect(screen.queryByText(/^Google doesn’t let this server/)).toBeNull();
    server.on(answersOfConnected({ closedApis: [{ ...V4, api: 'performance' }] }));
    window.dispatchEvent(new Event('focus'));
    await screen.findByText(/^Google doesn’t let this server read figures yet\./);
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
