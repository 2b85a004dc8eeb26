import { Injectable } from '@nestjs/common';
import { Clock } from '../config/clock.js';
import { dayAfter, dayOf, type DayRange, lengthOf } from '../config/days.js';
import { AppError } from '../errors/app-error.js';
import { MAX_PAGE } from '../security/validation.js';
import { EventsReadModel } from './events-read-model.js';
import { type RankedLocations, RankingReadModel } from './ranking-read-model.js';
import { SeriesReadModel } from './series-read-model.js';
import type {
  KeywordQueryDto,
  RankingQueryDto,
  StatisticsQueryDto,
  StatisticsRangeDto,
} from './statistics-query.dto.js';
import { StatisticsScopes } from './statistics-scope.js';
import type {
  KeywordListDto,
  RankedLocationDto,
  RankingDto,
  StatisticsDto,
  StatisticsEventListDto,
} from './statistics.dto.js';
import { WordsReadModel } from './words-read-model.js';

/** How many days are shown unless a range is given. */
const USUAL_DAYS = 28;
/** The most lines of a table. */
const MAX_LINES = 10_000;
/** The longest range: the history that is kept, and a few days. */
const MAX_DAYS = 550;

/**
 * Finds the locations and the days of a request, and reads what one part of the view shows of them. Errors of every method:
 * `connect/not-connected`, `not_found`, `validation_failed`.
 */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly scopes: StatisticsScopes,
    private readonly seriesModel: SeriesReadModel,
    private readonly rankingModel: RankingReadModel,
    private readonly wordsModel: WordsReadModel,
    private readonly eventsModel: EventsReadModel,
    private readonly clock: Clock,
  ) {}

  /** Statistics over time. Errors too: `too_many_requests` while more of the workspace’s requests wait for their turn. */
  async overTime(workspaceId: string, query: StatisticsQueryDto): Promise<StatisticsDto> {
    const range = this.rangeOf(query);
    return this.seriesModel.read(await this.scopes.of(workspaceId, query), range, query);
  }

  /** A page of locations by a statistic. Errors too: as of `overTime`. */
  async ranking(workspaceId: string, query: RankingQueryDto): Promise<RankingDto> {
    const most = query.limit ?? MAX_PAGE;
    const { pages, hasMore, ...rest } = await this.ranked(workspaceId, query, most);
    const items: RankedLocationDto[] = [];
    for await (const page of pages) items.push(...page);
    return { ...rest, items, nextCursor: hasMore ? String(Number(query.cursor ?? 0) + most) : null };
  }

  /** All locations by a statistic, up to 10,000, for a table. Errors too: as of `overTime`. */
  rankingTable(workspaceId: string, query: RankingQueryDto): Promise<RankedLocations> {
    return this.ranked(workspaceId, query, MAX_LINES);
  }

  private async ranked(workspaceId: string, query: RankingQueryDto, most: number): Promise<RankedLocations> {
    const range = this.rangeOf(query);
    return this.rankingModel.read(await this.scopes.of(workspaceId, query), range, query, most);
  }

  /**
   * What people searched for in a month, beside the month before: a page, or up to 10,000 words for a table. Errors too: as
   * of `overTime`.
   */
  async words(workspaceId: string, query: KeywordQueryDto): Promise<KeywordListDto> {
    const most = query.format ? MAX_LINES : (query.limit ?? MAX_PAGE);
    return this.wordsModel.read(await this.scopes.of(workspaceId, query), query, most);
  }

  /** What was done in a period. */
  async timeline(workspaceId: string, query: StatisticsRangeDto): Promise<StatisticsEventListDto> {
    const period = this.rangeOf(query);
    return { period, items: await this.eventsModel.read(await this.scopes.of(workspaceId, query), period) };
  }

  /** Errors: `validation_failed` for an end before the beginning, and for too many days. */
  private rangeOf({ from, to }: StatisticsRangeDto): DayRange {
    const end = to ?? dayAfter(dayOf(this.clock.now()), -1);
    const range = { from: from ?? dayAfter(end, 1 - USUAL_DAYS), to: end };
    const length = lengthOf(range);
    if (length < 1) throw AppError.invalid([{ field: 'to', message: 'To must not be before from' }]);
    if (length > MAX_DAYS)
      throw AppError.invalid([{ field: 'from', message: `At most ${MAX_DAYS} days can be shown` }]);
    return range;
  }
}
