import { afterAll, beforeAll, describe, expect, it, jest } from '../../support/jest.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { migrate } from '../../../dist/server/database/migrate.js';
import { mirrorLocations } from '../../../dist/server/database/mirror.schema.js';
import {
  keywordMonths,
  keywordTotals,
  statisticsDays,
  statisticsReadings,
  statisticsTotals,
  statisticsWeeks,
} from '../../../dist/server/database/statistics.schema.js';
import { rebuildSums } from '../../../dist/server/statistics/reading/rebuilt-sums.js';
import type { DayNumbers } from '../../../dist/server/statistics/reading/statistics-days.repository.js';
import { STATISTICS_COLUMNS } from '../../../dist/server/statistics/reading/statistics-columns.js';
import {
  type ReadingRow,
  StatisticsReadingsRepository,
} from '../../../dist/server/statistics/reading/statistics-readings.repository.js';
import { StatisticsRetention } from '../../../dist/server/statistics/reading/statistics-retention.js';
import { SumsWork } from '../../../dist/server/statistics/reading/sums-work.js';
import type { RankingDto, StatisticsDto } from '../../../dist/server/statistics/statistics.dto.js';
import { type SignedInClient, startTestApp, type TestApp, withoutTasks } from '../../support/app.ts';
import { workOff } from '../../support/due-work.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { emptyDatabase, makeOlder } from '../../support/database/older-database.ts';
import { addPlaces } from '../../support/features/big-account.ts';
import { createRandom } from '../../support/seeded-random.ts';
import { isDeepStrictEqual } from 'node:util';

const DAY_MS = 24 * 60 * 60_000;
const PLACES = 6;
const STEPS = 8;
/** How many migrations an older version knew that kept no sums by week. */
const BEFORE_SUMS = 30;
/** Histories in which the last day is one of these: a year begins, a leap day has gone by, another year begins on a Monday. */
const LAST_DAYS = ['2026-11-26', '2027-01-06', '2028-03-09', '2029-01-07'];

let served: TestApp;
let robin: SignedInClient;
let owner: { workspaceId: string; subject: string };
let readings: StatisticsReadingsRepository;
let retention: StatisticsRetention;
/** The embedded database is much slower. */
let histories: number;

beforeAll(async () => {
  served = await startTestApp({}, undefined, { prepare: withoutTasks });
  robin = await served.signUp();
  owner = { workspaceId: robin.uid, subject: 'google-robin' };
  await addPlaces(served.database, { uid: robin.uid, subject: owner.subject }, PLACES, served.clock.now());
  readings = served.app.get(StatisticsReadingsRepository);
  retention = served.app.get(StatisticsRetention);
  histories = served.database.rowsAtOnce === Infinity ? 100 : 12;
});
afterAll(() => served.close());

const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const mondayOf = (day: string) => plusDays(day, -((new Date(day).getUTCDay() + 6) % 7));
const orm = () => served.database.orm;

/** What a history is made of: the same for the same seed. */
class Dice {
  readonly next: () => number;
  constructor(seed: number) {
    this.next = createRandom(seed);
  }
  upTo(most: number): number {
    return Math.floor(this.next() * (most + 1));
  }
  happens(share: number): boolean {
    return this.next() < share;
  }
  of<Item>(items: readonly Item[]): Item {
    return items[this.upTo(items.length - 1)]!;
  }
}

/** What Google says of a location: some metrics not at all, some numbers not, and some days of the year before. */
function saidDays(dice: Dice, last: string): DayNumbers[] {
  const unknown = STATISTICS_COLUMNS.filter(() => dice.happens(0.12));
  const end = dice.upTo(4);
  const back = Array.from({ length: 1 + dice.upTo(50) }, (_, index) => end + index);
  const yearBefore = dice.happens(0.5) ? back.slice(dice.upTo(20)).map((days) => days + 365) : [];
  return [...back, ...yearBefore].reverse().map((days) => {
    const numbers = STATISTICS_COLUMNS.map((column) => {
      const isLacking = unknown.includes(column) || dice.happens(0.01);
      return [column, isLacking ? null : dice.upTo(30)] as const;
    });
    return { day: plusDays(last, -days), ...(Object.fromEntries(numbers) as Omit<DayNumbers, 'day'>) };
  });
}

async function claim(locationId: string, at: Date): Promise<ReadingRow> {
  await readings.add(owner, locationId, at);
  // What a killed process has claimed comes back when its claim ends.
  await orm().update(statisticsReadings).set({ leaseUntil: null });
  return (await readings.claimOne(owner, locationId))!;
}

/** Reads a location: the last days, or its whole history, of which what is older is dropped. */
async function read(dice: Dice, last: string, locationId: string, at: Date): Promise<void> {
  const claimed = await claim(locationId, at);
  const days = saidDays(dice, last);
  await readings.storeDays(claimed, {
    days,
    lastValue: dice.happens(0.9) ? plusDays(last, -dice.upTo(9)) : null,
    settledUntil: plusDays(last, -5),
    hasSeries: dice.happens(0.93),
    at,
    wholeFrom: dice.happens(0.3) ? (dice.happens(0.5) ? days[0]!.day : plusDays(last, -dice.upTo(40))) : null,
    nextAt: at,
    soonAt: at,
  });
}

const MONTHS = ['2026-09-01', '2026-10-01', '2026-11-01'];
const WORDS = ['bakery', 'rye loaf', 'Café', 'open now', 'cake'];

/** Reads the search words of a month, each a number or a bound. */
async function readWords(dice: Dice, locationId: string, at: Date): Promise<void> {
  const claimed = await claim(locationId, at);
  const words = WORDS.filter(() => dice.happens(0.6)).map((word) =>
    dice.happens(0.6)
      ? { word, value: dice.upTo(40), threshold: null }
      : { word, value: null, threshold: dice.of([15, 15, 10, 0]) },
  );
  await readings.storeWords(claimed, dice.of(MONTHS), words, at);
}

class Killed extends Error {}

/** Lets work end after so many statements of a transaction that change figures, or before its commit. */
async function killed(statements: number, work: () => Promise<unknown>): Promise<void> {
  const transaction = served.database.transaction.bind(served.database);
  const spy = jest.spyOn(served.database, 'transaction').mockImplementation((inner, config) =>
    transaction(async (tx) => {
      const execute = tx.execute.bind(tx);
      let left = statements;
      const counted = (query: Parameters<typeof execute>[0]) => {
        if (left-- === 0) throw new Killed();
        return execute(query);
      };
      try {
        await inner(Object.assign(tx, { execute: counted }));
        throw new Killed();
      } finally {
        // The rollback is a statement too.
        Object.assign(tx, { execute });
      }
    }, config),
  );
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  } finally {
    spy.mockRestore();
  }
}

const stored = async () => ({
  days: await orm()
    .select()
    .from(statisticsDays)
    .orderBy(asc(statisticsDays.readingId), asc(statisticsDays.day)),
  weeks: await orm()
    .select()
    .from(statisticsWeeks)
    .orderBy(asc(statisticsWeeks.readingId), asc(statisticsWeeks.week)),
  totals: await orm().select().from(statisticsTotals).orderBy(asc(statisticsTotals.day)),
  words: await orm()
    .select()
    .from(keywordMonths)
    .orderBy(asc(keywordMonths.readingId), asc(keywordMonths.word)),
  wordTotals: await orm().select().from(keywordTotals),
});
type Stored = Awaited<ReturnType<typeof stored>>;
type Day = Stored['days'][number];

const sumOf = (numbers: (number | null)[]) => {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0);
};
const viewsOf = ({ desktopMaps, desktopSearch, mobileMaps, mobileSearch }: Day) => {
  const views = [desktopMaps, desktopSearch, mobileMaps, mobileSearch];
  return views.includes(null) ? null : sumOf(views);
};

/** The weeks that days make up, added up here. */
function weeksOf(days: Day[]): Stored['weeks'] {
  const byWeek = Map.groupBy(days, ({ readingId, day }) => `${readingId} ${mondayOf(day)}`);
  return [...byWeek.values()].map((own) => {
    const [{ readingId, day } = { readingId: '', day: '' }] = own;
    const sums = STATISTICS_COLUMNS.map((column) => [column, sumOf(own.map((each) => each[column]))]);
    const bits = own.flatMap((each) =>
      STATISTICS_COLUMNS.map((column, index) =>
        each[column] === null
          ? 0n
          : 2n ** BigInt(9 * ((Date.parse(each.day) - Date.parse(mondayOf(each.day))) / DAY_MS) + index),
      ),
    );
    return {
      readingId,
      week: mondayOf(day),
      ...Object.fromEntries(sums),
      impressions: sumOf(own.map(viewsOf)),
      known: bits.reduce((all, bit) => all + bit, 0n),
    } as Stored['weeks'][number];
  });
}

/** The sums of all locations that days make up, without those of none. */
function totalsOf(days: Day[]): unknown[] {
  const byDay = [...Map.groupBy(days, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
  return byDay.flatMap(([day, own]) => {
    const sums = STATISTICS_COLUMNS.flatMap((column) => {
      const known = own.map((each) => each[column]).filter((number) => number !== null);
      return [
        [column, sumOf(known) ?? 0],
        [`${column}Known`, known.length],
      ];
    });
    return sums.every(([, number]) => number === 0) ? [] : [{ ...owner, day, ...Object.fromEntries(sums) }];
  });
}

/** The sums of all locations that search words make up, in any order. */
function wordTotalsOf(words: Stored['words']): Stored['wordTotals'] {
  const byKind = Map.groupBy(words, ({ month, word, threshold }) => `${month} ${word} ${threshold}`);
  return [...byKind.values()].map((own) => {
    const { month, word, threshold } = own[0]!;
    const value = sumOf(own.map((each) => each.value)) ?? 0;
    return { ...owner, month, word, threshold: threshold ?? -1, value, locations: own.length };
  });
}

function expectSums({ days, weeks, totals, words, wordTotals }: Stored): void {
  expect(weeks).toEqual(weeksOf(days));
  const ofSome = totals.filter(({ workspaceId: _w, subject: _s, day: _d, ...sums }) =>
    Object.values(sums).some((sum) => sum !== 0),
  );
  expect(ofSome).toEqual(totalsOf(days));
  const inOrder = (rows: Stored['wordTotals']) => rows.map((row) => JSON.stringify(row)).sort();
  const expected = wordTotalsOf(words);
  expect(inOrder(wordTotals.map((row) => pick(row)))).toEqual(inOrder(expected.map((row) => pick(row))));
}

/** The columns of a row in one order. */
function pick({
  workspaceId,
  subject,
  month,
  word,
  threshold,
  value,
  locations,
}: Stored['wordTotals'][number]) {
  return { workspaceId, subject, month, word, threshold, value, locations };
}

/** One thing that happens to figures, or was about to when the process died. */
async function happen(dice: Dice, last: string, at: Date): Promise<void> {
  const locationId = `place-${dice.upTo(PLACES - 1)}`;
  const change = async () => {
    if (dice.happens(0.5)) return read(dice, last, locationId, at);
    if (dice.happens(0.5)) return readWords(dice, locationId, at);
    if (dice.happens(0.5)) {
      const isIt = and(eq(mirrorLocations.workspaceId, robin.uid), eq(mirrorLocations.id, locationId));
      await orm().update(mirrorLocations).set({ id: 'gone' }).where(isIt);
      try {
        await retention.dropGone();
      } finally {
        await orm().update(mirrorLocations).set({ id: locationId }).where(eq(mirrorLocations.id, 'gone'));
      }
      return;
    }
    await retention.dropOld(new Date(at.getTime() - dice.upTo(4) * 60_000), dice.upTo(30));
  };
  if (!dice.happens(0.2)) return change();
  const before = await stored();
  await killed(dice.upTo(5), change);
  expect(await stored()).toEqual(before);
}

/** Questions whose answers add up figures. */
function questions(dice: Dice, last: string): string[] {
  const to = plusDays(last, -dice.upTo(10));
  const range = () => `from=${plusDays(to, -dice.of([6, 20, 27, 34, 48]))}&to=${to}`;
  const some = () => dice.of(['accountId=group-1', 'locationIds=place-0,place-2,place-3,place-5']);
  const compare = () => dice.of(['none', 'before', 'year']);
  const order = () => dice.of(['most', 'fewest', 'best-rate', 'risen', 'fallen']);
  return [
    `?${range()}&${some()}&by=week&compare=${compare()}`,
    `?${range()}&${some()}&by=month&compare=${compare()}`,
    `/locations?${range()}&metric=${dice.of(['IMPRESSIONS', 'CALLS'])}&order=${order()}&compare=${compare()}`,
    `/locations?from=${plusDays(to, -400)}&to=${to}&${some()}&metric=CALLS&compare=year`,
    `/keywords?month=${dice.of(MONTHS).slice(0, 7)}${dice.of(['', '&change=rising', '&search=AK', '&limit=2&cursor=1'])}`,
  ];
}

const answersTo = async (paths: string[]) => {
  const bodies: unknown[] = [];
  for (const path of paths) bodies.push((await robin.send('get', `/api/statistics${path}`).expect(200)).body);
  return bodies;
};

/** The sum of a location’s calls within a range. */
const callsOf = (days: Day[], { from, to }: { from: string; to: string }) =>
  sumOf(days.filter(({ day }) => day >= from && day <= to).map(({ calls }) => calls));

/** Reads all locations, days and search words, of an owner of whom nothing was known. */
async function fill(dice: Dice, last: string): Promise<void> {
  await retention.forget(owner);
  for (let place = 0; place < PLACES; place += 1)
    await read(dice, last, `place-${place}`, served.clock.now());
  for (let times = 0; times < PLACES * MONTHS.length; times += 1)
    await readWords(dice, `place-${times % PLACES}`, served.clock.now());
}

describe('sums of figures', () => {
  it('are those of the days to the digit after every correction, gap, kill and drop, and so are answers', async () => {
    for (let seed = 1; seed <= histories; seed += 1) {
      const dice = new Dice(seed);
      const last = dice.of(LAST_DAYS);
      for (let step = 0; step < STEPS; step += 1) {
        await happen(dice, last, new Date(served.clock.now().getTime() + (step - STEPS) * 60_000));
        expectSums(await stored());
      }
      const paths = questions(dice, last);
      const answers = await answersTo(paths);
      await orm().update(statisticsReadings).set({ hasSums: false });
      expect([seed, paths, await answersTo(paths)]).toEqual([seed, paths, answers]);

      const { items, dataUntil, period } = answers[2] as RankingDto;
      const { days } = await stored();
      const rows = await orm().select().from(statisticsReadings);
      const counted = { from: period.from, to: [period.to, dataUntil ?? ''].sort()[0]! };
      for (const { id, locationId } of rows) {
        const shown = items.find((item) => item.locationId === locationId);
        const own = days.filter(({ readingId }) => readingId === id);
        const value = shown?.figures.find(({ metric }) => metric === 'CALLS')?.value ?? null;
        expect([seed, locationId, value]).toEqual([seed, locationId, callsOf(own, counted)]);
      }
      await retention.forget(owner);
      expect(await stored()).toEqual({ days: [], weeks: [], totals: [], words: [], wordTotals: [] });
    }
  }, 240_000);

  it('of a group by week are the plain sums of the days', async () => {
    const dice = new Dice(7);
    const last = '2026-11-26';
    await fill(dice, last);
    const [body] = (await answersTo([
      `?from=${plusDays(last, -41)}&to=${last}&accountId=group-1&by=week&metrics=CALLS`,
    ])) as [StatisticsDto];
    const odd = (await orm().select().from(statisticsReadings)).filter(({ locationId }) =>
      /[135]$/.test(locationId),
    );
    const { days } = await stored();
    const own = days.filter(({ readingId }) => odd.some(({ id }) => id === readingId));
    const until = body.dataUntil!;
    expect(body.metrics[0]!.total).toBe(callsOf(own, { from: body.period.from, to: until }));
    const whole = body.metrics[0]!.points.filter(({ to }) => to <= until);
    expect(whole.length).toBeGreaterThan(3);
    for (const { from, to, value } of whole)
      expect([from, value]).toEqual([from, callsOf(own, { from, to })]);
  });

  it('of an older version are added up while requests are served, from days and words until then', async () => {
    const dice = new Dice(9);
    const last = '2028-03-09';
    await fill(dice, last);
    const paths = questions(dice, last);
    const answers = await answersTo(paths);
    await orm().delete(statisticsWeeks);
    await orm().delete(keywordTotals);
    await orm().update(statisticsReadings).set({ hasSums: false });
    expect(await answersTo(paths)).toEqual(answers);
    await read(dice, last, 'place-1', served.clock.now());
    await readWords(dice, 'place-2', served.clock.now());
    await orm().update(mirrorLocations).set({ id: 'gone' }).where(eq(mirrorLocations.id, 'place-3'));
    await retention.dropGone();
    await orm().update(mirrorLocations).set({ id: 'place-3' }).where(eq(mirrorLocations.id, 'gone'));
    const later = await answersTo(paths);
    await workOff(served.app.get(SumsWork));
    expectSums(await stored());
    expect(await orm().$count(statisticsReadings, eq(statisticsReadings.hasSums, false))).toBe(0);
    expect(await answersTo(paths)).toEqual(later);
  });

  it('are missing after an upgrade for what was read before, and are there for new locations', async () => {
    const { database, drop } = await openTestDatabase();
    try {
      await emptyDatabase(database);
      await makeOlder(database.orm, BEFORE_SUMS);
      await migrate(database.orm);
      await database.executeSql(
        `insert into metric_readings (id, workspace_id, subject, location_id, next_at, words_next_at)
         select gen_random_uuid(), 'user-1', '103', 'new', now(), now()`,
      );
      const { locationId, hasSums } = statisticsReadings;
      const rows = await database.orm
        .selectDistinct({ isNew: sql`${locationId} = 'new'`, hasSums })
        .from(statisticsReadings);
      expect(new Set(rows.map(({ isNew, hasSums: has }) => `${isNew as boolean} ${has}`))).toEqual(
        new Set(['false false', 'true true']),
      );
    } finally {
      await database.close();
      await drop();
    }
  });

  it('are what answers are made from, and are right again after they were added up again', async () => {
    const dice = new Dice(5);
    const last = '2026-11-26';
    await fill(dice, last);
    const paths = [...questions(dice, last).slice(0, -1), '/keywords?month=2026-10'];
    const answers = await answersTo(paths);
    await orm().update(statisticsWeeks).set({ calls: 1 });
    await orm().update(statisticsTotals).set({ calls: 1 });
    await orm().update(keywordTotals).set({ value: 1 });
    const wrong = await answersTo(paths);
    expect(wrong.map((answer, index) => isDeepStrictEqual(answer, answers[index]))).toEqual(
      paths.map(() => false),
    );
    expect(await rebuildSums(served.database)).toBe(1);
    expectSums(await stored());
    expect(await answersTo(paths)).toEqual(answers);
  });
});
