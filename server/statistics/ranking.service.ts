import { Injectable } from '@nestjs/common';
import { PostedLocations } from '../business-profile/mirror/posted-locations.js';
import { type DayRange, lengthOf } from '../config/days.js';
import { OneAtATime } from '../jobs/one-at-a-time.js';
import { Turns } from '../jobs/turns.js';
import { ReviewsService } from '../reviews/reviews.service.js';
import { comparedRange } from './statistics-periods.js';
import { type StatisticsScope, StatisticsScopes } from './statistics-scope.js';
import type { RankedRow } from './ranking-order.js';
import { RankingRepository } from './ranking.repository.js';
import type { FigureStateDto, RankedLocationDto, RankingDto } from './statistics.dto.js';
import { RANKED_METRICS, type RankingQueryDto } from './statistics-query.dto.js';

/** How many locations are read at once; of each also all that Google says of it. */
const READ_AT_ONCE = 50;

/** Locations in the order of a ranking. What is shown of each is read as they are gone through. */
export interface RankedLocations extends Omit<RankingDto, 'items' | 'nextCursor'> {
  pages: AsyncIterable<RankedLocationDto[]>;
  /** Whether there are more than were asked for. */
  hasMore: boolean;
}

/** Compares locations by a metric: the counted days of a period, and as many of the one that it is compared with. */
@Injectable()
export class RankingService {
  constructor(
    private readonly scopes: StatisticsScopes,
    private readonly rankings: RankingRepository,
    private readonly locations: PostedLocations,
    private readonly reviews: ReviewsService,
    private readonly oneAtATime: OneAtATime,
  ) {}

  /** Errors: `too_many_requests` while more of the person’s wait for their turn. */
  rank(...[scope, ...how]: Parameters<RankingService['rankNow']>): Promise<RankedLocations> {
    return this.oneAtATime.run(scope.owner.workspaceId, () => this.rankNow(scope, ...how));
  }

  private async rankNow(
    scope: StatisticsScope,
    range: DayRange,
    { metric = 'IMPRESSIONS', order = 'most', ...query }: RankingQueryDto,
    { offset, most }: { offset: number; most: number },
  ): Promise<RankedLocations> {
    const { compare = order === 'risen' || order === 'fallen' ? 'before' : 'none' } = query;
    const turns = new Turns();
    const state = await this.scopes.stateOf(scope);
    await turns.pass();
    const counted = countedPart(range, state);
    const whole = comparedRange(range, compare);
    const compared = counted && comparedRange(counted, compare, lengthOf(range));
    const rows = counted
      ? await this.rankings.list(scope, { range: counted, compared, metric, order, offset, limit: most + 1 })
      : [];
    return {
      ...state,
      period: range,
      comparedWith: whole ?? null,
      pages: this.pagesOf(scope, rows.slice(0, most)),
      hasMore: rows.length > most,
    };
  }

  private async *pagesOf(scope: StatisticsScope, rows: RankedRow[]): AsyncGenerator<RankedLocationDto[]> {
    const turns = new Turns();
    for (let first = 0; first < rows.length; first += READ_AT_ONCE) {
      await turns.pass();
      const page = rows.slice(first, first + READ_AT_ONCE);
      const ids = page.map(({ locationId }) => locationId);
      const [known, ratings] = await Promise.all([
        this.locations.find(scope.owner, ids),
        this.reviews.ratingsOf(scope.owner, ids),
      ]);
      yield page.flatMap(({ locationId, countedUntil, now, before }): RankedLocationDto[] => {
        const location = known.get(locationId)?.location;
        if (!location) return [];
        const { name: locationName, accountId, storeCode } = location;
        const figures = RANKED_METRICS.map((name) => ({
          metric: name,
          value: now[name],
          before: before[name],
          per1000: name === 'IMPRESSIONS' ? null : rateOf(now[name], now.IMPRESSIONS),
        }));
        const rating = ratings.get(locationId);
        return [
          {
            locationId,
            accountId,
            locationName,
            storeCode,
            dataUntil: countedUntil,
            figures,
            averageRating: rating?.averageRating ?? null,
            reviewCount: rating?.reviewCount ?? null,
            answeredShare: rating?.answeredShare ?? null,
          },
        ];
      });
    }
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
