import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { DayRange } from '../../config/days.js';
import { isAnyOf } from '../../database/any-of.js';
import type { Orm } from '../../database/database.js';
import { statisticsDays, statisticsWeeks } from '../../database/statistics.schema.js';
import { PARTS } from '../statistics-parts.js';
import { periodEnd, periodStart } from '../statistics-periods.js';
import { forEachColumn, STATISTICS_COLUMNS, type StatisticsColumn } from './statistics-columns.js';

export const WEEK_DAYS = 7;
const MAX_INT = 2 ** 31 - 1;

/** The sum of a location’s views on a day; null unless all kinds are known. */
export function impressionsOfDay(): SQL {
  return sql.join(
    PARTS.IMPRESSIONS.map((column) => sql`${statisticsDays[column]}::bigint`),
    sql` + `,
  );
}

/** Whether a number is known on a day of a week, 0 for its Monday, by the bits of `metric_weeks.known`. */
export function isKnown(known: bigint, column: StatisticsColumn, weekday: number): boolean {
  return (known & bitOf(column, weekday)) !== 0n;
}

/** The bits of `metric_weeks.known` of a week on whose days all these numbers are known. */
export function knownAllWeek(columns: readonly StatisticsColumn[]): bigint {
  const bits = Array.from({ length: WEEK_DAYS }, (_, weekday) =>
    columns.map((column) => bitOf(column, weekday)),
  );
  return bits.flat().reduce((all, bit) => all | bit, 0n);
}

/** Each day has a bit for each column, in their order; the last one of a Sunday is the highest that a bigint has. */
function bitOf(column: StatisticsColumn, weekday: number): bigint {
  return 1n << BigInt(weekday * STATISTICS_COLUMNS.length + STATISTICS_COLUMNS.indexOf(column));
}

/**
 * Adds up the weeks of locations from their days, those of a range or all: after each change of days, in the same
 * transaction, with the locations’ rows locked. A week that is right stays as it is. One without any day is not dropped.
 */
export async function sumWeeks(tx: Orm, readingIds: string[], range?: DayRange): Promise<void> {
  const from = range && periodStart(range.from, 'week');
  const to = range && periodEnd(periodStart(range.to, 'week'), 'week');
  const { readingId, day } = statisticsDays;
  const isMeant = isAnyOf(readingId, readingIds, 'uuid');
  const isWithin = range ? sql`${day} between ${from}::date and ${to}::date` : sql`true`;
  const bits = STATISTICS_COLUMNS.map(
    (column, index) =>
      sql`((${statisticsDays[column]} is not null)::int::bigint << ${sql.raw(String(index))})`,
  );
  const columns = sql`${forEachColumn(({ name }) => name)}, impressions, known`;
  const stored = sql`${forEachColumn(({ name }) => sql`metric_weeks.${name}`)}, metric_weeks.impressions, metric_weeks.known`;
  const given = sql`${forEachColumn(({ name }) => sql`excluded.${name}`)}, excluded.impressions, excluded.known`;
  await tx.execute(sql`
    insert into ${statisticsWeeks} (reading_id, week, ${columns})
    select reading_id, day - weekday, ${forEachColumn(({ name }) => atMostAnInteger(sql`sum(${name})`))}, sum(views)::bigint,
      bit_or(bits << (weekday * ${sql.raw(String(STATISTICS_COLUMNS.length))}))
    from (
      select reading_id, day, ${forEachColumn(({ name }) => name)}, extract(isodow from day)::int - 1 as weekday,
        ${impressionsOfDay()} as views, ${sql.join(bits, sql` | `)} as bits
      from ${statisticsDays} where ${isMeant} and ${isWithin}) each_day
    group by reading_id, day - weekday
    on conflict (reading_id, week) do update set (${columns}) = row(${given})
    where (${stored}) is distinct from (${given})`);
}

/** The sum as it is stored. An older version may have stored a day that is as large as an integer can be by itself. */
function atMostAnInteger(sum: SQL): SQL {
  return sql`case when ${sum} > ${sql.raw(String(MAX_INT))} then ${sql.raw(String(MAX_INT))} else ${sum} end`;
}

/** Drops the weeks of a location whose days were dropped, all or those before a day. */
export async function dropWeeks(tx: Orm, id: string, before?: string): Promise<void> {
  const { readingId, week } = statisticsWeeks;
  const cut = before === undefined ? undefined : periodStart(before, 'week');
  await tx
    .delete(statisticsWeeks)
    .where(and(eq(readingId, id), cut === undefined ? undefined : lte(week, cut)));
  // Some days of the week in which the day lies may be left.
  if (cut !== undefined) await sumWeeks(tx, [id], { from: cut, to: cut });
}

/** Adds up all weeks of a location, whose row is locked, from its days. */
export async function replaceWeeks(tx: Orm, id: string): Promise<void> {
  await dropWeeks(tx, id);
  await sumWeeks(tx, [id]);
}
