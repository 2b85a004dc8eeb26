import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import type { Handlers, SentRequest } from '../../support/page/fake-server.js';
import { answersOfConnected } from '../business-profile/builders.js';
import { account, location } from './builders.js';
import { open, textsOf } from './setting.js';

type Place = Schemas['LocationDto'] & { labels: string[] };
type Choice = Schemas['LocationChoiceDto'];

const LIST = 'GET /api/locations';
const MATCHES = 'POST /api/selections/matches';
const SAVE = 'POST /api/selections';
const PAGE = 10;

/** Of 25 locations every fifth is in Leeds, every third is a walk-in, and the last two are suspended. */
const PLACES: Place[] = Array.from({ length: 25 }, (_, at) => ({
  ...location({
    id: `location-${at}`,
    name: `Place ${at}`,
    storeCode: `P-${at}`,
    address: at % 5 ? 'York' : 'Leeds',
    state: at < 23 ? 'VERIFIED' : 'SUSPENDED',
  }),
  labels: at % 3 ? [] : ['Walk-in'],
}));

/** The locations that fit everything that is asked for. */
function fitting({ label, state, search = '', locationIds, without = [] }: Choice): Place[] {
  const words = search.toLowerCase();
  return PLACES.filter(
    (place) =>
      (!label || place.labels.includes(label)) &&
      (!state || place.state === state) &&
      `${place.name} ${place.address}`.toLowerCase().includes(words) &&
      (!locationIds || locationIds.includes(place.id)) &&
      !without.includes(place.id),
  );
}

function listed({ query }: SentRequest): Schemas['LocationListDto'] {
  const { label, state, search, cursor = '0' } = query;
  const found = fitting({ label, state, search } as Choice);
  const end = Number(cursor) + PAGE;
  return {
    items: found.slice(Number(cursor), end),
    matched: found.length,
    total: PLACES.length,
    nextCursor: end < found.length ? String(end) : null,
  };
}

function matching({ body }: SentRequest) {
  const { choice, offset = 0, limit = 100 } = body as Schemas['ChosenQueryDto'];
  const found = fitting(choice);
  const items = found.slice(offset, offset + limit).map(({ id, name }) => ({
    locationId: id,
    locationName: name,
  }));
  return { items, matched: found.length, unknownStoreCodes: [] };
}

async function openList(answers: Handlers = {}) {
  const page = open('/dashboard?view=locations', {
    ...answersOfConnected(),
    'GET /api/accounts': () => ({ items: [account()] }),
    [LIST]: listed,
    [MATCHES]: matching,
    'GET /api/selections': () => ({ items: [] }),
    'GET /api/selections/labels': () => ({ items: [{ label: 'Walk-in', locationCount: 9 }] }),
    [SAVE]: ({ body }) => ({ id: 'selection-1', locationCount: 2, ...(body as object) }),
    ...answers,
  });
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(25));
  const choose = (label: string, option: string | RegExp) =>
    page.user.selectOptions(
      screen.getByRole('combobox', { name: label }),
      within(screen.getByRole('combobox', { name: label })).getByRole('option', { name: option }),
    );
  return { ...page, choose };
}

const box = (at: number) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select Place ${at}, P-${at}` });
const isTicked = (at: number) => box(at).checked;
const selectAll = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' });
const bar = () => within(screen.getByRole('region', { name: 'Selected locations' }));
const says = (words: string) => waitFor(() => expect(textsOf('status')).toContain(words));

describe('Choosing in the list of locations', () => {
  it('goes over pages and filters, and says how many are not in sight', async () => {
    const { user, choose } = await openList();
    expect(screen.queryByRole('region', { name: 'Selected locations' })).toBeNull();
    await user.click(box(1));
    await user.click(box(24));
    await says('2 of 25 selected');
    await choose('Filter by state', 'Suspended');
    await says('2 of 25 selected, 1 isn’t in this list');
    expect([isTicked(23), isTicked(24)]).toEqual([false, true]);
    await user.click(bar().getByRole('button', { name: 'Select all 2' }));
    await says('3 of 25 selected, 1 isn’t in this list');
    expect(bar().queryByRole('button', { name: /^Select all/ })).toBeNull();
    await user.click(selectAll());
    await says('1 of 25 selected, 1 isn’t in this list');
    await choose('Filter by state', 'All states');
    await says('1 of 25 selected');
    expect([isTicked(1), isTicked(24)]).toEqual([true, false]);
    await user.click(bar().getByRole('button', { name: 'Clear the selection' }));
    expect(screen.queryByRole('region', { name: 'Selected locations' })).toBeNull();
    expect(document.activeElement?.textContent).toContain('25 of 25 locations');
  });

  it('takes all that match, not only what is loaded, with those that are unticked left out', async () => {
    const { user, server, choose } = await openList();
    await choose('Filter by label', 'Walk-in (9)');
    await says('9 of 25 locations');
    await user.click(selectAll());
    await says('9 of 25 selected');
    await user.click(box(3));
    await says('8 of 25 selected');
    await user.click(bar().getByRole('button', { name: 'Save selection' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save selection' }));
    await user.type(dialog.getByLabelText('Name'), 'Walk-ins');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sent(SAVE).map(({ body }) => body)).toEqual([
      { name: 'Walk-ins', isLive: true, choice: { label: 'Walk-in', without: ['location-3'] } },
    ]);
    // Under another filter they are known by their ids.
    await choose('Filter by label', 'All labels');
    await says('8 of 25 selected');
    await waitFor(() =>
      expect([isTicked(0), isTicked(1), isTicked(3), isTicked(6)]).toEqual([true, false, false, true]),
    );
    await user.click(box(1));
    await says('9 of 25 selected');
  });

  it('locks a field of what is chosen', async () => {
    const { user, server, choose } = await openList({
      'POST /api/locks': () => ({ items: [], locked: 9, already: 0 }),
    });
    await choose('Filter by label', 'Walk-in (9)');
    await says('9 of 25 locations');
    await user.click(selectAll());
    await user.click(bar().getByRole('button', { name: 'Lock a field' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Lock fields at 9 locations' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Phone number' }));
    await user.click(dialog.getByRole('button', { name: 'Lock the phone number' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sent('POST /api/locks').map(({ body }) => body)).toEqual([
      { fields: ['phoneNumber'], choice: { label: 'Walk-in' } },
    ]);
    expect(await screen.findByText('Phone number locked at 9 locations.')).toBeTruthy();
    expect(bar().getByRole('button', { name: 'Lock a field' })).toBe(document.activeElement);
  });

  it('says that all are chosen with another filter where they are too many to be named', async () => {
    const many = { items: [], matched: 501, unknownStoreCodes: [] };
    const { user, choose } = await openList({
      [MATCHES]: (request) =>
        (request.body as Schemas['ChosenQueryDto']).choice.label ? many : matching(request),
      [LIST]: (request) =>
        request.query['label']
          ? { ...listed(request), matched: 501, total: 600 }
          : { ...listed(request), total: 600 },
    });
    await choose('Filter by label', 'Walk-in (9)');
    await says('501 of 600 locations');
    await user.click(selectAll());
    await says('501 of 600 selected');
    await choose('Filter by label', 'All labels');
    await says('501 of 600 selected, chosen with another filter');
    expect(box(0).disabled).toBe(true);
    await user.click(bar().getByRole('button', { name: 'Clear the selection' }));
    expect(box(0).disabled).toBe(false);
  });

  it('survives a reload, until it is cleared', async () => {
    const { user, unmount } = await openList();
    await user.click(box(1));
    await user.click(box(24));
    await says('2 of 25 selected');
    unmount();
    const again = await openList();
    await says('2 of 25 selected');
    expect([isTicked(1), isTicked(2), isTicked(24)]).toEqual([true, false, true]);
    await again.user.click(bar().getByRole('button', { name: 'Select all 25' }));
    await again.user.click(box(3));
    await says('24 of 25 selected');
    again.unmount();
    const third = await openList();
    await says('24 of 25 selected');
    expect([isTicked(1), isTicked(3)]).toEqual([true, false]);
    await third.user.click(bar().getByRole('button', { name: 'Clear the selection' }));
    third.unmount();
    // What another version has kept is no choice.
    sessionStorage.setItem('shingle.chosen-locations.uid-1.', '{"ids":7}');
    await openList();
    expect(screen.queryByRole('region', { name: 'Selected locations' })).toBeNull();
  });

  it('leads to a campaign for the chosen locations, on the next day', async () => {
    const { user, server } = await openList();
    await user.click(box(2));
    await user.click(box(4));
    await user.click(bar().getByRole('button', { name: 'Schedule Post for 2 locations' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Post' }));
    await dialog.findByText('2 locations');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Many locations' }).checked).toBe(true);
    expect(server.sent(MATCHES).map(({ body }) => (body as Schemas['ChosenQueryDto']).choice)).toContainEqual(
      {
        locationIds: ['location-2', 'location-4'],
      },
    );
  });

  it('leads to an edit of the chosen locations', async () => {
    const { user, address, server } = await openList();
    await user.click(box(2));
    await user.click(await bar().findByRole('button', { name: 'Change many' }));
    await waitFor(() => expect(address()).toMatch(/view=bulk-edit/));
    await waitFor(() =>
      expect(
        server.sent(MATCHES).map(({ body }) => (body as Schemas['ChosenQueryDto']).choice),
      ).toContainEqual({ locationIds: ['location-2'] }),
    );
  });

  it('leads to no edit where the server lets none be made', async () => {
    const { user } = await openList({ 'GET /api/bulk-edits': () => ({ items: [], isOn: false }) });
    await user.click(box(2));
    await says('1 of 25 selected');
    await waitFor(() => expect(screen.queryByText('Change many')).toBeNull());
    expect(bar().getByRole('button', { name: 'Schedule Post for 1 location' })).toBeTruthy();
  });

  it('goes on in the table, whose columns sort', async () => {
    const { user, server, address } = await openList();
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    await user.click(box(0));
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    await user.click(screen.getByRole('button', { name: 'Store code' }));
    await waitFor(() => expect(address()).toBe('/dashboard?view=locations&sort=storeCode'));
    await waitFor(() => expect(server.sent(LIST).at(-1)?.query).toMatchObject({ sort: 'storeCode' }));
    expect(screen.getByRole('columnheader', { name: 'Store code' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(address()).toBe('/dashboard?view=locations'));
    expect(isTicked(0)).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Cards' }));
  });
});

describe('The filter by label', () => {
  it('asks the server, also where all locations are loaded, and stays in the address', async () => {
    const few = PLACES.slice(0, 4);
    const { user, server, address } = open('/dashboard?view=locations&label=Walk-in', {
      ...answersOfConnected(),
      [LIST]: ({ query }) => {
        const found = few.filter(({ labels }) => !query['label'] || labels.includes(query['label']));
        return { items: found, matched: found.length, total: few.length, nextCursor: null };
      },
      'GET /api/selections/labels': () => ({ items: [{ label: 'Walk-in', locationCount: 2 }] }),
    });
    await says('2 of 4 locations');
    expect(textsOf('heading').slice(1)).toEqual(['Place 0', 'Place 3']);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Filter by label' }), 'All labels');
    await says('4 of 4 locations');
    expect(address()).toBe('/dashboard?view=locations');
    expect(server.sent(LIST).map(({ query }) => query['label'])).toContain('Walk-in');
  });

  it('and the boxes are not there on sample data', async () => {
    open('/dashboard?view=locations', {
      [LIST]: () => ({ items: PLACES.slice(0, 2), matched: 2, total: 2, nextCursor: null }),
      'GET /api/selections/labels': () => ({ items: [] }),
    });
    await says('2 of 2 locations');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Filter by label' })).toBeNull();
  });
});
