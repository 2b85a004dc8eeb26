import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { answersOfConnected, importing } from '../business-profile/builders.js';
import { emptyCalendar, setClock } from '../posts/setting.js';
import { answersOfCampaign, CAMPAIGN_PAGE, campaign, progress, target } from './builders.js';

beforeEach(() => setClock('2026-11-27T08:30:00Z', 'Europe/London'));

const LIST = '/dashboard?view=calendar&status=campaigns';
const HELD = campaign({ progress: progress({ held: 22 }) });
const answers = (own: Handlers, listed = [HELD]): Handlers => ({
  ...emptyCalendar(),
  ...answersOfCampaign(
    () => HELD,
    () => [target({ state: 'held' })],
  ),
  'GET /api/campaigns': ({ query: { order } }) => ({
    items: order === 'due' ? listed : [],
    nextCursor: null,
    total: 1,
  }),
  ...own,
});
const CLOSED_V4 = {
  api: 'v4',
  state: 'not_enabled',
  since: '2026-11-27T07:00:00.000Z',
  askedAt: '2026-11-27T08:15:00.000Z',
} as const;

describe.each<[state: string, own: Handlers, words: RegExp]>([
  [
    'the access to Google has ended',
    answersOfConnected({ hasAccess: false, state: 'reconnect' }),
    /^Shingle no longer has access to your Google Business Profile\./,
  ],
  [
    'Google has not approved the app',
    answersOfConnected({ state: 'no_quota' }),
    /^Google hasn’t approved this app for its Business Profile APIs yet/,
  ],
  [
    'Google keeps the API of posts closed',
    answersOfConnected({ closedApis: [CLOSED_V4] }),
    /^Google doesn’t let this server publish posts .+ Until then, posts and replies wait/,
  ],
  [
    'locations are read for the first time',
    { ...answersOfConnected(), 'GET /api/mirror': () => importing() },
    /^Reading your locations from Google: 2 of 3 accounts/,
  ],
])('While %s', (_, own, words) => {
  it('the list of campaigns says so, and stays', async () => {
    renderPage(LIST, { answers: answers(own) });
    await screen.findByRole('link', { name: 'Black Friday: two for one' });
    expect(screen.getByText('22 Held')).toBeTruthy();
    expect(await screen.findAllByText(words)).toHaveLength(1);
  });

  it('the page of a campaign says so, and keeps its locations and actions', async () => {
    renderPage(CAMPAIGN_PAGE, { answers: answers(own) });
    await screen.findByText('Held until the connection to Google works again.');
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
    expect(await screen.findAllByText(words)).toHaveLength(1);
  });
});

describe('Without campaigns', () => {
  it('nothing is offered that needs locations while Google lets none be read', async () => {
    renderPage(LIST, { answers: answers(answersOfConnected({ state: 'no_quota' }), []) });
    await screen.findByRole('heading', { name: 'No campaigns yet' });
    expect(
      screen.getByText('You can post to many locations at once when Google lets Shingle read yours.'),
    ).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Schedule Post' })).toHaveLength(1);
  });
});
