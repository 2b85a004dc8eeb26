import { Injectable } from '@nestjs/common';
import { dayAfter, dayOf, type DayRange, lengthOf } from '../config/days.js';
import { Clock } from '../config/clock.js';
import { AppError } from '../errors/app-error.js';
import { OneAtATime } from '../jobs/one-at-a-time.js';
import { inTurns, Turns } from '../jobs/turns.js';
import { MAX_PAGE } from '../security/validation.js';
import { areAlike } from './alike.js';
import { type DaySums, DaySumsRepository } from './day-sums.repository.js';
import { EventsRepository } from './events.repository.js';
import { STATISTICS } from './statistics-parts.js';
import { comparedRange, periodEnd } from './statistics-periods.js';
import { type StatisticsScope, StatisticsScopes } from './statistics-scope.js';
import { toSeries } from './statistics-series.js';
import { KeywordsRepository } from './keywords.repository.js';
import { type RankedLocations, RankingService } from './ranking.service.js';
import type {
  FigureEventListDto,
  KeywordFigureDto,
  KeywordListDto,
  RankedLocationDto,
  RankingDto,
  StatisticsDto,
} from './statistics.dto.js';
import type {
  FigureRangeDto,
  KeywordQueryDto,
  RankingQueryDto,
  StatisticsQueryDto,
} from './statistics-query.dto.js';
import type { WordSum } from './word-sums.js';

/** How many days are shown unless a range is given. */
const USUAL_DAYS = 28;
/** The most lines of a table. */
const MAX_LINES = 10_000;
/** The longest range: the history that is kept, and a few days. */
const MAX_DAYS = 550;

/** Google counts the search words of a month so many days after its end, at the latest as a rule. */
const WORDS_COUNTED_AFTER_DAYS = 5;

/** Shows the figures of locations. Errors of every method: `connect/not-connected`, `not_found`, `validation_failed`. */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly scopes: StatisticsScopes,
    private readonly sums: DaySumsRepository,
    private readonly rankings: RankingService,
    private readonly keywords: KeywordsRepository,
    private readonly events: EventsRepository,
    private readonly oneAtATime: OneAtATime,
    private readonly clock: Clock,
  ) {}

  /** Metrics over time. Errors too: `too_many_requests` while more of the person’s wait for their turn. */
  async overTime(uid: string, query: StatisticsQueryDto): Promise<StatisticsDto> {
    const range = this.rangeOf(query);
    const scope = await this.scopes.of(uid, query);
    const { by = 'day', compare = 'none' } = query;
    const metrics = STATISTICS.filter((metric) => query.metrics?.split(',').includes(metric) ?? true);
    const compared = comparedRange(range, compare);
    const [state, sums] = await Promise.all([
      this.scopes.stateOf(scope),
      this.sumsOf(scope, compared ? [range, compared] : [range]),
    ]);
    return {
      ...state,
      period: range,
      comparedWith: compared ?? null,
      by,
      metrics: await toSeries(sums, { range, by, comparison: compare, metrics, dataUntil: state.dataUntil }),
    };
  }

  /** The sums of all locations are kept; those of some are added up, which costs much. */
  private sumsOf(scope: StatisticsScope, ranges: DayRange[]): Promise<DaySums> {
    const read = () => this.sums.read(scope, ranges);
    return scope.choice ? this.oneAtATime.run(scope.owner.workspaceId, read) : read();
  }

  /** A page of locations by a metric. */
  async ranking(uid: string, query: RankingQueryDto): Promise<RankingDto> {
    const range = this.rangeOf(query);
    const scope = await this.scopes.of(uid, query);
    const most = query.limit ?? MAX_PAGE;
    const offset = Number(query.cursor ?? 0);
    const { pages, hasMore, ...rest } = await this.rankings.rank(scope, range, query, { offset, most });
    const items: RankedLocationDto[] = [];
    for await (const page of pages) items.push(...page);
    return { ...rest, items, nextCursor: hasMore ? String(offset + most) : null };
  }

  /** All locations by a metric, up to 10,000, for a table. */
  async rankingTable(uid: string, query: RankingQueryDto): Promise<RankedLocations> {
    const range = this.rangeOf(query);
    const scope = await this.scopes.of(uid, query);
    return this.rankings.rank(scope, range, query, { offset: Number(query.cursor ?? 0), most: MAX_LINES });
  }

  /**
   * What people searched for in a month, beside the month before: a page, or up to 10,000 words for a table. Errors too:
   * `too_many_requests` while more of the person’s wait for their turn.
   */
  async words(uid: string, query: KeywordQueryDto): Promise<KeywordListDto> {
    const scope = await this.scopes.of(uid, query);
    return this.oneAtATime.run(uid, () => this.wordsOf(scope, query));
  }

  private async wordsOf(
    scope: StatisticsScope,
    query: KeywordQueryDto,
    most = query.format ? MAX_LINES : (query.limit ?? MAX_PAGE),
  ): Promise<KeywordListDto> {
    const turns = new Turns();
    const [read, locations] = await Promise.all([this.keywords.months(scope), this.scopes.count(scope)]);
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
      atLast > 0 && atLast >= now && areAlike(atLast, now) && (await this.keywords.hasAny(scope, month));
    const offset = Number(query.cursor ?? 0);
    await turns.pass();
    const { rows, matched } = await this.keywords.list(scope, {
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
        figure: toFigure(now),
        before: toFigure(before),
        change,
      })),
      matched,
      nextCursor: offset + rows.length < matched ? String(offset + rows.length) : null,
    };
  }

  /** The last month that has any words, else the last that was read; undefined for none. */
  private async lastMonth(scope: StatisticsScope, months: string[]): Promise<string | undefined> {
    for (const month of months) if (await this.keywords.hasAny(scope, month)) return month;
    return months[0];
  }

  /** What was done in a period. */
  async timeline(uid: string, query: FigureRangeDto): Promise<FigureEventListDto> {
    const period = this.rangeOf(query);
    const scope: StatisticsScope = await this.scopes.of(uid, query);
    return { period, items: await this.events.list(scope, period) };
  }

  /** Errors: `validation_failed` for an end before the beginning, and for too many days. */
  private rangeOf({ from, to }: FigureRangeDto): DayRange {
    const end = to ?? dayAfter(this.today(), -1);
    const range = { from: from ?? dayAfter(end, 1 - USUAL_DAYS), to: end };
    const length = lengthOf(range);
    if (length < 1) throw AppError.invalid([{ field: 'to', message: 'To must not be before from' }]);
    if (length > MAX_DAYS)
      throw AppError.invalid([{ field: 'from', message: `At most ${MAX_DAYS} days can be shown` }]);
    return range;
  }

  private today(): string {
    return dayOf(this.clock.now());
  }
}

/** The day on which Google has counted the search words of a month. */
function countedOn(month: string): string {
  return dayAfter(periodEnd(month, 'month'), WORDS_COUNTED_AFTER_DAYS);
}

function monthBefore(month: string): string {
  return `${dayAfter(month, -1).slice(0, 7)}-01`;
}

function toFigure(sum: WordSum | null): KeywordFigureDto | null {
  return sum && { value: sum.value, fewerThan: sum.threshold, locationsBelow: sum.below };
}
