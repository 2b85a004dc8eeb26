import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { messages } from '../../support/page/page.js';
import { dialog, fill, findAlertText, setClock } from '../posts/setting.js';
import { bodies, draft, openForMany, plan, topDialog } from './compose-setting.js';
import { CAMPAIGN_ID, fifteenOpenZones } from './builders.js';

beforeEach(() => setClock('2026-11-24T10:00:00Z', 'Europe/London'));

const CHANGE = 'PATCH /api/campaigns/:id/targets';
const CONFIRM = 'POST /api/campaigns/:id/confirm';
const AGAIN = 'POST /api/campaigns/:id/plan';
const TARGETS = 'GET /api/campaigns/:id/targets';
const OPEN = 'GET /api/time-zones/open';
const SAY = 'PATCH /api/time-zones';

/** Opens the plan of a campaign that was just written. */
async function openPlan(answers: Handlers = {}) {
  const page = await openForMany(answers);
  await page.user.type(
    dialog().getByLabelText('Post content'),
    'Two loaves for the price of one at {{name}, from nine until they are gone.',
  );
  await page.user.click(dialog().getByRole('button', { name: 'All 30 locations' }));
  fill('Date', '2026-11-27');
  fill('Time', '09:00');
  await page.seePlan();
  await screen.findByRole('dialog', { name: 'Campaign plan' });
  await dialog().findByRole('table', { name: 'Posts by location' });
  return page;
}

/**
 * From its so-many-th sending on, the campaign is what a request has made of it, and not before: a plan that is shown is
 * read once more a moment later.
 */
function onceSent(
  server: Awaited<ReturnType<typeof openPlan>>['server'],
  request: string,
  made: () => unknown,
  { before = draft, times = 1 }: { before?: () => unknown; times?: number } = {},
): void {
  server.on({
    'GET /api/campaigns/:id': () => (server.sent(request).length < times ? before() : made()),
  });
}

const row = (name: RegExp) => within(dialog().getByRole('row', { name }));
const schedule = (posts = '22 posts') => dialog().getByRole('button', { name: `Schedule ${posts}` });

describe('The plan', () => {
  it('says how many, when, and who is left out, before anything is scheduled', async () => {
    await openPlan();
    expect(dialog().getByText('22 posts at 22 locations')).toBeTruthy();
    expect(
      dialog().getByText(
        '09:00 at each location on Friday 27 November. Nothing is scheduled until you confirm.',
      ),
    ).toBeTruthy();
    expect(
      dialog().getByRole('img', {
        name: 'Posts per hour in your time: 3 at 08:00, 18 at 09:00, 1 at 17:00',
      }),
    ).toBeTruthy();
    const facts = dialog()
      .getAllByRole('definition')
      .map(({ textContent }) => textContent);
    expect(facts).toEqual([
      'Fri 27 Nov, 09:00 at Ahornallee, 08:00 for you',
      'Fri 27 Nov, 09:00 at Alder Bay, 17:00 for you',
      '18 at 09:00, and Google accepts 300 a minute',
    ]);
    expect(dialog().getByRole('heading', { name: '8 left out' })).toBeTruthy();
    expect(
      dialog()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'No website3 locationsFix No website',
      'No time zone3 locationsFix No time zoneShow No time zone',
      'Suspended2 locationsShow Suspended',
    ]);
  });

  it('says when the last post goes out where Google’s quota delays it', async () => {
    const due = '2026-11-27T09:00:00.000Z';
    const end = { publishAt: due, timeZone: 'Europe/London', locationName: 'Market Square' };
    const quota = { perMinute: 240, busiestAt: due, busiestCount: 3000, doneAt: '2026-11-27T09:12:00.000Z' };
    const rushed = draft({ plan: plan({ posts: 3000, first: end, last: end, quota }) });
    await openPlan({ 'GET /api/campaigns/:id': () => rushed });
    await waitFor(() =>
      expect(
        dialog()
          .getAllByRole('definition')
          .map(({ textContent }) => textContent),
      ).toEqual([
        'Fri 27 Nov, 09:00 at Market Square',
        'by Fri 27 Nov, 09:12',
        '3,000 at 09:00. Google accepts 240 a minute, so the last of them goes out by 09:12',
      ]),
    );
  });

  it('shows what customers of each location will read, problems first', async () => {
    await openPlan();
    const heading = /^What customers will see \(\d+, problems first\)$/;
    expect(dialog().getByRole('heading', { level: 3, name: heading })).toBeTruthy();
    const rows = dialog().getAllByRole('row').slice(1);
    const cells = rows.map((each) => within(each).getAllByRole('cell').slice(0, 3));
    expect(cells.map((each) => each.map(({ textContent }) => textContent))).toEqual([
      [
        'Store code HC-09Hearth & Crumb, Ahornallee',
        'Two loaves for the price of one at Hearth & Crumb, Ahornallee, from nine until they are gone.Same text as a post of 20 Nov.',
        '09:00 GMT+1',
      ],
      [
        'Store code HC-01Hearth & Crumb, Market Square',
        'Two loaves for the price of one at Market Square, from nine until they are gone.',
        '09:00 GMT+1',
      ],
    ]);
    expect(cells[1]?.[1]?.querySelector('b')?.textContent).toBe('Market Square');
  });

  it('lists the locations of a reason, with the way to mend it', async () => {
    const { user, server } = await openPlan();
    await user.click(dialog().getByRole('button', { name: 'Fix No website' }));
    const heading = await dialog().findByRole('heading', { name: 'No website 1' });
    expect(document.activeElement).toBe(heading);
    expect(
      dialog().getByText('This location has no website for {website}. Add a website to the location.'),
    ).toBeTruthy();
    expect(server.sent(TARGETS).at(-1)?.query).toMatchObject({ rule: 'missing-website' });
    const details = dialog().getByRole('link', { name: 'Location details Hearth & Crumb, Old Wharf' });
    expect(details.getAttribute('href')).toBe('/dashboard?view=location-details&location=location-5');
    await user.click(dialog().getByRole('button', { name: 'Show all posts' }));
    expect(await dialog().findByRole('row', { name: /HC-09/ })).toBeTruthy();
  });

  it('says the reason of left-out locations once, above them', async () => {
    const { user } = await openPlan();
    await user.click(dialog().getByRole('button', { name: 'Fix No website' }));
    await dialog().findByRole('row', { name: /HC-05/ });
    expect(dialog().getAllByText(/This location has no website for/)).toHaveLength(1);
  });

  it('asks for the time zones that it lacks in its own dialog, by state, and is made again with them', async () => {
    const renewed = () => draft({ version: 2, plan: plan({ posts: 37, leftOut: [] }) });
    const open = fifteenOpenZones();
    const { user, server } = await openPlan({
      [AGAIN]: renewed,
      [OPEN]: () => ({ items: open, total: open.length }),
      [SAY]: () => ({ items: open.splice(0).map((zone) => ({ ...zone, source: 'person' as const })) }),
    });
    onceSent(server, AGAIN, renewed);
    await user.click(dialog().getByRole('button', { name: 'Fix No time zone' }));
    const zones = topDialog('Time zones for this plan');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await zones.findByText(/in this plan have no time zone/);
    expect(server.sent(OPEN).at(-1)?.query).toEqual({ campaignId: CAMPAIGN_ID });
    const states = ['Arizona', 'Oregon', 'Texas'].map((name) => {
      const state = within(zones.getByRole('region', { name }));
      const rows = state.getAllByLabelText(new RegExp(`^Time zone of .*, ${name}$`));
      return [
        state.getByRole('heading').textContent,
        rows.map((select) =>
          select
            .closest('li')
            ?.firstElementChild?.textContent.replace(/Time zone of .*(?=\d\d:\d\d there)/, ' | '),
        ),
      ];
    });
    expect(states).toEqual([
      [
        'Arizona 9 locations',
        [
          '8 in Phoenix (5), Tucson (2), Flagstaff | 09:00 there, 16:00 for you',
          '1 in Tuba CityMarlowe & Finch 9Navajo Nation: keeps daylight saving time | 09:00 there, 16:00 for you',
        ],
      ],
      ['Oregon 4 locations', ['4 in Portland (3), Eugene | 09:00 there, 17:00 for you']],
      ['Texas 2 locations', ['2 in Austin, Dallas | 09:00 there, 15:00 for you']],
    ]);
    // The second click: all of them, as they are suggested.
    await user.click(zones.getByRole('button', { name: 'Set 15 time zones' }));
    expect(await dialog().findByText('37 posts at 37 locations')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Campaign plan' })).toBeTruthy();
    expect(dialog().getByRole('heading', { name: 'No location is left out' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('37 posts at 37 locations'));
    const [said] = bodies(server.sent(SAY)) as [{ items: { timeZone: string }[] }];
    expect(said.items.map(({ timeZone }) => timeZone)).toEqual([
      ...Array(8).fill('America/Phoenix'),
      'America/Denver',
      ...Array(4).fill('America/Los_Angeles'),
      ...Array(2).fill('America/Chicago'),
    ]);
    expect(server.sent(AGAIN)).toMatchObject([{ params: { id: CAMPAIGN_ID } }]);
  });

  it('takes another time zone for a row, stays where some have none yet, and says why none was set', async () => {
    const [first, second] = fifteenOpenZones();
    const open = [first!, { ...second!, suggestion: null, city: 'Nogales' }];
    const { user, server } = await openPlan({
      [AGAIN]: () => draft({ version: 2 }),
      [OPEN]: () => ({ items: open, total: open.length }),
      [SAY]: () => failWith(503, 'unavailable', 'The service isn’t available right now.'),
    });
    await user.click(dialog().getByRole('button', { name: 'Fix No time zone' }));
    const zones = topDialog('Time zones for this plan');
    await user.selectOptions(await zones.findByLabelText('Time zone of Phoenix, Arizona'), 'America/Denver');
    await user.click(zones.getByRole('button', { name: 'Set 1 time zone' }));
    await findAlertText('The service isn’t available right now.');
    server.on({ [SAY]: () => ({ items: open.splice(0, 1) }) });
    await user.click(zones.getByRole('button', { name: 'Set 1 time zone' }));
    await waitFor(() => expect(zones.queryByLabelText('Time zone of Phoenix, Arizona')).toBeNull());
    expect(bodies(server.sent(SAY)).at(-1)).toEqual({
      items: [{ locationId: 'location-1', timeZone: 'America/Denver' }],
    });
    expect(zones.queryByRole('button', { name: /^Set/ })).toBeNull();
    expect(server.sent(AGAIN)).toEqual([]);
    await user.click(zones.getByRole('button', { name: 'Back to the plan' }));
    await waitFor(() => expect(server.sent(AGAIN)).toHaveLength(1));
    await screen.findByRole('dialog', { name: 'Campaign plan' });
  });

  it('gives one location a text for it only, and leaves one out', async () => {
    const { user, server } = await openPlan({ [CHANGE]: () => draft({ version: 2 }) });
    onceSent(server, CHANGE, () => draft({ version: 2 }));
    await user.click(row(/HC-09/).getByRole('button', { name: /^Change text/ }));
    const box = dialog().getByLabelText<HTMLTextAreaElement>('Text for Hearth & Crumb, Ahornallee');
    expect(document.activeElement).toBe(box);
    await user.clear(box);
    await user.click(dialog().getByRole('button', { name: 'Save text' }));
    expect(dialog().getByText('Post content is required')).toBeTruthy();
    await user.type(box, 'Three loaves here');
    await user.click(dialog().getByRole('button', { name: 'Save text' }));
    await waitFor(() => expect(box.isConnected).toBe(false));
    await user.click(row(/HC-01/).getByRole('button', { name: /^Leave out/ }));
    await waitFor(() => expect(server.sent(CHANGE)).toHaveLength(2));
    expect(bodies(server.sent(CHANGE))).toEqual([
      { items: [{ locationId: 'location-9', summary: 'Three loaves here' }], version: 1 },
      { items: [{ locationId: 'location-1', isLeftOut: true }], version: 2 },
    ]);
  });

  it('keeps the text of one location that is being written while that of another is', async () => {
    const { user, server } = await openPlan({ [CHANGE]: () => draft({ version: 2 }) });
    onceSent(server, CHANGE, () => draft({ version: 2 }));
    const change = (name: RegExp) => row(name).getByRole('button', { name: /^Change text/ });
    const box = (name: string) => dialog().getByLabelText<HTMLTextAreaElement>(`Text for ${name}`);
    await user.click(change(/HC-09/));
    await user.clear(box('Hearth & Crumb, Ahornallee'));
    await user.type(box('Hearth & Crumb, Ahornallee'), 'Three loaves here');
    await user.click(change(/HC-01/));
    expect(document.activeElement).toBe(box('Hearth & Crumb, Market Square'));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(change(/HC-01/));
    expect(box('Hearth & Crumb, Ahornallee').value).toBe('Three loaves here');
    await user.click(dialog().getByRole('button', { name: 'Save text' }));
    await waitFor(() => expect(document.activeElement).toBe(change(/HC-09/)));
  });

  it('keeps the text when Esc leaves a form in it, and says why a change failed', async () => {
    const { user } = await openPlan({
      [CHANGE]: () => failWith(409, 'campaign_changed', 'This campaign was changed somewhere else.'),
    });
    await user.click(row(/HC-01/).getByRole('button', { name: /^Change text/ }));
    await user.keyboard('{Escape}');
    expect(dialog().getByRole('table', { name: 'Posts by location' })).toBeTruthy();
    await user.click(row(/HC-01/).getByRole('button', { name: /^Leave out/ }));
    expect(await findAlertText('This campaign was changed somewhere else.')).toBeTruthy();
  });

  it('cannot be scheduled when nobody is left', async () => {
    await openForMany({
      'POST /api/campaigns': () => draft({ plan: plan({ posts: 0, times: [], first: null, last: null }) }),
      'GET /api/campaigns/:id': () => draft({ plan: plan({ posts: 0, times: [], first: null, last: null }) }),
    }).then(async ({ user, seePlan }) => {
      await user.type(dialog().getByLabelText('Post content'), 'Come in');
      await user.click(dialog().getByRole('button', { name: 'All 30 locations' }));
      await seePlan();
    });
    expect(await dialog().findByText('No location can get a post.')).toBeTruthy();
    expect((schedule('0 posts') as HTMLButtonElement).disabled).toBe(true);
  });
});

describe('Confirming', () => {
  const confirmed = () => draft({ state: 'scheduling', version: 2, confirmedAt: '2026-11-24T10:01:00.000Z' });

  it('schedules what was seen, forgets the draft and opens the page of the campaign', async () => {
    const { user, server, address } = await openPlan({ [CONFIRM]: confirmed });
    onceSent(server, CONFIRM, confirmed);
    await user.click(schedule());
    await waitFor(() => expect(address()).toBe(`/dashboard?view=campaign&campaign=${CAMPAIGN_ID}`));
    expect(messages()).toEqual(['22 posts scheduled successfully!']);
    expect(bodies(server.sent(CONFIRM))).toEqual([{ version: 1 }]);
    expect(sessionStorage.getItem('shingle.draft.uid-1')).toBeNull();
  });

  it('waits for the text of one location that was written and not saved', async () => {
    const { user, server } = await openPlan({ [CONFIRM]: confirmed });
    await user.click(row(/HC-09/).getByRole('button', { name: /^Change text/ }));
    await user.type(dialog().getByLabelText('Text for Hearth & Crumb, Ahornallee'), ' Three loaves here.');
    await user.click(schedule());
    await findAlertText(
      'You’re still writing the text for Hearth & Crumb, Ahornallee. Save it or cancel it first.',
    );
    expect(server.sent(CONFIRM)).toEqual([]);
    await user.click(row(/HC-09/).getByRole('button', { name: 'Cancel' }));
    await user.click(schedule());
    await waitFor(() => expect(bodies(server.sent(CONFIRM))).toEqual([{ version: 1 }]));
  });

  it('shows the new plan where the one that was seen is out of date', async () => {
    const outdated =
      'The plan is out of date: some of its times have passed. Look at the new plan, then confirm.';
    const renewed = () => draft({ version: 5, plan: plan({ posts: 21 }) });
    const { user, server } = await openPlan({
      [CONFIRM]: () => failWith(409, 'plan_outdated', outdated),
      [AGAIN]: renewed,
    });
    onceSent(server, AGAIN, renewed);
    await user.click(schedule());
    expect(await findAlertText(outdated)).toBeTruthy();
    expect(await dialog().findByText('21 posts at 21 locations')).toBeTruthy();
    server.on({ [CONFIRM]: confirmed });
    onceSent(server, CONFIRM, confirmed, { before: renewed, times: 2 });
    await user.click(schedule('21 posts'));
    await waitFor(() => expect(bodies(server.sent(CONFIRM))).toEqual([{ version: 1 }, { version: 5 }]));
  });

  it('keeps text and plan when it is cancelled', async () => {
    const { user } = await openPlan();
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const kept = JSON.parse(sessionStorage.getItem('shingle.draft.uid-1') ?? '') as Record<string, string>;
    expect(kept).toMatchObject({
      planId: CAMPAIGN_ID,
      audience: 'many',
      choice: '{}',
    } satisfies Partial<Record<string, string>>);
  });
});
