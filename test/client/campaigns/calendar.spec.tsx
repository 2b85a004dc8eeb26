import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { renderPage } from '../../support/page/page.js';
import { answersOfConnected } from '../business-profile/builders.js';
import { place, placeList, postList, storedPost } from '../posts/builders.js';
import { dayCell, dialog, isBusy, setClock, tabs } from '../posts/setting.js';
import { CAMPAIGN_ID, CAMPAIGN_PAGE, campaign, progress } from './builders.js';

beforeEach(() => {
  setClock('2026-11-24T13:00:00Z', 'Europe/London');
});

const SINGLE = storedPost({
  summary: 'Fresh bread',
  publishAt: '2026-11-27T09:30:00.000Z',
  storeCode: 'HC-03',
});
const PART = storedPost({
  id: '00000000-0000-4000-8000-000000000002',
  summary: 'Two loaves at Market Square',
  publishAt: '2026-11-27T09:00:00.000Z',
  campaignId: CAMPAIGN_ID,
});

/** Posts of the campaign are counted, and listed only where they are asked for. */
const posts = ({ query }: { query: Record<string, string> }): Schemas['PostListDto'] => ({
  ...postList(query['campaigns'] ? [SINGLE] : [SINGLE, PART]),
  counts: { all: 23, scheduled: 20, published: 2, failed: 1 },
});

async function open(address: string, shown = [campaign()], { narrow = false }: { narrow?: boolean } = {}) {
  const page = renderPage(address, {
    answers: {
      ...answersOfConnected(),
      'GET /api/accounts': () => ({ items: [] }),
      'GET /api/locations': () => placeList([]),
      'GET /api/posts': posts,
      'GET /api/campaigns': () => ({ items: shown, nextCursor: null, total: 6 }),
    },
    narrow,
  });
  await screen.findByRole('heading', { level: 1, name: 'Content Calendar' });
  await waitFor(() => expect(isBusy()).toBe(false));
  return page;
}

const chips = () => screen.getAllByRole('link', { name: /campaign/ }).map(({ textContent }) => textContent);
const rows = () =>
  screen
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
    .filter((cells) => cells.length > 0);

describe('In the week', () => {
  const WEEK = '/dashboard?view=calendar&week=2026-11-24';

  it('a campaign is one chip for each hour in which it goes out, and leads to its page', async () => {
    const page = await open(WEEK);
    const words = 'Black Friday: two for one';
    expect(chips()).toEqual([
      `08:00 3 locations ${words}, campaign, Scheduled`,
      `09:00 18 locations ${words}, campaign, Scheduled`,
      `17:00 1 location ${words}, campaign, Scheduled`,
    ]);
    expect(page.server.sent('GET /api/campaigns')[0]?.query).toMatchObject({
      from: '2026-11-23T00:00:00.000Z',
      to: '2026-11-30T00:00:00.000Z',
    });
    expect(tabs()).toEqual(['All 23', 'Scheduled 20', 'Published 2', 'Failed 1', 'Campaigns 6']);
    page.server.on({
      'GET /api/campaigns/:id': () => campaign(),
      'GET /api/campaigns/:id/targets': () => ({ items: [], matched: 0, nextCursor: null }),
    });
    await page.user.click(screen.getAllByRole('link', { name: /18 locations/ })[0]!);
    await screen.findByRole('tablist', { name: 'Locations by state' });
    expect(page.address()).toBe(CAMPAIGN_PAGE);
  });

  it('cannot be dragged, while single posts can', async () => {
    await open(WEEK);
    const [chip] = screen.getAllByRole('link', { name: /18 locations/ });
    expect(chip!.closest('li')!.draggable).toBe(false);
    expect(screen.getByRole('button', { name: /Fresh bread/ }).closest('li')!.draggable).toBe(true);
  });

  it('is found by the arrow keys among the posts of its day', async () => {
    const page = await open(WEEK);
    const day = screen.getByRole('button', { name: /^Friday 27 November 2026|^Friday 27 November/ });
    day.focus();
    await page.user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toMatch(/^08:00 3 locations/);
  });

  it('shows the minute of its time of day', async () => {
    await open(WEEK, [
      campaign({ wallTime: '2026-11-27T09:05', times: [{ at: '2026-11-27T09:00:00.000Z', count: 22 }] }),
    ]);
    expect(chips()).toEqual([expect.stringMatching(/^09:05 22 locations/)]);
  });

  it('a search shows single posts instead, each with a mark that opens the campaign', async () => {
    const page = await open('/dashboard?view=calendar&week=2026-11-24&layout=week');
    await page.user.type(screen.getByLabelText('Search posts'), 'market square');
    await screen.findByRole('button', { name: /Two loaves at Market Square/ });
    expect(screen.queryAllByRole('link', { name: /campaign/ })).toEqual([]);
    expect(page.server.sent('GET /api/posts').at(-1)?.query['campaigns']).toBeUndefined();
  });
});

describe('In the month', () => {
  const MONTH = '/dashboard?view=calendar&month=2026-11';

  it('a campaign is one chip a day, and the day counts all its posts', async () => {
    const page = await open(MONTH);
    expect(chips()).toEqual([expect.stringMatching(/^08:00 22 locations/)]);
    const day = dayCell('Friday 27 November');
    await page.user.click(day.getByRole('button', { name: /^Friday 27 November, 23 posts/ }));
    const items = dialog().getAllByRole('listitem');
    expect(items[0]?.textContent).toBe('08:00ScheduledOpenBlack Friday: two for oneCampaign at 22 locations');
    expect(dialog().getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(CAMPAIGN_PAGE);
  });

  it('shows what of it a tab has', async () => {
    const page = await open(MONTH, [
      campaign({
        times: [
          { at: '2026-11-24T09:00:00.000Z', count: 4 },
          { at: '2026-11-27T09:00:00.000Z', count: 18 },
        ],
        progress: progress({ published: 3, failed: 1, scheduled: 18 }),
      }),
    ]);
    const starts = () =>
      screen
        .queryAllByRole('link', { name: /campaign/ })
        .map(({ textContent }) => textContent.replace(' Black Friday: two for one', ''));
    expect(starts()).toEqual([
      '09:00 4 locations, campaign, Failed, 3 of 22 published, 1 failed',
      '09:00 18 locations, campaign, Scheduled, 3 of 22 published, 1 failed',
    ]);
    await page.user.click(screen.getByRole('tab', { name: /^Failed/ }));
    expect(starts()).toEqual(['09:00 1 location, campaign, Failed, 3 of 22 published, 1 failed']);
    await page.user.click(screen.getByRole('tab', { name: /^Published/ }));
    expect(starts()).toEqual(['09:00 3 locations, campaign, Published, 3 of 22 published, 1 failed']);
    await page.user.click(screen.getByRole('tab', { name: /^Scheduled/ }));
    expect(starts()).toEqual(['09:00 18 locations, campaign, Scheduled, 3 of 22 published, 1 failed']);
  });

  it('shows what of it is still to come on a day on which its first posts are out', async () => {
    const page = await open(MONTH, [
      campaign({
        wallTime: '2026-11-24T09:00',
        times: [
          { at: '2026-11-24T09:00:00.000Z', count: 4 },
          { at: '2026-11-24T17:00:00.000Z', count: 18 },
        ],
        lastAt: '2026-11-24T17:00:00.000Z',
        progress: progress({ published: 4, scheduled: 18 }),
      }),
    ]);
    expect(chips()).toEqual([expect.stringMatching(/^09:00 22 locations .*Scheduled, 4 of 22 published$/)]);
    expect(dayCell('Tuesday 24 November').getByRole('button', { name: /, 22 posts/ })).toBeTruthy();
    await page.user.click(screen.getByRole('tab', { name: /^Scheduled/ }));
    expect(chips()).toEqual([expect.stringMatching(/^09:00 18 locations/)]);
    await page.user.click(screen.getByRole('tab', { name: /^Published/ }));
    expect(chips()).toEqual([expect.stringMatching(/^09:00 4 locations/)]);
  });

  it('leaves out what was undone', async () => {
    await open(MONTH, [campaign({ state: 'undone', progress: progress({ cancelled: 20, deleted: 2 }) })]);
    expect(screen.queryAllByRole('link', { name: /campaign/ })).toEqual([]);
  });

  it('is in the agenda of a phone', async () => {
    await open(MONTH, [campaign()], { narrow: true });
    expect(screen.getByText('Campaign at 22 locations')).toBeTruthy();
  });
});

describe('In the list', () => {
  const LIST = '/dashboard?view=calendar';

  it('a campaign is one row at its first time, and the day counts all its posts', async () => {
    const page = await open(LIST);
    expect(rows()).toEqual([
      ['Scheduled', '22 locations', 'Campaign', 'Black Friday: two for one', '08:00in 2 d 19 h', 'Open'],
      [
        'Scheduled',
        'Store code HC-03Hearth & Crumb, Market Square',
        'Update',
        'Fresh bread',
        '09:30in 2 d 20 h',
        'ViewEditMoveDelete',
      ],
    ]);
    expect(screen.getByRole('rowheader').textContent).toBe('Friday 27 November 23 posts');
    expect(tabs()).toEqual(['All 23', 'Scheduled 20', 'Published 2', 'Failed 1', 'Campaigns 6']);
    expect(page.server.sent('GET /api/campaigns')[0]?.query).toEqual({ limit: '100' });
    expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(CAMPAIGN_PAGE);
  });

  it('each tab has the campaigns with such posts, at their next or last time', async () => {
    const page = await open(LIST, [
      campaign({
        times: [
          { at: '2026-11-23T09:00:00.000Z', count: 4 },
          { at: '2026-11-27T09:00:00.000Z', count: 18 },
        ],
        progress: progress({ published: 3, failed: 1, scheduled: 18 }),
      }),
    ]);
    const seen = () =>
      rows()
        .filter(([, , type]) => type === 'Campaign')
        .map(([status, place, , , when]) => [status, place, when]);
    expect(seen()).toEqual([['Failed', '22 locations', '09:00']]);
    await page.user.click(screen.getByRole('tab', { name: /^Scheduled/ }));
    expect(seen()).toEqual([['Scheduled', '18 locations', '09:00in 2 d 20 h']]);
    await page.user.click(screen.getByRole('tab', { name: /^Published/ }));
    expect(seen()).toEqual([['Published', '3 locations', '09:00']]);
    expect(screen.getByRole('rowheader').textContent).toMatch(/Monday 23 November 3 posts/);
    await page.user.click(screen.getByRole('tab', { name: /^Failed/ }));
    expect(seen()).toEqual([['Failed', '1 location', '09:00']]);
  });

  it('a search shows single posts with a mark that opens their campaign', async () => {
    const page = await open(LIST);
    await page.user.type(screen.getByLabelText('Search posts'), 'market square');
    await screen.findByText('Two loaves at Market Square');
    expect(screen.queryByText('22 locations')).toBeNull();
    expect(screen.getByRole('link', { name: 'Campaign' }).getAttribute('href')).toBe(CAMPAIGN_PAGE);
  });

  it('says what changing or deleting one post of a campaign means', async () => {
    const page = await open(`${LIST}&search=loaves`);
    const row = within((await screen.findByText('Two loaves at Market Square')).closest('tr')!);
    await page.user.click(row.getByRole('button', { name: 'Move' }));
    const apart = /If you edit it separately, later changes to the campaign won’t apply to it/;
    expect(dialog().getByText(apart)).toBeTruthy();
    await page.user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await page.user.click(row.getByRole('button', { name: 'Delete' }));
    expect(within(screen.getByRole('alertdialog')).getByText(/won’t create this one again/)).toBeTruthy();
    await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    page.server.on({
      'GET /api/posts/:id': () => ({ ...PART, attempts: [] }),
      'GET /api/locations/:id': () => place(),
    });
    await page.user.click(row.getByRole('button', { name: 'Edit' }));
    expect(await screen.findByText(apart)).toBeTruthy();
  });

  it('asks for no campaigns while the sample data are shown', async () => {
    const page = renderPage(LIST, {
      answers: {
        'GET /api/accounts': () => ({ items: [] }),
        'GET /api/locations': () => placeList([]),
        'GET /api/posts': () => postList([SINGLE]),
      },
    });
    await screen.findByText('Fresh bread');
    expect(page.server.sent('GET /api/campaigns')).toEqual([]);
    expect(page.server.sent('GET /api/posts').every(({ query }) => !query['campaigns'])).toBe(true);
  });
});

describe('On the overview', () => {
  it('the next seven days have a campaign as one chip, and count its posts', async () => {
    renderPage('/dashboard', {
      answers: {
        ...answersOfConnected(),
        'GET /api/locations': () => placeList([]),
        'GET /api/posts': ({ query }) => (query['status'] || query['held'] ? postList([]) : posts({ query })),
        'GET /api/campaigns': () => ({ items: [campaign()], nextCursor: null, total: 1 }),
      },
    });
    await screen.findByRole('link', { name: /^08:00 22 locations/ });
    expect(screen.getByText('23 posts')).toBeTruthy();
    expect(screen.getByRole('link', { name: /^08:00 22 locations/ }).getAttribute('href')).toBe(
      CAMPAIGN_PAGE,
    );
  });
});
