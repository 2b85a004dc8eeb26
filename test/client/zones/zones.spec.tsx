import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, type Handlers, noNetwork } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { answersOfConnected } from '../business-profile/builders.js';
import { googleLocation, list } from '../listings/builders.js';
import { openDetails } from '../listings/setting.js';
import { postList, storedPost } from '../posts/builders.js';
import { chooseLocation, fill, openComposer, setClock } from '../posts/setting.js';

type Zone = Schemas['LocationZoneDto'];
type OpenZone = Schemas['OpenZoneDto'];

const LIST = 'GET /api/time-zones';
const OPEN = 'GET /api/time-zones/open';
const SAY = 'PATCH /api/time-zones';
const UNAVAILABLE = 'The service isn’t available right now.';

beforeEach(() => setClock('2026-11-20T08:00:00Z', 'Europe/London'));

function zone(change: Partial<Zone> = {}): Zone {
  return {
    locationId: 'location-1',
    timeZone: 'Asia/Tokyo',
    source: 'country',
    suggestion: null,
    choices: ['Asia/Tokyo'],
    ...change,
  };
}

const NO_STATISTICS: Schemas['LocationStatisticsDto'] = {
  from: null,
  to: null,
  profileViews: null,
  searchQueries: null,
  directionRequests: null,
  phoneCalls: null,
};

const asked = (change: Partial<Zone> = {}): Zone =>
  zone({
    timeZone: null,
    source: null,
    suggestion: { timeZone: 'America/Denver', source: 'region', reason: null },
    choices: ['America/New_York', 'America/Denver'],
    ...change,
  });

const openZone = (change: Partial<OpenZone> = {}): OpenZone => ({
  ...asked(),
  locationName: 'Fairlead Travel Denver 1',
  storeCode: 'TD-023',
  address: '1 Station Road, Denver, CO 80202, US',
  city: 'Denver',
  region: 'Colorado',
  country: 'US',
  ...change,
});

/** A server that keeps what is said. */
function keeping(items: Zone[]): Handlers {
  return {
    [LIST]: () => ({ items }),
    [SAY]: ({ body }) => {
      const said = (body as Schemas['NewZonesDto']).items.map((item) =>
        zone({ ...item, source: 'person', suggestion: null }),
      );
      items.splice(0, items.length, ...said);
      return { items: said };
    },
  };
}

describe('The time zone of a location', () => {
  const panel = async () => within(await screen.findByRole('region', { name: 'Time Zone' }));
  const details = (answers: Handlers) =>
    openDetails(googleLocation(), {
      ...answersOfConnected(),
      'GET /api/locations/:id/stats': () => NO_STATISTICS,
      ...answers,
    });

  it('is shown with the time there, and why it is known', async () => {
    await details({ [LIST]: () => ({ items: [zone()] }) });
    expect(await (await panel()).findByText('Asia/Tokyo, GMT+9 · 17:00 there now')).toBeTruthy();
    expect((await panel()).getByText('Its country has one time zone.')).toBeTruthy();
  });

  it('is asked for where its country has several, with what is likely, and shown once it is confirmed', async () => {
    const { user, server } = await details(keeping([asked()]));
    const select = await (await panel()).findByLabelText<HTMLSelectElement>('Time zone of this location');
    expect(select.value).toBe('America/Denver');
    expect((await panel()).getByText(/This one is likely from its address\./)).toBeTruthy();
    await user.click((await panel()).getByRole('button', { name: 'Confirm time zone' }));
    expect(await (await panel()).findByText('America/Denver, GMT-7 · 01:00 there now')).toBeTruthy();
    expect((await panel()).getByText('You chose it.')).toBeTruthy();
    expect(server.sent(SAY).map(({ body }) => body)).toEqual([
      { items: [{ locationId: 'location-1', timeZone: 'America/Denver' }] },
    ]);
  });

  it('is chosen by the person where nothing is likely', async () => {
    const { user, server } = await details(keeping([asked({ suggestion: null })]));
    const select = await (await panel()).findByLabelText<HTMLSelectElement>('Time zone of this location');
    expect(select.value).toBe('');
    await user.click((await panel()).getByRole('button', { name: 'Confirm time zone' }));
    expect((await panel()).getByText('Please choose a time zone')).toBeTruthy();
    expect(server.sent(SAY)).toEqual([]);
    fireEvent.change(select, { target: { value: 'America/New_York' } });
    await user.click((await panel()).getByRole('button', { name: 'Confirm time zone' }));
    expect(await (await panel()).findByText(/^America\/New York, GMT-5/)).toBeTruthy();
  });

  it('can be changed, and is kept as it was when that is cancelled or fails', async () => {
    const { user, server } = await details(keeping([zone()]));
    await user.click(await (await panel()).findByRole('button', { name: 'Change time zone' }));
    await user.click((await panel()).getByRole('button', { name: 'Cancel' }));
    expect((await panel()).getByText(/^Asia\/Tokyo/)).toBeTruthy();
    server.on({ [SAY]: () => failWith(503, 'unavailable', UNAVAILABLE) });
    await user.click((await panel()).getByRole('button', { name: 'Change time zone' }));
    const select = (await panel()).getByLabelText<HTMLSelectElement>('Time zone of this location');
    await user.click(select);
    fireEvent.change(select, { target: { value: 'Asia/Seoul' } });
    await user.click((await panel()).getByRole('button', { name: 'Save time zone' }));
    expect(await (await panel()).findByText(UNAVAILABLE)).toBeTruthy();
    expect(select.value).toBe('Asia/Seoul');
  });

  it('keeps the focus in its place while it is changed, and after that', async () => {
    const { user } = await details(keeping([zone()]));
    const change = async () => (await panel()).findByRole('button', { name: 'Change time zone' });
    await user.click(await change());
    const select = (await panel()).getByLabelText<HTMLSelectElement>('Time zone of this location');
    expect(document.activeElement).toBe(select);
    await user.click((await panel()).getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(await change());
    await user.click(await change());
    await user.click((await panel()).getByRole('button', { name: 'Save time zone' }));
    await (await panel()).findByText('You chose it.');
    expect(document.activeElement).toBe(await change());
  });

  it('says that it could not be saved, also where no answer came', async () => {
    const { user } = await details({ ...keeping([zone()]), [SAY]: noNetwork });
    await user.click(await (await panel()).findByRole('button', { name: 'Change time zone' }));
    await user.click((await panel()).getByRole('button', { name: 'Save time zone' }));
    expect((await (await panel()).findByRole('alert')).textContent).toBe('Failed to save. Please try again.');
  });

  it('is not to be changed in the sample data', async () => {
    await openDetails(undefined, { [LIST]: () => ({ items: [zone({ source: 'sample' })] }) });
    expect(await (await panel()).findByText('From the sample data.')).toBeTruthy();
    expect((await panel()).queryByRole('button')).toBeNull();
  });

  it('can be loaded again after a failure', async () => {
    const { user, server } = await details({
      [LIST]: () => failWith(500, 'internal', 'Something went wrong.'),
    });
    expect(await (await panel()).findByText('Failed to load the time zone. Please try again.')).toBeTruthy();
    server.on({ [LIST]: () => ({ items: [zone()] }) });
    await user.click((await panel()).getByRole('button', { name: 'Try Again' }));
    expect(await (await panel()).findByText(/^Asia\/Tokyo/)).toBeTruthy();
  });
});

describe('The locations whose time zone is not known', () => {
  const view = (answers: Handlers) =>
    renderPage('/dashboard?view=locations', {
      answers: {
        'GET /api/accounts': () => ({ items: [] }),
        'GET /api/locations': () => list([googleLocation()]),
        ...answers,
      },
    });
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Time zones of locations' }));
  const orlando = openZone({
    locationId: 'location-2',
    locationName: 'Fairlead Travel Orlando 1',
    storeCode: 'TD-022',
    city: 'Orlando',
    region: 'Florida',
    suggestion: null,
  });

  it('are named by a notice, and set together, without those that nothing is likely for', async () => {
    const open = [openZone(), orlando];
    const { user, server } = view({
      ...answersOfConnected(),
      [OPEN]: () => ({ items: open, total: open.length }),
      [SAY]: ({ body }) => {
        const { items } = body as Schemas['NewZonesDto'];
        open.splice(0, items.length);
        return { items: items.map((item) => zone({ ...item, source: 'person' })) };
      },
    });
    expect(
      await screen.findByText('2 locations need a time zone: their countries have several.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Set time zones' }));
    const denver = (await dialog()).getByLabelText<HTMLSelectElement>('Time zone of Denver, Colorado');
    expect(denver.value).toBe('America/Denver');
    await user.click((await dialog()).getByRole('button', { name: 'Set 1 time zone' }));
    await waitFor(async () => expect((await dialog()).queryByText('Fairlead Travel Denver 1')).toBeNull());
    const select = (await dialog()).getByLabelText<HTMLSelectElement>('Time zone of Orlando, Florida');
    expect((await dialog()).queryByRole('button', { name: /^Set/ })).toBeNull();
    fireEvent.change(select, { target: { value: 'America/New_York' } });
    await user.click((await dialog()).getByRole('button', { name: 'Set 1 time zone' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText(/need.? a time zone/)).toBeNull();
    expect(server.sent(SAY).map(({ body }) => body)).toEqual([
      { items: [{ locationId: 'location-1', timeZone: 'America/Denver' }] },
      { items: [{ locationId: 'location-2', timeZone: 'America/New_York' }] },
    ]);
  });

  it('are one row where they are likely in one zone, and can still be said one by one', async () => {
    const open = [1, 2, 3].map((index) =>
      openZone({ locationId: `location-${index}`, locationName: `Fairlead Travel Denver ${index}` }),
    );
    const phoenix = { timeZone: 'America/Phoenix', source: 'region', reason: null } as const;
    const nowhere = { ...orlando, locationId: 'location-4' };
    const bisbee = { city: 'Bisbee', region: 'Arizona', suggestion: phoenix };
    const items = [...open, nowhere, openZone({ locationId: 'location-5', ...bisbee })];
    const { user, server } = view({
      ...answersOfConnected(),
      [OPEN]: () => ({ items, total: items.length }),
      [SAY]: ({ body }) => ({ items: (body as Schemas['NewZonesDto']).items.map((item) => zone(item)) }),
    });
    await user.click(await screen.findByRole('button', { name: 'Set time zones' }));
    const shown = await dialog();
    const all = shown.getByLabelText<HTMLSelectElement>('Time zone of Denver (3), Colorado');
    expect(all.value).toBe('America/Denver');
    expect(shown.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Arizona 1 location',
      'Colorado 3 locations',
      'Florida 1 location',
    ]);
    expect([...all.closest('ul')!.children]).toHaveLength(1);
    expect(shown.getAllByText('there now', { exact: false })[0]?.textContent).toBe('01:00 there now');
    fireEvent.change(all, { target: { value: 'America/New_York' } });
    await user.click(shown.getByText(/^Each of the 3 locations/));
    fireEvent.change(shown.getByLabelText('Time zone of Fairlead Travel Denver 3'), {
      target: { value: 'America/Denver' },
    });
    expect(all.value).toBe('');
    await user.click(shown.getByRole('button', { name: 'Set 4 time zones' }));
    await waitFor(() => expect(server.sent(SAY)).toHaveLength(1));
    expect(server.sent(SAY)[0]?.body).toEqual({
      items: [
        { locationId: 'location-1', timeZone: 'America/New_York' },
        { locationId: 'location-2', timeZone: 'America/New_York' },
        { locationId: 'location-3', timeZone: 'America/Denver' },
        { locationId: 'location-5', timeZone: 'America/Phoenix' },
      ],
    });
  });

  it('stay in the dialog, with what was chosen, when saving fails', async () => {
    const { user } = view({
      ...answersOfConnected(),
      [OPEN]: () => ({ items: [orlando], total: 1 }),
      [SAY]: () => failWith(503, 'unavailable', UNAVAILABLE),
    });
    await user.click(await screen.findByRole('button', { name: 'Set time zones' }));
    const select = (await dialog()).getByLabelText<HTMLSelectElement>('Time zone of Orlando, Florida');
    fireEvent.change(select, { target: { value: 'America/New_York' } });
    await user.click((await dialog()).getByRole('button', { name: 'Set 1 time zone' }));
    expect(await (await dialog()).findByText(UNAVAILABLE)).toBeTruthy();
    expect(select.value).toBe('America/New_York');
  });

  it('are no matter where all are known, or on sample data', async () => {
    for (const [answers, asks] of [
      [answersOfConnected(), 1],
      [{}, 0],
    ] as const) {
      const { server, unmount } = view(answers);
      await screen.findByText('1 of 1 locations');
      await waitFor(() => expect(server.sent(OPEN)).toHaveLength(asks));
      expect(screen.queryByText(/need.? a time zone/)).toBeNull();
      unmount();
    }
  });
});

describe('The time at a location', () => {
  const THERE = '18:30 at the location, GMT+9';
  const shown = storedPost({ publishAt: '2026-11-25T09:30:00.000Z' });
  const calendar = (answers: Handlers) =>
    renderPage('/dashboard?view=calendar', {
      answers: {
        'GET /api/posts': () => postList([shown]),
        'GET /api/locations': () => list([]),
        ...answers,
      },
    });

  it('stands beside one’s own in the composer once a location is chosen, with its day where that differs', async () => {
    await openComposer({ [LIST]: () => ({ items: [zone()] }) });
    fill('Date', '2026-11-25');
    fill('Time', '09:30');
    expect(screen.queryByText(/at the location/)).toBeNull();
    await chooseLocation('Market Square');
    expect(await screen.findByText(THERE)).toBeTruthy();
    fill('Time', '20:00');
    expect(await screen.findByText('05:00 on 26 Nov 2026 at the location, GMT+9')).toBeTruthy();
  });

  it('stands beside one’s own in the list, asked for once for all rows', async () => {
    const posts = [shown, storedPost({ ...shown, id: 'post-2' })];
    const { server } = calendar({
      'GET /api/posts': () => postList(posts),
      [LIST]: () => ({ items: [zone({ locationId: shown.locationId })] }),
    });
    expect(await screen.findAllByText(THERE)).toHaveLength(2);
    expect(server.sent(LIST).map(({ query }) => query)).toEqual([{ locationIds: shown.locationId }]);
  });

  it('is left out where it is the same, where it is not known, and where it cannot be loaded', async () => {
    for (const answer of [
      () => ({ items: [zone({ locationId: shown.locationId, timeZone: 'Europe/Lisbon' })] }),
      () => ({ items: [asked({ locationId: shown.locationId })] }),
      () => failWith(500, 'internal', 'Something went wrong.'),
    ]) {
      const { server, unmount } = calendar({ [LIST]: answer });
      await waitFor(() => expect(server.sent(LIST)).toHaveLength(1));
      await screen.findByText('09:30');
      expect(screen.queryByText(/at the location/)).toBeNull();
      unmount();
    }
  });
});
