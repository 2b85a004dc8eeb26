import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import type {
  GoogleOwner,
  Owner,
} from '../../../dist/server/business-profile/port/business-profile-provider.js';
import type { LocationChange } from '../../../dist/server/business-profile/port/location.js';
import type { GoogleProvider } from '../../../dist/server/business-profile/google/google-provider.js';
import type { FaultKind, GoogleSimulator, Operation } from 'gbp-simulator';
import { type GoogleAdapter, startGoogleAdapter } from '../../support/google/google-adapter.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import {
  CERAMICS,
  GUEST_HOUSE,
  MARKET_HILL,
  NIGHT_OVEN,
  OLD_WHARF,
  PIANOS,
  STATION,
  STORAGE,
} from '../../support/google/tamsins-places.ts';

const SOMEBODY_ELSES = '4200000000000000204';

describe('the places of a connected user', () => {
  let adapter: GoogleAdapter;
  let provider: GoogleProvider;
  let google: GoogleSimulator;
  let u1: Owner & GoogleOwner;

  beforeAll(async () => {
    adapter = await startGoogleAdapter();
    ({ provider, google } = adapter);
    u1 = await adapter.connect('u1', PEOPLE.tamsin);
    await adapter.readPlaces(u1);
  });
  afterAll(() => adapter.close());
  beforeEach(async () => {
    google.faults.clear();
    google.calls.clear();
    adapter.timing.showMs = 4_000;
    await adapter.passMinute();
    await adapter.connections.markWorking('u1');
    await adapter.openApis();
  });

  const get = (id: string) => provider.getLocation(u1, id);
  const save = (id: string, change: LocationChange) =>
    provider.updateLocation(u1, id, change, { actor: 'u1' });
  /** The copy with its details, which says the same as the list. */
  const listed = async (id: string) => {
    const { items } = await provider.listLocations(u1, { offset: 0, limit: 100 });
    const copy = await provider.knownLocation(u1, id);
    expect(copy).toMatchObject(items.find((item) => item.id === id)!);
    return copy;
  };
  const calls = (operation?: Operation) => google.calls.count({ operation });
  /** Everything that Google is asked goes wrong. */
  const failAll = (kind: FaultKind) => google.faults.next('*', kind, { times: 1000, retryAfter: 60 });

  describe('are shown', () => {
    it('in lists, counts and searches without a call to Google', async () => {
      const accounts = await provider.listAccounts(u1);
      expect(accounts.map(({ type, state, locationCount }) => [type, state, locationCount])).toEqual([
        ['PERSONAL', 'VERIFIED', 2],
        ['LOCATION_GROUP', 'VERIFIED', 4],
        ['ORGANIZATION', 'VERIFIED', 2],
      ]);
      const page = { offset: 0, limit: 100 };
      expect((await provider.listLocations(u1, page)).total).toBe(8);
      expect((await provider.listLocations(u1, { ...page, search: 'wharf' })).matched).toBe(1);
      const unverified = await provider.listLocations(u1, { ...page, needsAttention: true });
      expect(unverified.items.map(({ id, state }) => [id, state])).toEqual([
        [GUEST_HOUSE, 'SUSPENDED'],
        [STATION, 'UNVERIFIED'],
      ]);
      expect(calls()).toBe(0);
    });

    it('as Google has them now, and the list knows it from then on', async () => {
      google.world.editByOwner({ location: MARKET_HILL, fields: { websiteUri: 'https://new.example.com/' } });
      expect((await listed(MARKET_HILL))?.websiteUri).not.toBe('https://new.example.com/');
      const shown = await get(MARKET_HILL);
      expect(shown).toMatchObject({
        name: 'Marlowe & Finch, Market Hill',
        address: '3 Market Hill, Wexcombe, WX1 4TT, GB',
        phoneNumber: '+44 1632 960203',
        websiteUri: 'https://new.example.com/',
        storeCode: 'MF-01',
        state: 'VERIFIED',
        pendingFields: [],
        isAddressEditable: false,
      });
      expect(await listed(MARKET_HILL)).toEqual(shown);
    });

    it('with one call where Google has nothing to add', async () => {
      await get(CERAMICS);
      expect(google.calls.list().map(({ operation }) => operation)).toEqual(['locations.get']);
    });

    it('with one call for all who look at the same moment', async () => {
      google.faults.next('locations.get', 'slow', { ms: 500 });
      await Promise.all(Array.from({ length: 10 }, () => get(CERAMICS)));
      expect(calls()).toBe(1);
    });

    it('with the fields that Google still reviews', async () => {
      expect(await get(OLD_WHARF)).toMatchObject({
        name: 'Marlowe & Finch, Old Wharf',
        pendingFields: ['name'],
      });
      expect((await listed(OLD_WHARF))?.pendingFields).toEqual(['name']);
      google.world.decidePendingEdits({ location: OLD_WHARF, approve: true });
      expect((await get(OLD_WHARF)).pendingFields).toEqual([]);
    });

    it('as verified as they are now', async () => {
      expect((await get(STATION)).state).toBe('UNVERIFIED');
      google.world.setVerification({ location: STATION, verification: 'SUSPENDED' });
      expect((await get(STATION)).state).toBe('SUSPENDED');
      expect((await listed(STATION))?.state).toBe('SUSPENDED');
      google.world.setVerification({ location: STATION, verification: 'VERIFIED' });
      expect((await get(STATION)).state).toBe('VERIFIED');
      google.world.setVerification({ location: STATION, verification: 'UNVERIFIED' });
      expect((await get(STATION)).state).toBe('UNVERIFIED');
    });

    it('as open or closed as they are now', async () => {
      expect((await get(CERAMICS)).openStatus).toBe('OPEN');
      for (const status of ['CLOSED_TEMPORARILY', 'CLOSED_PERMANENTLY', 'OPEN']) {
        google.world.editByOwner({ location: CERAMICS, fields: { openInfo: { status } } });
        expect((await get(CERAMICS)).openStatus).toBe(status);
        expect((await listed(CERAMICS))?.openStatus).toBe(status);
      }
    });

    it('without an address or hours where they have none, open past midnight, and around the clock', async () => {
      expect(await get(PIANOS)).toMatchObject({ address: '', regularHours: null, websiteUri: null });
      const friday = (await get(NIGHT_OVEN)).regularHours?.periods.find(
        ({ openDay }) => openDay === 'FRIDAY',
      );
      expect(friday).toEqual({
        openDay: 'FRIDAY',
        openTime: '18:00',
        closeDay: 'SATURDAY',
        closeTime: '03:30',
      });
      expect((await get(STORAGE)).regularHours?.periods).toContainEqual({
        openDay: 'MONDAY',
        openTime: '00:00',
        closeDay: 'MONDAY',
        closeTime: '24:00',
      });
    });

    it.each<FaultKind>(['error-before', 'reset-before', 'rate-limited', 'zero-quota', 'silent'])(
      'as they were last read while Google cannot be asked: %s',
      async (kind) => {
        const before = await get(CERAMICS);
        adapter.timing.showMs = 60;
        failAll(kind);
        expect(await get(CERAMICS)).toEqual(before);
      },
    );

    it('whole, where Google tells of the place but not of its verification or its pending edits', async () => {
      google.faults.next('voiceOfMerchantState.get', 'error-before', { times: 10 });
      google.faults.next('locations.getGoogleUpdated', 'forbidden', { times: 10 });
      expect(await get(STATION)).toMatchObject({ state: 'UNVERIFIED' });
      await expect(get(OLD_WHARF)).resolves.toHaveProperty('pendingFields');
    });

    it('no more once they are gone at Google', async () => {
      google.world.removeLocation({ location: GUEST_HOUSE });
      await expect(get(GUEST_HOUSE)).rejects.toMatchObject({ code: 'not_found' });
      google.world.restoreLocation({ location: GUEST_HOUSE });
    });

    it('to their user alone: nothing else is even asked for', async () => {
      const u2 = await adapter.connect('u2', PEOPLE.wilhelmina);
      google.calls.clear();
      const notFound = { code: 'not_found' };
      const post = {
        publishAt: new Date(),
        body: { languageCode: 'en', summary: 'x', topicType: 'STANDARD' },
      };
      for (const [owner, id] of [
        [u1, SOMEBODY_ELSES],
        [u2, CERAMICS],
      ] as const) {
        await expect(provider.getLocation(owner, id)).rejects.toMatchObject(notFound);
        await expect(
          provider.updateLocation(owner, id, { name: 'Mine' }, { actor: 'u1' }),
        ).rejects.toMatchObject(notFound);
        await expect(
          provider.schedulePost(owner, { ...post, locationId: id } as never),
        ).rejects.toMatchObject(notFound);
        expect(await provider.knownLocation(owner, id)).toBeUndefined();
        expect(await provider.postPlace(owner, id)).toBeUndefined();
      }
      expect(calls()).toBe(0);
    });
  });

  describe('are saved', () => {
    it('field by field: what was not given stays, also what we do not show', async () => {
      const before = google.world.location({ location: MARKET_HILL }).fields;
      const saved = await save(MARKET_HILL, { phoneNumber: '+44 1632 960299' });
      expect(saved.phoneNumber).toBe('+44 1632 960299');
      expect(google.calls.list({ operation: 'locations.patch' })[0]?.query).toEqual({
        updateMask: 'phoneNumbers.primaryPhone',
      });
      const { phoneNumbers, ...others } = google.world.location({ location: MARKET_HILL }).fields;
      expect(phoneNumbers?.primaryPhone).toBe('+44 1632 960299');
      expect(others).toEqual({ ...before, phoneNumbers: undefined });
      expect(await listed(MARKET_HILL)).toEqual(saved);
    });

    it('with a name that Google reviews first, and the list and its search follow', async () => {
      const saved = await save(CERAMICS, { name: 'Zephyr Ceramics' });
      expect(saved).toMatchObject({ name: 'Zephyr Ceramics', pendingFields: ['name'] });
      const found = await provider.listLocations(u1, { search: 'zephyr', offset: 0, limit: 10 });
      expect(found.items).toMatchObject([{ id: saved.id, name: saved.name }]);
      await save(CERAMICS, { name: 'Okonjo Ceramics' });
    });

    it('two changes at once, and both stay', async () => {
      await Promise.all([
        save(CERAMICS, { phoneNumber: '+44 1632 960298' }),
        save(CERAMICS, { websiteUri: 'https://both.example.com/' }),
      ]);
      const both = { phoneNumber: '+44 1632 960298', websiteUri: 'https://both.example.com/' };
      expect(await listed(CERAMICS)).toMatchObject(both);
      expect(await get(CERAMICS)).toMatchObject(both);
    });

    it('one after the other, and the second is read again although the first is still being read', async () => {
      // A save reads before it sends, and again afterwards: this is about the second reading.
      google.faults.next('locations.get', 'slow', { ms: 400, after: 1 });
      const first = save(CERAMICS, { phoneNumber: '+44 1632 960297' });
      while (calls('locations.get') < 2) await new Promise(setImmediate);
      const second = await save(CERAMICS, { websiteUri: 'https://second.example.com/' });
      expect(second.websiteUri).toBe('https://second.example.com/');
      await first;
      expect(await listed(CERAMICS)).toEqual(second);
    });

    it('and answered with what Google accepted when it cannot be asked again', async () => {
      google.faults.next('locations.get', 'error-before', { after: 1, times: 10 });
      const saved = await save(CERAMICS, { websiteUri: 'https://accepted.example.com/' });
      expect(saved.websiteUri).toBe('https://accepted.example.com/');
      expect(await listed(CERAMICS)).toEqual(saved);
    });

    it.each<LocationChange>([
      { name: 'Masked Ceramics' },
      { phoneNumber: '+44 1632 960296' },
      { websiteUri: 'https://masked.example.com/' },
      { websiteUri: null },
      { regularHours: null },
      {
        regularHours: {
          periods: [{ openDay: 'MONDAY', openTime: '00:00', closeDay: 'MONDAY', closeTime: '24:00' }],
        },
      },
    ])('%j: the rest stays when Google answers it alone, and cannot be asked again', async (change) => {
      const before = await get(CERAMICS);
      google.faults.next('locations.patch', 'masked-answer');
      google.faults.next('locations.get', 'error-before', { after: 1, times: 10 });
      const saved = await save(CERAMICS, change);
      const { basis, readAt } = saved;
      expect(saved).toEqual({ ...before, ...change, basis, readAt });
      expect(await listed(CERAMICS)).toEqual(saved);
      const { items } = await provider.listLocations(u1, { search: saved.name, offset: 0, limit: 10 });
      expect(items.map(({ id }) => id)).toEqual([CERAMICS]);
    });

    it('and both of two stay when Google answers each alone, and cannot be asked again', async () => {
      const before = await get(CERAMICS);
      const phoneNumber = '+44 1632 960295';
      for (const change of [{ phoneNumber }, { categoryIds: ['gcid:gift_shop'] }]) {
        google.faults.next('locations.patch', 'masked-answer');
        google.faults.next('locations.get', 'error-before', { after: 1, times: 3 });
        await save(CERAMICS, change);
      }
      const categories = [{ id: 'gcid:gift_shop', name: 'Gift shop' }];
      expect(await listed(CERAMICS)).toMatchObject({
        ...before,
        phoneNumber,
        categories,
        basis: expect.any(String),
        readAt: expect.any(String),
      });
    });

    it.each<[FaultKind, string]>([
      ['rate-limited', 'google/busy'],
      ['zero-quota', 'google/no-quota'],
      ['forbidden', 'google/refused'],
      ['not-found', 'not_found'],
    ])('in vain when Google answers "%s": it is said, and what is shown stays', async (kind, code) => {
      const before = await get(CERAMICS);
      google.faults.next('locations.patch', kind, { times: 1000, retryAfter: 60 });
      await expect(save(CERAMICS, { name: 'Not to be seen' })).rejects.toMatchObject({ code });
      expect(calls('locations.patch')).toBe(1);
      // It was read again before the save.
      expect(await listed(CERAMICS)).toEqual({ ...before, readAt: expect.any(String) });
    });

    it.each<[FaultKind, string]>([
      ['error-before', 'google/unavailable'],
      ['rate-limited', 'google/busy'],
      ['zero-quota', 'google/no-quota'],
      ['not-found', 'not_found'],
    ])('not at all while Google answers "%s" to everything', async (kind, code) => {
      failAll(kind);
      await expect(save(CERAMICS, { name: 'Not to be seen' })).rejects.toMatchObject({ code });
      expect(calls('locations.patch')).toBe(0);
    });

    it('without a call where nothing changes, or the address is the one that is there', async () => {
      const { address } = await get(CERAMICS);
      await save(CERAMICS, { address });
      await save(CERAMICS, {});
      expect(calls('locations.patch')).toBe(0);
    });

    it('without their address, which only Google itself can edit', async () => {
      await expect(save(CERAMICS, { name: 'X', address: '1 Elsewhere' })).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ field: 'address', message: 'The address can only be edited on Google' }],
      });
      expect(calls()).toBe(0);
    });

    it('without a phone number, except while there are further ones, or nothing else to reach it by', async () => {
      await expect(save(PIANOS, { phoneNumber: null })).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [
          {
            field: 'phoneNumber',
            message: 'Google needs a phone number or a website for this location',
          },
        ],
      });
      const websiteUri = 'https://piano.example.com/';
      google.world.editByOwner({ location: PIANOS, fields: { websiteUri } });
      expect((await save(PIANOS, { phoneNumber: null })).phoneNumber).toBeNull();
      const phoneNumbers = { primaryPhone: '+44 1632 960202', additionalPhones: ['+44 1632 960212'] };
      google.world.editByOwner({ location: PIANOS, fields: { phoneNumbers } });
      await expect(save(PIANOS, { phoneNumber: null })).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ field: 'phoneNumber' }],
      });
      await save(PIANOS, { phoneNumber: '+44 1632 960203' });
      expect(google.world.location({ location: PIANOS }).fields.phoneNumbers).toEqual({
        primaryPhone: '+44 1632 960203',
        additionalPhones: ['+44 1632 960212'],
      });
      google.world.editByOwner({ location: PIANOS, fields: { websiteUri: null } });
    });

    it.each<[string, LocationChange, string, string]>([
      ['number', { phoneNumber: '12345' }, 'phoneNumber', 'Google doesn’t recognise this as a phone number'],
      [
        'number of another country',
        { phoneNumber: '555 0100' },
        'phoneNumber',
        'This phone number doesn’t match the location’s country',
      ],
      [
        'address of a website',
        { websiteUri: 'nonsense' },
        'websiteUri',
        'Google doesn’t accept this web address',
      ],
      [
        'category',
        { categoryIds: ['gcid:teleporter_showroom'] },
        'categoryIds',
        'One of these categories isn’t available for this location',
      ],
      ['name', { name: 'x'.repeat(150) }, 'name', 'Google allows at most 100 characters'],
      [
        'opening hours',
        {
          regularHours: {
            periods: [{ openDay: 'MONDAY', openTime: '09:00', closeDay: 'THURSDAY', closeTime: '09:00' }],
          },
        },
        'regularHours',
        'Google doesn’t accept these hours',
      ],
    ])('unless Google refuses the %s: the field says why', async (_, change, field, message) => {
      await expect(save(MARKET_HILL, change)).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ field, message }],
      });
    });

    it('unless Google refuses several fields: each says why', async () => {
      const change = { name: 'Fine', phoneNumber: '12345', websiteUri: 'nonsense' };
      await expect(save(MARKET_HILL, change)).rejects.toMatchObject({
        errors: expect.arrayContaining([
          expect.objectContaining({ field: 'phoneNumber' }),
          expect.objectContaining({ field: 'websiteUri' }),
        ]),
      });
      expect((await get(MARKET_HILL)).name).toBe('Marlowe & Finch, Market Hill');
    });
  });

  describe('have categories', () => {
    const find = (text: string) => provider.searchCategories(u1, text);

    it('that begin with the words, while the whole list takes long to read', async () => {
      adapter.timing.categoriesMs = 1;
      google.faults.next('categories.list', 'slow', { ms: 300 });
      expect((await find('book')).map(({ name }) => name)).toContain('Book store');
      const asked = google.calls.list({ operation: 'categories.list' });
      expect(new Set(asked.map(({ query }) => query.filter))).toEqual(
        new Set([undefined, 'displayName=book']),
      );
      adapter.timing.categoriesMs = 10_000;
      await find('book');
    });

    it("from Google's list of the country where most places lie, read once a day for all", async () => {
      const [many, some, none] = await Promise.all([find('S'), find('BOOK  sto'), find('qqqzzz')]);
      expect([many.length, none]).toEqual([20, []]);
      expect(some.map(({ id }) => id)).toEqual(['gcid:book_store', 'gcid:used_book_store']);
      expect(calls('categories.list')).toBe(0);
      adapter.clock.advance({ hours: 25 });
      google.clock.advance(25 * 3_600_000);
      await Promise.all([find('S'), find('bak')]);
      const pages = google.calls.list({ operation: 'categories.list' });
      expect(pages.length).toBeGreaterThan(1);
      expect(new Set(pages.map(({ query }) => query.pageToken)).size).toBe(pages.length);
      expect(new Set(pages.map(({ query }) => query.regionCode))).toEqual(new Set(['GB']));
    });

    it('from the list of the day before while Google cannot be asked', async () => {
      adapter.clock.advance({ hours: 25 });
      google.clock.advance(25 * 3_600_000);
      google.faults.next('categories.list', 'error-before', { times: 10 });
      expect(await find('bakery')).toContainEqual({ id: 'gcid:bakery', name: 'Bakery' });
      expect(calls('categories.list')).toBe(3);
    });
  });

  describe('have figures', () => {
    const DAY_MS = 86_400_000;
    const day = (daysAgo: number) =>
      new Date(adapter.clock.now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
    const passDay = () => {
      adapter.clock.advance({ hours: 24 });
      google.clock.advance(DAY_MS);
    };

    /** The location is read again, as once a day. */
    const read = (id: string) => adapter.readStatistics(u1, id);
    const stats = (id: string) => adapter.statistics.read(u1, id);

    it('of the 30 days up to the last that Google has counted, small numbers of searches as a bound', async () => {
      const shown = await stats(MARKET_HILL);
      // The simulator counts as late as Google does.
      expect([shown.from, shown.to]).toEqual([day(32), day(3)]);
      expect(shown.profileViews).toEqual({ value: expect.any(Number), isBelow: false });
      expect(shown.profileViews!.value).toBeGreaterThan(1000);
      expect(shown.searchQueries).toEqual({ value: expect.any(Number), isBelow: expect.any(Boolean) });
      google.calls.clear();
      expect(await stats(MARKET_HILL)).toEqual(shown);
      expect(calls()).toBe(0);
    });

    it('up to the last day of which the place itself has a value, whatever others have; a day without one is 0', async () => {
      passDay();
      const count = (location: string, values: Record<string, number>) =>
        google.world.setMetrics({ location, metric: 'CALL_CLICKS', values });
      count(CERAMICS, { [day(1)]: 1 });
      const days = Array.from({ length: 35 }, (_, index) => day(index));
      count(MARKET_HILL, Object.fromEntries(days.map((each) => [each, 0])));
      count(MARKET_HILL, { [day(2)]: 1, [day(31)]: 7, [day(32)]: 100 });
      for (const id of [CERAMICS, MARKET_HILL]) await read(id);
      expect(await stats(MARKET_HILL)).toMatchObject({
        from: day(31),
        to: day(2),
        phoneCalls: { value: 8, isBelow: false },
      });
      // What Google has counted since holds from the next reading on.
      count(MARKET_HILL, { [day(1)]: 1 });
      expect([(await stats(CERAMICS)).to, (await stats(MARKET_HILL)).to]).toEqual([day(1), day(2)]);
      await read(MARKET_HILL);
      expect(await stats(MARKET_HILL)).toMatchObject({
        from: day(30),
        to: day(1),
        phoneCalls: { value: 2, isBelow: false },
      });
    });

    it('without a figure whose numbers are missing from the answer', async () => {
      google.faults.next('performance.dailyMetrics', 'missing-metrics', {
        metrics: ['BUSINESS_IMPRESSIONS_MOBILE_MAPS', 'CALL_CLICKS'],
        match: { location: OLD_WHARF },
      });
      expect(await stats(OLD_WHARF)).toMatchObject({
        to: day(3),
        profileViews: null,
        directionRequests: { value: expect.any(Number), isBelow: false },
        phoneCalls: null,
      });
    });

    it('not at all at a place of which Google counts nothing, or before anything is counted', async () => {
      const none = { profileViews: null, searchQueries: null, directionRequests: null, phoneCalls: null };
      // Others show that Google has counted; with all places it is through after five days.
      expect(await stats(STATION)).toEqual({ from: day(34), to: day(5), ...none });
      const u3 = await adapter.connect('u3', PEOPLE.idris);
      await adapter.readPlaces(u3);
      const places = google.world.locations({ email: PEOPLE.idris });
      for (const { id } of places) google.world.setVerification({ location: id, verification: 'UNVERIFIED' });
      expect(await adapter.statistics.read(u3, places[0]!.id)).toEqual({ from: null, to: null, ...none });
    });

    it('that are sums of what Google counts', async () => {
      const days = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [day(index), 0]));
      const set = (metric: string, values: Record<string, number>) =>
        google.world.setMetrics({ location: NIGHT_OVEN, metric, values: { ...days, ...values } });
      set('BUSINESS_IMPRESSIONS_DESKTOP_MAPS', {
        [day(1)]: 1,
        [day(30)]: 2,
        [day(31)]: 1000,
        [day(0)]: 1000,
      });
      set('BUSINESS_IMPRESSIONS_DESKTOP_SEARCH', { [day(5)]: 10 });
      set('BUSINESS_IMPRESSIONS_MOBILE_MAPS', { [day(6)]: 100 });
      set('BUSINESS_IMPRESSIONS_MOBILE_SEARCH', {});
      set('BUSINESS_DIRECTION_REQUESTS', { [day(7)]: 7 });
      set('CALL_CLICKS', {});
      await read(NIGHT_OVEN);
      expect(await stats(NIGHT_OVEN)).toMatchObject({
        profileViews: { value: 113, isBelow: false },
        directionRequests: { value: 7, isBelow: false },
        phoneCalls: { value: 0, isBelow: false },
      });
    });

    it('or say why there is no answer, and as far as Google gives them', async () => {
      google.faults.next('performance.dailyMetrics', 'error-before', { times: 3 });
      await expect(stats(STORAGE)).rejects.toMatchObject({ code: 'google/unavailable' });
      google.faults.next('performance.searchKeywords', 'forbidden', { times: 10 });
      expect(await stats(STORAGE)).toMatchObject({ searchQueries: null, phoneCalls: { isBelow: false } });
    });
  });

  it('take posts without a call to Google', async () => {
    const body = { languageCode: 'en-US', summary: 'Fresh', topicType: 'STANDARD' } as const;
    const post = { locationId: CERAMICS, publishAt: new Date(), body };
    expect(await provider.schedulePost(u1, post)).toEqual(await listed(CERAMICS));
    expect(calls()).toBe(0);
  });

  it('stay to be seen after the person has taken their access back, and saving says so', async () => {
    const before = await listed(CERAMICS);
    google.world.revokeAccess({ email: PEOPLE.tamsin });
    expect(await get(CERAMICS)).toEqual(before);
    expect((await adapter.connections.find('u1'))?.state).toBe('reconnect');
    google.calls.clear();
    await expect(save(CERAMICS, { name: 'X' })).rejects.toMatchObject({ code: 'google/reconnect' });
    expect(calls()).toBe(0);
  });

  it('are nobody’s without a connection', async () => {
    await expect(
      provider.listAccounts({ ...u1, workspaceId: 'nobody', subject: null }),
    ).rejects.toMatchObject({ code: 'connect/not-connected' });
  });
});
