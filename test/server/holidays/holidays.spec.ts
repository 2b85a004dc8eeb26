import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type {
  HolidayDatesDto,
  HolidayListDto,
  HolidayRowDto,
} from '../../../dist/server/holidays/holiday.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import { type Publishing, startPublishing } from '../../support/features/publishing.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';

let setting: Publishing;
let mirela: SignedInClient;
/** The year in which it is Christmas Eve. */
let year: number;
beforeAll(async () => {
  setting = await startPublishing();
  const now = setting.served.clock.now();
  const thisYear = Date.UTC(now.getUTCFullYear(), 11, 24, 12);
  year = now.getUTCFullYear() + (thisYear > now.getTime() ? 0 : 1);
  // Noon in London, when it is Christmas Day in New Zealand.
  await setting.pass(Date.UTC(year, 11, 24, 12) - now.getTime());
  mirela = await setting.connected(PEOPLE.mirela);
});
afterAll(() => setting.close());

const list = async (query: string): Promise<HolidayListDto> =>
  (await mirela.send('get', `/api/holidays?${query}`).expect(200)).body as HolidayListDto;
const datesOf = async (query: string): Promise<HolidayDatesDto> =>
  (await mirela.send('get', `/api/holidays/dates?${query}`).expect(200)).body as HolidayDatesDto;
const first = async (town: string, more = ''): Promise<HolidayRowDto> => {
  const { items } = await list(`search=${encodeURIComponent(town)}&limit=1${more}`);
  return items[0]!;
};
const on = (date: string, { days }: HolidayRowDto) => days.find((day) => day.date === date);
const eve = () => `${year}-12-24`;
const christmas = () => `${year}-12-25`;

describe('the holidays ahead', () => {
  it('are those of each location’s country and region, by its own calendar', async () => {
    const [bristol, berlin, dubai, wellington] = [
      await first('Bristol', `&dates=${eve()}`),
      await first('Berlin'),
      await first('Dubai'),
      await first('Wellington', `&dates=${eve()}`),
    ];
    const notSaid = { answer: 'not_said', periods: [] };
    expect(on(christmas(), bristol)).toEqual({ date: christmas(), holiday: 'Christmas Day', ...notSaid });
    expect(on(eve(), bristol)).toEqual({ date: eve(), holiday: null, ...notSaid });
    expect(bristol).toMatchObject({ country: 'GB', isRegionKnown: true, takesSpecialHours: true });
    // International Women’s Day is a holiday in Berlin, not in the rest of Germany.
    expect(on(`${year + 1}-03-08`, berlin)?.holiday).toBe("International Women's Day");
    expect(on(christmas(), dubai)).toBeUndefined();
    expect(on(christmas(), wellington)?.holiday).toBe('Christmas Day');
    expect(on(eve(), wellington)).toBeUndefined();
  });

  it('say what Google has: closed, other hours, or the usual ones, confirmed', async () => {
    const { locationId } = await first('Bristol');
    // A day on which the desks are open from 9 to 6.
    const monday = new Date(Date.UTC(year + 1, 0, 4));
    while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() + 1);
    const usual = monday.toISOString().slice(0, 10);
    const open = (date: string, openTime: string, closeTime: string) => ({
      ...{ date, isClosed: false, openTime, closeTime, closeDate: date },
    });
    const closed = { date: christmas(), isClosed: true, openTime: null, closeTime: null, closeDate: null };
    const before = await datesOf(`country=GB&dates=${eve()}`);
    const ofAll = await datesOf('');
    expect(await datesOf('')).toEqual(ofAll);
    const periods = [open(eve(), '09:00', '13:00'), closed, open(usual, '09:00', '18:00')];
    await mirela.send('patch', `/api/locations/${locationId}`, { specialHours: { periods } }).expect(200);

    const row = await first('Bristol', `&dates=${eve()}`);
    expect(on(eve(), row)).toMatchObject({ answer: 'hours', periods: [periods[0]] });
    expect(on(christmas(), row)).toMatchObject({ answer: 'closed', periods: [closed] });
    expect(on(usual, row)).toMatchObject({ holiday: null, answer: 'as_usual' });
    const after = await datesOf(`country=GB&dates=${eve()}`);
    const countOf = ({ items }: HolidayDatesDto, date: string) => items.find((item) => item.date === date);
    expect(countOf(before, christmas())).toMatchObject({
      names: ['Christmas Day'],
      locations: 20,
      notSaid: 20,
    });
    expect(countOf(after, christmas())).toMatchObject({ isAdded: false, locations: 20, notSaid: 19 });
    expect(countOf(after, eve())).toMatchObject({ names: [], isAdded: true, locations: 20, notSaid: 19 });
    expect(after.notSaid).toBe(before.notSaid - 2);
    expect(after.locations).toBe(20);
    // Those of all locations are kept until one is read again.
    expect((await datesOf('')).notSaid).toBe(ofAll.notSaid - 1);
  });

  it('can be narrowed, come in pages, and name the countries of all', async () => {
    const all = await datesOf('');
    expect(all.locations).toBe(500);
    expect(all.countries).toHaveLength(21);
    expect(all.countries.reduce((sum, { locations }) => sum + locations, 0)).toBe(500);
    const dates = all.items.map(({ date }) => date);
    expect(dates).toEqual([...new Set(dates)].sort());
    const inOneCountry = await datesOf('label=travel&country=IE');
    expect(inOneCountry).toMatchObject({ locations: 20, regionUnknown: 0, countries: all.countries });
    const pages = [await list('country=IE&limit=15'), await list('country=IE&limit=15&cursor=15')];
    expect(pages.map(({ nextCursor }) => nextCursor)).toEqual(['15', null]);
    const ids = pages.flatMap(({ items }) => items.map(({ locationId }) => locationId));
    expect(new Set(ids).size).toBe(20);
    expect((await list('search=nowhere')).items).toEqual([]);
    expect(await datesOf('search=nowhere')).toMatchObject({ items: [], locations: 0, notSaid: 0 });
  });

  it('are those of the locations of a selection, and of none that is unknown', async () => {
    const { items } = await list('country=IE&limit=3');
    const locationIds = items.map(({ locationId }) => locationId).sort();
    const selection = { isLive: false, choice: { locationIds } };
    const { id } = (await mirela.send('post', '/api/selections', selection).expect(201)).body as {
      id: string;
    };
    const chosen = (await list(`selectionId=${id}`)).items.map(({ locationId }) => locationId);
    expect(chosen.sort()).toEqual(locationIds);
    expect(await datesOf(`selectionId=${id}`)).toMatchObject({ locations: 3 });
    expect((await list(`selectionId=${id}&country=GB`)).items).toEqual([]);
    const unknown = '00000000-0000-4000-8000-000000000000';
    await mirela.send('get', `/api/holidays?selectionId=${unknown}`).expect(404);
  });

  it('are answered for several locations at once, each in its own way, in a draft', async () => {
    const { items } = await list('country=IE&limit=2');
    const ids = items.map(({ locationId }) => locationId);
    const holidays = [
      { answer: 'as_usual', dates: [christmas()], isFill: true },
      { answer: 'closed', dates: [christmas()], isFill: true, locationIds: [ids[1]] },
    ];
    const { body } = await mirela
      .send('post', '/api/bulk-edits', { choice: { locationIds: ids }, change: { holidays } })
      .expect(201);
    const { id, counts } = body as { id: string; counts: object };
    expect(counts).toMatchObject({ chosen: 2, changes: 2, fields: 1 });
    const rows = (await mirela.send('get', `/api/bulk-edits/${id}/rows`).expect(200)).body as {
      items: {
        locationId: string;
        fields: { dates: { date: string; after: { isClosed: boolean }[] }[] }[];
      }[];
    };
    const answers = rows.items.flatMap(({ locationId, fields }) =>
      fields.flatMap(({ dates }) => dates.map(({ after }) => [locationId, after[0]?.isClosed])),
    );
    const day = new Date(christmas()).getUTCDay();
    const isWeekend = day === 0 || day === 6;
    expect(new Map(answers as [string, boolean][])).toEqual(
      new Map([
        [ids[0], isWeekend],
        [ids[1], true],
      ]),
    );
  });

  it.each([
    ['dates=tomorrow', 'Each date must be a day such as 2026-12-24'],
    ['dates=2030-02-29', 'Each date must be a day such as 2026-12-24'],
    ['dates=2030-12-24,2030-12-24', 'Each date can be added only once'],
    ['country=gb', 'Country must be a code of two capital letters, such as GB'],
  ])('are not found out for %s', async (query, message) => {
    for (const path of ['holidays', 'holidays/dates']) {
      const { body } = await mirela.send('get', `/api/${path}?${query}`).expect(400);
      expect(body).toMatchObject({ code: 'validation_failed', errors: [{ message }] });
    }
  });

  it('belong to a connected Business Profile', async () => {
    const visitor = await setting.served.signUp();
    const { body } = await visitor.send('get', '/api/holidays').expect(409);
    expect(body).toMatchObject({ code: 'connect/not-connected' });
    await mirela.send('get', '/api/holidays?accountId=nobody').expect(404);
  });
});
