import { type SQL, sql } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import { keywordMonths, keywordTotals, type statisticsReadings } from '../../database/statistics.schema.js';

/** A search word with its number, or the bound below which that is. */
export type KeywordRow = Pick<typeof keywordMonths.$inferInsert, 'word' | 'value' | 'threshold'>;

/** What `keyword_totals` has in place of a bound for locations with a number. */
export const A_NUMBER = -1;

type Reading = Pick<typeof statisticsReadings.$inferSelect, 'id' | 'workspaceId' | 'subject'>;

/**
 * Replaces the search words of a month of a location, and adds the differences to the sums of its owner, whose watermark is
 * locked. What has not changed is not written.
 */
export async function putWords(
  tx: Orm,
  reading: Reading,
  month: string,
  words: readonly KeywordRow[],
): Promise<void> {
  const json = JSON.stringify(words);
  const given = sql`json_to_recordset(${json}::json) as given(word text, value int, threshold int)`;
  const isGiven = sql`exists (select from ${given} where given.word = ${keywordMonths.word}
    and (given.value, given.threshold) is not distinct from (${keywordMonths.value}, ${keywordMonths.threshold}))`;
  await dropWords(tx, reading, sql`${keywordMonths.month} = ${month}::date and not ${isGiven}`);
  await tx.execute(sql`
    with came as (
      insert into ${keywordMonths} (reading_id, month, word, value, threshold)
      select ${reading.id}::uuid, ${month}::date, word, value, threshold from ${given}
      on conflict do nothing returning *)
    ${addedWords(reading, sql`came`)}`);
}

/** Drops search words of a location, and takes them out of the sums of its owner, whose watermark is locked. */
export async function dropWords(
  tx: Orm,
  { id, workspaceId, subject }: Reading,
  isMeant: SQL = sql`true`,
): Promise<void> {
  const isOfGone = sql`total.workspace_id = ${workspaceId} and total.subject = ${subject} and total.month = gone.month
    and total.word = gone.word and total.threshold = coalesce(gone.threshold, ${A_NUMBER})`;
  await tx.execute(sql`
    with gone as (
      delete from ${keywordMonths} where ${keywordMonths.readingId} = ${id}::uuid and ${isMeant} returning *),
    last as (delete from ${keywordTotals} total using gone where ${isOfGone} and total.locations = 1)
    update ${keywordTotals} total
    set value = total.value - coalesce(gone.value, 0), locations = total.locations - 1
    from gone where ${isOfGone} and total.locations > 1`);
}

/** Adds all search words of a location to the sums of its owner, which do not hold them, and whose watermark is locked. */
export async function addWords(tx: Orm, reading: Reading): Promise<void> {
  const own = sql`${keywordMonths} where ${keywordMonths.readingId} = ${reading.id}::uuid`;
  await tx.execute(addedWords(reading, own));
}

function addedWords({ workspaceId, subject }: Reading, words: SQL): SQL {
  return sql`
    insert into ${keywordTotals} (workspace_id, subject, month, word, threshold, value, locations)
    select ${workspaceId}, ${subject}, month, word, coalesce(threshold, ${A_NUMBER}), coalesce(value, 0), 1 from ${words}
    on conflict (workspace_id, subject, month, word, threshold) do update
    set value = keyword_totals.value + excluded.value, locations = keyword_totals.locations + 1`;
}
