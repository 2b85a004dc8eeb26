import { ApiProperty } from '@nestjs/swagger';

/** A day of a location at Google; null: Google’s answer lacked the statistic. */
export class ExportedStatisticsDayDto {
  /** @example '2026-11-20' */
  @ApiProperty({ format: 'date' })
  day!: string;
  desktopMaps!: number | null;
  desktopSearch!: number | null;
  mobileMaps!: number | null;
  mobileSearch!: number | null;
  directions!: number | null;
  calls!: number | null;
  websiteClicks!: number | null;
  bookings!: number | null;
  menuClicks!: number | null;
}

/** A search word of a month: a number, or one that it was below. */
export class ExportedKeywordDto {
  /** @example '2026-10' */
  month!: string;
  word!: string;
  value!: number | null;
  threshold!: number | null;
}

/**
 * The statistics of a location. They are Google’s content, which is read again or dropped within 30 days: a person who keeps
 * this file longer has to make sure that Google’s terms allow that.
 */
export class ExportedStatisticsDto {
  /** Google's stable key of the Google account. */
  googleAccount!: string;
  locationId!: string;

  /** When they were last read, ISO 8601; null: not yet. */
  @ApiProperty({ format: 'date-time' })
  readAt!: string | null;

  /** The last day that is known to be counted. */
  @ApiProperty({ format: 'date' })
  countedUntil!: string | null;
  days!: ExportedStatisticsDayDto[];
  searchWords!: ExportedKeywordDto[];
}
