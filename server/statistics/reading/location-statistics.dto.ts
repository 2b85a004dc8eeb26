import { ApiProperty } from '@nestjs/swagger';

/** A number of the last 30 days. */
export class FigureDto {
  /** @example 1280 */
  value!: number;

  /** Whether the figure is somewhere below the value: Google tells small ones no closer. */
  isBelow!: boolean;
}

/** The figures of a location; null where Google gives none. */
export class LocationStatsDto {
  /**
   * The first calendar day that is covered; null while Google has counted none.
   * @example '2026-10-22'
   */
  @ApiProperty({ format: 'date' })
  from!: string | null;

  /**
   * The last one, 29 days later: the last on which any of the person's locations has a figure.
   * @example '2026-11-20'
   */
  @ApiProperty({ format: 'date' })
  to!: string | null;
  profileViews!: FigureDto | null;
  searchQueries!: FigureDto | null;
  directionRequests!: FigureDto | null;
  phoneCalls!: FigureDto | null;
}

/** The answer for a location whose source has no figures. */
export const NO_STATS: LocationStatsDto = Object.freeze({
  from: null,
  to: null,
  profileViews: null,
  searchQueries: null,
  directionRequests: null,
  phoneCalls: null,
});
