// Sources: the reference of My Business Business Information, v1: attributes.list, locations.updateAttributes,
// locations.getAttributes, locations.attributes.getGoogleUpdated, categories.batchGet, and the list ErrorCode.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../test/support/jest.ts';
import type { GoogleSimulator } from 'gbp-simulator';
import { callerOf, PEOPLE, startSimulator } from './support.ts';
import { CERAMICS, MARKET_HILL } from '../../test/support/google/tamsins-places.ts';

const ALL = 'regionCode=GB&languageCode=en&showAll=true';

let google: GoogleSimulator;
let call: ReturnType<typeof callerOf>;

beforeAll(async () => {
  google = await startSimulator();
});
afterAll(() => google.close());
beforeEach(() => {
  google.reset();
  const { access_token } = google.world.issueTokens({ email: PEOPLE.tamsin });
  call = callerOf(google.addresses.GBP_INFORMATION_URL, access_token);
});

const typesOf = async (query: string) =>
  (await call('GET', `/attributes?${query}`)).body.attributeMetadata ?? [];
const namesOf = async (query: string) =>
  (await typesOf(query)).map(({ parent }: { parent: string }) => parent);
const get = async (more = '') => (await call('GET', `/locations/${MARKET_HILL}/attributes${more}`)).body;
const update = (mask: string, attributes: object[], location = MARKET_HILL) =>
  call('PATCH', `/locations/${location}/attributes?attributeMask=${mask}`, {
    name: `locations/${location}/attributes`,
    attributes,
  });

const DELIVERY = { name: 'attributes/has_delivery', valueType: 'BOOL', values: [true] };
const MENU = {
  name: 'attributes/url_menu',
  valueType: 'URL',
  uriValues: [{ uri: 'https://marlowe-finch.example.com/menu' }],
};
const MEALS = {
  name: 'attributes/meal_types_served',
  valueType: 'REPEATED_ENUM',
  repeatedEnumValue: { setValues: ['breakfast'], unsetValues: ['dinner'] },
};

describe('the catalogue of attributes', () => {
  it('is that of a location, of a category, or all', async () => {
    const all = await namesOf(ALL);
    expect(all.length).toBeGreaterThanOrEqual(20);
    expect(await namesOf(`parent=locations/${MARKET_HILL}`)).toContain('attributes/url_menu');
    const ofBanks = await namesOf('regionCode=GB&languageCode=en&categoryName=categories/gcid:bank');
    expect(ofBanks).toContain('attributes/url_facebook');
    expect(ofBanks).not.toContain('attributes/url_menu');
    expect(all).toEqual(expect.arrayContaining(ofBanks));
  });

  it('names types, groups and values of each, and is paged', async () => {
    const types = await typesOf(ALL);
    const find = (name: string) =>
      types.find(({ parent }: { parent: string }) => parent === `attributes/${name}`);
    expect(find('wi_fi')).toMatchObject({
      valueType: 'ENUM',
      groupDisplayName: 'Amenities',
      valueMetadata: [{ value: 'free_wi_fi', displayName: 'Free Wi-Fi' }, expect.anything()],
    });
    expect(find('has_delivery').valueMetadata).toEqual([
      { value: true, displayName: 'Delivery' },
      { value: false, displayName: 'No Delivery' },
    ]);
    expect(find('url_appointment')).toMatchObject({ valueType: 'URL', repeatable: true });
    expect(find('has_no_contact_delivery')).toMatchObject({ deprecated: true });
    const { body } = await call('GET', `/attributes?${ALL}&pageSize=15`);
    const rest = await call('GET', `/attributes?${ALL}&pageSize=15&pageToken=${body.nextPageToken}`);
    expect([...body.attributeMetadata, ...rest.body.attributeMetadata]).toEqual(types);
  });

  it.each([
    '',
    'showAll=true&regionCode=GB',
    'showAll=true&languageCode=en',
    'regionCode=GB&languageCode=en&categoryName=bakery',
    `parent=locations/${MARKET_HILL}&languageCode=en`,
    'parent=accounts/1',
  ])('needs a good question: %s', async (query) => {
    expect((await call('GET', `/attributes?${query}`)).status).toBe(400);
  });
});

describe('the attributes of a location', () => {
  it('are changed by a mask: set, replaced, taken away, or left alone', async () => {
    await update('attributes/has_delivery,attributes/url_menu', [DELIVERY, MENU, MEALS]);
    expect(await get()).toEqual({
      name: `locations/${MARKET_HILL}/attributes`,
      attributes: [DELIVERY, MENU],
    });
    const { status, body } = await update('attributes/url_menu,attributes/meal_types_served', [MEALS]);
    expect([status, body.attributes]).toEqual([200, [DELIVERY, MEALS]]);
    expect(google.calls.list({ operation: 'locations.updateAttributes' })).toHaveLength(2);
  });

  it('are seen by the public as Google has them, until the owner sets them', async () => {
    await update('attributes/has_delivery,attributes/url_menu', [DELIVERY, MENU]);
    const no = { ...DELIVERY, values: [false] };
    google.world.editAttributesByGoogle({
      location: MARKET_HILL,
      attributes: { [DELIVERY.name]: no, [MENU.name]: null },
    });
    expect((await get(':getGoogleUpdated')).attributes).toEqual([no]);
    expect((await get()).attributes).toEqual([DELIVERY, MENU]);
    await update(DELIVERY.name, [DELIVERY]);
    expect((await get(':getGoogleUpdated')).attributes).toEqual([DELIVERY]);
  });

  it('that are deprecated are taken and not saved', async () => {
    const old = { name: 'attributes/has_no_contact_delivery', valueType: 'BOOL', values: [true] };
    expect((await update(old.name, [old])).status).toBe(200);
    expect(await get()).toEqual({ name: `locations/${MARKET_HILL}/attributes` });
  });

  it('go when the new categories do not have them', async () => {
    await update(`${DELIVERY.name},${MENU.name}`, [DELIVERY, MENU]);
    const categories = { primaryCategory: { name: 'categories/gcid:gift_shop' } };
    await call('PATCH', `/locations/${MARKET_HILL}?updateMask=categories`, { categories });
    expect((await get()).attributes).toEqual([DELIVERY]);
  });

  const value = (name: string, values: object) => ({ name: `attributes/${name}`, ...values });
  const uris = (...list: string[]) => ({ uriValues: list.map((uri) => ({ uri })) });
  it.each<[string, object, string]>([
    ['has_everything', { values: [true] }, 'INVALID_ATTRIBUTE_NAME'],
    ['offers_online_estimates', { values: [true] }, 'ATTRIBUTE_NOT_AVAILABLE'],
    ['wi_fi', { values: ['slow_wi_fi'] }, 'ATTRIBUTE_INVALID_ENUM_VALUE'],
    ['wi_fi', { values: ['free_wi_fi', 'paid_wi_fi'] }, 'ATTRIBUTE_CANNOT_BE_REPEATED'],
    ['meal_types_served', { repeatedEnumValue: { setValues: ['tea'] } }, 'ATTRIBUTE_INVALID_ENUM_VALUE'],
    ['has_delivery', { values: ['yes'] }, 'ATTRIBUTE_TYPE_NOT_COMPATIBLE_FOR_CATEGORY'],
    ['has_delivery', uris('https://example.com'), 'ATTRIBUTE_TYPE_NOT_COMPATIBLE_FOR_CATEGORY'],
    ['has_delivery', { valueType: 'ENUM', values: [true] }, 'ATTRIBUTE_TYPE_NOT_COMPATIBLE_FOR_CATEGORY'],
    ['url_menu', uris('menu'), 'INVALID_URL'],
    ['url_menu', uris('https://a.example.com', 'https://b.example.com'), 'ATTRIBUTE_CANNOT_BE_REPEATED'],
    ['url_facebook', uris('https://face.example.com/finch'), 'ATTRIBUTE_PROVIDER_URL_NOT_ALLOWED'],
  ])('refuse %s: %j', async (name, values, reason) => {
    const { status, body } = await update(`attributes/${name}`, [value(name, values)]);
    expect(status).toBe(400);
    expect(body.error.details[0]).toMatchObject({
      reason,
      metadata: { attribute_names: `attributes/${name}` },
    });
    expect(await get()).not.toHaveProperty('attributes');
  });

  it('need a mask, a body that can be read, and a location of the caller', async () => {
    expect((await update('', [DELIVERY])).status).toBe(400);
    const { body } = await update(DELIVERY.name, [{ ...DELIVERY, value: true }]);
    expect(body.error.message).toContain('Unknown name "value" at \'attributes.attributes[0]\'');
    google.world.removeLocation({ location: CERAMICS });
    expect((await update(DELIVERY.name, [DELIVERY], CERAMICS)).status).toBe(404);
  });
});

describe('categories by name', () => {
  const full = 'languageCode=en&regionCode=GB&view=FULL';
  const batch = async (query: string) => call('GET', `/categories:batchGet?${query}`);

  it('have their services and types of more hours in the full view', async () => {
    const { body } = await batch(`names=categories/gcid:bakery&names=categories/gcid:bank&${full}`);
    expect(body.categories).toMatchObject([
      {
        name: 'categories/gcid:bakery',
        displayName: 'Bakery',
        serviceTypes: [
          { serviceTypeId: 'job_type_id:birthday_cakes', displayName: 'Birthday cakes' },
          {},
          {},
        ],
        moreHoursTypes: expect.arrayContaining([
          { hoursTypeId: 'BREAKFAST', displayName: 'Breakfast', localizedDisplayName: 'Breakfast' },
        ]),
      },
      { name: 'categories/gcid:bank' },
    ]);
    expect(body.categories[1]).not.toHaveProperty('serviceTypes');
    const [basic] = (await batch('names=categories/gcid:bakery&languageCode=en&view=BASIC')).body.categories;
    expect(basic).toEqual({ name: 'categories/gcid:bakery', displayName: 'Bakery' });
  });

  it.each([full, `names=categories/gcid:nothing&${full}`, 'names=categories/gcid:bakery&languageCode=en'])(
    'need names that there are, a language and a view: %s',
    async (query) => expect((await batch(query)).status).toBe(400),
  );
});
