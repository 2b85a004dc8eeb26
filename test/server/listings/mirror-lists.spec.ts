import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type {
  GoogleOwner,
  LocationQuery,
} from '../../../dist/server/business-profile/port/business-profile-provider.js';
import type { VerificationState } from '../../../dist/server/business-profile/port/location.js';
import type { GoogleLocation } from '../../../dist/server/business-profile/translation/google-types.js';
import {
  type ImportKey,
  ImportSuperseded,
  MirrorImportsRepository,
} from '../../../dist/server/business-profile/mirror/mirror-imports.repository.js';
import { MirrorWriter } from '../../../dist/server/business-profile/mirror/mirror-writer.js';
import { MirrorReadings } from '../../../dist/server/business-profile/mirror/mirror-readings.js';
import { MirrorRepository } from '../../../dist/server/business-profile/mirror/mirror.repository.js';
import type { Database } from '../../../dist/server/database/database.js';
import { TestClock } from '../../support/clock.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { addUsers } from '../../support/users.ts';

let database: Database;
let drop: () => Promise<void>;
let mirror: MirrorRepository;
let imports: MirrorImportsRepository;
let writer: MirrorWriter;
let readings: MirrorReadings;
const clock = new TestClock('2027-03-01T12:00:00Z');

beforeAll(async () => {
  ({ database, drop } = await openTestDatabase());
  mirror = new MirrorRepository(database);
  readings = new MirrorReadings(database);
  imports = new MirrorImportsRepository(database);
  writer = new MirrorWriter(database, readings);
});
afterAll(async () => {
  await database.close();
  await drop();
});

/** Places by account id; each is a title, or more of it. */
type Shown = Record<string, (string | (GoogleLocation & { state?: VerificationState }))[]>;

let users = 0;
const newOwner = async () => {
  const uid = `user-${(users += 1)}`;
  await addUsers(database, uid);
  return { workspaceId: uid, subject: `google-${uid}` };
};

/** Stores what Google says about one location now. */
async function saveLocation(
  owner: GoogleOwner,
  google: GoogleLocation,
  state?: VerificationState,
): Promise<void> {
  const start = await readings.begin(owner, clock.now());
  await readings.storeOne(owner, { google, state }, start);
}

/** A name of Google’s for a place with this title: its title is its id if it can be. */
function nameFor(title: string): string {
  return `locations/${/^\w+$/.test(title) ? title : `id-${Buffer.from(title).toString('hex')}`}`;
}

/** The accounts and places that an import finds, and stores as of the present. */
async function put(key: ImportKey, shown: Shown): Promise<void> {
  const accounts = Object.keys(shown);
  await writer.putAccounts(
    key,
    accounts.map((id) => ({ name: `accounts/${id}`, accountName: `Account ${id}`, type: 'LOCATION_GROUP' })),
  );
  for (const id of accounts) {
    const read = shown[id]!.map((place) => {
      const { state = 'VERIFIED', ...google } =
        typeof place === 'string' ? { name: nameFor(place), title: place } : place;
      return { google, state } as const;
    });
    await writer.putLocations(key, id, read, await readings.begin(key, clock.now()));
    await writer.finishAccount(key, id);
  }
}

async function begin(owner: GoogleOwner): Promise<ImportKey> {
  await imports.begin(database.orm, owner, clock.now(), { isWhole: true });
  return (await imports.find(owner))!;
}

const end = () => ({ at: clock.now(), nextAt: clock.now() });

/** A whole import. */
async function importAll(owner: GoogleOwner, shown: Shown): Promise<void> {
  const key = await begin(owner);
  await put(key, shown);
  await writer.complete(key, Object.keys(shown), end());
}

const list = (owner: GoogleOwner, query: Partial<LocationQuery> = {}) =>
  mirror.listLocations(owner, { offset: 0, limit: 100, ...query });
const names = async (owner: GoogleOwner, query: Partial<LocationQuery> = {}) =>
  (await list(owner, query)).items.map(({ name }) => name);

describe('the list of places', () => {
  it('has the order of an English reader: no matter the case and the accents, numbers by their value', async () => {
    const owner = await newOwner();
    const titles = [
      'Shop 10',
      'shop 9',
      'Émile',
      'Ember',
      'emma',
      'Zoë’s',
      'Øster Bakery',
      'Otter',
      'Ostrich',
      'Straße 7',
      'Strassenbahn',
      '& Sons',
      '3 Oaks',
      'Oaks',
      '21 Oaks',
      'A-Team',
      'A Team',
      'Ålesund',
      'Łódź Deli',
      'Shop 10a',
      'Shop 010 b',
      'Ηλιος',
      'Ñandú',
      'Nancy',
    ];
    await importAll(owner, { a: titles });
    const collator = new Intl.Collator('en', { numeric: true });
    expect(await names(owner)).toEqual([...titles].sort(collator.compare));
  });

  it('puts places of the same name in the order of their ids, so that no part repeats one', async () => {
    const owner = await newOwner();
    const ids = ['c', 'B', 'a10', 'a9', 'd'];
    await importAll(owner, { a: ids.map((id) => ({ name: `locations/${id}`, title: 'The Same' })) });
    const parts = await Promise.all([0, 2, 4].map((offset) => list(owner, { offset, limit: 2 })));
    expect(parts.map(({ matched, total }) => [matched, total])).toEqual(Array(3).fill([5, 5]));
    expect(parts.flatMap(({ items }) => items.map(({ id }) => id))).toEqual([...ids].sort());
  });

  it('is searched by words in any order, each a part of a name, an address or a store code', async () => {
    const owner = await newOwner();
    const storefrontAddress = { addressLines: ['4 Rue de l’Église'], locality: 'Sète', regionCode: 'FR' };
    await importAll(owner, {
      a: [
        { name: 'locations/1', title: '100% Café_Crème \\ Co', storefrontAddress, storeCode: 'É-014' },
        { name: 'locations/2', title: '1000 Cafes', storefrontAddress: { locality: 'Crème' } },
      ],
    });
    for (const [search, found] of [
      ['CAFE', ['1000 Cafes', '100% Café_Crème \\ Co']],
      ['  creme \\ ', ['100% Café_Crème \\ Co']],
      ['100%', ['100% Café_Crème \\ Co']],
      ['e_c', ['100% Café_Crème \\ Co']],
      ['%', ['100% Café_Crème \\ Co']],
      ['rue   de L’EGLISE, sete', ['100% Café_Crème \\ Co']],
      ['e-014', ['100% Café_Crème \\ Co']],
      ['cafes creme', ['1000 Cafes']],
      ['e-014 FR', ['100% Café_Crème \\ Co']],
      ['co eglise 100%', ['100% Café_Crème \\ Co']],
      ['creme cafe', ['1000 Cafes', '100% Café_Crème \\ Co']],
      ['creme creme cre', ['1000 Cafes', '100% Café_Crème \\ Co']],
      ['s\nfr', ['100% Café_Crème \\ Co']],
      ['cafes eglise', []],
      ['cafescreme', []],
    ] as const)
      expect([search, (await names(owner, { search })).sort()]).toEqual([search, [...found].sort()]);
    expect(await list(owner, { search: 'cafes eglise' })).toEqual({ items: [], matched: 0, total: 2 });
  });

  it('can be narrowed to places that need attention, also within a search', async () => {
    const owner = await newOwner();
    const named = (title: string, state: VerificationState) => ({ name: nameFor(title), title, state });
    await importAll(owner, {
      a: [named('Quay 1', 'VERIFIED'), named('Quay 2', 'UNVERIFIED'), named('Moor', 'SUSPENDED')],
    });
    const { items, matched, total } = await list(owner, { needsAttention: true });
    expect([items.map(({ state }) => state), matched, total]).toEqual([['SUSPENDED', 'UNVERIFIED'], 2, 3]);
    expect(await names(owner, { needsAttention: true, search: 'quay' })).toEqual(['Quay 2']);
  });

  it('can be by store code, numbers by their value, or by state, and equals are by name', async () => {
    const owner = await newOwner();
    const place = (title: string, storeCode?: string, state?: VerificationState) => ({
      ...{ name: nameFor(title), title, state },
      ...(storeCode && { storeCode }),
    });
    await importAll(owner, {
      a: [place('A', 'ld-10'), place('B'), place('C', 'LD-9', 'UNVERIFIED'), place('D', '014', 'SUSPENDED')],
      b: [place('E', 'ld-9'), place('F', '14', 'UNVERIFIED')],
    });
    expect(await names(owner, { sort: 'storeCode' })).toEqual(['D', 'F', 'C', 'E', 'A', 'B']);
    expect(await names(owner, { sort: 'state' })).toEqual(['D', 'C', 'F', 'A', 'B', 'E']);
    expect(await names(owner, { sort: 'state', accountId: 'b' })).toEqual(['F', 'E']);
    expect(await names(owner, { sort: 'storeCode', state: 'UNVERIFIED' })).toEqual(['F', 'C']);
    const accounts = await mirror.listAccounts(owner);
    expect(
      accounts.map(({ id, attentionCount, suspendedCount }) => [id, attentionCount, suspendedCount]),
    ).toEqual([
      ['a', 2, 1],
      ['b', 1, 0],
    ]);
    await saveLocation(owner, { name: 'locations/B', title: 'B', storeCode: 'a' });
    expect((await names(owner, { sort: 'storeCode' })).slice(2)).toEqual(['B', 'C', 'E', 'A']);
  });

  it('shows a place of several accounts once, under the first, and in the list of each', async () => {
    const owner = await newOwner();
    await importAll(owner, { first: ['Alpha', 'Shared'], second: ['Shared', 'Zulu'] });
    const { items, total } = await list(owner);
    expect(items.map(({ name, accountId }) => [name, accountId])).toEqual([
      ['Alpha', 'first'],
      ['Shared', 'first'],
      ['Zulu', 'second'],
    ]);
    expect(total).toBe(3);
    expect(await names(owner, { accountId: 'second' })).toEqual(['Shared', 'Zulu']);
    expect((await list(owner, { accountId: 'second' })).items[0]).toMatchObject({ accountId: 'second' });
    const accounts = await mirror.listAccounts(owner);
    expect(accounts.map(({ id, locationCount, sharedCount }) => [id, locationCount, sharedCount])).toEqual([
      ['first', 2, 1],
      ['second', 2, 1],
    ]);
    expect(await mirror.count(owner)).toEqual({ accounts: 2, locations: 3 });
    await expect(list(owner, { accountId: 'third' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('belongs to its user and to their present Google account alone', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    await importAll(owner, { a: ['Mine'] });
    expect(await names(other)).toEqual([]);
    const elsewhere = { workspaceId: owner.workspaceId, subject: other.subject };
    expect(await names(elsewhere)).toEqual([]);
    expect(await mirror.findLocation(other, 'Mine')).toBeUndefined();
    expect(await mirror.findLocation(elsewhere, 'Mine')).toBeUndefined();
    await expect(list(other, { accountId: 'a' })).rejects.toMatchObject({ code: 'not_found' });
    await mirror.forget(elsewhere);
    expect(await names(owner)).toEqual(['Mine']);
    await mirror.forget(owner);
    expect([await names(owner), await mirror.listAccounts(owner)]).toEqual([[], []]);
  });
});

describe('what was saved at Google', () => {
  it('is seen in every list at once, in its new place', async () => {
    const owner = await newOwner();
    await importAll(owner, { first: ['Alpha', 'Shared'], second: ['Shared'] });
    const google = { name: 'locations/Shared', title: 'Aardvark', storefrontAddress: { locality: 'Moor' } };
    await saveLocation(owner, google, 'SUSPENDED');
    expect(await names(owner)).toEqual(['Aardvark', 'Alpha']);
    expect(await names(owner, { accountId: 'second', search: 'moor' })).toEqual(['Aardvark']);
    expect(await mirror.findLocation(owner, 'Shared')).toMatchObject({
      name: 'Aardvark',
      state: 'SUSPENDED',
    });
    await saveLocation(owner, { ...google, title: 'Badger' });
    expect(await mirror.findLocation(owner, 'Shared')).toMatchObject({ name: 'Badger', state: 'SUSPENDED' });
  });

  it('is not undone by an import that asked before', async () => {
    const owner = await newOwner();
    await importAll(owner, { a: ['Old'] });
    const key = await begin(owner);
    const start = await readings.begin(owner, clock.now());
    await saveLocation(owner, { name: 'locations/Old', title: 'New' });
    const read = [{ google: { name: 'locations/Old', title: 'Old' }, state: 'UNVERIFIED' as const }];
    await writer.putLocations(key, 'a', read, start);
    await writer.complete(key, ['a'], end());
    expect((await list(owner)).items).toMatchObject([{ name: 'New', state: 'VERIFIED' }]);
  });
});

describe('an import', () => {
  it('removes what is gone only after it has read everything', async () => {
    const owner = await newOwner();
    await importAll(owner, { first: ['Stays', 'Goes'], second: ['Shared'], third: ['Shared', 'Third'] });
    const key = await begin(owner);
    await put(key, { third: ['Shared', 'Comes'], first: ['Stays'] });
    expect((await names(owner)).sort()).toEqual(['Comes', 'Goes', 'Shared', 'Stays', 'Third']);
    await writer.complete(key, ['third', 'first'], end());
    expect((await list(owner)).items.map(({ name, accountId }) => [name, accountId])).toEqual([
      ['Comes', 'third'],
      ['Shared', 'third'],
      ['Stays', 'first'],
    ]);
    expect((await mirror.listAccounts(owner)).map(({ id }) => id)).toEqual(['third', 'first']);
  });

  it('of a Google account without any business leaves nothing', async () => {
    const owner = await newOwner();
    await importAll(owner, { a: ['Gone'] });
    await importAll(owner, {});
    expect([await names(owner), await mirror.listAccounts(owner)]).toEqual([[], []]);
  });

  it('counts what it has read, each place once', async () => {
    const owner = await newOwner();
    await importAll(owner, { a: ['1', '2', '3'] });
    const key = await begin(owner);
    expect(await imports.progress(key)).toEqual({ accountsDone: 0, locationsDone: 0 });
    await put(key, { a: ['1', '2'], b: ['2', '4'] });
    expect(await imports.progress(key)).toEqual({ accountsDone: 2, locationsDone: 3 });
  });

  it('writes nothing more once it has failed, was restarted, or lost its connection', async () => {
    const owner = await newOwner();
    const late = { a: ['Too late'] };
    const failed = await begin(owner);
    await imports.fail(failed, 'google/unavailable', end(), []);
    await expect(put(failed, late)).rejects.toThrow(ImportSuperseded);

    const slow = await begin(owner);
    await imports.beginAgain(slow, clock.now());
    await expect(put(slow, late)).rejects.toThrow(ImportSuperseded);
    await expect(writer.complete(slow, [], end())).rejects.toThrow(ImportSuperseded);

    const orphaned = (await imports.find(owner))!;
    await mirror.forget(owner);
    await expect(put(orphaned, late)).rejects.toThrow(ImportSuperseded);
    expect(await names(owner)).toEqual([]);
  });
});
