import { Injectable } from '@nestjs/common';
import { and, count, desc, eq, inArray, like, max, sql } from 'drizzle-orm';
import { containing } from '../business-profile/port/search-text.js';
import { Clock } from '../config/clock.js';
import { dayAfter, dayOf } from '../config/days.js';
import { Database } from '../database/database.js';
import { keywordMonths, keywordReadings, statisticsReadings } from '../database/statistics.schema.js';
import { OneAtATime } from '../jobs/one-at-a-time.js';
import { inTurns, Turns } from '../jobs/turns.js';
import { haveSimilarCoverage } from './comparable-coverage.js';
import { periodEnd } from './statistics-periods.js';
import type { KeywordQueryDto } from './statistics-query.dto.js';
import { type StatisticsScope, StatisticsScopes } from './statistics-scope.js';
import type { KeywordCountDto, KeywordListDto } from './statistics.dto.js';
import { addedWords, NO_MONTH, readWords, storedWords } from './word-query.js';
import { type WordPage, type WordsRequest, type WordSum, WordSums } from './word-sums.js';

/** About how many words a location has in two months, if it has many. */
const WORDS_OF_LOCATION = 800;

/** To give a word takes a database in this process as long as to add up so many rows. */
const ROWS_OF_WORD = 4;

/** Google counts the search words of a month so many days after its end, at the latest as a rule. */
const COUNTED_AFTER_DAYS = 5;

/** A month whose words were read. */
interface MonthRead {
  /** Its first day. */
  month: string;
  /** At how many locations. */
  locations: number;
  /** When it was read at the location where that is longest ago. */
  firstReadAt: Date;
}

/** What the list of search words shows: those of a month, beside the month before. */
@Injectable()
export class WordsReadModel {
  constructor(
    private readonly scopes: StatisticsScopes,
    private readonly database: Database,
    private readonly oneAtATime: OneAtATime,
    private readonly clock: Clock,
  ) {}

  /**
   * The words from an offset on.
   * @param most how many at most
   * Errors: `too_many_requests` while more of the person’s requests wait for their turn.
   */
  read(scope: StatisticsScope, query: KeywordQueryDto, most: number): Promise<KeywordListDto> {
    return this.oneAtATime.run(scope.owner.workspaceId, () => this.readNow(scope, query, most));
  }

  private async readNow(
    scope: StatisticsScope,
    query: KeywordQueryDto,
    most: number,
  ): Promise<KeywordListDto> {
    const turns = new Turns();
    const [read, locations] = await Promise.all([this.months(scope), this.scopes.count(scope)]);
    await turns.pass();
    const months = read.map(({ month }) => month);
    const month = query.month === undefined ? await this.lastMonth(scope, months) : `${query.month}-01`;
    if (month === undefined)
      return {
        month: null,
        isOpen: false,
        locations,
        locationsToRead: locations,
        months: [],
        items: [],
        matched: 0,
        nextCursor: null,
      };
    const of = (wanted: string) => read.find((each) => each.month === wanted);
    const last = monthBefore(month);
    const [atLast, now] = [of(last)?.locations ?? 0, of(month)?.locations ?? 0];
    // Words are neither new nor lost while either month is read at some locations only. A month without any word is one that
    // Google has not counted.
    const isComparable =
      atLast > 0 && atLast >= now && haveSimilarCoverage(atLast, now) && (await this.hasAny(scope, month));
    const offset = Number(query.cursor ?? 0);
    await turns.pass();
    const { rows, matched } = await this.list(scope, {
      month,
      before: isComparable ? last : undefined,
      search: query.search,
      change: query.change,
      offset,
      limit: most,
    });
    return {
      month: month.slice(0, 7),
      isOpen: countedOn(month) > dayOf(of(month)?.firstReadAt ?? this.clock.now()),
      locations,
      locationsToRead: Math.max(0, locations - now),
      months: months.map((each) => each.slice(0, 7)),
      items: await inTurns(rows, ({ word, now, before, change }) => ({
        word,
        figure: toCount(now),
        before: toCount(before),
        change,
      })),
      matched,
      nextCursor: offset + rows.length < matched ? String(offset + rows.length) : null,
    };
  }

  /** The months that were read, the latest first. */
  private months(scope: StatisticsScope): Promise<MonthRead[]> {
    const { month, readingId, readAt } = keywordReadings;
    return this.database.orm
      .select({ month, locations: count(), firstReadAt: sql`min(${readAt})`.mapWith(readAt) })
      .from(keywordReadings)
      .innerJoin(statisticsReadings, eq(statisticsReadings.id, readingId))
      .where(this.scopes.readings(scope))
      .groupBy(month)
      .orderBy(desc(month));
  }

  /** Whether there is any word of a month. */
  private async hasAny(scope: StatisticsScope, month: string): Promise<boolean> {
    const rows = await this.database.orm
      .select({ one: sql`1` })
      .from(statisticsReadings)
      .innerJoin(keywordMonths, eq(keywordMonths.readingId, statisticsReadings.id))
      .where(and(this.scopes.readings(scope), eq(keywordMonths.month, month)))
      .limit(1);
    return rows.length > 0;
  }

  /** The last month that has any words, else the last that was read; undefined for none. */
  private async lastMonth(scope: StatisticsScope, months: string[]): Promise<string | undefined> {
    for (const month of months) if (await this.hasAny(scope, month)) return month;
    return months[0];
  }

  /** The words of a month, the most frequent first, then rare ones, then those of the month before alone. */
  private async list(scope: StatisticsScope, request: WordsRequest): Promise<WordPage> {
    const [parts, isStored] = await Promise.all([
      this.scopes.partsOf(scope, WORDS_OF_LOCATION),
      scope.choice === undefined && this.scopes.haveSums(scope),
    ]);
    if (!parts) return this.whole(scope, request, isStored);
    const sums = await (isStored ? this.stored(scope, request) : this.added(parts, request));
    return sums.page(request);
  }

  /** The words of all parts, read by several statements. */
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

  /** The words of all locations from their sums, read by several statements. */
  private async stored(
    { owner }: StatisticsScope,
    { month, before = month, search }: WordsRequest,
  ): Promise<WordSums> {
    const { orm } = this.database;
    const sums = new WordSums();
    const turns = new Turns();
    const atOnce = Math.ceil(this.database.rowsAtOnce / ROWS_OF_WORD);
    for (const wanted of new Set([month, before]))
      for (let last = ''; ;) {
        await turns.pass();
        const page = storedWords(orm, owner, wanted, 'page', last);
        const rows = await orm
          .select({ word: page.word, value: page.value, threshold: page.threshold, below: page.below })
          .from(page)
          .where(search ? like(page.word, containing(search.toLowerCase())) : undefined)
          .orderBy(page.word)
          .limit(atOnce);
        for (const { word, ...sum } of rows) sums.add(word, wanted === month ? 'now' : 'before', sum);
        if (rows.length < atOnce) break;
        last = rows.at(-1)!.word;
      }
    return sums;
  }

  private async whole(scope: StatisticsScope, request: WordsRequest, isStored: boolean): Promise<WordPage> {
    const { orm } = this.database;
    const readings = orm
      .select({ id: statisticsReadings.id })
      .from(statisticsReadings)
      .where(this.scopes.readings(scope));
    const of = (month: string, name: string) =>
      isStored
        ? storedWords(orm, scope.owner, month, name)
        : addedWords(orm, inArray(keywordMonths.readingId, readings), month, name);
    return readWords(orm, of(request.month, 'now'), of(request.before ?? NO_MONTH, 'last'), request);
  }
}

/** The day on which Google has counted the search words of a month. */
function countedOn(month: string): string {
  return dayAfter(periodEnd(month, 'month'), COUNTED_AFTER_DAYS);
}

function monthBefore(month: string): string {
  return `${dayAfter(month, -1).slice(0, 7)}-01`;
}

function toCount(sum: WordSum | null): KeywordCountDto | null {
  return sum && { value: sum.value, fewerThan: sum.threshold, locationsBelow: sum.below };
}
