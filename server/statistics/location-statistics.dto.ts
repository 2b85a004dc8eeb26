import { ApiProperty } from '@nestjs/swagger';

/** A number of the last 30 days. */
export class StatisticDto {
  /** @example 1280 */
  value!: number;

  /** Whether the number is somewhere below the value: Google says no more of small ones. */
  isBelow!: boolean;
}

/** The statistics of a location; each is null where Google gives none. */
export class LocationStatisticsDto {
  /**
   * The first calendar day that is covered; null while Google has counted none.
   * @example '2026-10-22'
   */
  @ApiProperty({ format: 'date' })
  from!: string | null;

  /**
   * The last calendar day that is covered, 29 days later; null while Google has counted none.
   * @example '2026-11-20'
   */
  @ApiProperty({ format: 'date' })
  to!: string | null;
  profileViews!: StatisticDto | null;
  searchQueries!: StatisticDto | null;
  directionRequests!: StatisticDto | null;
  phoneCalls!: StatisticDto | null;
}

/** The answer where there are none. */
export const NO_STATISTICS: LocationStatisticsDto = Object.freeze({
  from: null,
  to: null,
  profileViews: null,
  searchQueries: null,
  directionRequests: null,
  phoneCalls: null,
});
