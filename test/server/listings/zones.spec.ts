import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import type { LocationZoneDto, OpenZoneListDto } from '../../../dist/server/zones/zone.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import { connectProfile } from '../../support/google/google-connection.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { nextDay, planned } from '../../support/features/campaign-plans.ts';
import { type Publishing, startPublishing } from '../../support/features/publishing.ts';

let setting: Publishing;
let robin: SignedInClient;
beforeAll(async () => {
  setting = await startPublishing();
});
beforeEach(async () => {
  robin = await setting.connected(PEOPLE.mirela);
});
afterAll(() => setting.close());

const zonesOf = async (ids: string[], by = robin): Promise<LocationZoneDto[]> => {
  const answer = await by.send('get', `/api/time-zones?locationIds=${ids.join()}`).expect(200);
  return (answer.body as { items: LocationZoneDto[] }).items;
};
const openTo = async (by = robin): Promise<OpenZoneListDto> =>
  (await by.send('get', '/api/time-zones/open').expect(200)).body as OpenZoneListDto;
const say = (items: object[], by = robin) => by.send('patch', '/api/time-zones', { items });
const desk = (town: string) => setting.google.world.location({ location: `Fairlead Travel ${town} 1` }).id;

/** What is known of the first desk of each town, and what is suggested where it is a question. */
const TOWNS: [town: string, country: string | null, suggestion: string | null][] = [
  ['Bristol', 'Europe/London', null],
  ['Galway', 'Europe/Dublin', null],
  ['Lisboa', null, 'Europe/Lisbon'],
  ['Ponta Delgada', null, 'Atlantic/Azores'],
  ['Madrid', null, 'Europe/Madrid'],
  ['Las Palmas', null, 'Atlantic/Canary'],
  ['Berlin', 'Europe/Berlin', null],
  ['Helsinki', 'Europe/Helsinki', null],
  ['Athina', 'Europe/Athens', null],
  ['İstanbul', 'Europe/Istanbul', null],
  ['Dubai', 'Asia/Dubai', null],
  ['Mumbai', 'Asia/Kolkata', null],
  ['Kathmandu', 'Asia/Kathmandu', null],
  ['Bangkok', 'Asia/Bangkok', null],
  ['Singapore', 'Asia/Singapore', null],
  ['Denpasar', null, 'Asia/Makassar'],
  ['Tokyo', 'Asia/Tokyo', null],
  ['Brisbane', null, 'Australia/Brisbane'],
  ['Wellington', null, 'Pacific/Auckland'],
  ['New York', null, 'America/New_York'],
  ['Pensacola', null, 'America/Chicago'],
  ['Orlando', null, 'America/New_York'],
  ['Denver', null, 'America/Denver'],
  ['Toronto', null, null],
  ['São Paulo', null, 'America/Sao_Paulo'],
  ['Cancún', null, 'America/Cancun'],
];

describe('the time zone of a location', () => {
  it('is the right one or a question in each of 20 countries', async () => {
    const zones = await zonesOf(TOWNS.map(([town]) => desk(town)));
    expect(zones.map(({ timeZone, suggestion }) => [timeZone, suggestion?.timeZone ?? null])).toEqual(
      TOWNS.map(([, known, suggested]) => [known, suggested]),
    );
    expect(zones.map(({ source }) => source)).toEqual(TOWNS.map(([, known]) => (known ? 'country' : null)));
  });

  it('is what a person says from then on, until they take it back', async () => {
    const [denver, bristol] = [desk('Denver'), desk('Bristol')];
    const items = [
      { locationId: denver, timeZone: 'America/Denver' },
      { locationId: bristol, timeZone: 'Europe/Isle_of_Man' },
    ];
    const { body } = await say(items).expect(200);
    expect(body).toMatchObject({
      items: items.map((item) => ({ ...item, source: 'person', suggestion: null })),
    });
    await say(items.map(({ locationId }) => ({ locationId, timeZone: null }))).expect(200);
    expect(await zonesOf([denver, bristol])).toMatchObject([
      { timeZone: null, source: null, suggestion: { timeZone: 'America/Denver', source: 'region' } },
      { timeZone: 'Europe/London', source: 'country' },
    ]);
  });

  it('is asked for where it is a question, by name, until all are said', async () => {
    const before = await openTo();
    const open = TOWNS.filter(([, known]) => known === null).map(([town]) => town);
    expect(before.total).toBe(
      setting.google.world.locations({ email: PEOPLE.mirela }).filter(isOf(open)).length,
    );
    expect(before.items).toHaveLength(100);
    const names = before.items.map(({ locationName }) => locationName);
    expect(names).toEqual([...names].sort(new Intl.Collator('en', { numeric: true }).compare));
    expect(before.items[0]).toMatchObject({
      locationName: 'Fairlead Travel Brisbane 1',
      storeCode: 'TD-018',
      address: expect.stringContaining('Brisbane'),
      city: 'Brisbane',
      region: 'Queensland',
      country: 'AU',
      timeZone: null,
      suggestion: { timeZone: 'Australia/Brisbane', source: 'region' },
      choices: expect.arrayContaining(['Australia/Perth', 'Australia/Sydney']),
    });
    await say(
      before.items.map(({ locationId, suggestion }) => ({
        locationId,
        timeZone: suggestion?.timeZone ?? 'UTC',
      })),
    ).expect(200);
    const after = await openTo();
    expect(after.total).toBe(before.total - 100);
    expect(after.items[0]?.locationName).not.toBe(names[0]);
  });

  it('is asked for the locations of one campaign alone, by the person whose it is', async () => {
    const [denver, orlando, bristol] = [desk('Denver'), desk('Orlando'), desk('Bristol')];
    const { id } = await planned(robin, {
      choice: { locationIds: [denver, orlando, bristol] },
      time: { wallTime: `${nextDay(setting.served.clock.now(), 2)}T09:00` },
    });
    const ofCampaign = async (by = robin): Promise<OpenZoneListDto> =>
      (await by.send('get', `/api/time-zones/open?campaignId=${id}`).expect(200)).body as OpenZoneListDto;
    const { items, total } = await ofCampaign();
    expect(total).toBe(2);
    expect(items.map(({ city, region, country }) => [city, region, country])).toEqual([
      ['Denver', 'Colorado', 'US'],
      ['Orlando', 'Florida', 'US'],
    ]);
    expect(await ofCampaign(await setting.connected(PEOPLE.mirela))).toEqual({ items: [], total: 0 });
    await say([{ locationId: denver, timeZone: 'America/Denver' }]).expect(200);
    expect(await ofCampaign()).toMatchObject({ total: 1, items: [{ locationId: orlando }] });
    await say([{ locationId: denver, timeZone: null }]).expect(200);
    await robin.send('get', '/api/time-zones/open?campaignId=7').expect(400);
  });

  it('is kept for a Google account that is connected again, and of no other person', async () => {
    const locationId = desk('Orlando');
    await say([{ locationId, timeZone: 'America/New_York' }]).expect(200);
    await robin.send('delete', '/api/auth/gbp-connection').expect(200);
    expect(await zonesOf([locationId])).toEqual([]);
    await connectProfile(robin, PEOPLE.mirela);
    const eve = await setting.connected(PEOPLE.mirela);
    const { rows } = await setting.served.database.executeSql(
      'select time_zone from location_settings where workspace_id = $1',
      [robin.uid],
    );
    expect(rows).toEqual([{ time_zone: 'America/New_York' }]);
    expect(await zonesOf([locationId], eve)).toMatchObject([{ timeZone: null, source: null }]);
  });

  it('is not taken for a location of another person, twice for one, or where it is none', async () => {
    const faults = async (items: object[], field: string, message: string) =>
      expect((await say(items).expect(400)).body).toMatchObject({
        code: 'validation_failed',
        errors: [{ field, message }],
      });
    const denver = { locationId: desk('Denver'), timeZone: 'America/Denver' };
    const foreign = setting.google.world.location({ location: 'Okonjo Ceramics' }).id;
    await say([denver, { ...denver, locationId: foreign }]).expect(404);
    await faults([denver, denver], 'items.1.locationId', 'This location is named twice');
    await faults(
      [{ ...denver, timeZone: 'Mountain' }],
      'items.0.timeZone',
      'Time zone must be an IANA name, such as Europe/Berlin',
    );
    await faults([], 'items', 'At least one location is required');
    expect(await zonesOf([denver.locationId])).toMatchObject([{ timeZone: null }]);
  });

  it('is known on sample data, where there is nothing to say', async () => {
    const kim = await setting.served.signUp();
    expect(await zonesOf(['sample-101', 'unknown'], kim)).toEqual([
      {
        locationId: 'sample-101',
        timeZone: 'Europe/London',
        source: 'sample',
        suggestion: null,
        choices: [],
      },
    ]);
    expect(await openTo(kim)).toEqual({ items: [], total: 0 });
    const refused = await say([{ locationId: 'sample-101', timeZone: 'UTC' }], kim).expect(409);
    expect(refused.body).toMatchObject({ code: 'connect/not-connected' });
  });
});

function isOf(towns: string[]) {
  return ({ fields }: { fields: { storefrontAddress?: { locality?: string } } }) =>
    towns.includes(fields.storefrontAddress?.locality ?? '');
}
