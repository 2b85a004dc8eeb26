import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { failWith, held } from '../../support/page/fake-server.js';
import { triesGoBy } from '../../support/page/load-tries.js';
import { messages, renderPage } from '../../support/page/page.js';
import { until } from '../../support/page/steered-timers.js';
import { answersOfConnected } from '../business-profile/builders.js';
import { storedPost } from '../posts/builders.js';
import { dialog, isClosed, setClock, tabs } from '../posts/setting.js';
import {
  answersOfCampaign,
  CAMPAIGN_ID,
  CAMPAIGN_PAGE,
  campaign,
  progress,
  target,
  targetList,
} from './builders.js';
import { openCampaign } from './setting.js';

beforeEach(() => setClock('2026-11-27T08:30:00Z', 'Europe/London'));

const FAILED = target({
  locationId: 'location-3',
  locationName: 'The Quayside, Bristol',
  storeCode: 'QH-01',
  state: 'failed',
  timeZone: 'Europe/London',
  publishAt: '2026-11-27T08:15:00.000Z',
  postId: '00000000-0000-4000-8000-000000000003',
  errorDetails: 'Google doesn’t accept offers from hotels.',
});
const PUBLISHED = target({
  state: 'published',
  publishedAt: '2026-11-27T08:00:02.000Z',
  googleUrl: 'https://local.google.com/place?id=1',
});
const SCHEDULED = target({
  locationId: 'location-2',
  locationName: 'Fairlead Travel, Alder Bay',
  storeCode: 'FT-02',
  timeZone: 'America/Los_Angeles',
  publishAt: '2026-11-27T17:00:00.000Z',
  postId: '00000000-0000-4000-8000-000000000002',
});
const THREE = { posts: 3, progress: progress({ failed: 1, published: 1, scheduled: 1 }) };

const action = (name: string | RegExp) => screen.getByRole('button', { name });
const row = (name: RegExp) => within(screen.getByRole('row', { name }));
const alertDialog = () => within(screen.getByRole('alertdialog'));

describe('The page of a campaign', () => {
  it('says what goes out when, how far it is, and where each location stands', async () => {
    await openCampaign(campaign(THREE), [FAILED, SCHEDULED, PUBLISHED]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Black Friday: two for one');
    expect(document.title).toBe('Campaign - Shingle');
    expect(screen.getByText('09:00 at each location on Friday 27 November')).toBeTruthy();
    expect(tabs()).toEqual(['All 3', 'Failed 1', 'Scheduled 1', 'Sent 1']);
    await screen.findByText('Hearth & Crumb, Market Square');
    const parts = within(screen.getByRole('tabpanel')).getAllByRole('region');
    expect(parts.map((part) => part.firstElementChild?.textContent)).toEqual([
      'Failed1',
      'Scheduled1',
      'Sent1',
    ]);
    const cells = parts.flatMap((part) =>
      within(part)
        .getAllByRole('row')
        .slice(1)
        .map((each) =>
          within(each)
            .getAllByRole('cell')
            .map(({ textContent }) => textContent),
        ),
    );
    expect(cells).toEqual([
      [
        'Failed',
        'Store code QH-01The Quayside, Bristol',
        '08:15 Fri 27 Nov',
        'Google doesn’t accept offers from hotels.',
        'ViewRetry',
      ],
      [
        'Scheduled',
        'Store code FT-02Fairlead Travel, Alder Bay',
        '09:00 Fri 27 NovGMT-8; 17:00 for you',
        '',
        'View',
      ],
      [
        'Sent',
        'Store code HC-01Hearth & Crumb, Market Square',
        '09:00 Fri 27 NovGMT+1; 08:00 for you',
        'Sent 08:00View on Google (opens in a new tab)',
        'View',
      ],
    ]);
  });

  it('is part of the calendar in the sidebar, and leads back to the list of campaigns', async () => {
    const page = await openCampaign(campaign());
    const entry = within(screen.getByRole('navigation', { name: 'Dashboard' })).getByRole('link', {
      name: 'Content Calendar',
    });
    expect(entry.getAttribute('aria-current')).toBe('true');
    await page.user.click(screen.getByRole('link', { name: 'Campaigns' }));
    await screen.findByRole('heading', { level: 1, name: 'Content Calendar' });
    expect(page.address()).toBe('/dashboard?view=calendar&status=campaigns');
  });

  it('says the instant where all go out at once', async () => {
    await openCampaign(campaign({ wallTime: null, publishAt: '2027-01-04T09:00:00.000Z' }));
    expect(
      screen.getByText(/^09:00 on Monday 4 January 2027, everywhere at once \(Europe\/London, GMT/),
    ).toBeTruthy();
  });

  it('shows the locations of one state, and finds them by name or store code', async () => {
    const page = await openCampaign(campaign(THREE), [FAILED, SCHEDULED, PUBLISHED]);
    await page.user.click(screen.getByRole('tab', { name: /^Scheduled/ }));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    expect(screen.getByText('Fairlead Travel, Alder Bay')).toBeTruthy();
    await page.user.click(screen.getByRole('tab', { name: /^All/ }));
    await page.user.type(screen.getByLabelText('Search locations in this campaign'), 'qh-01');
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    expect(screen.getByText('The Quayside, Bristol')).toBeTruthy();
    expect(screen.getByText('1 location found')).toBeTruthy();
    await page.user.type(screen.getByLabelText('Search locations in this campaign'), 'x');
    await screen.findByText('No location here has “qh-01x” in its name or store code.');
  });

  it('opens the details of a location’s post, with its campaign', async () => {
    const post = storedPost({ id: SCHEDULED.postId!, campaignId: CAMPAIGN_ID });
    const page = await openCampaign(campaign(THREE), [SCHEDULED], {
      'GET /api/posts/:id': () => ({ ...post, attempts: [] }),
    });
    await page.user.click(await screen.findByRole('button', { name: 'View' }));
    await screen.findByRole('dialog', { name: 'Scheduled update' });
    await page.user.click(await dialog().findByRole('link', { name: 'Part of a campaign' }));
    await isClosed();
    expect(page.address()).toBe(CAMPAIGN_PAGE);
  });

  it('shows the first of each state, then all of one, and loads more of these on demand', async () => {
    const seven = Array.from({ length: 7 }, (_, index) =>
      target({ locationId: `location-${index}`, locationName: `Market Square ${index}` }),
    );
    const page = await openCampaign(campaign({ posts: 7, progress: progress({ scheduled: 7 }) }), [], {
      'GET /api/campaigns/:id/targets': ({ query: { cursor, limit } }) => ({
        items: cursor ? seven.slice(6) : seven.slice(0, limit === '5' ? 5 : 6),
        matched: 7,
        nextCursor: cursor ? null : '2',
      }),
    });
    await screen.findByText('Market Square 4');
    expect(screen.queryByText('Market Square 5')).toBeNull();
    expect(page.server.sent('GET /api/campaigns/:id/targets').at(-1)?.query).toEqual({
      state: 'scheduled',
      limit: '5',
    });
    await page.user.click(action('Show all Scheduled'));
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Scheduled 7' }));
    await screen.findByText('Market Square 5');
    await page.user.click(action('Load more'));
    await screen.findByText('Market Square 6');
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });
});

describe('What can be done', () => {
  it('retries the post of one location', async () => {
    let shown = campaign(THREE);
    const page = await openCampaign(() => shown, [FAILED, PUBLISHED], {
      'POST /api/campaigns/:id/targets/retry': () =>
        (shown = campaign({ posts: 3, progress: progress({ published: 1, scheduled: 2 }) })),
    });
    await screen.findByText('The Quayside, Bristol');
    await page.user.click(row(/Quayside/).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(messages()).toContain('Retrying the post at The Quayside, Bristol.'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByRole('button', { name: /^Retry failed/ })).toBeNull();
    expect(page.server.sent('POST /api/campaigns/:id/targets/retry').map(({ body }) => body)).toEqual([
      { locationIds: ['location-3'] },
    ]);
  });

  it('retries everything that failed with one button', async () => {
    let shown = campaign(THREE);
    const page = await openCampaign(() => shown, [FAILED], {
      'POST /api/campaigns/:id/targets/retry': () =>
        (shown = campaign({ posts: 3, progress: progress({ published: 1, scheduled: 2 }) })),
    });
    await page.user.click(action('Retry failed (1)'));
    await waitFor(() => expect(messages()).toContain('Retrying 1 post. Google is checked first.'));
    expect(page.server.sent('POST /api/campaigns/:id/targets/retry')[0]?.body).toEqual({});
    // Its button is gone.
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('pauses and resumes', async () => {
    let shown = campaign();
    const page = await openCampaign(() => shown, [target()], {
      'POST /api/campaigns/:id/pause': () =>
        (shown = campaign({ isPaused: true, progress: progress({ paused: 22 }) })),
      'POST /api/campaigns/:id/resume': () => (shown = campaign()),
    });
    await page.user.click(action('Pause'));
    await screen.findByText('Paused. Nothing from this campaign will be published until you resume it.');
    expect(tabs()).toEqual(['All 22', 'Paused 22']);
    await page.user.click(action('Resume'));
    await screen.findByRole('button', { name: 'Pause' });
    expect(screen.queryByText(/^Paused\./)).toBeNull();
  });

  it('says why an action was refused', async () => {
    const page = await openCampaign(campaign(), [target()], {
      'POST /api/campaigns/:id/pause': () => failWith(409, 'campaign_undone', 'This campaign was undone.'),
    });
    await page.user.click(action('Pause'));
    await screen.findByText('This campaign was undone.', {
      selector: 'main [role=alert] *, main [role=alert]',
    });
  });

  it('offers no other try to remove what nothing more is known of', async () => {
    await openCampaign(campaign({ state: 'undone', progress: progress({ cancelled: 21, leftover: 1 }) }));
    expect(screen.getByText('Undone: 21 deleted. 1 post may be on Google: see below.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Try to delete again/ })).toBeNull();
  });

  it('says one word of all posts that were taken back, and how each was', async () => {
    const gone = (['cancelled', 'deleted', 'removed'] as const).map((state, index) =>
      target({ state, locationId: `location-${index}`, locationName: `Branch ${index}` }),
    );
    const page = await openCampaign(
      campaign({ state: 'undone', posts: 22, progress: progress({ cancelled: 18, deleted: 3, removed: 1 }) }),
      [],
      {
        'GET /api/campaigns/:id/targets': ({ query: { state } }) => targetList(state === 'gone' ? gone : []),
      },
    );
    expect(tabs()).toEqual(['All 22', 'Deleted 22']);
    await page.user.click(screen.getByRole('tab', { name: 'Deleted 22' }));
    const rows = await waitFor(() => {
      const found = screen.getAllByRole('row').slice(1);
      expect(found).toHaveLength(3);
      return found;
    });
    const cells = rows.map((each) => within(each).getAllByRole('cell'));
    expect(cells.map(([state, , , details]) => [state?.textContent, details?.textContent])).toEqual([
      ['Deleted', 'Its post was cancelled before it was sent.'],
      ['Deleted', 'Its post was deleted from Google.'],
      ['Deleted', 'Its post was deleted separately and won’t be created again.'],
    ]);
  });

  it('ends an undo that left nothing with the number that was removed', async () => {
    await openCampaign(campaign({ state: 'undone', progress: progress({ cancelled: 18, deleted: 4 }) }));
    expect(screen.getByText('Undone: 22 deleted.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Pause|Edit|Undo/ })).toBeNull();
  });
});

describe('While something is under way', () => {
  beforeEach(() => setClock('2026-11-27T08:30:00Z', 'Europe/London', { timers: true }));
  const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));

  it('says how far scheduling is, and follows it', async () => {
    let shown = campaign({ state: 'scheduling', progress: progress({ waiting: 12, scheduled: 10 }) });
    await openCampaign(() => shown);
    expect(screen.getByText('Scheduling: 10 of 22 posts done.')).toBeTruthy();
    shown = campaign();
    await pass(4);
    expect(screen.queryByText(/^Scheduling/)).toBeNull();
  });

  it.each([
    ['that had been read', false],
    ['that could not be read at all', true],
  ])('follows a campaign %s once the server answers again, without a click', async (_, isDownAtFirst) => {
    let shown = campaign({ state: 'scheduling', progress: progress({ waiting: 12, scheduled: 10 }) });
    let isDown = isDownAtFirst;
    const orDown = (answer: () => unknown) => () =>
      isDown ? failWith(503, 'unavailable', 'The server is starting.') : answer();
    renderPage(CAMPAIGN_PAGE, {
      answers: {
        ...answersOfCampaign(
          () => shown,
          () => [],
        ),
        'GET /api/campaigns/:id': orDown(() => shown),
        'GET /api/campaigns/:id/targets': ({ query: { state } }) =>
          isDown
            ? failWith(503, 'unavailable', 'The server is starting.')
            : targetList([SCHEDULED, PUBLISHED].filter((each) => each.state === state)),
      },
    });
    if (!isDownAtFirst) {
      await screen.findByText('Scheduling: 10 of 22 posts done.');
      await screen.findByText('Fairlead Travel, Alder Bay');
      isDown = true;
      await pass(4);
    }
    if (isDownAtFirst) await triesGoBy();
    await screen.findByText('Failed to load the campaign. Please try again.');
    await pass(60);
    shown = campaign({ progress: progress({ published: 22 }) });
    isDown = false;
    await pass(32);
    await screen.findByRole('tab', { name: 'Sent 22' });
    await screen.findByText('Hearth & Crumb, Market Square');
    expect(screen.queryByText(/^Failed to load/)).toBeNull();
  });

  it('asks no more for a campaign that there is not', async () => {
    const page = renderPage(CAMPAIGN_PAGE, {
      answers: {
        ...answersOfCampaign(campaign, () => []),
        'GET /api/campaigns/:id': () => failWith(404, 'not_found', 'Not found.'),
      },
    });
    await screen.findByRole('heading', { name: 'Campaign not found' });
    await pass(120);
    expect(page.server.sent('GET /api/campaigns/:id')).toHaveLength(1);
  });

  it('says before an undo what becomes of which posts, then how far it is and what is left', async () => {
    let shown = campaign({ progress: progress({ scheduled: 18, published: 4 }) });
    const leftover = target({
      state: 'leftover',
      errorDetails: 'Google didn’t answer for 24 hours.',
      googleUrl: 'https://local.google.com/place?id=9',
    });
    const answer = held<unknown>();
    const page = await openCampaign(
      () => shown,
      () => (shown.state === 'undone' ? [leftover] : [target()]),
      { 'POST /api/campaigns/:id/undo': () => answer.promise },
    );
    await page.user.click(action('Undo campaign'));
    expect(
      alertDialog().getByText('18 scheduled posts will be cancelled and 4 live posts deleted from Google.'),
    ).toBeTruthy();
    await page.user.click(alertDialog().getByRole('button', { name: 'Undo campaign' }));
    expect(alertDialog().getByRole('button', { name: 'Starting...' })).toBeTruthy();
    shown = campaign({ state: 'undoing', progress: progress({ cancelled: 18, published: 4 }) });
    answer.release(shown);
    await screen.findByText('Undoing: 18 of 22 posts deleted.');
    expect(screen.queryByRole('button', { name: 'Undo campaign' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    shown = campaign({
      state: 'undone',
      progress: progress({ cancelled: 18, deleted: 3, leftover: 1 }),
      removable: 1,
    });
    await pass(4);
    await screen.findByText('Undone: 21 deleted. 1 post may be on Google: see below.');
    await screen.findByText('Google didn’t answer for 24 hours.');
    expect(screen.getByRole('link', { name: /^View on Google/ }).getAttribute('href')).toBe(
      'https://local.google.com/place?id=9',
    );
    shown = campaign({ state: 'undoing', progress: progress({ cancelled: 18, deleted: 3, published: 1 }) });
    await page.user.click(action('Try to delete again (1)'));
    await screen.findByText('Undoing: 21 of 22 posts deleted.');
    expect(page.server.sent('POST /api/campaigns/:id/undo')).toHaveLength(2);
  });
});

describe('Changing what is not out yet', () => {
  const PARTLY = campaign({ progress: progress({ scheduled: 18, published: 4 }), exceptions: 2 });
  const open = async (answers = {}) => {
    const page = await openCampaign(PARTLY, [target()], answers);
    await page.user.click(action('Edit unpublished posts'));
    return page;
  };
  const summary = () => dialog().getByLabelText<HTMLTextAreaElement>('Post content');

  it('says how many are changed, how many are out, and asks about those that were changed by themselves', async () => {
    const page = await open({ 'PATCH /api/campaigns/:id': () => campaign({ version: 4 }) });
    expect(
      dialog().getByText('16 posts will be changed. 4 have been sent already and stay as they are.'),
    ).toBeTruthy();
    await page.user.click(dialog().getByLabelText('Also change the 2 posts that were edited separately'));
    expect(
      dialog().getByText('18 posts will be changed. 4 have been sent already and stay as they are.'),
    ).toBeTruthy();
    await page.user.clear(summary());
    await page.user.type(summary(), 'Three loaves at {{name}');
    await page.user.clear(dialog().getByLabelText('Time'));
    await page.user.type(dialog().getByLabelText('Time'), '10:30');
    await page.user.click(dialog().getByRole('button', { name: 'Change 18 posts' }));
    await isClosed();
    expect(page.server.sent('PATCH /api/campaigns/:id')[0]?.body).toEqual({
      postBody: { languageCode: 'en-US', summary: 'Three loaves at {name}', topicType: 'STANDARD' },
      time: {
        wallTime: '2026-11-27T10:30',
        timeZone: 'Europe/London',
        spreadMinutes: 0,
        closedDays: 'publish',
      },
      withExceptions: true,
      version: 3,
    });
    expect(messages()).toContain('Campaign changed. Its posts will be updated within seconds.');
  });

  it('asks before it is closed with changes that were not saved', async () => {
    const page = await open();
    await page.user.type(summary(), ' Come early.');
    await page.user.keyboard('{Escape}');
    expect(alertDialog().getByText(/haven’t been saved/)).toBeTruthy();
    await page.user.click(alertDialog().getByRole('button', { name: 'Keep editing' }));
    expect(summary().value).toMatch(/ Come early\.$/);
    await page.user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await page.user.click(alertDialog().getByRole('button', { name: 'Discard' }));
    await isClosed();
    expect(document.activeElement).toBe(action('Edit unpublished posts'));
    await page.user.click(action('Edit unpublished posts'));
    await page.user.keyboard('{Escape}');
    await isClosed();
  });

  it('sends nothing while nothing is changed, or while a field is wrong', async () => {
    const page = await open();
    await page.user.click(dialog().getByRole('button', { name: 'Change 16 posts' }));
    expect(dialog().getByText('Nothing has changed, so there’s nothing to save.')).toBeTruthy();
    await page.user.clear(summary());
    await page.user.click(dialog().getByRole('button', { name: 'Change 16 posts' }));
    expect(dialog().getByText('Post content is required')).toBeTruthy();
    expect(document.activeElement).toBe(summary());
    expect(page.server.sent('PATCH /api/campaigns/:id')).toEqual([]);
  });

  it('shows a refusal at its field, and keeps what was typed', async () => {
    const rule = 'This time has passed at 3 locations.';
    const page = await open({
      'PATCH /api/campaigns/:id': () =>
        failWith(400, 'validation_failed', 'Please check your input.', [
          { field: 'time.wallTime', message: rule },
        ]),
    });
    await page.user.type(summary(), ' Now.');
    await page.user.click(dialog().getByRole('button', { name: 'Change 16 posts' }));
    await dialog().findByText(rule);
    expect(summary().value).toMatch(/ Now\.$/);
  });
});

describe('Other states', () => {
  it('can only be looked at where it belongs to another Google account', async () => {
    await openCampaign(campaign({ isOfOtherAccount: true, progress: progress({ held: 22 }) }), [
      target({ state: 'held' }),
    ]);
    expect(screen.getByText(/belongs to a Google account that isn’t connected/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Pause|Edit|Undo/ })).toBeNull();
    await screen.findByText('Held until the connection to Google works again.');
  });

  it('deletes a plan that was not confirmed', async () => {
    const page = await openCampaign(
      campaign({ state: 'draft', confirmedAt: null }),
      [target({ postId: null })],
      {
        'DELETE /api/campaigns/:id': () => undefined,
      },
    );
    expect(screen.getByText(/^This plan isn’t confirmed, so nothing will be published/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Pause|Edit|Undo/ })).toBeNull();
    await page.user.click(action('See the plan'));
    expect(await screen.findByRole('dialog', { name: 'Campaign plan' })).toBeTruthy();
    await page.user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await page.user.click(action('Delete plan'));
    await page.user.click(alertDialog().getByRole('button', { name: 'Delete' }));
    await screen.findByRole('heading', { level: 1, name: 'Content Calendar' });
    expect(messages()).toContain('Plan deleted.');
  });

  it('says that it was not found', async () => {
    renderPage(CAMPAIGN_PAGE, {
      answers: {
        ...answersOfConnected(),
        'GET /api/campaigns/:id': () => failWith(404, 'not_found', 'Not found.'),
        'GET /api/campaigns/:id/targets': () => failWith(404, 'not_found', 'Not found.'),
      },
    });
    await screen.findByRole('heading', { name: 'Campaign not found' });
  });

  it('says that its locations could not be loaded when the specified tries are over', async () => {
    setClock('2026-11-27T08:30:00Z', 'Europe/London', { timers: true });
    renderPage(CAMPAIGN_PAGE, {
      answers: {
        ...answersOfCampaign(
          () => campaign(),
          () => [],
        ),
        'GET /api/campaigns/:id/targets': () => failWith(500, 'internal', 'An internal error occurred.'),
      },
    });
    await triesGoBy();
    await until(() => screen.queryByText('Failed to load the locations of this campaign. Please try again.'));
  });

  it('says that it could not be loaded when the specified tries are over, and tries again', async () => {
    setClock('2026-11-27T08:30:00Z', 'Europe/London', { timers: true });
    let fails = true;
    const page = renderPage(CAMPAIGN_PAGE, {
      answers: {
        ...answersOfConnected(),
        'GET /api/campaigns/:id': () =>
          fails ? failWith(500, 'internal', 'An internal error occurred.') : campaign(),
        'GET /api/campaigns/:id/targets': () => ({ items: [target()], matched: 1, nextCursor: null }),
      },
    });
    await triesGoBy();
    await until(() => screen.queryByText('Failed to load the campaign. Please try again.'));
    fails = false;
    await page.user.click(action('Try Again'));
    await until(() => screen.queryByText('09:00 at each location on Friday 27 November'));
  });
});
