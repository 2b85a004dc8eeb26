// What Google refuses and accepts in an edit of a location. Sources: the reference of My Business Business Information,
// v1, its resource Location (named here by message) and its list ErrorCode.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../test/support/jest.ts';
import type { GoogleSimulator } from 'gbp-simulator';
import { callerOf, PEOPLE, startSimulator } from './support.ts';
import { CERAMICS, GUEST_HOUSE, MARKET_HILL, PIANOS } from '../../test/support/google/tamsins-places.ts';

let google: GoogleSimulator;
let locations: ReturnType<typeof callerOf>;

beforeAll(async () => {
  google = await startSimulator();
});
afterAll(() => google.close());
beforeEach(() => {
  google.reset();
  google.clock.set(new Date('2026-05-04T10:00:00Z'), { stopped: true });
  const { access_token } = google.world.issueTokens({ email: PEOPLE.tamsin });
  locations = callerOf(google.addresses.GBP_INFORMATION_URL, access_token);
});

const patch = (mask: string, body: object | string, location = CERAMICS) =>
  locations('PATCH', `/locations/${location}?updateMask=${mask}`, body);
const fieldsOf = (location = CERAMICS) => google.world.location({ location }).fields;

/** Expects an edit to be refused for a reason, at a field of its mask, and to change nothing. */
async function refused(mask: string, body: object, reason: string, location = CERAMICS): Promise<void> {
  const before = google.world.location({ location });
  const { status, body: answer } = await patch(mask, body, location);
  expect([status, answer.error?.status]).toEqual([400, 'INVALID_ARGUMENT']);
  expect(answer.error.details[0]).toMatchObject({
    reason,
    metadata: { field_mask: expect.stringContaining(mask.split('.')[0]!) },
  });
  expect(google.world.location({ location })).toEqual(before);
}

/** Expects an edit to be taken. */
async function taken(mask: string, body: object, location = CERAMICS): Promise<void> {
  expect(await patch(mask, body, location)).toMatchObject({ status: 200 });
}

const category = (key: string) => ({ name: `categories/gcid:${key}` });
const categories = (...keys: string[]) => {
  const [primaryCategory, ...additionalCategories] = keys.map(category);
  return { categories: { primaryCategory, additionalCategories } };
};

describe('names, addresses and numbers (Location, PhoneNumbers, Categories, PostalAddress)', () => {
  const phones = (phoneNumbers: object) => ({ phoneNumbers });
  const address = (storefrontAddress: object) => ({ storefrontAddress });
  it.each<[string, object, string]>([
    ['title', { title: '' }, 'REQUIRED_FIELD_MISSING_VALUE'],
    ['title', { title: 'x'.repeat(101) }, 'STRING_TOO_LONG'],
    ['websiteUri', { websiteUri: 'www.example.com' }, 'INVALID_URL'],
    ['websiteUri', { websiteUri: 'https://user@www.example.com' }, 'INVALID_URL'],
    ['websiteUri', { websiteUri: 'https://www.example.com\\x' }, 'INVALID_URL'],
    ['phoneNumbers.primaryPhone', phones({ primaryPhone: 'call me' }), 'INVALID_PHONE_NUMBER'],
    ['phoneNumbers', phones({ primaryPhone: '5550123' }), 'INVALID_PHONE_NUMBER_FOR_REGION'],
    ['phoneNumbers', phones({ additionalPhones: ['+44 1632 960999'] }), 'MISSING_PRIMARY_PHONE_NUMBER'],
    [
      'phoneNumbers.additionalPhones',
      phones({
        primaryPhone: '+44 1632 960990',
        additionalPhones: ['+44 1632 960991', '+44 1632 960992', '+44 1632 960993'],
      }),
      'TOO_MANY_VALUES',
    ],
    ['categories', {}, 'REQUIRED_FIELD_MISSING_VALUE'],
    ['categories', categories('no_such_thing'), 'INVALID_CATEGORY'],
    ['categories', categories('bar', 'bar'), 'INVALID_CATEGORY'],
    ['storefrontAddress', {}, 'MISSING_STOREFRONT_ADDRESS_OR_SAB'],
    ['storefrontAddress.regionCode', {}, 'ADDRESS_MISSING_REGION_CODE'],
    ['storefrontAddress', address({ regionCode: 'GB' }), 'MISSING_ADDRESS_COMPONENTS'],
    [
      'storefrontAddress',
      address({ regionCode: 'US', locality: 'X', addressLines: ['1 Y'] }),
      'ADDRESS_EDIT_CHANGES_COUNTRY',
    ],
    ['latlng', { latlng: { latitude: 51, longitude: 0 } }, 'LAT_LNG_UPDATES_NOT_PERMITTED'],
    ['labels', { labels: [''] }, 'STRING_TOO_SHORT'],
    ['labels', { labels: ['x'.repeat(256)] }, 'STRING_TOO_LONG'],
  ])('refuse a bad %s: %j', (mask, body, reason) => refused(mask, body, reason));

  it('take labels of 1 to 255 characters', () => taken('labels', { labels: ['x', 'y'.repeat(255)] }));

  it('refuse the store code of another location', async () => {
    const { status, body } = await patch('storeCode', { storeCode: 'MF-02' }, MARKET_HILL);
    expect(status).toBe(400);
    expect(body.error.details[0].fieldViolations[0].field).toBe('location.storeCode');
  });
});

describe('the description (Profile)', () => {
  const description = (text: string) => ({ profile: { description: text } });

  it('has at most 750 characters', async () => {
    await taken('profile.description', description('é'.repeat(750)));
    await refused('profile.description', description('é'.repeat(751)), 'STRING_TOO_LONG');
  });

  it('has no address of a website', () =>
    refused('profile.description', description('See www.example.com'), 'PROFILE_DESCRIPTION_CONTAINS_URL'));

  it('of a lodging cannot be edited', () =>
    refused(
      'profile.description',
      description('Cosy'),
      'LODGING_CANNOT_EDIT_PROFILE_DESCRIPTION',
      GUEST_HOUSE,
    ));
});

describe('the opening state (OpenInfo)', () => {
  const opening = (openingDate: object) => ({ openInfo: { status: 'OPEN', openingDate } });
  it.each([
    [{ year: 1998, month: 4 }],
    [{ year: 1998, month: 4, day: 0 }],
    [{ year: 2027, month: 5, day: 4 }],
    [{ year: 2027, month: 5 }],
    [{ year: 79, month: 8, day: 24 }],
  ])('takes an opening date in the past, or at most a year ahead: %j', (date) =>
    taken('openInfo.openingDate', opening(date)),
  );

  it.each([
    [{ year: 2027, month: 5, day: 5 }, 'OPENING_DATE_TOO_FAR_IN_THE_FUTURE'],
    [{ year: 2027, month: 6 }, 'OPENING_DATE_TOO_FAR_IN_THE_FUTURE'],
    [{ month: 4, day: 1 }, 'OPENING_DATE_MISSING_YEAR_OR_MONTH'],
    [{ year: 2020 }, 'OPENING_DATE_MISSING_YEAR_OR_MONTH'],
    [{ year: -3, month: 4 }, 'OPENING_DATE_BEFORE_1AD'],
    [{ year: 2020, month: 2, day: 30 }, 'INVALID_BUSINESS_OPENING_DATE'],
  ])('refuses the opening date %j', (date, reason) => refused('openInfo.openingDate', opening(date), reason));

  it('is required', () => refused('openInfo.status', {}, 'REQUIRED_FIELD_MISSING_VALUE'));

  it('cannot go back from closed for good where Google says so', async () => {
    const status = (value: string) => ({ openInfo: { status: value } });
    await taken('openInfo.status', status('CLOSED_PERMANENTLY'));
    google.world.setCanReopen({ location: CERAMICS, canReopen: false });
    await refused('openInfo.status', status('OPEN'), 'CANNOT_REOPEN');
    google.world.setCanReopen({ location: CERAMICS, canReopen: true });
    await taken('openInfo.status', status('OPEN'));
  });
});

type Period = [openDay: string, from: object, closeDay: string, to: object];
const week = (...periods: Period[]) =>
  periods.map(([openDay, openTime, closeDay, closeTime]) => ({ openDay, openTime, closeDay, closeTime }));
const hours = (...periods: Period[]) => ({ regularHours: { periods: week(...periods) } });
const at = (time: number) => ({ hours: time });

describe('regular hours (BusinessHours, TimePeriod)', () => {
  it('take 24:00 as opening and closing time, and a period past midnight', () =>
    taken(
      'regularHours',
      hours(
        ['MONDAY', {}, 'MONDAY', at(24)],
        ['WEDNESDAY', at(24), 'THURSDAY', at(2)],
        ['SATURDAY', at(20), 'SUNDAY', at(4)],
      ),
    ));

  it.each<[object, string]>([
    [{ regularHours: { periods: [{ openDay: 'MONDAY' }] } }, 'INVALID_HOURS_VALUE'],
    [hours(['MONDAY', at(9), 'MONDAY', at(25)]), 'INVALID_HOURS_VALUE'],
    [hours(['MONDAY', at(9), 'MONDAY', at(8)]), 'INVALID_TIME_SCHEDULE'],
    [
      hours(['MONDAY', at(9), 'MONDAY', at(12)], ['MONDAY', at(11), 'MONDAY', at(15)]),
      'INVALID_TIME_SCHEDULE',
    ],
    [hours(['SUNDAY', at(20), 'MONDAY', at(4)], ['MONDAY', at(3), 'MONDAY', at(9)]), 'INVALID_TIME_SCHEDULE'],
  ])('refuse %j', (body, reason) => refused('regularHours', body, reason));
});

describe('special hours (SpecialHours, SpecialHourPeriod)', () => {
  const startDate = { year: 2026, month: 12, day: 24 };
  const morning = { openTime: at(9), closeTime: at(12) };
  const special = (...periods: object[]) => ({
    specialHours: { specialHourPeriods: periods.map((period) => ({ startDate, ...period })) },
  });

  it('take several periods of a day, and one that ends on the next', () =>
    taken(
      'specialHours',
      special(
        morning,
        { openTime: at(14), closeTime: at(16) },
        {
          openTime: at(20),
          endDate: { year: 2026, month: 12, day: 25 },
          closeTime: at(2),
        },
      ),
    ));

  it('ignore end date and times of a closed day', async () => {
    await taken(
      'specialHours',
      special({ closed: true, endDate: { year: 2030, month: 1, day: 1 }, ...morning }),
    );
    expect(fieldsOf().specialHours?.specialHourPeriods).toEqual([{ startDate, closed: true }]);
  });

  it.each<[object, string]>([
    [special({ closed: true }, morning), 'OVERLAPPED_SPECIAL_HOURS'],
    [special(morning, { openTime: at(11), closeTime: at(13) }), 'OVERLAPPED_SPECIAL_HOURS'],
    [special({ ...morning, startDate: {} }), 'INVALID_HOURS_VALUE'],
    [special({ ...morning, endDate: { year: 2026, month: 12, day: 26 } }), 'INVALID_HOURS_VALUE'],
    [special({ openTime: at(9) }), 'INVALID_HOURS_VALUE'],
  ])('refuse %j', (body, reason) => refused('specialHours', body, reason));

  it('go on into a closed day only where that is set', async () => {
    const nextDay = { year: 2026, month: 12, day: 25 };
    const body = special(
      { openTime: at(20), endDate: nextDay, closeTime: at(2) },
      { startDate: nextDay, closed: true },
    );
    await refused('specialHours', body, 'OVERLAPPED_SPECIAL_HOURS');
    google.configure({ closedDaysOverlap: false });
    await taken('specialHours', body);
  });

  it('need regular hours', async () => {
    const reason = 'SPECIAL_HOURS_SET_WITHOUT_REGULAR_HOURS';
    await refused('specialHours', special({ closed: true }), reason, PIANOS);
    await taken('specialHours', special({ closed: true }));
    for (const none of [{}, hours()]) {
      const { status, body } = await patch('regularHours', none);
      expect([status, body.error?.details[0].reason]).toEqual([400, reason]);
    }
    await taken('regularHours,specialHours', {});
    expect(fieldsOf()).not.toHaveProperty('regularHours');
  });
});

describe('more hours (MoreHours; Category.moreHoursTypes)', () => {
  const more = (hoursTypeId: string, ...periods: Period[]) => ({ hoursTypeId, periods: week(...periods) });
  const lunch: Period = ['MONDAY', at(12), 'MONDAY', at(14)];

  it('are of the types of the categories', async () => {
    await taken('moreHours', { moreHours: [more('BREAKFAST', lunch), more('PICKUP', lunch)] }, MARKET_HILL);
    const brunch = { moreHours: [more('PICKUP', lunch), more('BRUNCH', lunch)] };
    await refused('moreHours', brunch, 'INCOMPATIBLE_MORE_HOURS_TYPE_FOR_CATEGORY');
  });

  it('follow the rules of regular hours', () =>
    refused('moreHours', { moreHours: [more('PICKUP', lunch, lunch)] }, 'INVALID_TIME_SCHEDULE'));
});

describe('services (ServiceItem, Money)', () => {
  const structured = (serviceTypeId: string, more: object = {}) => ({
    structuredServiceItem: { serviceTypeId, ...more },
  });
  const own = (label: object, name = 'pottery_store') => ({
    freeFormServiceItem: { category: `categories/gcid:${name}`, label },
  });
  const firing = structured('job_type_id:firing_service');

  it('are kept once each, with their prices', async () => {
    const priced = { ...own({ displayName: 'Mending' }), price: { currencyCode: 'GBP', units: '12' } };
    await taken('serviceItems', { serviceItems: [firing, priced, firing] });
    expect(fieldsOf().serviceItems).toEqual([firing, priced]);
  });

  it.each<[object, string]>([
    [{}, 'INVALID_SERVICE_ITEM'],
    [{ ...firing, ...own({ displayName: 'Mending' }) }, 'INVALID_SERVICE_ITEM'],
    [structured('job_type_id:brain_surgery'), 'INVALID_SERVICE_ITEM'],
    [structured(''), 'SERVICE_ITEM_WITH_NO_SERVICE_TYPE_ID'],
    [structured('job_type_id:firing_service', { description: 'x'.repeat(301) }), 'STRING_TOO_LONG'],
    [{ freeFormServiceItem: { label: { displayName: 'x' } } }, 'FREE_FORM_SERVICE_ITEM_WITH_NO_CATEGORY_ID'],
    [
      { freeFormServiceItem: { category: 'categories/gcid:gift_shop' } },
      'FREE_FORM_SERVICE_ITEM_WITH_NO_LABEL',
    ],
    [own({ description: 'x' }), 'SERVICE_ITEM_LABEL_NO_DISPLAY_NAME'],
    [own({ displayName: 'x'.repeat(141) }), 'STRING_TOO_LONG'],
    [own({ displayName: 'x', description: 'x'.repeat(251) }), 'STRING_TOO_LONG'],
    [own({ displayName: 'x', languageCode: 'no language' }), 'INVALID_LANGUAGE'],
    [own({ displayName: 'x' }, 'bar'), 'INVALID_SERVICE_ITEM'],
    [{ ...firing, price: { units: '3' } }, 'PRICE_CURRENCY_MISSING'],
    [{ ...firing, price: { currencyCode: 'XQQ' } }, 'PRICE_CURRENCY_INVALID'],
  ])('refuse %j', (item, reason) => refused('serviceItems', { serviceItems: [item] }, reason));

  it('refuse one kind twice in different words', async () => {
    const again = structured('job_type_id:firing_service', { description: 'Up to 1,260 °C' });
    await refused('serviceItems', { serviceItems: [firing, again] }, 'SERVICE_TYPE_ID_DUPLICATE');
    const mending = [own({ displayName: 'Mending' }), own({ displayName: 'Mending', description: 'x' })];
    await refused('serviceItems', { serviceItems: mending }, 'SERVICE_ITEM_LABEL_DUPLICATE_DISPLAY_NAME');
  });
});

describe('the service area (ServiceAreaBusiness)', () => {
  const area = (serviceArea: object) => ({
    serviceArea: { businessType: 'CUSTOMER_LOCATION_ONLY', ...serviceArea },
  });
  const regions = (...ids: string[]) => ({ places: { placeInfos: ids.map((placeId) => ({ placeId })) } });

  it('can be reordered and made smaller', () => taken('serviceArea', area(regions('b', 'a')), PIANOS));

  it.each<[object, string]>([
    [{}, 'MISSING_STOREFRONT_ADDRESS_OR_SAB'],
    [area({ regionCode: 'FR' }), 'INVALID_AREA_TYPE_FOR_SERVICE_AREA'],
    [area(regions('')), 'INVALID_SERVICE_AREA_PLACE_ID'],
    [area(regions(...Array.from({ length: 21 }, (_, number) => `id${number}`))), 'TOO_MANY_ENTRIES'],
  ])('refuses %j', (body, reason) => refused('serviceArea', body, reason, PIANOS));
});

describe('a body that Google’s servers cannot read (JSON mapping of protocol buffers)', () => {
  it.each([
    ['title', { tittle: 'x' }, 'location', 'Unknown name "tittle" at \'location\''],
    [
      'regularHours',
      { regularHours: { periods: [{ opens: 'MONDAY' }] } },
      'location.regular_hours.periods[0]',
      'Unknown name "opens" at \'location.regular_hours.periods[0]\': Cannot find field.',
    ],
    [
      'profile',
      { profile: { text: 'x' } },
      'location.profile',
      'Unknown name "text" at \'location.profile\': Cannot find field.',
    ],
    [
      'regularHours',
      hours(['MONDAY', at(9), 'FUNDAY', at(17)]),
      'location.regular_hours.periods[0].close_day',
      'Invalid value at \'location.regular_hours.periods[0].close_day\' (type.googleapis.com/google.type.DayOfWeek), "FUNDAY"',
    ],
    [
      'openInfo',
      { openInfo: { status: 'MAYBE' } },
      'location.open_info.status',
      'OpenInfo.OpenForBusiness), "MAYBE"',
    ],
    ['websiteUri', { websiteUri: 7 }, 'location.website_uri', "'location.website_uri' (TYPE_STRING), 7"],
    ['labels', { labels: 'x' }, 'location.labels', "Invalid value at 'location.labels'"],
    ['profile', { profile: 'x' }, 'location.profile', "'location.profile' (TYPE_MESSAGE)"],
  ])('is refused before any rule: %s %j', async (mask, body, field, words) => {
    const { status, body: answer } = await patch(mask, body);
    expect(status).toBe(400);
    expect(answer.error.message).toContain(words);
    expect(answer.error.details).toEqual([
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field, description: answer.error.message }],
      },
    ]);
  });

  it('may have null for what it leaves out', async () => {
    await taken('websiteUri,profile', { websiteUri: null, profile: { description: null } });
    expect(fieldsOf()).not.toHaveProperty('websiteUri');
  });
});

describe('what is required of a group of fields', () => {
  const openingDate = { year: 2024, month: 5, day: 1 };
  const additionalPhones = ['+44 1632 960991'];

  it('is looked for in the body of every edit that touches it, and taken from there only if the mask names it', async () => {
    await refused('openInfo.openingDate', { openInfo: { openingDate } }, 'REQUIRED_FIELD_MISSING_VALUE');
    await refused(
      'phoneNumbers.additionalPhones',
      { phoneNumbers: { additionalPhones } },
      'MISSING_PRIMARY_PHONE_NUMBER',
    );
    const { openInfo, phoneNumbers } = fieldsOf();
    await taken('openInfo.openingDate,phoneNumbers.additionalPhones', {
      openInfo: { status: 'CLOSED_TEMPORARILY', openingDate },
      phoneNumbers: { primaryPhone: '+44 1632 960999', additionalPhones },
    });
    expect(fieldsOf()).toMatchObject({
      openInfo: { ...openInfo, openingDate },
      phoneNumbers: { ...phoneNumbers, additionalPhones },
    });
  });

  it('may be missing where that is set', async () => {
    google.configure({ requiredInBody: false });
    await taken('openInfo.openingDate', { openInfo: { openingDate } });
    await taken('phoneNumbers.additionalPhones', { phoneNumbers: { additionalPhones } });
  });
});

describe('a business without an address', () => {
  const REASON = 'MISSING_BOTH_PHONE_AND_WEBSITE';

  it('keeps its phone number or its website', async () => {
    await refused('phoneNumbers', {}, REASON, PIANOS);
    await taken('websiteUri', { websiteUri: 'https://piano.example.com/' }, PIANOS);
    expect((await patch('websiteUri,phoneNumbers', {}, PIANOS)).status).toBe(400);
    await taken('phoneNumbers', {}, PIANOS);
    await refused('websiteUri', {}, REASON, PIANOS);
  });

  it('is not what one with an address is', async () => {
    await taken('phoneNumbers,websiteUri', {});
  });
});
