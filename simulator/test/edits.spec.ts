import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../test/support/jest.ts';
import type { GoogleSimulator } from 'gbp-simulator';
import { callerOf, connect, PEOPLE, startSimulator } from './support.ts';
import { CERAMICS, MARKET_HILL } from '../../test/support/google/tamsins-places.ts';

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
const updated = async (location: string) =>
  (await locations('GET', `/locations/${location}:getGoogleUpdated?readMask=name`)).body;
const patch = (location: string, mask: string, body: object | string, more = '') =>
  locations('PATCH', `/locations/${location}?updateMask=${mask}${more}`, body);

describe('an edit of a location', () => {
  it('is behind in readings for as long as is set, whatever happens to the location by then', async () => {
    google.clock.set(google.clock.now(), { stopped: true });
    google.configure({ readingsBehindMs: 5_000 });
    const former = (await read(CERAMICS, 'websiteUri')).websiteUri;
    const change = async (websiteUri: string) =>
      (await patch(CERAMICS, 'websiteUri', { websiteUri })).body.websiteUri;
    const site = async () => {
      const { body } = await locations('GET', '/accounts/-/locations?readMask=name,websiteUri&pageSize=100');
      const listed = body.locations.find(({ name }: { name: string }) => name === `locations/${CERAMICS}`);
      const one = await read(CERAMICS, 'websiteUri');
      expect(listed.websiteUri).toBe(one.websiteUri);
      return one.websiteUri;
    };
    expect(await change('https://one.example.com/')).toBe('https://one.example.com/');
    expect(await site()).toBe(former);
    google.clock.advance(4_000);
    google.world.editByOwner({ location: CERAMICS, fields: { websiteUri: 'https://two.example.com/' } });
    expect(await site()).toBe(former);
    google.clock.advance(1_000);
    expect(await site()).toBe('https://two.example.com/');
    await change('https://three.example.com/');
    expect(await site()).toBe('https://two.example.com/');
    google.clock.advance(5_000);
    expect(await site()).toBe('https://three.example.com/');
  });

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
    // Google does not say whether it counts.
    google.configure({ updatesPerDay: 0 });
    expect((await patch(CERAMICS, 'websiteUri', url, '&validateOnly=true')).status).toBe(429);
    google.configure({ validateOnlyCounts: false });
    expect((await patch(CERAMICS, 'websiteUri', url, '&validateOnly=true')).status).toBe(200);
  });

  it('is answered with only its masked fields by a setting, too', async () => {
    google.configure({ patchAnswersMasked: true });
    const { body } = await patch(CERAMICS, 'websiteUri', { websiteUri: 'https://new.example.com/' });
    expect(body).toEqual({ websiteUri: 'https://new.example.com/' });
  });

  it('goes by masks into single messages, and ignores output-only fields in the body', async () => {
    const body = {
      name: 'locations/1',
      metadata: { hasVoiceOfMerchant: false },
      storefrontAddress: { locality: 'Old Wexcombe' },
      categories: { primaryCategory: { name: 'categories/gcid:gift_shop', displayName: 'Pots' } },
      openInfo: { status: 'OPEN', canReopen: false },
    };
    const mask = 'storefrontAddress.locality,categories,openInfo';
    expect((await patch(CERAMICS, mask, body)).status).toBe(200);
    const { fields } = google.world.location({ location: CERAMICS });
    expect(fields.storefrontAddress).toMatchObject({
      locality: 'Old Wexcombe',
      addressLines: ['12 Tannery Row'],
    });
    expect(fields.categories).toEqual({ primaryCategory: { name: 'categories/gcid:gift_shop' } });
    expect(fields.openInfo).toEqual({ status: 'OPEN', canReopen: true });
    expect((await updated(CERAMICS)).pendingMask).toBe('storefrontAddress');
  });

  it('of the categories takes away what no longer fits, as an edit by Google', async () => {
    const moreHours = [{ hoursTypeId: 'PICKUP', periods: [] }];
    const serviceItems = [
      { structuredServiceItem: { serviceTypeId: 'job_type_id:firing_service' } },
      { structuredServiceItem: { serviceTypeId: 'job_type_id:engraving' } },
    ];
    await patch(CERAMICS, 'moreHours,serviceItems', { moreHours, serviceItems });
    await patch(CERAMICS, 'categories', {
      categories: {
        primaryCategory: { name: 'categories/gcid:museum' },
        additionalCategories: [{ name: 'categories/gcid:gift_shop' }],
      },
    });
    expect(await read(CERAMICS, 'moreHours,serviceItems')).toEqual({
      moreHours,
      serviceItems: [serviceItems[1]],
    });
    expect(
      google.journal
        .list()
        .filter(({ field }) => field === 'serviceItems')
        .at(-1),
    ).toMatchObject({
      author: 'google',
      after: [serviceItems[1]],
    });
  });

  it.each([
    ['stale-data', 'STALE_DATA'],
    ['throttled', 'THROTTLED'],
  ] as const)('can be refused as %s', async (fault, reason) => {
    google.faults.next('locations.patch', fault);
    const { status, body } = await patch(CERAMICS, 'websiteUri', {});
    expect(status).toBe(400);
    expect(body.error.details[0].reason).toBe(reason);
    expect((await read(CERAMICS, 'websiteUri')).websiteUri).toBe('https://okonjo-ceramics.example.com/');
  });

  it('can be refused for now because of one field, which the refusal names', async () => {
    const options = { times: 2, match: { field: 'profile.description' } };
    google.faults.next('locations.patch', 'throttled', options);
    const both = { websiteUri: 'https://both.example.com/', profile: { description: 'Both.' } };
    expect((await patch(CERAMICS, 'websiteUri', both)).status).toBe(200);
    const { status, body } = await patch(CERAMICS, 'websiteUri,profile.description', both);
    expect(status).toBe(400);
    expect(body.error.details[0]).toMatchObject({
      reason: 'THROTTLED',
      metadata: { field_mask: 'profile.description' },
    });
  });

  it.each([
    ['', {}, 'update_mask'],
    ['metadata', {}, 'update_mask'],
    ['languageCode', { languageCode: 'de' }, 'update_mask'],
    ['categories.primaryCategory', {}, 'update_mask'],
    ['regularHours.periods.openDay', {}, 'update_mask'],
    ['serviceItems.price', {}, 'update_mask'],
    ['openInfo.canReopen', {}, 'update_mask'],
    ['nonsense', {}, 'update_mask'],
    ['title', '{"title":', 'location'],
  ])('needs a good mask and body: %s %j', async (mask, body, field) => {
    const answer = await patch(CERAMICS, mask, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.at(-1).fieldViolations[0].field).toBe(field);
  });
});

describe('an edit by the owner elsewhere', () => {
  it('cannot take away what every location has, and is told so in a sentence', async () => {
    const before = google.world.location({ location: CERAMICS });
    const send = async (fields: object) => {
      const answer = await fetch(`${google.origin}/__simulator/world/editByOwner`, {
        method: 'POST',
        body: JSON.stringify({ location: CERAMICS, fields }),
      });
      return { status: answer.status, body: await answer.json() };
    };
    for (const fields of [{ title: null }, { title: ' ' }])
      expect(await send(fields)).toEqual({ status: 400, body: { error: 'A place has to have a title.' } });
    for (const fields of [{ categories: null }, { categories: {} }])
      expect(await send(fields)).toEqual({
        status: 400,
        body: { error: 'A place has to have a primary category.' },
      });
    expect(google.world.location({ location: CERAMICS })).toEqual(before);
    expect((await patch(CERAMICS, 'websiteUri', { websiteUri: 'https://new.example.com/' })).status).toBe(
      200,
    );
  });
});
