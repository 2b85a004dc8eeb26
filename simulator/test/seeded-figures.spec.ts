import { afterAll, beforeAll, describe, expect, it } from '../../test/support/jest.ts';
import type { GoogleSimulator } from 'gbp-simulator';
import { callerOf, connect, PEOPLE, startSimulator } from './support.ts';

const DAY_MS = 86_400_000;
const TEA_GARDEN = 'Saltmere Tea Garden';
const SAIL_LOFT = 'Saltmere Sail Loft';
const STORAGE = 'Saltmere Estates';
const METRICS = [
  'CALL_CLICKS',
  'WEBSITE_CLICKS',
  'BUSINESS_DIRECTION_REQUESTS',
  'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
];

let google: GoogleSimulator;
beforeAll(async () => {
  google = await startSimulator();
});
afterAll(() => google.close());

/** The numbers of a location by day, from so many days ago to so many. */
function daysOf(
  location: string,
  metric: string,
  fromAgo: number,
  toAgo: number,
): [day: Date, value: number][] {
  const day = (ago: number) =>
    new Date(google.clock.now().getTime() - ago * DAY_MS).toISOString().slice(0, 10);
  const said = google.world.metrics({ location, metric, from: day(fromAgo), to: day(toAgo) });
  return Object.entries(said).map(([each, value]) => [new Date(each), value]);
}
const sum = (days: [Date, number][], is: (day: Date) => boolean = () => true) =>
  days.reduce((all, [day, value]) => all + (is(day) ? value : 0), 0);
const fourWeeks = (location: string, metric: string, ago = 0) =>
  sum(daysOf(location, metric, ago + 30, ago + 3));
const begin = (at: string) => {
  google.reset();
  google.clock.set(new Date(at), { stopped: true });
};

describe('the figures of the made-up world', () => {
  it('have the weeks and the seasons of their trade', () => {
    begin('2026-11-20T12:00:00Z');
    const isSaturday = (day: Date) => day.getUTCDay() === 6;
    const isTuesday = (day: Date) => day.getUTCDay() === 2;
    const directions = daysOf(TEA_GARDEN, 'BUSINESS_DIRECTION_REQUESTS', 367, 4);
    expect(sum(directions, isSaturday)).toBeGreaterThan(2 * sum(directions, isTuesday));
    const calls = daysOf(STORAGE, 'CALL_CLICKS', 367, 4);
    expect(sum(calls, isTuesday)).toBeGreaterThan(1.3 * sum(calls, isSaturday));
    const inMonth = (month: number) => sum(directions, (day) => day.getUTCMonth() === month - 1);
    expect(inMonth(8)).toBeGreaterThan(2 * inMonth(1));
  });

  it('turn for one location that loses calls and one that gains some, whenever their world begins', () => {
    for (const at of ['2026-02-20T12:00:00Z', '2026-06-20T12:00:00Z', '2027-11-01T12:00:00Z']) {
      begin(at);
      const besideLastYear = (location: string) =>
        fourWeeks(location, 'CALL_CLICKS') / fourWeeks(location, 'CALL_CLICKS', 364);
      expect(besideLastYear(TEA_GARDEN)).toBeLessThan(0.75);
      expect(besideLastYear(SAIL_LOFT)).toBeGreaterThan(1.4);
    }
  });

  it('differ from four weeks to the next, and are the same in each copy and when they are asked for again', () => {
    begin('2026-06-20T12:00:00Z');
    const { email } = google.world.openPrivateWorld({ world: 'agency', owner: 'somebody' });
    const of = (person: string) =>
      google.world
        .locations({ email: person })
        .filter(({ verification }) => verification === 'VERIFIED')
        .map(({ id }) => METRICS.map((metric) => [fourWeeks(id, metric), fourWeeks(id, metric, 28)]));
    const all = of(PEOPLE.ottoline);
    for (const figures of all)
      expect(figures.filter(([now, before]) => now !== before).length).toBeGreaterThanOrEqual(3);
    expect(of(email)).toEqual(all);
    const calls = fourWeeks(TEA_GARDEN, 'CALL_CLICKS');
    google.clock.advance(7 * DAY_MS);
    expect(fourWeeks(TEA_GARDEN, 'CALL_CLICKS', 7)).toBe(calls);
  });

  it('have search words of the trade and the town, some of a season alone', async () => {
    begin('2026-06-20T12:00:00Z');
    const { access_token } = await connect(google, PEOPLE.ottoline);
    const performance = callerOf(google.addresses.GBP_PERFORMANCE_URL, access_token);
    const [tea] = google.world
      .locations({ email: PEOPLE.ottoline })
      .filter(({ fields }) => fields.title === TEA_GARDEN);
    const wordsIn = async (month: number) => {
      const range = ['startMonth', 'endMonth'].flatMap((end) => [
        `monthlyRange.${end}.year=2026`,
        `monthlyRange.${end}.month=${month}`,
      ]);
      const path = `/locations/${tea?.id}/searchkeywords/impressions/monthly?${range.join('&')}`;
      const { body } = await performance('GET', path);
      return body.searchKeywordsCounts.map(({ searchKeyword }: { searchKeyword: string }) => searchKeyword);
    };
    const ofMarch = await wordsIn(3);
    expect(ofMarch).toEqual(
      expect.arrayContaining(['cream tea', 'cafe saltmere', 'mothers day afternoon tea']),
    );
    expect(await wordsIn(5)).not.toContain('mothers day afternoon tea');
  });
});
