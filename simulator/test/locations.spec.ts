import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../test/support/jest.ts';
import type { GoogleSimulator } from 'gbp-simulator';
import { type Calls, callsOf, PEOPLE, startSimulator, titlesOf } from './support.ts';
import {
  CERAMICS,
  GUEST_HOUSE,
  MARKET_HILL,
  NIGHT_OVEN,
  OLD_WHARF,
  PIANOS,
  STATION,
  STORAGE,
} from '../../test/support/google/tamsins-places.ts';

const BAKERIES = '101000000000000000002';
const REPAIRS = '4200000000000000202';

let google: GoogleSimulator;
let locations: Calls['locations'];
let verifications: Calls['verifications'];
let v4: Calls['v4'];

beforeAll(async () => {
  google = await startSimulator();
});
afterAll(() => google.close());
beforeEach(async () => {
  google.reset();
  await signIn(PEOPLE.tamsin);
});

async function signIn(email: string): Promise<void> {
  ({ locations, verifications, v4 } = await callsOf(google, email));
}

const list = (query: string, account = '-') =>
  locations('GET', `/accounts/${account}/locations?readMask=title&${query}`);
const read = async (location: string, mask: string) =>
  (await locations('GET', `/locations/${location}?readMask=${mask}`)).body;

describe('lists of locations', () => {
  it('demand a mask and answer nothing but what it names', async () => {
    // google-api-php-client-services, issue 6637: the answer to a missing mask.
    const required = 'Field is required';
    const invalid = 'Invalid field mask provided';
    for (const [mask, description] of [
      ['', required],
      ['?readMask=', required],
      ['?readMask=title,nonsense', invalid],
      ['?readMask=title,__proto__', invalid],
      ['?readMask=regularHours.periods.openDay', invalid],
    ])
      expect(await locations('GET', `/accounts/-/locations${mask}`)).toMatchObject({
        status: 400,
        body: { error: { details: [{ fieldViolations: [{ field: 'read_mask', description }] }] } },
      });
    const { body } = await locations(
      'GET',
      '/accounts/-/locations?readMask=name,phoneNumbers.primaryPhone&pageSize=1',
    );
    expect(body.locations).toEqual([
      { name: `locations/${CERAMICS}`, phoneNumbers: { primaryPhone: '+44 1632 960201' } },
    ]);
  });

  it('are those of one account, or with - of all, each place once', async () => {
    expect(titlesOf(await list(''))).toHaveLength(8);
    expect(titlesOf(await list('', BAKERIES))).toHaveLength(4);
    expect(titlesOf(await list('', '101000000000000000001'))).toEqual([
      'Okonjo Ceramics',
      'Okonjo Piano Tuning',
    ]);
    await signIn(PEOPLE.idris);
    expect(titlesOf(await list(''))).toHaveLength(5);
    expect(titlesOf(await list('', '102000000000000000002'))).toContain('Van Tongeren Repairs');
    expect(titlesOf(await list('', '102000000000000000003'))).toContain('Van Tongeren Repairs');
    expect((await list('', BAKERIES)).status).toBe(404);
    await signIn(PEOPLE.wilhelmina);
    expect((await list('')).body).toEqual({});
  });

  it('have pages of 10, or up to 100; a token is valid only for its own query', async () => {
    await signIn(PEOPLE.casimir);
    expect(titlesOf(await list(''))).toHaveLength(10);
    const names = new Set<string>();
    let token = '';
    for (let page = 0; page < 30; page++) {
      const answer = await list(`pageSize=500&pageToken=${token}`);
      expect(answer.body.locations).toHaveLength(100);
      titlesOf(answer).forEach((title) => names.add(title));
      token = answer.body.nextPageToken;
    }
    expect(token).toBeUndefined();
    expect(names.size).toBe(3000);
    const { nextPageToken } = (await list('orderBy=title')).body;
    expect((await list(`orderBy=title%20desc&pageToken=${nextPageToken}`)).status).toBe(400);
  });

  it.each([
    [
      'title:"finch"',
      ['Marlowe & Finch, Market Hill', 'Marlowe & Finch, Old Wharf', 'Marlowe & Finch, Station Arcade'],
    ],
    ['title="oven"', ['The Night Oven']],
    ['title="ove"', []],
    ['categories="bakery" AND storefront_address.locality="Saltmere"', ['Marlowe & Finch, Old Wharf']],
    ['(storeCode="MF-01" OR storeCode="MF-04")', ['Marlowe & Finch, Market Hill', 'The Night Oven']],
    ['storefront_address.region_code="US"', ['Halcyon Self Storage', 'Halcyon Guest House']],
    ['phone_numbers.primary_phone="+441632960201"', ['Okonjo Ceramics']],
  ])('are filtered by %s, with a total', async (filter, titles) => {
    const answer = await list(`filter=${encodeURIComponent(filter)}`);
    expect(titlesOf(answer)).toEqual(titles);
    expect(answer.body.totalSize).toBe(titles.length || undefined);
  });

  it('refuse other filters and orders, and are sorted by title or store code', async () => {
    for (const query of [
      'filter=nonsense',
      'filter=title%3D%22a%22%20OR%20storeCode%3D%22b%22',
      'orderBy=age',
      'orderBy=title%20down',
      'orderBy=title,',
    ])
      expect((await list(query)).status).toBe(400);
    expect((await list('')).body).not.toHaveProperty('totalSize');
    const sorted = titlesOf(await list('orderBy=title'));
    expect(sorted).toEqual([...sorted].sort((a, b) => a.localeCompare(b)));
    expect(titlesOf(await list('orderBy=title%20desc'))).toEqual([...sorted].reverse());
    // accounts.locations.list, orderBy: several fields, separated by commas, as in SQL.
    const codes = async (orderBy: string) =>
      (
        await locations('GET', `/accounts/-/locations?readMask=storeCode&orderBy=${orderBy}`)
      ).body.locations.map(({ storeCode = '' }) => storeCode);
    expect(await codes('storeCode%20desc,title')).toEqual([
      'MF-04',
      'MF-03',
      'MF-02',
      'MF-01',
      '',
      '',
      '',
      '',
    ]);
    google.world.editByOwner({ location: MARKET_HILL, fields: { title: 'The Night Oven' } });
    expect((await codes('title,%20store_code%20desc')).slice(-2)).toEqual(['MF-04', 'MF-01']);
  });
});

describe('a location', () => {
  it('has zero values left out, categories with names, and what Google says of it', async () => {
    const storage = await read(STORAGE, 'regularHours,categories,metadata,openInfo');
    expect(storage.regularHours.periods).toHaveLength(7);
    expect(storage.regularHours.periods[0]).toEqual({
      openDay: 'MONDAY',
      openTime: {},
      closeDay: 'MONDAY',
      closeTime: { hours: 24 },
    });
    expect(storage.categories).toEqual({
      primaryCategory: {
        name: 'categories/gcid:self_storage_facility',
        displayName: 'Self-storage facility',
      },
    });
    expect(storage.metadata).toMatchObject({ hasVoiceOfMerchant: true, placeId: expect.any(String) });
    const bar = await read(NIGHT_OVEN, 'regularHours');
    expect(bar.regularHours.periods.at(-1)).toMatchObject({ openDay: 'SUNDAY', closeDay: 'MONDAY' });
    expect(await read(PIANOS, 'storefrontAddress,regularHours,serviceArea')).toEqual({
      serviceArea: expect.objectContaining({ businessType: 'CUSTOMER_LOCATION_ONLY' }),
    });
    expect((await read(GUEST_HOUSE, 'metadata')).metadata).not.toHaveProperty('hasVoiceOfMerchant');
  });

  it('says what its kind of business may do, and whether it is the same as another', async () => {
    const of = async (location: string) => (await read(location, 'metadata')).metadata;
    expect(await of(MARKET_HILL)).toMatchObject({ canHaveFoodMenus: true, canModifyServiceList: true });
    expect(await of(GUEST_HOUSE)).toMatchObject({ canOperateLodgingData: true });
    expect(await of(GUEST_HOUSE)).not.toHaveProperty('canModifyServiceList');
    google.world.setDuplicate({ location: MARKET_HILL, of: OLD_WHARF });
    expect(await of(MARKET_HILL)).toMatchObject({ duplicateLocation: `locations/${OLD_WHARF}` });
    expect(await read(MARKET_HILL, 'metadata.canHaveFoodMenus')).toEqual({
      metadata: { canHaveFoodMenus: true },
    });
    google.world.setDuplicate({ location: MARKET_HILL, of: null });
    expect(await of(MARKET_HILL)).not.toHaveProperty('duplicateLocation');
  });

  it('is seen by the public with Google-made edits and without pending ones', async () => {
    const updated = async (location: string, mask: string) =>
      (await locations('GET', `/locations/${location}:getGoogleUpdated?readMask=${mask}`)).body;
    expect(await updated(MARKET_HILL, 'title,websiteUri')).toEqual({
      location: { title: 'Marlowe & Finch, Market Hill', websiteUri: 'https://marlowe-finch.example.com/' },
      diffMask: 'regularHours,websiteUri',
    });
    expect(await updated(OLD_WHARF, 'title')).toEqual({
      location: { title: 'Finch Bakery, Old Wharf' },
      pendingMask: 'title',
    });
    expect(await updated(CERAMICS, 'title')).toEqual({ location: { title: 'Okonjo Ceramics' } });
    expect((await read(MARKET_HILL, 'metadata')).metadata).toMatchObject({ hasGoogleUpdated: true });
    google.world.decidePendingEdits({ location: OLD_WHARF, approve: false });
    expect(await read(OLD_WHARF, 'title')).toEqual({ title: 'Finch Bakery, Old Wharf' });
    expect((await locations('GET', `/locations/${CERAMICS}:getGoogleUpdated`)).status).toBe(400);
  });

  it.each([
    [CERAMICS, { hasVoiceOfMerchant: true, hasBusinessAuthority: true }],
    [STATION, { verify: {} }],
    [GUEST_HOUSE, expect.objectContaining({ complyWithGuidelines: expect.anything() })],
  ])('%s says whether it speaks for its business', async (location, expected) => {
    expect((await verifications('GET', `/locations/${location}/VoiceOfMerchantState`)).body).toEqual(
      expected,
    );
  });

  it('can change its state', async () => {
    const state = async () =>
      (await verifications('GET', `/locations/${CERAMICS}/VoiceOfMerchantState`)).body;
    const wanted = {
      VERIFICATION_PENDING: { verify: { hasPendingVerification: true } },
      WAITING: { hasBusinessAuthority: true, waitForVoiceOfMerchant: {} },
      OWNERSHIP_CONFLICT: { resolveOwnershipConflict: {} },
      DISABLED: {
        hasBusinessAuthority: true,
        complyWithGuidelines: { recommendationReason: 'BUSINESS_LOCATION_DISABLED' },
      },
    } as const;
    for (const verification of Object.keys(wanted) as (keyof typeof wanted)[]) {
      google.world.setVerification({ location: 'Okonjo Ceramics', verification });
      expect(await state()).toEqual(wanted[verification]);
    }
  });

  it('is hidden from other users, and can be lost, found again and added', async () => {
    await signIn(PEOPLE.idris);
    expect((await locations('GET', `/locations/${CERAMICS}?readMask=title`)).status).toBe(404);
    google.world.removeLocation({ location: REPAIRS });
    expect((await locations('GET', `/locations/${REPAIRS}?readMask=title`)).status).toBe(404);
    expect(titlesOf(await list(''))).toHaveLength(4);
    google.world.restoreLocation({ location: REPAIRS });
    google.world.addLocation({ account: '102000000000000000001', title: 'Brand new' });
    expect(titlesOf(await list(''))).toContain('Brand new');
    expect(titlesOf(await list(''))).toHaveLength(6);
  });

  it('that has moved to another account is found under that one alone', async () => {
    const under = async (account: string) =>
      (await v4('GET', `/accounts/${account}/locations/${MARKET_HILL}/localPosts`)).status;
    const [own] = google.world.accounts({ email: PEOPLE.tamsin });
    expect([await under(BAKERIES), await under(own!.id)]).toEqual([200, 404]);
    google.world.moveLocation({ location: MARKET_HILL, account: own!.id });
    expect([await under(BAKERIES), await under(own!.id)]).toEqual([404, 200]);
    expect(titlesOf(await list('', BAKERIES))).not.toContain('Marlowe & Finch, Market Hill');
    expect(() => google.world.moveLocation({ location: MARKET_HILL, account: '1' })).toThrow(
      'There is no account 1.',
    );
  });
});

describe('categories', () => {
  const find = (query: string) =>
    locations('GET', `/categories?regionCode=GB&languageCode=en&view=BASIC&${query}`);

  it('are found by the beginning of their name, and paged', async () => {
    expect((await find('filter=displayName%3Dbaker')).body).toEqual({
      categories: [{ name: 'categories/gcid:bakery', displayName: 'Bakery' }],
    });
    const first = await find('');
    expect(first.body.categories).toHaveLength(100);
    const rest = await find(`pageToken=${first.body.nextPageToken}`);
    expect(rest.body.categories.length).toBeGreaterThan(50);
  });

  it('need a region, a language and a view', async () => {
    for (const query of [
      'languageCode=en&view=BASIC',
      'regionCode=GB&view=BASIC',
      'regionCode=GB&languageCode=en',
    ])
      expect((await locations('GET', `/categories?${query}`)).status).toBe(400);
    expect((await find('filter=gcid%3Dbar')).status).toBe(400);
  });
});
