import { Injectable } from '@nestjs/common';
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { containing } from '../business-profile/search-text.js';
import { Database } from '../database/database.js';
import { keywordMonths, keywordReadings, metricReadings } from '../database/figures.schema.js';
import { type FigureScope, FigureScopes } from './figure-scope.js';
import type { WordChange } from './statistics-query.dto.js';

/** A word rises if it was searched for by so many times as many people, and by so many more. */
const RISING = { times: 1.25, more: 10 };

/** How often a word was searched for at some locations in a month. */
export interface WordSum {
  /** Over the locations with a number; null: there is none. */
  value: number | null;
  threshold: number | null;
  /** At how many locations it is below the threshold. */
  below: number;
}

/** A month whose words were read. */
export interface MonthRead {
  /** Its first day. */
  month: string;
  /** At how many locations. */
  locations: number;
  /** When, at the location where that is longest ago. */
  firstReadAt: Date;
}

export interface WordRow {
  word: string;
  now: WordSum | null;
  before: WordSum | null;
  change: WordChange | null;
}

export interface WordsRequest {
  /** Their first days. `before` is undefined for no comparison. */
  month: string;
  before: string | undefined;
  search: string | undefined;
  change: WordChange | undefined;
  offset: number;
  limit: number;
}

/** Reads the search words of locations. */
@Injectable()
export class KeywordsRepository {
  constructor(
    private readonly scopes: FigureScopes,
    private readonly database: Database,
  ) {}

  /** The months that were read, the latest first. */
  months(scope: FigureScope): Promise<MonthRead[]> {
    const { month, readingId, readAt } = keywordReadings;
    return this.database.orm
      .select({ month, locations: count(), firstReadAt: sql`min(${readAt})`.mapWith(readAt) })
      .from(keywordReadings)
      .innerJoin(metricReadings, eq(metricReadings.id, readingId))
      .where(this.scopes.readings(scope))
      .groupBy(month)
      .orderBy(desc(month));
  }

  /** Whether there is any word of a month. */
  async hasAny(scope: FigureScope, month: string): Promise<boolean> {
    const rows = await this.database.orm
      .select({ one: sql`1` })
      .from(metricReadings)
      .innerJoin(keywordMonths, eq(keywordMonths.readingId, metricReadings.id))
      .where(and(this.scopes.readings(scope), eq(keywordMonths.month, month)))
      .limit(1);
    return rows.length > 0;
  }

  /** The words of a month, the most frequent first, then rare ones, then those of the month before alone. */
  async list(scope: FigureScope, request: WordsRequest): Promise<{ rows: WordRow[]; matched: number }> {
    const { month, before, search, change, offset, limit } = request;
    const now = this.wordsOf(scope, month, 'now');
    const last = this.wordsOf(scope, before ?? '0001-01-01', 'last');
    const word = sql<string>`coalesce(${now.word}, ${last.word})`;
    const most = sql`coalesce(${last.value}, 0) + ${last.below} * coalesce(${last.threshold}, 0)`;
    const kind: SQL<WordChange | null> = before
      ? sql`case
          when ${last.word} is null then 'new'
          when ${now.word} is null then 'lost'
          when ${now.value} >= ${RISING.times}::float8 * (${most}) and ${now.value} - (${most}) >= ${RISING.more} then 'rising'
        end`
      : sql`null::text`;
    const rows = await this.database.orm
      .select({
        word,
        kind,
        matched: sql<number>`count(*) over ()`.mapWith(Number),
        now: { value: now.value, threshold: now.threshold, below: now.below, word: now.word },
        last: { value: last.value, threshold: last.threshold, below: last.below, word: last.word },
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
    return {
      rows: rows.map((row) => ({
        word: row.word,
        now: toSum(row.now),
        before: toSum(row.last),
        change: row.kind,
      })),
      matched: rows[0]?.matched ?? 0,
    };
  }

  private wordsOf(scope: FigureScope, month: string, name: string) {
    const { word, value, threshold, readingId } = keywordMonths;
    const readings = this.database.orm
      .select({ id: metricReadings.id })
      .from(metricReadings)
      .where(this.scopes.readings(scope));
    return this.database.orm
      .select({
        word,
        value: sql<number | null>`sum(${value})`.mapWith(Number).as(`${name}_value`),
        threshold: sql<number | null>`max(${threshold})`.mapWith(Number).as(`${name}_threshold`),
        below: sql<number>`count(${threshold})`.mapWith(Number).as(`${name}_below`),
      })
      .from(keywordMonths)
      .where(and(inArray(readingId, readings), eq(keywordMonths.month, month)))
      .groupBy(word)
      .as(name);
  }
}

function toSum(
  row: { word: string | null; value: number | null; threshold: number | null; below: number | null } | null,
): WordSum | null {
  if (!row || row.word === null) return null;
  return { value: row.value, threshold: row.threshold, below: row.below ?? 0 };
}
