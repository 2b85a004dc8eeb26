import { Injectable } from '@nestjs/common';
import { and, asc, count, desc, eq, inArray, like, max, type SQL, sql } from 'drizzle-orm';
import { containing } from '../business-profile/port/search-text.js';
import { Database } from '../database/database.js';
import { keywordMonths, keywordReadings, metricReadings } from '../database/statistics.schema.js';
import { rawRows } from '../database/raw-rows.js';
import { inTurns, Turns } from '../jobs/turns.js';
import { type StatisticsScope, StatisticsScopes } from './statistics-scope.js';
import type { WordChange } from './statistics-query.dto.js';
import { RISING, type WordPage, type WordsRequest, type WordSum, WordSums } from './word-sums.js';

/** About how many words a location with many has in two months. */
const WORDS_OF_LOCATION = 800;

/** A month whose words were read. */
export interface MonthRead {
  /** Its first day. */
  month: string;
  /** At how many locations. */
  locations: number;
  /** When, at the location where that is longest ago. */
  firstReadAt: Date;
}

/** Reads the search words of locations. */
@Injectable()
export class KeywordsRepository {
  constructor(
    private readonly scopes: StatisticsScopes,
    private readonly database: Database,
  ) {}

  /** The months that were read, the latest first. */
  months(scope: StatisticsScope): Promise<MonthRead[]> {
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
  async hasAny(scope: StatisticsScope, month: string): Promise<boolean> {
    const rows = await this.database.orm
      .select({ one: sql`1` })
      .from(metricReadings)
      .innerJoin(keywordMonths, eq(keywordMonths.readingId, metricReadings.id))
      .where(and(this.scopes.readings(scope), eq(keywordMonths.month, month)))
      .limit(1);
    return rows.length > 0;
  }

  /** The words of a month, the most frequent first, then rare ones, then those of the month before alone. */
  async list(scope: StatisticsScope, request: WordsRequest): Promise<WordPage> {
    const parts = await this.scopes.partsOf(scope, WORDS_OF_LOCATION);
    return parts ? (await this.added(parts, request)).page(request) : this.whole(scope, request);
  }

  /** The words of all parts, by several statements. */
  private async added(parts: string[][], { month, before = month, search }: WordsRequest): Promise<WordSums> {
    const { word, value, threshold, readingId } = keywordMonths;
    const sums = new WordSums();
    const turns = new Turns();
    for (const part of parts) {
      await turns.pass();
      const rows = await this.database.orm
        .select({
          word,
          isNow: sql<boolean>`${keywordMonths.month} = ${month}`,
          value: sql<number | null>`sum(${value})`.mapWith(Number),
          threshold: max(threshold),
          below: count(threshold),
        })
        .from(keywordMonths)
        .where(
          and(
            inArray(readingId, part),
            inArray(keywordMonths.month, [month, before]),
            search ? like(word, containing(search.toLowerCase())) : undefined,
          ),
        )
        .groupBy(word, keywordMonths.month);
      for (const { word: each, isNow, ...sum } of rows) sums.add(each, isNow ? 'now' : 'before', sum);
    }
    return sums;
  }

  private async whole(scope: StatisticsScope, request: WordsRequest): Promise<WordPage> {
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
    const query = this.database.orm
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
    const rows = await rawRows<RawWord>(this.database.orm, query);
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

  private wordsOf(scope: StatisticsScope, month: string, name: string) {
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
