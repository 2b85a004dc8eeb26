import { sql } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import {
  statisticsDays,
  type statisticsReadings,
  statisticsTotals,
  statisticsWatermarks,
} from '../../database/statistics.schema.js';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { forEachColumn, STATISTICS_COLUMNS, type StatisticsColumn } from './statistics-columns.js';
import { dropWeeks, sumWeeks } from './statistics-weeks.js';

/** The numbers of a day, `YYYY-MM-DD`; null where Google’s answer lacks the metric. */
export type DayNumbers = { day: string } & Record<StatisticsColumn, number | null>;

type Reading = Pick<typeof statisticsReadings.$inferSelect, 'id' | 'workspaceId' | 'subject'>;

/** Locks the owner’s watermark, and raises it to the day if that is later. @returns where it is now */
export async function raiseWatermark(
  tx: Orm,
  { workspaceId, subject }: GoogleOwner,
  day: string | null,
): Promise<string | null> {
  const [row] = await tx
    .insert(statisticsWatermarks)
    .values({ workspaceId, subject, day })
    .onConflictDoUpdate({
      target: [statisticsWatermarks.workspaceId, statisticsWatermarks.subject],
      set: { day: sql`greatest(${statisticsWatermarks.day}, excluded.day)` },
    })
    .returning({ day: statisticsWatermarks.day });
  return row?.day ?? null;
}

/**
 * Stores days of a location, in their order, with the sums of its weeks, and adds the differences to the sums of its owner,
 * whose watermark is locked. A number that these days lack stays as it was known.
 */
export async function putDays(tx: Orm, reading: Reading, days: DayNumbers[]): Promise<void> {
  const { id, workspaceId, subject } = reading;
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return;
  const rows = days.map((numbers) => [
    ['day', numbers.day],
    ...STATISTICS_COLUMNS.map((column) => [statisticsDays[column].name, numbers[column]]),
  ]);
  const json = JSON.stringify(rows.map((row) => Object.fromEntries(row) as object));
  await tx.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${json}::jsonb)
        as given(day date, ${forEachColumn(({ name }) => sql`${name} int`)})),
    changed as (
      select given.day,
        ${forEachColumn(({ name }) => sql`coalesce(given.${name}, old.${name}) as ${name}`)},
        ${forEachColumn(({ name, delta }) => sql`coalesce(given.${name}, old.${name}, 0) - coalesce(old.${name}, 0) as ${delta}`)},
        ${forEachColumn(({ name, known }) => sql`(coalesce(given.${name}, old.${name}) is not null)::int - (old.${name} is not null)::int as ${known}`)}
      from given left join ${statisticsDays} old on old.reading_id = ${id}::uuid and old.day = given.day
      where old.day is null
        or (${forEachColumn(({ name }) => sql`coalesce(given.${name}, old.${name})`)})
          is distinct from (${forEachColumn(({ name }) => sql`old.${name}`)})),
    stored as (
      insert into ${statisticsDays} (reading_id, day, ${forEachColumn(({ name }) => name)})
      select ${id}::uuid, day, ${forEachColumn(({ name }) => name)} from changed
      on conflict (reading_id, day) do update set ${forEachColumn(({ name }) => sql`${name} = excluded.${name}`)})
    insert into ${statisticsTotals}
      (workspace_id, subject, day, ${forEachColumn(({ name }) => name)}, ${forEachColumn(({ known }) => known)})
    select ${workspaceId}, ${subject}, day, ${forEachColumn(({ delta }) => delta)}, ${forEachColumn(({ known }) => known)}
    from changed
    on conflict (workspace_id, subject, day) do update set
      ${forEachColumn(({ name }) => sql`${name} = metric_totals.${name} + excluded.${name}`)},
      ${forEachColumn(({ known }) => sql`${known} = metric_totals.${known} + excluded.${known}`)}`);
  await sumWeeks(tx, [id], { from: first.day, to: last.day });
}

/**
 * Drops a location’s days, or those before one, with the sums of its weeks, and takes them out of the sums of its owner,
 * whose watermark is locked.
 */
export async function dropDays(tx: Orm, reading: Reading, before?: string): Promise<void> {
  const { id, workspaceId, subject } = reading;
  const isOld = before === undefined ? sql`true` : sql`${statisticsDays.day} < ${before}::date`;
  await tx.execute(sql`
    with gone as (delete from ${statisticsDays} where ${statisticsDays.readingId} = ${id}::uuid and ${isOld} returning *)
    update ${statisticsTotals} total set
      ${forEachColumn(({ name }) => sql`${name} = total.${name} - coalesce(gone.${name}, 0)`)},
      ${forEachColumn(({ name, known }) => sql`${known} = total.${known} - (gone.${name} is not null)::int`)}
    from gone
    where total.workspace_id = ${workspaceId} and total.subject = ${subject} and total.day = gone.day`);
  await dropWeeks(tx, id, before);
}
