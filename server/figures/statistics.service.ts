import { Injectable } from '@nestjs/common';
import { PostedLocations } from '../business-profile/google/posted-locations.js';
import { dayAfter, dayOf, type DayRange, lengthOf } from '../config/days.js';
import { Clock } from '../config/clock.js';
import { AppError } from '../errors/app-error.js';
import { ReviewsService } from '../reviews/reviews.service.js';
import { MAX_PAGE } from '../security/validation.js';
import { DaySumsRepository } from './day-sums.repository.js';
import { EventsRepository } from './events.repository.js';
import { FIGURE_METRICS } from './figure-metrics.js';
import { comparedRange, periodEnd } from './figure-periods.js';
import { type FigureScope, FigureScopes } from './figure-scope.js';
import { toSeries } from './figure-series.js';
import { KeywordsRepository, type WordSum } from './keywords.repository.js';
import { RankingRepository } from './ranking.repository.js';
import type {
  FigureEventListDto,
  FigureStateDto,
  KeywordFigureDto,
  KeywordListDto,
  RankedLocationDto,
  RankingDto,
  StatisticsDto,
} from './statistics.dto.js';
import {
  type FigureRangeDto,
  type KeywordQueryDto,
  RANKED_METRICS,
  type RankingQueryDto,
  type StatisticsQueryDto,
} from './statistics-query.dto.js';

/** How many days are shown unless a range is given. */
const USUAL_DAYS = 28;
/** The longest range: the history that is kept, and a few days. */
const MAX_DAYS = 550;

/** Google counts the search words of a month so many days after its end, at the latest as a rule. */
const WORDS_COUNTED_AFTER_DAYS = 5;

/** Shows the figures of locations. Errors of every method: `connect/not-connected`, `not_found`, `validation_failed`. */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly scopes: FigureScopes,
    private readonly sums: DaySumsRepository,
    private readonly rankings: RankingRepository,
    private readonly keywords: KeywordsRepository,
    private readonly events: EventsRepository,
    private readonly locations: PostedLocations,
    private readonly reviews: ReviewsService,
    private readonly clock: Clock,
  ) {}

  /** Metrics over time. */
  async overTime(uid: string, query: StatisticsQueryDto): Promise<StatisticsDto> {
    const range = this.rangeOf(query);
    const scope = await this.scopes.of(uid, query);
    const { by = 'day', compare = 'none' } = query;
    const metrics = FIGURE_METRICS.filter((metric) => query.metrics?.split(',').includes(metric) ?? true);
    const compared = comparedRange(range, compare);
    const [state, sums] = await Promise.all([
      this.scopes.stateOf(scope),
      this.sums.read(scope, compared ? [range, compared] : [range]),
    ]);
    return {
      ...state,
      period: range,
      comparedWith: compared ?? null,
      by,
      metrics: toSeries(sums, { range, by, comparison: compare, metrics, dataUntil: state.dataUntil }),
    };
  }

  /** Locations by a metric: the counted days of the period, and as many of the one that it is compared with. */
  async ranking(uid: string, query: RankingQueryDto, most = query.limit ?? MAX_PAGE): Promise<RankingDto> {
    const range = this.rangeOf(query);
    const { metric = 'IMPRESSIONS', order = 'most' } = query;
    const scope = await this.scopes.of(uid, query);
    const { compare = order === 'risen' || order === 'fallen' ? 'before' : 'none' } = query;
    const state = await this.scopes.stateOf(scope);
    const counted = countedPart(range, state);
    const whole = comparedRange(range, compare);
    const compared = counted && comparedRange(counted, compare, lengthOf(range));
    const offset = Number(query.cursor ?? 0);
    const rows = counted
      ? await this.rankings.list(scope, { range: counted, compared, metric, order, offset, limit: most + 1 })
      : [];
    const shown = rows.slice(0, most);
    const ids = shown.map(({ locationId }) => locationId);
    const [known, ratings] = await Promise.all([
      this.locations.find(scope.owner, ids),
      this.reviews.ratingsOf(scope.owner, ids),
    ]);
    const items = shown.flatMap(({ locationId, now, before }): RankedLocationDto[] => {
      const location = known.get(locationId)?.location;
      if (!location) return [];
      const { name: locationName, accountId, storeCode } = location;
      const figures = RANKED_METRICS.map((name) => ({
        metric: name,
        value: now[name],
        before: before[name],
        per1000: name === 'IMPRESSIONS' ? null : rateOf(now[name], now.IMPRESSIONS),
      }));
      const {
        averageRating = null,
        reviewCount = null,
        answeredShare = null,
      } = ratings.get(locationId) ?? {};
      return [
        {
          locationId,
          accountId,
          locationName,
          storeCode,
          figures,
          averageRating,
          reviewCount,
          answeredShare,
        },
      ];
    });
    return {
      ...state,
      period: range,
      comparedWith: whole ?? null,
      items,
      nextCursor: rows.length > most ? String(offset + most) : null,
    };
  }

  /** What people searched for in a month, beside the month before. */
  async words(uid: string, query: KeywordQueryDto, most = query.limit ?? MAX_PAGE): Promise<KeywordListDto> {
    const scope = await this.scopes.of(uid, query);
    const read = await this.keywords.months(scope);
    const months = read.map(({ month }) => month);
    const month = query.month === undefined ? await this.lastMonth(scope, months) : `${query.month}-01`;
    if (month === undefined)
      return { month: null, isOpen: false, months: [], items: [], matched: 0, nextCursor: null };
    const of = (wanted: string) => read.find((each) => each.month === wanted);
    const last = monthBefore(month);
    const atLast = of(last)?.locations ?? 0;
    // A month without any word is one that Google has not counted: no word is lost.
    const isComparable =
      atLast > 0 && atLast >= (of(month)?.locations ?? 0) && (await this.keywords.hasAny(scope, month));
    const offset = Number(query.cursor ?? 0);
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
      months: months.map((each) => each.slice(0, 7)),
      items: rows.map(({ word, now, before, change }) => ({
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
  private async lastMonth(scope: FigureScope, months: string[]): Promise<string | undefined> {
    for (const month of months) if (await this.keywords.hasAny(scope, month)) return month;
    return months[0];
  }

  /** What was done in a period. */
  async timeline(uid: string, query: FigureRangeDto): Promise<FigureEventListDto> {
    const period = this.rangeOf(query);
    const scope: FigureScope = await this.scopes.of(uid, query);
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

/** The part of a range that Google has counted; undefined for none. */
function countedPart({ from, to }: DayRange, { dataUntil }: FigureStateDto): DayRange | undefined {
  if (dataUntil === null || dataUntil < from) return undefined;
  return { from, to: dataUntil < to ? dataUntil : to };
}

function rateOf(value: number | null, impressions: number | null): number | null {
  return value === null || !impressions ? null : Math.round((value / impressions) * 10_000) / 10;
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
