import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '../../support/page/page.js';
import { attempt, postList, storedPost } from '../posts/builders.js';
import { dayCell, dialog, isBusy, setClock } from '../posts/setting.js';
import { answersOfCampaign, CAMPAIGN_ID, CAMPAIGN_PAGE, campaign, progress, target } from './builders.js';

const REASON =
  'Google may have this post: it neither confirmed it nor shows it. Check the location on Google.';
const CALENDAR = '/dashboard?view=calendar';

/** What an undone campaign has left of one post, which Google neither confirmed nor shows. */
const UNDONE = campaign({
  state: 'undone',
  times: [{ at: '2026-11-24T09:00:00.000Z', count: 1 }],
  lastAt: '2026-11-24T09:00:00.000Z',
  progress: progress({ cancelled: 21, leftover: 1 }),
  removable: 1,
});
const POST = storedPost({
  summary: 'Two loaves at Market Square',
  publishAt: '2026-11-24T09:00:00.000Z',
  status: 'FAILED',
  detail: 'unconfirmed',
  errorDetails: REASON,
  campaignId: CAMPAIGN_ID,
  undo: 'leftover',
});

beforeEach(() => {
  setClock('2026-11-24T13:00:00Z', 'Europe/London');
});

async function open(address: string) {
  const page = renderPage(address, {
    answers: {
      ...answersOfCampaign(
        () => UNDONE,
        () => [target({ state: 'leftover', postId: POST.id, errorDetails: REASON })],
      ),
      'GET /api/campaigns': () => ({ items: [UNDONE], nextCursor: null, total: 1 }),
      'GET /api/posts': ({ query }) =>
        postList(query['campaigns'] || query['unconfirmed'] || query['held'] ? [] : [POST]),
      'GET /api/posts/:id': () => ({ ...POST, attempts: [attempt({ outcome: 'not_found' })] }),
      'GET /api/locations/:id': () => ({ mapsUrl: null }),
    },
  });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(isBusy()).toBe(false));
  return page;
}

/** All states that a page names, apart from the tabs, which name every one. */
const OTHER_WORDS = /Still on Google|may still show|not confirmed|Couldn’t confirm|wasn’t published|^Failed$/;
const saysNothingElse = () => {
  expect(screen.queryByText(/^Not confirmed: /)).toBeNull();
  expect(screen.queryByText(OTHER_WORDS, { ignore: '[role=tab] *, [role=tab]' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Retry|Show and retry|Edit|Move)/ })).toBeNull();
};

describe('What an undone campaign may have left at Google is the same everywhere', () => {
  it('on its page, and in the details of its post', async () => {
    const page = await open(CAMPAIGN_PAGE);
    expect(screen.getByRole('tab', { name: 'May be on Google 1' })).toBeTruthy();
    // What needs a person comes first.
    const parts = within(screen.getByRole('tabpanel')).getAllByRole('heading');
    expect(parts.map(({ textContent }) => textContent)).toEqual(['May be on Google', 'Deleted']);
    const row = within(await screen.findByRole('row', { name: /Market Square/ }));
    expect(row.getByText('May be on Google')).toBeTruthy();
    expect(row.getByText(REASON)).toBeTruthy();
    saysNothingElse();
    await page.user.click(row.getByRole('button', { name: 'View' }));
    await screen.findByRole('dialog', { name: 'Update: may be on Google' });
    expect(await dialog().findByText(REASON)).toBeTruthy();
    saysNothingElse();
    expect(dialog().getByRole('button', { name: 'Delete' })).toBeTruthy();
  });

  it('in the month and on its day, as the campaign', async () => {
    const page = await open(`${CALENDAR}&month=2026-11`);
    const words = /campaign, May be on Google, 21 of 22 undone, 1 may be on Google$/;
    expect(screen.getByRole('link', { name: words })).toBeTruthy();
    await page.user.click(screen.getByRole('tab', { name: /^Failed/ }));
    expect(screen.getByRole('link', { name: words })).toBeTruthy();
    await page.user.click(screen.getByRole('tab', { name: /^Published/ }));
    expect(screen.queryByRole('link', { name: words })).toBeNull();
    await page.user.click(screen.getByRole('tab', { name: /^All/ }));
    await page.user.click(dayCell('Tuesday 24 November').getByRole('button', { name: /, 1 post/ }));
    expect(dialog().getByText('May be on Google')).toBeTruthy();
    saysNothingElse();
  });

  it('in the list, as the campaign and as a single post', async () => {
    const page = await open(CALENDAR);
    expect(within(await screen.findByRole('table')).getByText('May be on Google')).toBeTruthy();
    saysNothingElse();
    await page.user.type(screen.getByLabelText('Search posts'), 'market square');
    const row = within((await screen.findByText('Two loaves at Market Square')).closest('tr')!);
    expect(row.getByText('May be on Google')).toBeTruthy();
    expect(row.getByText(REASON)).toBeTruthy();
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['View']);
    saysNothingElse();
  });

  it('on the overview', async () => {
    await open('/dashboard');
    const list = within(await screen.findByRole('list', { name: 'Failed posts' }));
    expect(list.getByText('May be on Google')).toBeTruthy();
    expect(list.getByText(REASON, { exact: false })).toBeTruthy();
    expect(list.getByRole('button', { name: 'View post' })).toBeTruthy();
    saysNothingElse();
  });
});
