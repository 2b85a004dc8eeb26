import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '../../support/jest.ts';
import { and, eq, gte, inArray, isNotNull } from 'drizzle-orm';
import { DAY_MINUTES } from '../../../dist/server/config/durations.js';
import {
  type ReadingRow,
  StatisticsReadingsRepository,
} from '../../../dist/server/statistics/reading/statistics-readings.repository.js';
import { DAILY_METRICS } from '../../../dist/server/business-profile/translation/google-types.js';
import { GoogleQuota } from '../../../dist/server/business-profile/calls/quota.js';
import {
  statisticsDays,
  statisticsReadings,
  statisticsTotals,
} from '../../../dist/server/database/statistics.schema.js';
import { rebuildSums } from '../../../dist/server/statistics/reading/rebuilt-sums.js';
import { StatisticsScopes } from '../../../dist/server/statistics/statistics-scope.js';
import { StatisticsDispatcher } from '../../../dist/server/statistics/reading/statistics-dispatcher.js';
import type { SignedInClient } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { pointsOf, startStatistics, type StatisticsSetting } from '../../support/features/statistics.ts';
import { workOff } from '../../support/due-work.ts';
import { untilSeen } from '../../support/until.ts';
import { MARKET_HILL } from '../../support/google/tamsins-places.ts';

let setting: StatisticsSetting;
beforeAll(async () => {
  setting = await startStatistics();
  ({ google, served, connected, readStatistics, readPlaces, pass, day, statistics, ranking, words } =
    setting);
});
afterEach(() => setting.reset());
afterAll(() => setting.close());

let { google, served, connected, readStatistics, readPlaces, pass, day, statistics, ranking, words } =
  {} as StatisticsSetting;

const { tamsin, idris } = PEOPLE;
const AGENCY_ACCOUNT = '101000000000000000002';
/** Which of Google's statistics each of ours adds up. */
const CALLS = ['CALL_CLICKS'];
const IMPRESSIONS = ['DESKTOP_MAPS', 'DESKTOP_SEARCH', 'MOBILE_MAPS', 'MOBILE_SEARCH'].map(
  (part) => `BUSINESS_IMPRESSIONS_${part}`,
);

const placesOf = (email: string) =>
  google.world.locations({ email }).filter(({ verification }) => verification === 'VERIFIED');

/** What Google says of locations by day. */
function saidBy(locations: string[], metrics: string[], from: string, to: string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const location of locations)
    for (const metric of metrics)
      for (const [each, value] of Object.entries(google.world.metrics({ location, metric, from, to })))
        sums.set(each, (sums.get(each) ?? 0) + value);
  return sums;
}

const totalOf = async (client: SignedInClient, metric: string, query: string) =>
  (await statistics(client, `?metrics=${metric}&${query}`)).metrics[0]!.total;

/** Does something while one statement adds up no more rows than that. */
async function withRowsAtOnce<Result>(rowsAtOnce: number, work: () => Promise<Result>): Promise<Result> {
  const usual = served.database.rowsAtOnce;
  Object.assign(served.database, { rowsAtOnce });
  try {
    return await work();
  } finally {
    Object.assign(served.database, { rowsAtOnce: usual });
  }
}

/** Ends all claims as time does. */
const endLeases = () =>
  served.database.executeSql("update metric_readings set lease_until = shingle_now() - interval '1 second'");

/** Goes on to noon by UTC, so that what takes an hour or two is of the same day. */
async function beginAtNoon(): Promise<void> {
  const hour = served.clock.now().getUTCHours();
  await pass(((36 - hour) % 24) / 24);
}

/** What the reading of 300 locations may take on a busy machine: it is work, and no wait. */
const READING_MS = 300_000;

describe('what one statement may not add up', () => {
  it('is added up by several, with the same sums and in the same order', async () => {
    const robin = await connected(idris);
    await readStatistics();
    const ids = placesOf(idris).map(({ id }) => id);
    const range = `from=${day(28)}&to=${day(2)}`;
    const paths = [
      `?locationIds=${ids.join(',')}&${range}&compare=before`,
      `?locationIds=${ids.join(',')}&from=${day(400)}&to=${day(2)}&compare=year&by=month`,
      ...['most', 'fewest', 'best-rate', 'worst-rate', 'risen', 'fallen'].map(
        (order) => `/locations?metric=CALLS&order=${order}&${range}`,
      ),
      `/locations?${range}&cursor=1&limit=2`,
      ...['', '?change=rising', '?change=lost', '?search=A', '?cursor=2&limit=3'].map(
        (query) => `/keywords${query}`,
      ),
      `/keywords?locationIds=${ids.join(',')}`,
    ];
    const all = async () => {
      const bodies: unknown[] = [];
      for (const path of paths)
        bodies.push((await robin.send('get', `/api/statistics${path}`).expect(200)).body);
      return bodies;
    };
    const whole = await all();
    expect(await withRowsAtOnce(40, all)).toEqual(whole);
  });
});

describe('figures over time', () => {
  it(
    'are sums of what Google says of 300 locations; days that are not counted yet are gaps',
    async () => {
      google.world.addLocations({ account: AGENCY_ACCOUNT, count: 292, seed: 4 });
      const robin = await connected(tamsin);
      await setting.readDays();
      const ids = placesOf(tamsin).map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(290);

      const shown = await statistics(robin);
      expect(shown).toMatchObject({
        locations: 300,
        locationsWithFigures: ids.length,
        locationsToRead: 0,
        dataUntil: day(3),
        period: { from: day(28), to: day(1) },
        comparedWith: null,
      });
      const said = {
        CALLS: saidBy(ids, CALLS, day(28), day(1)),
        IMPRESSIONS: saidBy(ids, IMPRESSIONS, day(28), day(1)),
      };
      for (const [metric, expected] of Object.entries(said)) {
        const points = pointsOf(shown, metric as 'CALLS');
        expect(points.size).toBe(28);
        for (const [each, value] of points)
          expect([metric, each, value]).toEqual([metric, each, each > day(3) ? null : expected.get(each)]);
      }
      const year = await statistics(
        robin,
        `?from=${day(365)}&to=${day(1)}&by=month&metrics=CALLS&compare=before`,
      );
      const all = [...saidBy(ids, CALLS, day(365), day(3)).values()];
      expect(year.metrics[0]).toMatchObject({
        total: all.reduce((sum, value) => sum + value, 0),
        locations: ids.length,
        // Google keeps 18 months, so that not all of the year before is known.
        totalBefore: null,
      });
      expect(year.metrics[0]!.points.at(0)).toMatchObject({ isWhole: day(365).endsWith('-01') });

      const some = ids.slice(0, 40);
      const chosen = await statistics(robin, `?locationIds=${some.join(',')}&metrics=CALLS`);
      expect(chosen.locations).toBe(40);
      expect(chosen.metrics[0]!.total).toBe(
        [...saidBy(some, CALLS, day(28), day(3)).values()].reduce((sum, value) => sum + value, 0),
      );
      const account = await statistics(robin, `?accountId=${AGENCY_ACCOUNT}&metrics=CALLS`);
      expect(account.locations).toBe(296);

      // One call for each location, and none of it again on the same day.
      const calls = google.calls.count({ operation: 'performance.dailyMetrics' });
      expect(calls).toBe(300);
      await readStatistics();
      expect(google.calls.count({ operation: 'performance.dailyMetrics' })).toBe(calls);
    },
    READING_MS,
  );

  it('take over a correction of the past, and count each location once a day at its own time', async () => {
    const robin = await connected(idris);
    await readStatistics();
    const [{ id } = { id: '' }] = placesOf(idris);
    const range = `from=${day(20)}&to=${day(3)}`;
    const before = (await totalOf(robin, 'CALLS', range))!;
    const corrected = day(10);
    const { [corrected]: was = 0 } = google.world.metrics({
      location: id,
      metric: 'CALL_CLICKS',
      from: corrected,
      to: corrected,
    });
    google.world.setMetrics({ location: id, metric: 'CALL_CLICKS', values: { [corrected]: was + 1000 } });
    expect(await totalOf(robin, 'CALLS', range)).toBe(before);
    google.calls.clear();
    await pass(1.5);
    await readStatistics();
    expect(await totalOf(robin, 'CALLS', range)).toBe(before + 1000);
    expect(await totalOf(robin, 'CALLS', `${range}&locationIds=${id}`)).toBeGreaterThan(1000);
    const asked = google.calls.list({ operation: 'performance.dailyMetrics' });
    expect(asked.length).toBe(google.world.locations({ email: idris }).length);
    // From now on a day apart, each at its own minute.
    const rows = await served.database.orm.select().from(statisticsReadings);
    const minutes = rows.map(({ nextAt }) => nextAt.getTime() % 86_400_000);
    expect(new Set(minutes).size).toBeGreaterThan(1);
    google.calls.clear();
    for (let hour = 0; hour < 24; hour += 6) {
      await pass(0.25);
      await readStatistics();
    }
    expect(google.calls.count({ operation: 'performance.dailyMetrics' })).toBeLessThanOrEqual(
      rows.length + 1,
    );
  });

  it('do not show a metric that Google’s answer lacks as zero, and keep what was known of it', async () => {
    google.faults.next('performance.dailyMetrics', 'missing-metrics', {
      metrics: ['CALL_CLICKS'],
      match: { location: MARKET_HILL },
    });
    const robin = await connected(tamsin);
    await readStatistics();
    const one = await statistics(robin, `?locationIds=${MARKET_HILL}&metrics=CALLS,DIRECTIONS`);
    expect(one.metrics).toMatchObject([
      { metric: 'CALLS', total: null, locations: 0 },
      { metric: 'DIRECTIONS', total: expect.any(Number), locations: 1 },
    ]);
    expect(new Set(pointsOf(one, 'CALLS').values())).toEqual(new Set([null]));
    const all = await statistics(robin, '?metrics=CALLS,DIRECTIONS');
    const [calls, directions] = all.metrics;
    expect(calls!.locations).toBe(directions!.locations - 1);

    await pass(1.5);
    await readStatistics();
    const known = await totalOf(robin, 'CALLS', `locationIds=${MARKET_HILL}`);
    expect(known).toBeGreaterThan(0);
    await pass(1.5);
    google.faults.next('performance.dailyMetrics', 'missing-metrics', {
      metrics: ['CALL_CLICKS'],
      match: { location: MARKET_HILL },
    });
    await readStatistics();
    const after = pointsOf(await statistics(robin, `?locationIds=${MARKET_HILL}&metrics=CALLS`), 'CALLS');
    expect(after.get(day(10))).toEqual(expect.any(Number));
  });

  it('count a day without a value as zero, up to the last day with any', async () => {
    const quiet = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [day(index), 0]));
    google.world.setMetrics({ location: MARKET_HILL, metric: 'CALL_CLICKS', values: quiet });
    const robin = await connected(tamsin);
    await readStatistics();
    const points = pointsOf(await statistics(robin, `?locationIds=${MARKET_HILL}&metrics=CALLS`), 'CALLS');
    expect([points.get(day(4)), points.get(day(3)), points.get(day(2))]).toEqual([0, 0, null]);
  });

  it('of a quiet location are read again soon after the first time, when others have shown how far Google has counted', async () => {
    google.world.addLocations({ account: AGENCY_ACCOUNT, count: 6, seed: 9 });
    await beginAtNoon();
    const robin = await connected(tamsin);
    const quiet = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [day(index), 0]));
    const [busy, ...others] = placesOf(tamsin).map(({ id }) => id);
    for (const location of others)
      for (const metric of DAILY_METRICS) google.world.setMetrics({ location, metric, values: quiet });
    expect(busy).toBeTruthy();
    await readStatistics();
    await pass(0.05);
    await readStatistics();
    // What Google has counted by now as a rule is zero; what others alone have is not known of them.
    const shown = await statistics(robin, '?metrics=CALLS');
    expect(shown.dataUntil).toBe(day(5));
    expect(shown.metrics[0]!.points.slice(-5).map(({ locations }) => locations)).toEqual([
      others.length + 1,
      1,
      1,
      0,
      0,
    ]);
  });

  it('of a location that Google counts later than its siblings are unknown on its own last days, and sums say how many locations they hold', async () => {
    const places = placesOf(idris).map(({ id }) => id);
    const [late = '', ...others] = places;
    const counted = DAILY_METRICS.map((metric) => ({
      location: late,
      metric,
      values: google.world.metrics({ location: late, metric, from: day(4), to: day(3) }),
    }));
    for (const one of counted) google.world.setMetrics({ ...one, values: { [day(4)]: 0, [day(3)]: 0 } });
    const robin = await connected(idris);
    await readStatistics();
    const sum = (from: number, to: number) =>
      [...saidBy(places, CALLS, day(from), day(to)).values()].reduce((all, value) => all + value, 0);
    const asked = '?metrics=CALLS&compare=before';
    for (const scope of ['', `&locationIds=${places.join(',')}`]) {
      const all = await statistics(robin, `${asked}${scope}`);
      expect(all.dataUntil).toBe(day(5));
      // The sums, and what they are compared with, end with the last day that all of them have.
      const { points, ...calls } = all.metrics[0]!;
      expect(calls).toMatchObject({
        total: sum(28, 5),
        totalBefore: sum(56, 33),
        locations: places.length,
      });
      expect(points.slice(-5)).toEqual([
        {
          from: day(5),
          to: day(5),
          value: sum(5, 5),
          before: sum(33, 33),
          locations: places.length,
          isWhole: true,
        },
        ...[4, 3].map((ago) => ({
          from: day(ago),
          to: day(ago),
          value: saidBy(others, CALLS, day(ago), day(ago)).get(day(ago)),
          // It would be compared with more locations.
          before: null,
          locations: others.length,
          isWhole: false,
        })),
        ...[2, 1].map((ago) => ({
          from: day(ago),
          to: day(ago),
          value: null,
          before: sum(28 + ago, 28 + ago),
          locations: 0,
          isWhole: false,
        })),
      ]);
    }
    const alone = await statistics(robin, `${asked}&locationIds=${late}`);
    expect(alone.dataUntil).toBe(day(5));
    expect(alone.metrics[0]!.points.slice(-4).map(({ value }) => value)).toEqual([null, null, null, null]);
    const { text } = await robin.send('get', `/api/statistics${asked}&format=csv`).expect(200);
    const lines = text.split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFF"From","To","All counted","Locations","CALLS","CALLS locations","CALLS before"',
    );
    expect(lines[25]).toMatch(
      new RegExp(`^"${day(4)}","${day(4)}","no","\\d+","\\d+","${others.length}",""$`),
    );

    const [late4, late3] = [day(4), day(3)];
    for (const one of counted) google.world.setMetrics(one);
    await pass(1.5);
    await readStatistics();
    const { metrics, dataUntil } = await statistics(robin, `?metrics=CALLS&from=${late4}&to=${late3}`);
    expect(dataUntil! > late3).toBe(true);
    expect(metrics[0]!.points.map(({ value, locations }) => [value, locations])).toEqual(
      [late4, late3].map((each) => [saidBy(places, CALLS, each, each).get(each), places.length]),
    );
  });

  it('are read in parts where Google refuses a long range, and unknown before the history that is kept', async () => {
    google.configure({ metricsDays: 200 });
    const robin = await connected(idris);
    await readStatistics();
    const [{ id } = { id: '' }] = placesOf(idris);
    const { metrics } = await statistics(
      robin,
      `?locationIds=${id}&metrics=CALLS&from=${day(500)}&to=${day(400)}`,
    );
    const said = saidBy([id], CALLS, day(500), day(400));
    expect(metrics[0]!.total).toBe([...said.values()].reduce((sum, value) => sum + value, 0));
    expect(metrics[0]!.total).toBeGreaterThan(0);
    expect(await totalOf(robin, 'CALLS', `from=${day(570)}&to=${day(549)}`)).toBeNull();
  });

  it('are compared with as many days before, those that are not counted left out on both sides', async () => {
    const robin = await connected(idris);
    await readStatistics();
    const ids = placesOf(idris).map(({ id }) => id);
    const { comparedWith, metrics } = await statistics(robin, '?compare=before&metrics=CALLS&by=week');
    expect(comparedWith).toEqual({ from: day(56), to: day(29) });
    const sum = (from: number, to: number) =>
      [...saidBy(ids, CALLS, day(from), day(to)).values()].reduce((all, value) => all + value, 0);
    expect(metrics[0]).toMatchObject({ total: sum(28, 3), totalBefore: sum(56, 31) });
    const year = await statistics(robin, '?compare=year&metrics=CALLS');
    const yearAgo = (daysAgo: number) => `${Number(day(daysAgo).slice(0, 4)) - 1}${day(daysAgo).slice(4)}`;
    const said = saidBy(ids, CALLS, yearAgo(28), yearAgo(3));
    expect(year.comparedWith).toEqual({ from: yearAgo(28), to: yearAgo(1) });
    expect(year.metrics[0]!.totalBefore).toBe([...said.values()].reduce((all, value) => all + value, 0));
  });

  it('of a location that has gone leave the sums, and those of a new one come to them', async () => {
    const robin = await connected(tamsin);
    await readStatistics();
    const ids = placesOf(tamsin).map(({ id }) => id);
    const range = `from=${day(28)}&to=${day(3)}`;
    const sumOf = (places: string[]) =>
      [...saidBy(places, CALLS, day(28), day(3)).values()].reduce((sum, value) => sum + value, 0);
    expect(await totalOf(robin, 'CALLS', range)).toBe(sumOf(ids));
    google.world.removeLocation({ location: MARKET_HILL });
    const { id: added } = google.world.addLocation({ account: AGENCY_ACCOUNT, title: 'The new one' }) as {
      id: string;
    };
    await readPlaces(robin);
    await readStatistics();
    const now = [...ids.filter((id) => id !== MARKET_HILL), added];
    expect(await totalOf(robin, 'CALLS', range)).toBe(sumOf(now));
    await robin.send('get', `/api/statistics?locationIds=${MARKET_HILL}`).expect(404);
  });

  it('are refused for ranges that are none', async () => {
    const robin = await connected(idris);
    for (const [query, field] of [
      [`?from=${day(1)}&to=${day(2)}`, 'to'],
      [`?from=${day(600)}`, 'from'],
      ['?from=2026-02-30', 'from'],
      ['?metrics=WISHES', 'metrics'],
      ['?by=hour', 'by'],
    ])
      expect([query, (await robin.send('get', `/api/statistics${query}`).expect(400)).body.errors]).toEqual([
        query,
        [expect.objectContaining({ field })],
      ]);
  });
});

describe('whose figures they are', () => {
  it('is the owner alone; sample data have none, and disconnecting drops all', async () => {
    const [robin, sam, eve] = [await connected(tamsin), await connected(idris), await served.signUp()];
    await readStatistics();
    for (const path of ['', '/locations', '/keywords', '/timeline']) {
      await sam.send('get', `/api/statistics${path}?locationIds=${MARKET_HILL}`).expect(404);
      await sam.send('get', `/api/statistics${path}?accountId=${AGENCY_ACCOUNT}`).expect(404);
      const refused = await eve.send('get', `/api/statistics${path}`);
      expect([refused.status, refused.body.code]).toEqual([409, 'connect/not-connected']);
    }
    const mine = await ranking(sam);
    expect(mine.items.map(({ locationId }) => locationId).sort()).toEqual(
      placesOf(idris)
        .map(({ id }) => id)
        .sort(),
    );
    await robin.send('delete', '/api/auth/gbp-connection').expect(200);
    const isRobins = eq(statisticsReadings.workspaceId, robin.uid);
    expect(await served.database.orm.$count(statisticsReadings, isRobins)).toBe(0);
    expect(
      await served.database.orm.$count(statisticsTotals, eq(statisticsTotals.workspaceId, robin.uid)),
    ).toBe(0);
    await connected(idris);
  });
});

describe('a reading', () => {
  it('has the lowest priority of its API', async () => {
    const priorities = new Set<string>();
    await connected(idris);
    const quota = served.app.get(GoogleQuota);
    Object.assign(quota, {
      take: (_service: string, { priority }: { priority: string }) => {
        priorities.add(priority);
        return Promise.resolve();
      },
    });
    await readStatistics();
    expect([...priorities]).toEqual(['mirror']);
  });

  it('whose claim was taken over stores nothing', async () => {
    const robin = await connected(idris);
    await readStatistics();
    const readings = served.app.get(StatisticsReadingsRepository);
    const [row] = await served.database.orm
      .select()
      .from(statisticsReadings)
      .where(eq(statisticsReadings.workspaceId, robin.uid));
    await pass(2);
    const first = await readings.claimOne(row!, row!.locationId);
    await endLeases();
    const second = await readings.claimOne(row!, row!.locationId);
    expect([first!.attempt + 1, first!.id]).toEqual([second!.attempt, second!.id]);
    const before = await served.database.orm.$count(statisticsDays);
    await readings.storeDays(first!, {
      days: [],
      lastValue: null,
      settledUntil: day(0),
      hasSeries: false,
      at: served.clock.now(),
      wholeFrom: day(0),
      nextAt: served.clock.now(),
      soonAt: served.clock.now(),
    });
    expect(await served.database.orm.$count(statisticsDays)).toBe(before);
  });

  it('is left to the process that has claimed it, also by one whose clock is far ahead', async () => {
    await connected(tamsin);
    google.faults.next('performance.dailyMetrics', 'silent', { times: 100 });
    google.calls.clear();
    const reading = await setting.replica();
    const asked = () => google.calls.count({ operation: 'performance.dailyMetrics' });
    await untilSeen('calls without an answer', () => asked() === 2);
    await served.database.executeSql(
      "update metric_readings set next_at = next_at + interval '1 day', words_next_at = next_at + interval '1 day' where lease_until is null",
    );
    const rows = () => served.database.orm.select().from(statisticsReadings).orderBy(statisticsReadings.id);
    const before = await rows();
    await pass(5 / DAY_MINUTES);
    await workOff(served.app.get(StatisticsDispatcher));
    expect(await rows()).toEqual(before);
    await reading.close();
  });

  it('that a person waits for, and that ends late, leaves the claim of the process that has taken it over', async () => {
    const robin = await connected(idris);
    const isOwn = eq(statisticsReadings.workspaceId, robin.uid);
    const readings = served.app.get(StatisticsReadingsRepository);
    let taken: ReadingRow | undefined;
    const take = async () => {
      if (taken) return;
      await endLeases();
      const [row] = await served.database.orm.select().from(statisticsReadings).where(isOwn);
      taken = await readings.claimOne(row!, row!.locationId);
    };
    Object.assign(served.app.get(GoogleQuota), { take });
    await robin.send('get', `/api/locations/${placesOf(idris)[0]!.id}/stats`).expect(200);
    expect(await served.database.orm.select().from(statisticsReadings).where(isOwn)).toEqual([taken]);
  });

  it('ends with its process, which gives back all that it has claimed before its database closes', async () => {
    const robin = await connected(tamsin);
    google.faults.next('performance.dailyMetrics', 'silent', { times: 100 });
    google.calls.clear();
    const stopping = await setting.replica();
    const claimed = () =>
      served.database.orm.$count(statisticsReadings, isNotNull(statisticsReadings.leaseUntil));
    const asked = () => google.calls.count({ operation: 'performance.dailyMetrics' });
    await untilSeen('calls without an answer', () => asked() === 2);
    // One owner has half of the places.
    expect(await claimed()).toBe(2);
    await stopping.close();
    expect(await claimed()).toBe(0);
    google.faults.clear();
    await readStatistics();
    expect(await statistics(robin)).toMatchObject({ locationsToRead: 0 });
  });

  it('that Google refuses keeps what was known, and is tried again the next day', async () => {
    const robin = await connected(idris);
    await readStatistics();
    const total = await totalOf(robin, 'CALLS', `from=${day(28)}&to=${day(3)}`);
    const range = `from=${day(28)}&to=${day(3)}`;
    await pass(1.5);
    google.faults.next('performance.dailyMetrics', 'forbidden', { times: 100 });
    google.calls.clear();
    await readStatistics();
    await readStatistics();
    const asked = google.calls.count({ operation: 'performance.dailyMetrics' });
    expect(asked).toBe(google.world.locations({ email: idris }).length);
    expect(await totalOf(robin, 'CALLS', range)).toBe(total);
  });

  it('is counted, and named as late once it has been due for a day', async () => {
    await connected(idris);
    await readStatistics();
    const locations = google.world.locations({ email: idris }).length;
    const dispatcher = served.app.get(StatisticsDispatcher);
    expect(await dispatcher.count()).toEqual({ locations, late: 0 });
    await pass(2.5);
    expect(await dispatcher.count()).toEqual({ locations, late: locations });
    await readStatistics();
    expect(await dispatcher.count()).toEqual({ locations, late: 0 });
  });

  it('is due again within 30 days for the whole history; what Google has not said again is dropped', async () => {
    await connected(idris);
    await readStatistics();
    const oldest = async () => {
      const { rows } = await served.database.executeSql('select min(day)::text as day from metric_days');
      return (rows[0] as { day: string | null }).day;
    };
    expect(await oldest()).toBe(day(548));
    await pass(21);
    await readStatistics();
    expect(await oldest()).toBe(day(548));
    google.faults.next('performance.dailyMetrics', 'error-before', { times: 10_000 });
    await pass(31);
    await served.app.get(StatisticsDispatcher).dropOld();
    expect(await oldest()).toBeNull();
    const { rows } = await served.database.executeSql('select sum(calls) as calls from metric_totals');
    expect(Number((rows[0] as { calls: string }).calls)).toBe(0);
  });
});

/** Limits a query of `metric_days` to those of a location. */
function areOf(locationId: string) {
  const { id } = statisticsReadings;
  const readings = served.database.orm.select({ id }).from(statisticsReadings);
  return inArray(statisticsDays.readingId, readings.where(eq(statisticsReadings.locationId, locationId)));
}

describe('what Google has not said again for 30 days', () => {
  const daysOf = (locationId: string) => served.database.orm.$count(statisticsDays, areOf(locationId));
  /** Looks every third day, as old statistics are looked for every hour. */
  const untilDropped = async (locationId: string, each: () => Promise<void>) => {
    for (let days = 3; days <= 48; days += 3) {
      await pass(3);
      await each();
      await served.app.get(StatisticsDispatcher).dropOld();
      if ((await daysOf(locationId)) === 0) return days;
    }
    return Infinity;
  };

  it('is dropped where no reading has succeeded since', async () => {
    await connected(idris);
    await readStatistics();
    await pass(6);
    await readStatistics();
    const [{ id } = { id: '' }] = placesOf(idris);
    expect(await untilDropped(id, () => Promise.resolve())).toBeLessThanOrEqual(33);
    const { rows } = await served.database.executeSql('select sum(calls) as calls from metric_totals');
    expect(Number((rows[0] as { calls: string }).calls)).toBe(0);
  });

  it('is dropped where its answers about a location have no figures any more', async () => {
    await connected(idris);
    await readStatistics();
    await pass(12);
    await readStatistics();
    const [{ id } = { id: '' }] = placesOf(idris);
    google.faults.next('performance.dailyMetrics', 'missing-metrics', {
      metrics: [...DAILY_METRICS],
      match: { location: id },
      times: 10_000,
    });
    expect(await untilDropped(id, readStatistics)).toBeLessThanOrEqual(33);
    const [other] = placesOf(idris).slice(1);
    expect(await daysOf(other!.id)).toBeGreaterThan(500);
  });
});

describe('compared locations', () => {
  it('stand in the order that is asked for, with rates for 1,000 impressions', async () => {
    const robin = await connected(tamsin);
    const [first, second] = placesOf(tamsin).map(({ id }) => id) as [string, string];
    google.world.setMetrics({
      location: first,
      metric: 'CALL_CLICKS',
      values: { [day(40)]: 5000, [day(10)]: 0 },
    });
    google.world.setMetrics({ location: second, metric: 'CALL_CLICKS', values: { [day(10)]: 4000 } });
    await readStatistics();
    const idsOf = async (query: string) =>
      (await ranking(robin, query)).items.map(({ locationId }) => locationId);
    expect((await idsOf('?metric=CALLS&order=most'))[0]).toBe(second);
    expect((await idsOf('?metric=CALLS&order=best-rate'))[0]).toBe(second);
    expect((await idsOf('?metric=CALLS&order=risen'))[0]).toBe(second);
    expect((await idsOf('?metric=CALLS&order=fallen&limit=5'))[0]).toBe(first);
    const { items, nextCursor } = await ranking(robin, '?metric=CALLS&order=fewest&limit=2');
    const [next] = await idsOf(`?metric=CALLS&order=fewest&limit=2&cursor=${nextCursor}`);
    expect([...items.map(({ locationId }) => locationId), next]).toEqual(
      (await idsOf('?metric=CALLS&order=fewest')).slice(0, 3),
    );
    const [{ figures } = { figures: [] }] = (await ranking(robin, `?locationIds=${second}`)).items;
    const [impressions, calls] = figures;
    expect(calls!.per1000).toBeCloseTo((calls!.value! / impressions!.value!) * 1000, 0);
    expect(impressions!.per1000).toBeNull();
  });

  it('say up to which day they go for a location that could not be read for days, and sums over how many they are', async () => {
    const robin = await connected(idris);
    await readStatistics();
    const [id = '', ...others] = placesOf(idris).map((place) => place.id);
    google.faults.next('performance.dailyMetrics', 'forbidden', { times: 1000, match: { location: id } });
    // In a day and a half each location has its own minute once, and at the end all others were just read.
    for (let count = 0; count < 4; count += 1) {
      await pass(1.5);
      await readStatistics();
    }
    const { items, dataUntil } = await ranking(robin, '?metric=CALLS');
    expect(dataUntil).toBe(day(3));
    expect(new Map(items.map((item) => [item.locationId, item.dataUntil]))).toEqual(
      new Map([[id, day(9)], ...others.map((other) => [other, day(3)] as const)]),
    );
    const shown = await statistics(robin, '?metrics=CALLS&compare=before');
    // Those of a part of the locations are not compared with those of all.
    expect(shown.metrics[0]).toMatchObject({ totalBefore: null, locations: others.length + 1 });
    expect(shown.metrics[0]!.points.slice(-9, -6)).toMatchObject([
      { from: day(9), locations: others.length + 1, before: expect.any(Number), isWhole: true },
      { from: day(8), locations: others.length, before: null, isWhole: true },
      { from: day(7), locations: others.length, before: null, isWhole: true },
    ]);
  });

  it('have not changed as far as anybody knows where a part of either period is unknown', async () => {
    const robin = await connected(idris);
    await readStatistics();
    // Google keeps 18 months, so that not all of the year before is known.
    const year = `?metric=CALLS&order=risen&from=${day(365)}&to=${day(1)}`;
    const { items } = await ranking(robin, `${year}&compare=before`);
    const callsOf = ({ figures }: (typeof items)[number]) => figures.find(({ metric }) => metric === 'CALLS');
    expect(items.map(callsOf)).toEqual(
      items.map(() => expect.objectContaining({ value: expect.any(Number), before: null })),
    );

    // Google’s answers about one of them lack calls for two weeks, which is no loss.
    const month = `?metric=CALLS&order=fallen&from=${day(28)}&to=${day(3)}`;
    const [{ id } = { id: '' }] = placesOf(idris);
    const one = (await ranking(robin, month)).items.find(({ locationId }) => locationId === id);
    expect(callsOf(one!)).toMatchObject({ value: expect.any(Number), before: expect.any(Number) });
    await served.database.orm
      .update(statisticsDays)
      .set({ calls: null })
      .where(and(gte(statisticsDays.day, day(16)), areOf(id)));
    await rebuildSums(served.database);
    const fallen = (await ranking(robin, month)).items;
    expect(fallen.at(-1)!.locationId).toBe(id);
    expect(callsOf(fallen.at(-1)!)).toMatchObject({ value: expect.any(Number), before: null });
  });

  it('are compared with the same days of the year before also next to a leap day', async () => {
    let leap = Number(day(0).slice(0, 4));
    while (leap % 4 > 0 || Date.UTC(leap, 2, 2) < Date.parse(day(0))) leap += 1;
    await pass((Date.UTC(leap, 2, 2) - Date.parse(day(0))) / 86_400_000);
    const robin = await connected(idris);
    await readStatistics();
    const [{ id } = { id: '' }] = placesOf(idris);
    const query = `?locationIds=${id}&from=${leap}-02-20&to=${leap}-03-01&compare=year`;
    const shown = await statistics(robin, `${query}&metrics=CALLS`);
    expect(shown.dataUntil).toBe(`${leap}-02-28`);
    const [{ figures } = { figures: [] }] = (await ranking(robin, query)).items;
    expect(figures.find(({ metric }) => metric === 'CALLS')).toMatchObject({
      value: shown.metrics[0]!.total,
      before: shown.metrics[0]!.totalBefore,
    });
  });
});

describe('the ratings beside compared locations', () => {
  it('are Google’s own figures, and the answered share of the summary', async () => {
    const robin = await connected(tamsin);
    await readStatistics();
    const ratingsOf = async () =>
      (await ranking(robin)).items.map(({ locationId, averageRating, reviewCount, answeredShare }) => ({
        locationId,
        averageRating,
        reviewCount,
        answeredShare,
      }));
    const unread = await ratingsOf();
    expect(unread.length).toBeGreaterThan(1);
    for (const { locationId, ...ratings } of unread)
      expect([locationId, ratings]).toEqual([
        locationId,
        { averageRating: null, reviewCount: null, answeredShare: null },
      ]);

    google.world.writeReviews({ locations: [MARKET_HILL], count: 7, seed: 2 });
    await setting.readReviews(robin);
    const atGoogle = new Map(google.world.reviews({ email: tamsin }).map((one) => [one.location, one]));
    const ratings = await ratingsOf();
    for (const { locationId, ...shown } of ratings) {
      const known = atGoogle.get(locationId)!;
      const { body } = await robin.send('get', `/api/reviews/summary?locationId=${locationId}`).expect(200);
      expect([locationId, shown]).toEqual([
        locationId,
        {
          averageRating: known.averageRating ?? null,
          reviewCount: known.totalReviewCount ?? 0,
          answeredShare: body.answeredShare,
        },
      ]);
    }
    const shares = ratings.map(({ answeredShare }) => answeredShare);
    expect(shares).toContainEqual(expect.closeTo(0.5, 0));
    const table = await robin.send('get', '/api/statistics/locations?format=csv').expect(200);
    const [head = '', ...lines] = table.text.split('\r\n');
    expect(head).toMatch(/,"Rating","Reviews","Answered share"$/);
    const { averageRating, reviewCount, answeredShare } = ratings.find(
      ({ locationId }) => locationId === MARKET_HILL,
    )!;
    expect(lines.find((line) => line.includes(MARKET_HILL))).toMatch(
      new RegExp(`,"${averageRating}","${reviewCount}","${answeredShare}"$`),
    );
  });
});

describe('search words', () => {
  it('are numbers or a bound, which no sum includes; new, lost and rising ones are marked', async () => {
    const [month, before] = [
      day(0).slice(0, 7),
      new Date(Date.UTC(Number(day(0).slice(0, 4)), Number(day(0).slice(5, 7)) - 2, 1))
        .toISOString()
        .slice(0, 7),
    ];
    for (const { id } of google.world.locations({ email: idris }))
      for (const each of [month, before]) google.world.setKeywords({ location: id, month: each, words: {} });
    const [one, two] = placesOf(idris).map(({ id }) => id) as [string, string];
    google.world.setKeywords({
      location: one,
      month: before,
      words: { 'old maps': 40, repairs: 20, lamps: 4 },
    });
    google.world.setKeywords({ location: one, month, words: { repairs: 60, lamps: 5, 'new thing': 30 } });
    google.world.setKeywords({ location: two, month, words: { repairs: 7, 'new thing': 20 } });
    const robin = await connected(idris);
    await readStatistics();
    const look = async () => {
      const shown = await words(robin, `?month=${month}`);
      expect(shown).toMatchObject({ month, isOpen: true, matched: 4 });
      expect(shown.months.slice(0, 2)).toEqual([month, before]);
      expect(shown.items).toEqual([
        {
          word: 'repairs',
          figure: { value: 60, fewerThan: 15, locationsBelow: 1 },
          before: { value: 20, fewerThan: null, locationsBelow: 0 },
          change: 'rising',
        },
        {
          word: 'new thing',
          figure: { value: 50, fewerThan: null, locationsBelow: 0 },
          before: null,
          change: 'new',
        },
        {
          word: 'lamps',
          figure: { value: null, fewerThan: 15, locationsBelow: 1 },
          before: { value: null, fewerThan: 15, locationsBelow: 1 },
          change: null,
        },
        {
          word: 'old maps',
          figure: null,
          before: { value: 40, fewerThan: null, locationsBelow: 0 },
          change: 'lost',
        },
      ]);
      const wordsOf = async (query: string) => (await words(robin, query)).items.map(({ word }) => word);
      expect(await wordsOf(`?month=${month}&change=new`)).toEqual(['new thing']);
      expect(await wordsOf(`?month=${month}&search=MAP`)).toEqual(['old maps']);
      expect(await wordsOf(`?month=${month}&locationIds=${two}`)).toEqual(['new thing', 'repairs']);
      // The oldest month that is kept is compared with none.
      const oldest = await words(robin, `?month=${shown.months.at(-1)}`);
      expect(oldest.items.map(({ change }) => change)).not.toContain('new');
    };
    await look();
    await withRowsAtOnce(1, look);
  });

  it('are those of the last month with any, and none is lost before Google has counted the next one', async () => {
    const month = day(0).slice(0, 7);
    const before = new Date(Date.parse(`${month}-01`) - 86_400_000).toISOString().slice(0, 7);
    for (const { id } of google.world.locations({ email: idris })) {
      google.world.setKeywords({ location: id, month, words: {} });
      google.world.setKeywords({ location: id, month: before, words: { repairs: 40 } });
    }
    const robin = await connected(idris);
    await readStatistics();
    const shown = await words(robin);
    expect([shown.month, shown.items[0]?.word]).toEqual([before, 'repairs']);
    expect(shown.months[0]).toBe(month);
    expect(await words(robin, `?month=${month}`)).toMatchObject({ month, items: [], matched: 0 });
  });

  it('are still open until they were read some days after the end of the month', async () => {
    const [year = 0, number = 0] = day(0).split('-').map(Number);
    const month = day(0).slice(0, 7);
    await pass((Date.UTC(year, number, 1) - Date.parse(day(0))) / 86_400_000 - 1);
    const robin = await connected(idris);
    await readStatistics();
    const isOpen = async () => (await words(robin, `?month=${month}`)).isOpen;
    expect(await isOpen()).toBe(true);
    // What is known of it is from before its end.
    await pass(2);
    await readStatistics();
    expect([day(0).slice(0, 7) > month, await isOpen()]).toEqual([true, true]);
    await pass(7);
    await readStatistics();
    expect(await isOpen()).toBe(false);
  });

  it('say of how many locations they are while they are still read, and call none lost or new until then', async () => {
    const robin = await connected(idris);
    await readStatistics();
    const places = placesOf(idris).map(({ id }) => id);
    const [year = 0, number = 0] = day(0).split('-').map(Number);
    const last = day(0).slice(0, 7);
    await pass((Date.UTC(year, number, 1) - Date.parse(day(0))) / 86_400_000 + 1);
    const month = day(0).slice(0, 7);
    const [late = '', ...others] = places;
    for (const id of others) google.world.setKeywords({ location: id, month, words: { repairs: 30 } });
    google.world.setKeywords({ location: late, month, words: { repairs: 50, lamps: 60 } });
    // Its words of the new month cannot be read for now.
    google.faults.next('performance.searchKeywords', 'error-before', {
      times: 1000,
      match: { location: late },
    });
    for (let count = 0; count < 8; count += 1) {
      await pass(1);
      await readStatistics();
    }
    const locations = google.world.locations({ email: idris }).length;
    const open = await words(robin, `?month=${month}`);
    expect(open).toMatchObject({ month, locations, locationsToRead: 1 });
    expect(open.items).toEqual([
      {
        word: 'repairs',
        figure: { value: 30 * others.length, fewerThan: null, locationsBelow: 0 },
        before: null,
        change: null,
      },
    ]);
    expect(await words(robin, `?month=${last}`)).toMatchObject({
      month: last,
      locations,
      locationsToRead: 0,
    });
    expect(await words(robin, `?month=${month}&locationIds=${late}`)).toMatchObject({
      locations: 1,
      locationsToRead: 1,
      items: [],
    });
    const { text } = await robin
      .send('get', `/api/statistics/keywords?month=${month}&format=csv`)
      .expect(200);
    const [header, line] = text.split('\r\n');
    expect(header).toContain('"Month","State","Locations","Locations to read","Word"');
    expect(line).toContain(`"${month}","open","${locations}","1","repairs"`);

    google.faults.clear();
    await pass(1);
    await readStatistics();
    const whole = await words(robin, `?month=${month}`);
    expect(whole).toMatchObject({ locations, locationsToRead: 0 });
    expect(whole.items.slice(0, 2).map(({ word, figure }) => [word, figure?.value])).toEqual([
      ['repairs', 30 * others.length + 50],
      ['lamps', 60],
    ]);
    expect(new Set(whole.items.map(({ change }) => change))).toContain('lost');
  });

  it('are read about every second day, each month often enough', async () => {
    await connected(idris);
    await readStatistics();
    const places = google.world.locations({ email: idris }).length;
    google.calls.clear();
    for (let count = 0; count < 28; count += 1) {
      await pass(1);
      await readStatistics();
    }
    const asked = google.calls.count({ operation: 'performance.searchKeywords' });
    expect(asked / places / 28).toBeLessThan(0.6);
    const { rows } = await served.database.executeSql(
      "select count(*)::int as late from keyword_readings where read_at < $1 and month > $1::timestamptz - interval '5 months'",
      [new Date(served.clock.now().getTime() - 26 * 86_400_000)],
    );
    expect(rows).toEqual([{ late: 0 }]);
  });
});

describe('a table', () => {
  it('has what is shown, gaps without a number, and no text that a spreadsheet runs', async () => {
    const { id } = google.world.addLocation({
      account: google.world.accounts({ email: idris })[0]!.id,
      title: '=cmd|calc',
    }) as { id: string };
    google.world.setKeywords({ location: id, month: day(0).slice(0, 7), words: { '@SUM(1)': 99 } });
    const robin = await connected(idris);
    await readStatistics();
    const table = async (path: string) => {
      const answer = await robin.send('get', `/api/statistics${path}`).expect(200);
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      return answer.text.split('\r\n');
    };
    const lines = await table('?format=csv&metrics=CALLS&compare=before');
    expect(lines[28]).toMatch(new RegExp(`^"${day(1)}","${day(1)}","no","\\d+","","0","\\d+"$`));
    expect(lines[26]).toMatch(new RegExp(`^"${day(3)}","${day(3)}","yes","\\d+","\\d+","\\d+","\\d+"$`));
    expect((await table('/locations?format=csv')).join('\n')).toContain(`"'=cmd|calc"`);
    expect((await table(`/keywords?format=csv&locationIds=${id}`)).join('\n')).toContain(`"'@SUM(1)","99"`);
    expect((await table('/timeline?format=csv'))[0]).toContain('"Day","Kind"');
  });

  it('says that a day is counted although Google says nothing of one of the metrics', async () => {
    google.faults.next('performance.dailyMetrics', 'missing-metrics', {
      metrics: ['BUSINESS_BOOKINGS'],
      times: 10_000,
    });
    const robin = await connected(idris);
    await readStatistics();
    const { text } = await robin.send('get', '/api/statistics?format=csv&metrics=CALLS,BOOKINGS').expect(200);
    const lines = text.split('\r\n');
    expect(lines[26]).toMatch(new RegExp(`^"${day(3)}","${day(3)}","yes","\\d+","\\d+","\\d+","","0"$`));
    expect(lines[27]).toMatch(new RegExp(`^"${day(2)}","${day(2)}","no","\\d+","","0","","0"$`));
  });
});

describe('the time line', () => {
  it('says what was changed and published on which day', async () => {
    const robin = await connected(idris);
    const [{ id } = { id: '' }] = placesOf(idris);
    await robin.send('patch', `/api/locations/${id}`, { websiteUri: 'https://new.example.com/' }).expect(200);
    const { body } = await robin.send('get', `/api/statistics/timeline?to=${day(0)}`).expect(200);
    expect(body.items).toEqual([
      { day: day(0), kind: 'CHANGE', field: 'websiteUri', name: null, count: 1, locations: 1 },
    ]);
    const other = await robin.send('get', `/api/statistics/timeline?to=${day(1)}`).expect(200);
    expect(other.body.items).toEqual([]);
  });

  it('has the latest where there is more than it can show', async () => {
    const robin = await connected(idris);
    await served.database.executeSql(
      `insert into profile_changes (id, workspace_id, subject, account_id, location_id, location_name, field, view, before,
         after, origin, state, at, search_text)
       select gen_random_uuid(), workspace_id, subject, 'group', 'place-' || n, 'Place', field, 'owner', to_jsonb('a'::text),
         to_jsonb('b'::text), 'here', 'public', $2::timestamptz - n * interval '1 day', ''
       from google_connections, generate_series(1, 400) n,
         unnest(array['websiteUri', 'phoneNumber', 'description']) field
       where workspace_id = $1`,
      [robin.uid, served.clock.now()],
    );
    const { body } = await robin
      .send('get', `/api/statistics/timeline?from=${day(500)}&to=${day(1)}`)
      .expect(200);
    const days = (body.items as { day: string }[]).map((item) => item.day);
    expect([days.length, days[0], days.at(-1)]).toEqual([1000, day(334), day(1)]);
  });
});

const NOTHING_COUNTED = { locations: 1, locationsWithFigures: 1, locationsToRead: 0, dataUntil: null };

describe('several of what costs much, of one person at once,', () => {
  it.each([
    ['rankings', '/locations', 'stateOf', NOTHING_COUNTED],
    ['search words', '/keywords', 'count', 0],
    ['statistics of some locations', '?locationIds=SOME', 'readingIds', []],
  ] as const)('%s, are added up one after another, and no more of them wait than eight', async (...row) => {
    const [, path, read, nothing] = row;
    const [{ id } = { id: '' }] = placesOf(idris);
    const robin = await connected(idris);
    await readStatistics();
    const scopes = served.app.get(StatisticsScopes);
    let refused = 0;
    const running = { now: 0, most: 0 };
    const reads = jest.spyOn(scopes, read).mockImplementation(async () => {
      running.most = Math.max(running.most, (running.now += 1));
      await untilSeen('the two that have no place', () => refused === 2);
      running.now -= 1;
      return nothing as never;
    });
    try {
      const ask = async () => {
        const { status } = await robin.send('get', `/api/statistics${path.replace('SOME', id)}`);
        if (status === 429) refused += 1;
        return status;
      };
      const answers = await Promise.all(Array.from({ length: 11 }, ask));
      expect(running.most).toBe(1);
      expect(answers.sort()).toEqual([...Array(9).fill(200), 429, 429]);
    } finally {
      reads.mockRestore();
    }
  });
});
