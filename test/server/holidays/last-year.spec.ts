import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { eq, sql } from 'drizzle-orm';
import { mirrorLocations } from '../../../dist/server/database/mirror.schema.js';
import type { HolidayBlanksDto, LastYearDto } from '../../../dist/server/holidays/holiday-cells.dto.js';
import type { HolidayListDto } from '../../../dist/server/holidays/holiday.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import { type Publishing, startPublishing } from '../../support/features/publishing.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';

const DAY_MS = 86_400_000;

let setting: Publishing;
let mirela: SignedInClient;
/** The year whose Christmas is answered; a year later it is copied. */
let year: number;
/** Four locations in Britain. */
let ids: string[];

const open = (date: string, openTime: string, closeTime: string) => ({
  ...{ date, isClosed: false, openTime, closeTime, closeDate: date },
});
const closed = (date: string) => ({
  ...{ date, isClosed: true, openTime: null, closeTime: null, closeDate: null },
});
const say = (id: string, ...periods: ReturnType<typeof open | typeof closed>[]) =>
  mirela.send('patch', `/api/locations/${id}`, { specialHours: { periods } }).expect(200);
const get = async <Answer>(path: string): Promise<Answer> =>
  (await mirela.send('get', `/api/holidays/${path}`).expect(200)).body as Answer;

/** Lets time pass, in which the person stays signed in. */
async function pass(ms: number): Promise<void> {
  await setting.pass(ms);
  await setting.served.database.executeSql(
    "update sessions set last_seen_at = shingle_now(), ends_at = shingle_now() + interval '1 year'",
  );
}

beforeAll(async () => {
  setting = await startPublishing();
  const now = setting.served.clock.now();
  const november = (of: number) => Date.UTC(of, 10, 20, 12);
  year = now.getUTCFullYear() + (november(now.getUTCFullYear()) > now.getTime() ? 0 : 1);
  await setting.pass(november(year) - now.getTime());
  mirela = await setting.connected(PEOPLE.mirela);
  const { items } = await get<HolidayListDto>('?country=GB&limit=4');
  ids = items.map(({ locationId }) => locationId);
  const [first, second, third] = ids as [string, string, string];
  const at = (day: string) => `${year}-12-${day}`;
  await say(first, open(at('24'), '09:00', '13:00'), closed(at('25')));
  await say(second, closed(at('25')), closed(at('26')));
  await say(third, open(at('26'), '10:00', '14:00'));
  await pass(november(year + 1) - november(year));
  // Google drops past ones at a time of its own: of the second location the log alone has them.
  const at26 = { startDate: { year: year + 1, month: 12, day: 26 }, closed: true };
  const setAtGoogle = (id: string, periods: object[]) =>
    setting.served.database.orm
      .update(mirrorLocations)
      .set({
        data: sql`${mirrorLocations.data} || jsonb_build_object('specialHours', ${JSON.stringify({ specialHourPeriods: periods })}::jsonb)`,
      })
      .where(eq(mirrorLocations.id, id));
  await setAtGoogle(second, []);
  // A location that has said what it does this year already.
  await setAtGoogle(third, [at26]);
});
afterAll(() => setting.close());

const next = (day: string) => `${year + 1}-12-${day}`;
const dates = () => `dates=${next('24')}&on=${next('24')},${next('25')},${next('26')}`;

describe('what was said a year before', () => {
  it('is found where Google still has it and in the log, and counted where nothing is known', async () => {
    const answer = await get<LastYearDto>(`last-year?country=GB&count=4&${dates()}`);
    const [first, second] = ids;
    expect(answer).toMatchObject({ notSaid: 11, said: 1, withoutHours: 0, found: 4 });
    expect(answer.items).toEqual([
      {
        ...{ answer: 'hours', hours: [{ openTime: '09:00', closeTime: '13:00' }] },
        ...{ dates: [next('24')], locationIds: [first] },
      },
      { answer: 'closed', dates: [next('25')], locationIds: [first] },
      { answer: 'closed', dates: [next('25'), next('26')], locationIds: [second] },
    ]);
  });

  it('is asked for of a block alone', async () => {
    const [, second] = ids;
    const answer = await get<LastYearDto>(`last-year?country=GB&cursor=1&count=1&on=${next('26')}`);
    expect(answer).toEqual({
      ...{ notSaid: 1, said: 0, withoutHours: 0, found: 1 },
      items: [{ answer: 'closed', dates: [next('26')], locationIds: [second] }],
    });
  });

  it('is nothing for locations that said nothing', async () => {
    const { found } = await get<LastYearDto>(`last-year?country=IE&${dates()}`);
    expect(found).toBe(0);
  });
});

describe('the cells without an answer', () => {
  it('come by the dates that locations have in common, for all of them', async () => {
    const blanks = await get<HolidayBlanksDto>(`blanks?country=GB&${dates()}`);
    const [, , third] = ids;
    expect(blanks).toMatchObject({ notSaid: 59, said: 1, withoutHours: 0 });
    expect(blanks.items.map((block) => [block.dates, block.locationIds.length])).toEqual([
      [[next('24'), next('25'), next('26')], 19],
      [[next('24'), next('25')], 1],
    ]);
    expect(blanks.items[1]?.locationIds).toEqual([third]);
  });

  it('are public holidays and added dates: others are none, and a country may have none of them', async () => {
    const blanks = await get<HolidayBlanksDto>(`blanks?country=AE&on=${next('25')},${next('02')}`);
    expect(blanks.items.map((block) => block.dates)).toEqual([[next('02')]]);
    expect(blanks.notSaid).toBe(blanks.items[0]?.locationIds.length);
  });

  it('can be in the order of store codes', async () => {
    const [byName, byCode] = [
      await get<HolidayListDto>('?limit=40'),
      await get<HolidayListDto>('?limit=40&sort=storeCode'),
    ];
    const codes = byCode.items.map(({ storeCode }) => storeCode);
    expect(codes).toEqual([...codes].sort());
    expect(byName.items.map(({ storeCode }) => storeCode)).not.toEqual(codes);
    const block = await get<HolidayBlanksDto>(`blanks?sort=storeCode&cursor=5&count=2&on=${next('25')}`);
    const asked = byCode.items.slice(5, 7).map(({ locationId }) => locationId);
    for (const { locationIds } of block.items) for (const id of locationIds) expect(asked).toContain(id);
  });

  it.each([
    ['on=tomorrow', 'Each date must be a day such as 2026-12-24'],
    ['on=2030-12-24,2030-12-24', 'Each date can be asked for only once'],
    ['count=10001', 'Count must be from 1 to 10,000'],
    ['count=some', 'Count must be a whole number'],
    ['sort=state', 'Sort must be name or storeCode'],
  ])('are not asked for with %s', async (query, message) => {
    for (const path of ['blanks', 'last-year']) {
      const { body } = await mirela.send('get', `/api/holidays/${path}?${query}`).expect(400);
      expect((body as { errors: { message: string }[] }).errors.map((error) => error.message)).toContain(
        message,
      );
    }
  });

  it('belong to the accounts of a person', async () => {
    for (const path of ['blanks', 'last-year'])
      await mirela.send('get', `/api/holidays/${path}?accountId=nobody`).expect(404);
    const visitor = await setting.served.signUp();
    const { body } = await visitor.send('get', '/api/holidays/last-year').expect(409);
    expect(body).toMatchObject({ code: 'connect/not-connected' });
  });
});

describe('the dates of all locations', () => {
  it('are counted again once a day has ended somewhere', async () => {
    const has = async (day: string) => {
      const { items } = await get<{ items: { date: string }[] }>('dates');
      return items.some(({ date }) => date === day);
    };
    expect(await has(next('26'))).toBe(true);
    await pass(38 * DAY_MS);
    expect(await has(next('26'))).toBe(false);
  });
});
