import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { held, type SentRequest } from '../../support/page/fake-server.js';
import { advance, ALWAYS_REAL, steerTimers, until } from '../../support/page/steered-timers.js';
import { account, list, location } from './builders.js';
import { heading, notFound, open, refusal, textsOf } from './setting.js';

const ROUTE = 'GET /api/locations';
const FAILURE = 'Failed to load locations. Please try again.';
const OF_ACCOUNT = '/dashboard?view=locations&account=account-1';

const CANAL = location({
  id: 'location-2',
  name: 'Hearth & Crumb, Canal Wharf',
  address: '2 Canal Wharf, Leeds LS11 5PS',
  storeCode: 'HC-05',
});
const LUMIERE = location({ id: 'location-3', name: 'Café Lumière', address: 'Montréal', storeCode: null });

beforeEach(steerTimers);

async function openList(answer: (request: SentRequest) => unknown, address = OF_ACCOUNT) {
  const page = open(address, { [ROUTE]: answer });
  await until(() => screen.queryByRole('searchbox'));
  return { ...page, search: screen.getByRole('searchbox', { name: 'Search by name or address' }) };
}

const names = () => textsOf('heading').slice(1);
const shows = (count: string) => until(() => textsOf('status').includes(count));

describe('The locations', () => {
  it('of one account have its name as heading', async () => {
    const { server } = await openList(() => list([location()]));
    await heading('Hearth & Crumb Bakeries');
    expect(server.sent(ROUTE)[0]?.query).toEqual({ accountId: 'account-1' });
  });

  it('of all accounts have the heading Locations', async () => {
    const { server } = await openList(() => list([location()]), '/dashboard?view=locations');
    await shows('1 of 1 locations');
    expect(textsOf('heading')[0]).toBe('Locations');
    expect(server.sent(ROUTE)[0]?.query).toEqual({});
  });

  it.each([
    ['CLOSED_TEMPORARILY', 'Temporarily closed'],
    ['CLOSED_PERMANENTLY', 'Permanently closed'],
  ] as const)('say on the card and in its name that one is %s', async (openStatus, words) => {
    await openList(() => list([location({ openStatus }), CANAL]));
    await shows('2 of 2 locations');
    const [closed, opened] = screen.getAllByRole('article').map((card) => within(card));
    const badge = closed!.getByText(words);
    expect(badge.querySelector('svg')).toBeTruthy();
    expect(closed!.getByRole('link', { name: new RegExp(words) })).toBeTruthy();
    expect(opened!.queryByText(/closed/)).toBeNull();
  });

  it('are cards with state, store code, address, phone, first hours and the first two categories', async () => {
    await openList(() => list([location()]));
    await shows('1 of 1 locations');
    const card = within(screen.getByRole('article'));
    for (const text of [
      'Hearth & Crumb, Market Square',
      'Verified',
      'HC-01',
      '4 Market Square, Ashbourne DE6 1ES',
      '+44 1632 960101',
      'Mon 09:00–17:30',
      'Bakery',
      'Cafe',
      '+1 more',
    ])
      expect(card.getByText(text)).toBeTruthy();
    expect(card.queryByText('Cake shop')).toBeNull();
  });

  it('show two categories and count the others', async () => {
    const categories = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ id: `gcid:${name}`, name }));
    await openList(() => list([location({ categories })]));
    await until(() => screen.queryByText('+3 more'));
    expect(textsOf('listitem', screen.getByRole('list', { name: 'Categories' }))).toEqual([
      'A',
      'B',
      '+3 more',
    ]);
  });

  it('say when hours are not set, and leave out missing details', async () => {
    await openList(() =>
      list([location({ regularHours: null, phoneNumber: null, storeCode: null, categories: [] })]),
    );
    await shows('1 of 1 locations');
    const card = within(screen.getByRole('article'));
    expect(card.getByText('Hours not set')).toBeTruthy();
    expect(card.queryByRole('list')).toBeNull();
    expect(card.getByRole('link').getAttribute('aria-label')).toBe('Hearth & Crumb, Market Square, Verified');
  });

  it('link to their details and keep the account', async () => {
    const { user, address } = await openList(() => list([location()]));
    await shows('1 of 1 locations');
    await user.click(
      screen.getByRole('link', { name: 'Hearth & Crumb, Market Square, Verified, store code HC-01' }),
    );
    await heading('Hearth & Crumb, Market Square');
    expect(address()).toBe('/dashboard?view=location-details&account=account-1&location=location-1');
  });

  it('offer to schedule a post for the location, without opening its details', async () => {
    const { user, address } = await openList(() => list([location(), CANAL]));
    await shows('2 of 2 locations');
    await user.click(screen.getByRole('button', { name: 'Schedule Post for Hearth & Crumb, Canal Wharf' }));
    const dialog = await until(() => screen.queryByRole('dialog'));
    const chosen = within(dialog).getByLabelText<HTMLInputElement>('Location');
    await until(() => chosen.value.startsWith('Hearth & Crumb, Canal Wharf'));
    expect(address()).toBe(OF_ACCOUNT);
  });

  it('have a link back to the accounts', async () => {
    const { user, address } = await openList(() => list([location()]));
    await user.click(screen.getByRole('link', { name: 'Back to Accounts' }));
    await heading('Business Accounts');
    expect(address()).toBe('/dashboard?view=accounts');
  });

  it('are busy while they load', async () => {
    const answer = held<unknown>();
    await openList(() => answer.promise);
    const region = screen.getByRole('main').querySelector('[aria-busy]');
    expect(region?.getAttribute('aria-busy')).toBe('true');
    answer.release(list([location()]));
    await shows('1 of 1 locations');
    expect(region?.getAttribute('aria-busy')).toBe('false');
  });

  it('say that loading failed, and Try Again loads again', async () => {
    const { user, server } = await openList(refusal);
    await until(() => textsOf('alert').includes(FAILURE));
    server.on({ [ROUTE]: () => list([location()]) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await shows('1 of 1 locations');
    expect(screen.queryByText(FAILURE)).toBeNull();
    expect(server.sent(ROUTE)).toHaveLength(2);
  });

  it('stay on screen when a refresh fails', async () => {
    const { server } = await openList(() => list([location()]));
    await shows('1 of 1 locations');
    server.on({ [ROUTE]: refusal });
    await advance(60_000);
    act(() => void window.dispatchEvent(new Event('online')));
    await advance(0);
    await until(() => textsOf('alert').includes(FAILURE));
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });

  it.each([
    ['an account', OF_ACCOUNT, 'Choose another account', '/dashboard?view=accounts'],
    ['all accounts', '/dashboard?view=locations', 'Check the connection', '/dashboard?view=setup'],
  ])('of %s may be missing, which is explained with a next step', async (_name, address, step, href) => {
    await openList(() => list([]), address);
    await heading('No locations yet', 2);
    expect(screen.getByRole('link', { name: step }).getAttribute('href')).toBe(href);
    expect(textsOf('status')).toContain('0 of 0 locations');
  });

  it('of an unknown account are explained, with a link back', async () => {
    open('/dashboard?view=locations&account=gone', { [ROUTE]: notFound });
    await heading('Account not found', 2);
    expect(screen.getByRole('link', { name: 'Choose another account' }).getAttribute('href')).toBe(
      '/dashboard?view=accounts',
    );
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByText(FAILURE)).toBeNull();
  });
});

describe('The search for locations', () => {
  it('filters by name or address at once, without a request', async () => {
    const { user, search, server } = await openList(() => list([location(), CANAL, LUMIERE]));
    await shows('3 of 3 locations');
    await user.type(search, 'LEEDS');
    expect(names()).toEqual(['Hearth & Crumb, Canal Wharf']);
    expect(textsOf('status')).toContain('1 of 3 locations');
    await user.clear(search);
    await user.type(search, 'cafe lum');
    expect(names()).toEqual(['Café Lumière']);
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(names()).toHaveLength(3);
    await advance(1000);
    expect(server.sent(ROUTE)).toHaveLength(1);
  });

  it('says when nothing matches, and can be cleared', async () => {
    const { user, search } = await openList(() => list([location(), CANAL]));
    await shows('2 of 2 locations');
    await user.type(search, 'xyzzy');
    expect(names()).toEqual(['No locations match your search']);
    expect(screen.getByText('No name, address or store code contains “xyzzy”.')).toBeTruthy();
    expect(textsOf('status')).toContain('0 of 2 locations');
    await user.click(screen.getByRole('button', { name: 'Show all locations' }));
    expect(names()).toHaveLength(2);
    expect(document.activeElement).toBe(search);
  });

  it('is kept on return from the details', async () => {
    const { user, search, back } = await openList(() => list([location(), CANAL]));
    await shows('2 of 2 locations');
    await user.type(search, 'canal');
    await advance(300);
    await user.click(screen.getByRole('link', { name: /Canal Wharf/ }));
    await until(() => screen.queryByRole('button', { name: 'Edit Details' }));
    await back();
    await shows('1 of 2 locations');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('canal');
    expect(names()).toEqual(['Hearth & Crumb, Canal Wharf']);
  });
});

describe('The filters of the locations', () => {
  const SUSPENDED = location({ id: 'location-4', name: 'Zinc Bar', state: 'SUSPENDED', storeCode: 'HC-02' });
  const UNVERIFIED = location({
    id: 'location-5',
    name: 'Yew Tree Cafe',
    state: 'UNVERIFIED',
    storeCode: 'HC-10',
  });
  const ALL = [LUMIERE, location(), UNVERIFIED, SUSPENDED];
  const choose = (user: Page['user'], label: string, option: string) =>
    user.selectOptions(screen.getByRole('combobox', { name: label }), option);
  type Page = Awaited<ReturnType<typeof openList>>;

  it('show the locations in one state, and are kept in the address', async () => {
    const { user, address, back } = await openList(() => list(ALL));
    await shows('4 of 4 locations');
    await choose(user, 'Filter by state', 'Suspended');
    expect(names()).toEqual(['Zinc Bar']);
    expect(textsOf('status')).toContain('1 of 4 locations');
    expect(address()).toBe(`${OF_ACCOUNT}&state=suspended`);
    await user.click(screen.getByRole('link', { name: /Zinc Bar/ }));
    await until(() => screen.queryByRole('button', { name: 'Edit Details' }));
    await back();
    await shows('1 of 4 locations');
  });

  it('sort by name, by what needs attention, or by store code with those without one last', async () => {
    const { user } = await openList(() => list(ALL));
    await shows('4 of 4 locations');
    await choose(user, 'Sort by', 'Needs attention first');
    expect(names()).toEqual(['Zinc Bar', 'Yew Tree Cafe', 'Café Lumière', 'Hearth & Crumb, Market Square']);
    await choose(user, 'Sort by', 'By store code');
    expect(names()).toEqual(['Hearth & Crumb, Market Square', 'Zinc Bar', 'Yew Tree Cafe', 'Café Lumière']);
    await choose(user, 'Sort by', 'By name');
    expect(names()[0]).toBe('Café Lumière');
  });

  it('show one account of all, and are not there if an account was opened', async () => {
    const { user, address, server } = open('/dashboard?view=locations', {
      'GET /api/accounts': () => ({ items: [account(), account({ id: 'account-2', name: 'Quayside' })] }),
      [ROUTE]: ({ query }: SentRequest) => list(query.accountId === 'account-2' ? [CANAL] : ALL),
    });
    await shows('4 of 4 locations');
    await screen.findByRole('option', { name: 'Quayside' });
    await choose(user, 'Filter by account', 'Quayside');
    await shows('1 of 1 locations');
    expect(names()).toEqual(['Hearth & Crumb, Canal Wharf']);
    expect(textsOf('heading')[0]).toBe('Locations');
    expect(address()).toBe('/dashboard?view=locations&of=account-2');
    expect(server.sent(ROUTE).map(({ query }) => query.accountId)).toEqual([undefined, 'account-2']);
    await user.click(screen.getByRole('link', { name: 'Back to Accounts' }));
    await user.click(await until(() => screen.queryByRole('link', { name: /^Quayside/ })));
    await shows('1 of 1 locations');
    expect(screen.queryByRole('combobox', { name: 'Filter by account' })).toBeNull();
  });

  it('say that no location is in a state, and show all again', async () => {
    const { user } = await openList(() => list([location()]));
    await shows('1 of 1 locations');
    await choose(user, 'Filter by state', 'Unverified');
    expect(names()).toEqual(['No unverified locations']);
    await user.click(screen.getByRole('button', { name: 'Show all locations' }));
    expect(names()).toEqual(['Hearth & Crumb, Market Square']);
  });
});

describe('The table of locations', () => {
  it('shows code, address, phone, today and state in columns, and is remembered in this browser', async () => {
    // A Monday.
    jest.useFakeTimers({ now: new Date(2026, 10, 23, 12), doNotFake: [...ALWAYS_REAL] });
    const { user } = await openList(() =>
      list([
        location(),
        location({ id: 'location-2', name: 'Closed', openStatus: 'CLOSED_TEMPORARILY', phoneNumber: null }),
      ]),
    );
    await shows('2 of 2 locations');
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    expect(textsOf('columnheader')).toEqual([
      'Name',
      'Store code',
      'Address',
      'Phone',
      'Hours today',
      'State',
      'Actions',
    ]);
    const [, first, second] = screen.getAllByRole('row');
    expect(textsOf('cell', first)).toEqual([
      'Hearth & Crumb, Market Square',
      'Store code HC-01',
      '4 Market Square, Ashbourne DE6 1ES',
      '+44 1632 960101',
      '09:00–17:30',
      'Verified',
      'Schedule Post for Hearth & Crumb, Market Square',
    ]);
    expect(textsOf('cell', second).slice(3, 5)).toEqual(['', 'Temporarily closed']);
    expect(within(first!).getByRole('link').getAttribute('href')).toBe(
      '/dashboard?view=location-details&account=account-1&location=location-1',
    );
    await user.click(screen.getByRole('link', { name: 'Back to Accounts' }));
    await user.click(await until(() => screen.queryByRole('link', { name: /^Hearth/ })));
    await until(() => screen.queryByRole('table'));
    await user.click(screen.getByRole('radio', { name: 'Cards' }));
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });
});

describe('A list that the server returns in pages', () => {
  /** 25 locations in pages of 10. Every fifth is in Leeds. */
  function answerInParts({ query: { search = '', cursor = '0' } }: SentRequest) {
    const all = Array.from({ length: 25 }, (_, index) =>
      location({ id: `location-${index}`, name: `Place ${index}`, address: index % 5 ? 'York' : 'Leeds' }),
    );
    const matching = all.filter(({ name, address }) => `${name} ${address}`.toLowerCase().includes(search));
    const end = Number(cursor) + 10;
    return {
      items: matching.slice(Number(cursor), end),
      matched: matching.length,
      total: all.length,
      nextCursor: end < matching.length ? String(end) : null,
    };
  }

  it('is one list, whose other pages are loaded when they come near the screen', async () => {
    const { server } = await openList(answerInParts);
    await shows('25 of 25 locations');
    // Without layout everything is near the screen.
    await until(() => screen.getAllByRole('article').length === 25);
    expect(server.sent(ROUTE).map(({ query }) => query.cursor ?? '')).toEqual(['', '10', '20']);
    const items = screen.getAllByRole('article').map((card) => card.closest('[role=listitem]'));
    expect(items.map((item) => item?.getAttribute('aria-posinset'))).toEqual(
      items.map((_, at) => `${at + 1}`),
    );
    expect(new Set(items.map((item) => item?.getAttribute('aria-setsize')))).toEqual(new Set(['25']));
  });

  it('is searched by the server, with a request for each letter as soon as the previous one is answered', async () => {
    const { user, search, server } = await openList(answerInParts);
    await shows('25 of 25 locations');
    const searches = () =>
      server.sent(ROUTE).flatMap(({ query }) => (query.cursor ? [] : (query.search ?? [])));
    const answers: (() => void)[] = [];
    server.on({
      [ROUTE]: (request) => new Promise((resolve) => answers.push(() => resolve(answerInParts(request)))),
    });
    await user.type(search, 'l');
    await until(() => searches().length === 1);
    await user.type(search, 'ee');
    expect(searches()).toEqual(['l']);
    answers.shift()?.();
    await until(() => searches().length === 2);
    await user.type(search, 'ds');
    expect(searches()).toEqual(['l', 'lee']);
    // The server is slow, so the typed text is requested anyway.
    await advance(250);
    expect(searches()).toEqual(['l', 'lee', 'leeds']);
    for (const answer of answers) answer();
    await shows('5 of 25 locations');
    expect(screen.getAllByRole('article')).toHaveLength(5);
  });

  it('is filtered and sorted by the server, and its other pages too', async () => {
    const { user, server } = await openList(answerInParts);
    await shows('25 of 25 locations');
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by state' }), 'Verified');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'By store code');
    await until(() => screen.getAllByRole('link', { name: /^Place/ }).length === 25);
    const wanted = { accountId: 'account-1', state: 'VERIFIED', sort: 'storeCode' };
    await until(() => server.sent(ROUTE).length >= 6);
    expect(
      server
        .sent(ROUTE)
        .slice(-3)
        .map(({ query }) => query),
    ).toEqual([wanted, { ...wanted, cursor: '10' }, { ...wanted, cursor: '20' }]);
  });

  it('keeps its content until a search is answered', async () => {
    const { user, search, server } = await openList(answerInParts);
    await shows('25 of 25 locations');
    const answer = held<unknown>();
    server.on({ [ROUTE]: () => answer.promise });
    await until(() => screen.getAllByRole('article').length === 25);
    await user.type(search, 'place 24');
    await advance(300);
    expect(screen.getAllByRole('article')).toHaveLength(25);
    answer.release({ ...list([location()]), total: 25 });
    await shows('1 of 25 locations');
  });
});
