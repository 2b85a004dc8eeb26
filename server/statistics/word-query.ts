import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import { containing } from '../business-profile/port/search-text.js';
import type { Orm } from '../database/database.js';
import { rawRows } from '../database/raw-rows.js';
import { keywordMonths, keywordTotals } from '../database/statistics.schema.js';
import { inTurns } from '../jobs/turns.js';
import { A_NUMBER } from './reading/statistics-words.js';
import type { WordChange } from './statistics-query.dto.js';
import { RISING, type WordPage, type WordsRequest, type WordSum } from './word-sums.js';

/** A month that has no words. */
export const NO_MONTH = '0001-01-01';

/** The words of a month, added up over the rows of `keyword_months` that are meant, as a part of a query with this name. */
export function addedWords(orm: Orm, isMeant: SQL, month: string, name: string) {
  const { word, value, threshold } = keywordMonths;
  const sums = {
    value: sql`sum(${value})`,
    threshold: sql`max(${threshold})`,
    below: sql`count(${threshold})`,
  };
  return orm
    .select(columnsOf(name, word, sums))
    .from(keywordMonths)
    .where(and(isMeant, eq(keywordMonths.month, month)))
    .groupBy(word)
    .as(name);
}

/** The same of all locations of an owner, from their sums. @param after only words that come after this one */
export function storedWords(orm: Orm, owner: GoogleOwner, month: string, name: string, after?: string) {
  const { word, value, threshold, locations } = keywordTotals;
  const isAfter = after === undefined ? undefined : gt(word, after);
  const isNumber = sql`${threshold} = ${sql.raw(String(A_NUMBER))}`;
  const sums = {
    value: sql`sum(${value}) filter (where ${isNumber})`,
    threshold: sql`max(${threshold}) filter (where not ${isNumber})`,
    below: sql`coalesce(sum(${locations}) filter (where not ${isNumber}), 0)`,
  };
  return orm
    .select(columnsOf(name, word, sums))
    .from(keywordTotals)
    .where(and(ownedBy(owner, keywordTotals), eq(keywordTotals.month, month), isAfter))
    .groupBy(word)
    .as(name);
}

/** Columns by names that no other part of the query has. */
function columnsOf<Word extends AnyPgColumn>(
  name: string,
  word: Word,
  sums: Record<'value' | 'threshold' | 'below', SQL>,
) {
  return {
    word,
    value: sql<number | null>`${sums.value}`.mapWith(Number).as(`${name}_value`),
    threshold: sql<number | null>`${sums.threshold}`.mapWith(Number).as(`${name}_threshold`),
    below: sql<number>`${sums.below}`.mapWith(Number).as(`${name}_below`),
  };
}

type Words = ReturnType<typeof addedWords> | ReturnType<typeof storedWords>;

/** The words of a month beside those of another, as `WordSums` orders and compares them. */
export async function readWords(
  orm: Orm,
  now: Words,
  last: Words,
  { before, search, change, offset, limit }: WordsRequest,
): Promise<WordPage> {
  const word = sql<string>`coalesce(${now.word}, ${last.word})`;
  const most = sql`coalesce(${last.value}, 0) + ${last.below} * coalesce(${last.threshold}, 0)`;
  const kind: SQL<WordChange | null> = before
    ? sql`case
        when ${last.word} is null then 'new'
        when ${now.word} is null then 'lost'
        when ${now.value} >= ${RISING.times}::float8 * (${most}) and ${now.value} - (${most}) >= ${RISING.delta} then 'rising'
      end`
    : sql`null::text`;
  const query = orm
    .select({
      word: word.as('word'),
      kind: kind.as('kind'),
      matched: sql`count(*) over ()`.as('matched'),
      nowWord: sql`${now.word}`.as('now_word'),
      nowValue: now.value,
      nowThreshold: now.threshold,
      nowBelow: now.below,
      lastWord: sql`${last.word}`.as('last_word'),
      lastValue: last.value,
      lastThreshold: last.threshold,
      lastBelow: last.below,
    })
    .from(now)
    .fullJoin(last, eq(now.word, last.word))
    .where(
      and(
        search ? sql`${word} like ${containing(search.toLowerCase())}` : undefined,
        change && sql`${kind} = ${change}`,
      ),
    )
    .orderBy(sql`${now.word} is null`, sql`${now.value} desc nulls last`, asc(sql`${word} collate "C"`))
    .offset(offset)
    .limit(limit);
  const rows = await rawRows<RawWord>(orm, query);
  return {
    rows: await inTurns(rows, (row) => ({
      word: row.word,
      now: toSum(row.now_word, row.now_value, row.now_threshold, row.now_below),
      before: toSum(row.last_word, row.last_value, row.last_threshold, row.last_below),
      change: row.kind,
    })),
    matched: Number(rows[0]?.matched ?? 0),
  };
}

/** A number as the drivers give it. */
type RawNumber = number | string | null;

interface RawWord {
  word: string;
  kind: WordChange | null;
  matched: RawNumber;
  now_word: string | null;
  now_value: RawNumber;
  now_threshold: RawNumber;
  now_below: RawNumber;
  last_word: string | null;
  last_value: RawNumber;
  last_threshold: RawNumber;
  last_below: RawNumber;
}

function toSum(
  word: string | null,
  value: RawNumber,
  threshold: RawNumber,
  below: RawNumber,
): WordSum | null {
  if (word === null) return null;
  return { value: toNumber(value), threshold: toNumber(threshold), below: toNumber(below) ?? 0 };
}

function toNumber(value: RawNumber): number | null {
  return value === null ? null : Number(value);
}
