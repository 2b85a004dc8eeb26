import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { GoogleSimulator } from 'gbp-simulator';
import { callerOf, connect, PEOPLE, startSimulator } from './support.js';

const CERAMICS = '4200000000000000101';
const PIANOS = '4200000000000000102';
const MARKET_HILL = '4200000000000000103';
const GUEST_HOUSE = '4200000000000000108';

let google: GoogleSimulator;
let locations: ReturnType<typeof callerOf>;

beforeAll(async () => {
  google = await startSimulator();
});
afterAll(() => google.close());
beforeEach(async () => {
  google.reset();
  const { access_token } = await connect(google, PEOPLE.tamsin);
  locations = callerOf(google.addresses.GBP_INFORMATION_URL, access_token);
});

const read = async (location: string, mask: string) =>
  (await locations('GET', `/locations/${location}?readMask=${mask}`)).body;
const patch = (location: string, mask: string, body: object | string, more = '') =>
  locations('PATCH', `/locations/${location}?updateMask=${mask}${more}`, body);

describe('an edit of a location', () => {
  it('changes the masked fields and nothing else, and is answered with the whole location', async () => {
    const { status, body } = await patch(CERAMICS, 'websiteUri,regularHours', {
      title: 'Not in the mask',
      websiteUri: 'https://new.example.com/',
      regularHours: {
        periods: [
          {
            openDay: 'MONDAY',
            openTime: { hours: 0, minutes: 0 },
            closeDay: 'MONDAY',
            closeTime: { hours: 24 },
          },
          {
            openDay: 'SATURDAY',
            openTime: { hours: 20 },
            closeDay: 'SUNDAY',
            closeTime: { hours: 2, minutes: 30 },
          },
        ],
      },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: 'Okonjo Ceramics',
      websiteUri: 'https://new.example.com/',
      profile: { description: expect.any(String) },
    });
    expect((await read(CERAMICS, 'regularHours')).regularHours.periods[0].openTime).toEqual({});
    expect(google.calls.list({ operation: 'locations.patch' })).toMatchObject([
      { status: 200, person: PEOPLE.tamsin, accepted: `locations/${CERAMICS}` },
    ]);
  });

  it('is answered with only its masked fields when set to', async () => {
    google.faults.next('locations.patch', 'masked-answer');
    const { body } = await patch(CERAMICS, 'websiteUri', { websiteUri: 'https://new.example.com/' });
    expect(body).toEqual({ websiteUri: 'https://new.example.com/' });
    expect((await read(CERAMICS, 'websiteUri')).websiteUri).toBe('https://new.example.com/');
  });

  it('clears what the mask names and the body lacks', async () => {
    await patch(CERAMICS, 'websiteUri,regularHours,profile.description,phoneNumbers', {});
    const cleared = await read(CERAMICS, 'title,websiteUri,regularHours,profile,phoneNumbers');
    expect(cleared).toEqual({ title: 'Okonjo Ceramics' });
    await patch(MARKET_HILL, 'regularHours', { regularHours: { periods: [] } });
    expect(await read(MARKET_HILL, 'regularHours')).toEqual({});
  });

  it('of the name is accepted at once and public later', async () => {
    expect((await patch(CERAMICS, 'title', { title: ' Okonjo Pots ' })).body).toMatchObject({
      title: 'Okonjo Pots',
      metadata: { hasPendingEdits: true },
    });
    expect(google.world.publicLocation({ location: CERAMICS }).title).toBe('Okonjo Ceramics');
    google.world.decidePendingEdits({ location: CERAMICS, approve: true });
    expect(google.world.publicLocation({ location: CERAMICS }).title).toBe('Okonjo Pots');
    expect((await read(CERAMICS, 'metadata')).metadata).not.toHaveProperty('hasPendingEdits');
  });

  it('of the address needs a new verification', async () => {
    const { storefrontAddress } = await read(CERAMICS, 'storefrontAddress');
    await patch(CERAMICS, 'storefrontAddress', {
      storefrontAddress: { ...storefrontAddress, addressLines: ['14 Tannery Row'] },
    });
    expect(google.world.location({ location: CERAMICS }).verification).toBe('UNVERIFIED');
  });

  it('takes the place of what Google made of the field', async () => {
    google.world.editByGoogle({ location: CERAMICS, fields: { websiteUri: null } });
    expect(google.world.publicLocation({ location: CERAMICS })).not.toHaveProperty('websiteUri');
    await patch(CERAMICS, 'websiteUri', { websiteUri: 'https://mine.example.com/' });
    expect(google.world.publicLocation({ location: CERAMICS }).websiteUri).toBe('https://mine.example.com/');
  });

  it('is only tried out with validateOnly', async () => {
    const url = { websiteUri: 'https://new.example.com/' };
    expect((await patch(CERAMICS, 'websiteUri', url, '&validateOnly=true')).body).toEqual({});
    expect((await read(CERAMICS, 'websiteUri')).websiteUri).toBe('https://okonjo-ceramics.example.com/');
    expect((await patch(CERAMICS, 'websiteUri', { websiteUri: 'x' }, '&validateOnly=true')).status).toBe(400);
  });

  it.each([
    ['', {}, 'update_mask'],
    ['metadata', {}, 'update_mask'],
    ['languageCode', { languageCode: 'de' }, 'update_mask'],
    ['categories.primaryCategory', {}, 'update_mask'],
    ['title', '{"title":', 'location'],
    ['title', { tittle: 'x' }, 'location'],
  ])('needs a good mask and body: %s %j', async (mask, body, field) => {
    const answer = await patch(CERAMICS, mask, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.at(-1).fieldViolations[0].field).toBe(field);
  });

  const category = (key: string) => ({ name: `categories/gcid:${key}` });
  const categories = (...keys: string[]) => {
    const [primaryCategory, ...additionalCategories] = keys.map(category);
    return { categories: { primaryCategory, additionalCategories } };
  };
  const hours = (...periods: [openDay: string, from: number, closeDay: string, to: number][]) => ({
    regularHours: {
      periods: periods.map(([openDay, from, closeDay, to]) => ({
        openDay,
        openTime: { hours: from },
        closeDay,
        closeTime: { hours: to },
      })),
    },
  });
  const startDate = { year: 2026, month: 12, day: 24 };
  const special = (...periods: object[]) => ({
    specialHours: { specialHourPeriods: periods.map((period) => ({ startDate, ...period })) },
  });
  const phones = (phoneNumbers: object) => ({ phoneNumbers });
  const address = (storefrontAddress: object) => ({ storefrontAddress });
  const description = (text: string) => ({ profile: { description: text } });
  const morning = { openTime: { hours: 9 }, closeTime: { hours: 12 } };
  it.each([
    [CERAMICS, 'title', { title: '' }, 'REQUIRED_FIELD_MISSING_VALUE'],
    [CERAMICS, 'title', { title: 'x'.repeat(101) }, 'STRING_TOO_LONG'],
    [CERAMICS, 'websiteUri', { websiteUri: 'www.example.com' }, 'INVALID_URL'],
    [CERAMICS, 'websiteUri', { websiteUri: 7 }, 'INVALID_URL'],
    [CERAMICS, 'websiteUri', { websiteUri: 'https://user@www.example.com' }, 'INVALID_URL'],
    [CERAMICS, 'websiteUri', { websiteUri: 'https://www.example.com\\x' }, 'INVALID_URL'],
    [CERAMICS, 'phoneNumbers.primaryPhone', phones({ primaryPhone: 'call me' }), 'INVALID_PHONE_NUMBER'],
    [CERAMICS, 'phoneNumbers', phones({ primaryPhone: '5550123' }), 'INVALID_PHONE_NUMBER_FOR_REGION'],
    [
      CERAMICS,
      'phoneNumbers',
      phones({ additionalPhones: ['+44 1632 960999'] }),
      'MISSING_PRIMARY_PHONE_NUMBER',
    ],
    [CERAMICS, 'categories', {}, 'REQUIRED_FIELD_MISSING_VALUE'],
    [CERAMICS, 'categories', categories('no_such_thing'), 'INVALID_CATEGORY'],
    [CERAMICS, 'categories', categories('bar', 'bar'), 'INVALID_CATEGORY'],
    [CERAMICS, 'regularHours', { regularHours: { periods: [{ openDay: 'MONDAY' }] } }, 'INVALID_HOURS_VALUE'],
    [CERAMICS, 'regularHours', hours(['MONDAY', 9, 'MONDAY', 25]), 'INVALID_HOURS_VALUE'],
    [CERAMICS, 'regularHours', hours(['MONDAY', 9, 'MONDAY', 8]), 'INVALID_TIME_SCHEDULE'],
    [
      CERAMICS,
      'regularHours',
      hours(['MONDAY', 9, 'MONDAY', 12], ['MONDAY', 11, 'MONDAY', 15]),
      'INVALID_TIME_SCHEDULE',
    ],
    [
      CERAMICS,
      'regularHours',
      hours(['SUNDAY', 20, 'MONDAY', 4], ['MONDAY', 3, 'MONDAY', 9]),
      'INVALID_TIME_SCHEDULE',
    ],
    [PIANOS, 'specialHours', special({ closed: true }), 'SPECIAL_HOURS_SET_WITHOUT_REGULAR_HOURS'],
    [CERAMICS, 'specialHours', special({ closed: true }, morning), 'OVERLAPPED_SPECIAL_HOURS'],
    [CERAMICS, 'specialHours', special({ ...morning, startDate: {} }), 'INVALID_HOURS_VALUE'],
    [CERAMICS, 'storefrontAddress', address({ regionCode: 'GB' }), 'MISSING_ADDRESS_COMPONENTS'],
    [
      CERAMICS,
      'storefrontAddress',
      address({ regionCode: 'US', locality: 'X', addressLines: ['1 Y'] }),
      'ADDRESS_EDIT_CHANGES_COUNTRY',
    ],
    [CERAMICS, 'profile.description', description('See www.example.com'), 'PROFILE_DESCRIPTION_CONTAINS_URL'],
    [GUEST_HOUSE, 'profile.description', description('Cosy'), 'LODGING_CANNOT_EDIT_PROFILE_DESCRIPTION'],
    [CERAMICS, 'openInfo.status', {}, undefined],
    [CERAMICS, 'openInfo.status', { openInfo: { status: 'MAYBE' } }, undefined],
    [CERAMICS, 'labels', { labels: [''] }, 'STRING_TOO_SHORT'],
    [MARKET_HILL, 'storeCode', { storeCode: 'MF-02' }, undefined],
  ])('of %s refuses a bad %s, and changes nothing', async (location, mask, body, reason) => {
    const before = google.world.location({ location });
    const { status, body: answer } = await patch(location, mask, body);
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' });
    const infos = answer.error.details.filter((detail: { '@type': string }) =>
      detail['@type'].endsWith('ErrorInfo'),
    );
    expect(infos[0]?.reason).toBe(reason);
    expect(answer.error.details.at(-1).fieldViolations[0].field).toMatch(`location.${mask.split('.')[0]}`);
    expect(google.world.location({ location })).toEqual(before);
  });

  it.each([
    ['left out', {}],
    ['without a period', hours()],
  ])('of regular hours that are %s is refused while there are special hours', async (_, body) => {
    expect((await patch(CERAMICS, 'specialHours', special({ closed: true }))).status).toBe(200);
    const answer = await patch(CERAMICS, 'regularHours', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0]).toMatchObject({
      reason: 'SPECIAL_HOURS_SET_WITHOUT_REGULAR_HOURS',
    });
    expect((await read(CERAMICS, 'regularHours')).regularHours.periods).not.toHaveLength(0);
    expect((await patch(CERAMICS, 'regularHours,specialHours', body)).status).toBe(200);
    expect(await read(CERAMICS, 'regularHours,specialHours')).toEqual({});
  });
});
