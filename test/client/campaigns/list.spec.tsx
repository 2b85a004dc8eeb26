import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { dialog, emptyCalendar, field, isBusy, isClosed, setClock, tabs } from '../posts/setting.js';
import { answersOfCampaign, CAMPAIGN_ID, CAMPAIGN_PAGE, campaign, progress } from './builders.js';
import { answersOfPlanning } from './compose-setting.js';

beforeEach(() => setClock('2026-11-27T10:12:00Z', 'Europe/London'));

const ADDRESS = '/dashboard?view=calendar&status=campaigns';
const RUNNING = campaign({
  progress: progress({ published: 14, scheduled: 7, held: 1, left_out: 8 }),
});
const UNDONE = campaign({
  id: '00000000-0000-4000-8000-0000000000c2',
  name: 'Summer terrace',
  summary: 'The terrace is open until ten.',
  state: 'undone',
  wallTime: null,
  publishAt: '2026-06-06T11:00:00.000Z',
  progress: progress({ deleted: 5, cancelled: 7 }),
  undoneAt: '2026-06-06T15:00:00.000Z',
});
const FOREIGN = campaign({
  id: '00000000-0000-4000-8000-0000000000c3',
  name: 'Of the other account',
  isOfOtherAccount: true,
});

/** A server that lists campaigns in the order in which they are due only where it is asked to. */
const listing = (items: Schemas['ListedCampaignDto'][]): Handlers => ({
  ...answersOfPlanning(),
  'GET /api/campaigns': ({ query: { order, cursor, search = '' } }) => {
    const rest = { nextCursor: null, total: items.length };
    if (order !== 'due') return { items: [], ...rest };
    const found = items.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
    return cursor ? { items: found.slice(1), ...rest } : { items: found, ...rest };
  },
});
async function open(answers: Handlers, address = ADDRESS) {
  const page = renderPage(address, { answers });
  await screen.findByRole('heading', { level: 1, name: 'Content Calendar' });
  await waitFor(() => expect(isBusy()).toBe(false));
  return page;
}
const rows = () =>
  within(screen.getByRole('table', { name: 'Campaigns' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );

describe('The list of campaigns', () => {
  it('is the last tab of the calendar, without what is for posts alone', async () => {
    const page = await open(listing([RUNNING]), '/dashboard?view=calendar');
    expect(tabs().at(-1)).toBe('Campaigns 1');
    await page.user.click(screen.getByRole('tab', { name: 'Campaigns 1' }));
    expect(page.address()).toBe(ADDRESS);
    await screen.findByRole('table', { name: 'Campaigns' });
    expect(screen.queryByRole('radio', { name: 'Week' })).toBeNull();
    expect(screen.queryByLabelText('Search posts')).toBeNull();
    expect(screen.getByLabelText('Search campaigns')).toBeTruthy();
    await page.user.click(screen.getByRole('tab', { name: /^All/ }));
    expect(page.address()).toBe('/dashboard?view=calendar');
    expect(screen.getByRole('radio', { name: 'Week' })).toBeTruthy();
  });

  it('says of each its name and first words, when and where it goes out, and how far it is', async () => {
    await open(listing([RUNNING, UNDONE, FOREIGN]));
    expect(rows()).toEqual([
      [
        'Black Friday: two for oneTwo loaves for the price of one at …, from nine until they are gone.',
        'Fri 27 Nov 2026, 09:0030 locations, at their own time',
        '1 Held · 7 Scheduled · 14 Sent · 8 Left out',
        'Use again',
      ],
      [
        'Summer terraceThe terrace is open until ten.',
        'Sat 6 Jun 2026, 12:0012 locations',
        '12 Deleted, undone on Sat 6 Jun',
        'Use again',
      ],
      [
        'Of the other accountTwo loaves for the price of one at …, from nine until they are gone.',
        'Fri 27 Nov 2026, 09:0022 locations, at their own time',
        '22 Scheduled',
        'From another Google account',
      ],
    ]);
    const link = screen.getByRole('link', { name: 'Black Friday: two for one' });
    expect(link.getAttribute('href')).toBe(`/dashboard?view=campaign&campaign=${CAMPAIGN_ID}`);
  });

  it('is searched, and read on page by page', async () => {
    const page = await open({
      ...listing([RUNNING, UNDONE]),
      'GET /api/campaigns': ({ query: { order, cursor, search } }) =>
        order !== 'due'
          ? { items: [], nextCursor: null, total: 1 }
          : search
            ? { items: [UNDONE], nextCursor: null, total: 1 }
            : cursor === undefined
              ? { items: [RUNNING], nextCursor: '1' }
              : { items: [UNDONE], nextCursor: null, total: 1 },
    });
    expect(rows()).toHaveLength(1);
    await page.user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    await page.user.type(screen.getByLabelText('Search campaigns'), 'terrace');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(await screen.findByText('1 campaign found')).toBeTruthy();
    await waitFor(() => expect(page.address()).toContain('search=terrace'));
  });

  it('that cannot be loaded says so, and is tried again on demand', async () => {
    let isDown = true;
    const page = renderPage(ADDRESS, {
      answers: {
        ...listing([]),
        'GET /api/campaigns': ({ query: { order } }) => {
          if (order !== 'due') return { items: [], nextCursor: null, total: 1 };
          return isDown
            ? failWith(403, 'forbidden', 'Not now.')
            : { items: [RUNNING], nextCursor: null, total: 1 };
        },
      },
    });
    await screen.findByText('Failed to load campaigns. Please try again.');
    isDown = false;
    await page.user.click(screen.getByRole('button', { name: /try again/i }));
    await screen.findByRole('table', { name: 'Campaigns' });
  });
});

describe('Without campaigns', () => {
  it('a connected person reads what a campaign is, and can write the first', async () => {
    const page = await open(listing([]));
    expect(await screen.findByRole('heading', { name: 'No campaigns yet' })).toBeTruthy();
    expect(screen.getByText(/One post for many locations is a campaign/)).toBeTruthy();
    await page.user.click(screen.getAllByRole('button', { name: 'Schedule Post' }).at(-1)!);
    await screen.findByRole('dialog', { name: 'Schedule Post' });
  });

  it('a person on sample data reads what opens them', async () => {
    await open({
      ...emptyCalendar(),
      'GET /api/campaigns': () => ({ items: [], nextCursor: null, total: 0 }),
    });
    expect(await screen.findByText(/connect a Business Profile or the practice Google/)).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Connect' }).at(-1)?.getAttribute('href')).toBe(
      '/dashboard?view=setup',
    );
  });

  it('a search that finds none can be taken back', async () => {
    const page = await open(listing([RUNNING]), `${ADDRESS}&search=nowhere`);
    await screen.findByRole('heading', { name: 'No campaigns match your search' });
    await page.user.click(screen.getByRole('button', { name: 'Show all campaigns' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });
});

describe('Use again', () => {
  it('opens the composer with text, options and locations, at the suggested time', async () => {
    const whole = campaign({ closedDays: 'skip', spreadMinutes: 30 });
    const page = await open({
      ...listing([RUNNING]),
      'GET /api/campaigns/:id': () => whole,
      'POST /api/campaigns/:id/choice': () => ({ choice: { search: 'crumb 1' } }),
    });
    await page.user.click(screen.getByRole('button', { name: 'Use again: Black Friday: two for one' }));
    await screen.findByRole('dialog', { name: 'Schedule Post' });
    expect(dialog().getByRole<HTMLInputElement>('radio', { name: 'Many locations' }).checked).toBe(true);
    expect(field('Post content').value).toBe(whole.summary);
    await dialog().findByText('11 locations');
    expect([field('Date').value, field('Time').value]).toEqual(['2026-11-28', '11:12']);
    await page.user.click(dialog().getByRole('button', { name: 'See the plan' }));
    await waitFor(() => expect(page.server.sent('POST /api/campaigns')).toHaveLength(1));
    expect(page.server.sent('POST /api/campaigns')[0]?.body).toMatchObject({
      choice: { search: 'crumb 1' },
      time: { wallTime: '2026-11-28T11:12', spreadMinutes: 30, closedDays: 'skip' },
      postBody: { summary: whole.summary },
    });
  });

  it('is offered on the page of a campaign too, also after an undo, and the focus comes back to it', async () => {
    const undone = campaign({ state: 'undone', progress: progress({ deleted: 22 }) });
    const page = renderPage(CAMPAIGN_PAGE, {
      answers: {
        ...answersOfCampaign(
          () => undone,
          () => [],
        ),
        ...answersOfPlanning(),
        'GET /api/campaigns/:id': () => undone,
        'POST /api/campaigns/:id/choice': () => ({ choice: { search: 'crumb 1' } }),
      },
    });
    const button = await screen.findByRole('button', { name: 'Use again' });
    await page.user.click(button);
    await screen.findByRole('dialog', { name: 'Schedule Post' });
    expect(field('Post content').value).toBe(undone.summary);
    await dialog().findByText('11 locations');
    await page.user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await isClosed();
    expect(document.activeElement).toBe(button);
  });

  it('asks before it replaces a draft, and says why it could not begin', async () => {
    sessionStorage.setItem('shingle.draft.uid-1', JSON.stringify({ summary: 'Unfinished' }));
    let isGone = true;
    const page = await open({
      ...listing([RUNNING]),
      'GET /api/campaigns/:id': () => campaign(),
      'POST /api/campaigns/:id/choice': () =>
        isGone
          ? failWith(409, 'other_account', 'This campaign belongs to a Google account that isn’t connected.')
          : { choice: {} },
    });
    const again = () => page.user.click(screen.getByRole('button', { name: /^Use again/ }));
    await again();
    await screen.findByText('This campaign belongs to a Google account that isn’t connected.');
    isGone = false;
    await again();
    const question = within(await screen.findByRole('alertdialog', { name: 'Replace your draft' }));
    expect(question.getByText(/Using this campaign again replaces it/)).toBeTruthy();
    await page.user.click(question.getByRole('button', { name: 'Replace draft' }));
    await dialog().findByText('All 30 locations');
  });
});
