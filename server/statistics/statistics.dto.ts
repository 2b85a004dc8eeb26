import { ApiProperty } from '@nestjs/swagger';
import { CHANGE_FIELDS, type ChangeField } from '../business-profile/translation/profile-fields.js';
import { MAX_PAGE } from '../security/validation.js';
import { STATISTICS, type Statistic } from './statistics-parts.js';
import { PERIODS, type Period } from './statistics-periods.js';
import {
  RANKED_STATISTICS,
  type RankedStatistic,
  WORD_CHANGES,
  type WordChange,
} from './statistics-query.dto.js';

/** How many events one answer has at most: the latest. */
export const MAX_EVENTS = 1000;

/** The kinds of events on the time line. */
const EVENT_KINDS = Object.freeze(['CHANGE', 'POST', 'CAMPAIGN'] as const);
export type EventKind = (typeof EVENT_KINDS)[number];

/** How far the statistics of the locations reach. */
export class StatisticsStateDto {
  /** How many locations are meant. */
  locations!: number;

  /** How many of them have statistics. Google has none for a location that is not verified. */
  locationsWithFigures!: number;

  /** How many have not been read yet. */
  locationsToRead!: number;

  /**
   * The last day that Google has counted for all of the locations that were read in the last three days; null while it has
   * counted none. Later days have the numbers of some locations only, and then there is a gap.
   * @example '2026-11-22'
   */
  @ApiProperty({ format: 'date' })
  dataUntil!: string | null;
}

/** Days, both included. */
export class StatisticsPeriodDto {
  /** @example '2026-11-01' */
  @ApiProperty({ format: 'date' })
  from!: string;

  /** @example '2026-11-28' */
  @ApiProperty({ format: 'date' })
  to!: string;
}

/** A number of a day, a week or a month. */
export class StatisticsPointDto extends StatisticsPeriodDto {
  /** Null: Google has not counted it yet at any location, or does not say. */
  value!: number | null;

  /** The same of the days that it is compared with; null too where these go over more or fewer locations. */
  before!: number | null;

  /**
   * Over how many locations the value goes, on its day with the fewest; 0 without a value. After `dataUntil` the others are
   * not counted yet.
   */
  locations!: number;

  /** Whether all its days are within the range, and counted for all locations. */
  isWhole!: boolean;
}

/** One statistic over time. */
export class StatisticsSeriesDto {
  @ApiProperty({ enum: STATISTICS })
  metric!: Statistic;

  /** The sum of the days up to `dataUntil`, which are counted for all locations; null where Google does not say. */
  total!: number | null;

  /** The sum of the days with which those of the total are compared; null too where these go over more or fewer locations. */
  totalBefore!: number | null;

  /** Over how many locations the numbers go at most: Google does not say this statistic of the others. */
  locations!: number;
  points!: StatisticsPointDto[];
}

export class StatisticsDto extends StatisticsStateDto {
  period!: StatisticsPeriodDto;
  comparedWith!: StatisticsPeriodDto | null;

  @ApiProperty({ enum: PERIODS })
  by!: Period;
  metrics!: StatisticsSeriesDto[];
}

/** A statistic of a location in the period. */
export class RankedStatisticDto {
  @ApiProperty({ enum: RANKED_STATISTICS })
  metric!: RankedStatistic;
  value!: number | null;

  /** Of the period that it is compared with; null where not all days of both are known. */
  before!: number | null;

  /** For 1,000 impressions; null for impressions themselves, and where there were none. */
  per1000!: number | null;
}

export class RankedLocationDto {
  locationId!: string;
  accountId!: string;

  /** @example 'Hearth & Crumb, Market Square' */
  locationName!: string;

  /** @example 'HC-01' */
  storeCode!: string | null;

  /**
   * The last day that Google has counted for it. Where this is earlier than the answer’s own `dataUntil`, the location could not
   * be read for days, and its numbers lack the days since.
   * @example '2026-11-22'
   */
  @ApiProperty({ format: 'date' })
  dataUntil!: string | null;
  figures!: RankedStatisticDto[];

  /** Google’s own rating; null: it has no reviews, or they were not read yet. */
  averageRating!: number | null;

  /** How many reviews Google counts; null: they were not read yet. */
  reviewCount!: number | null;

  /**
   * Which share of its reviews of the last 12 months has a reply that Google did not reject, from 0 to 1; null without
   * reviews. It does not depend on the period.
   */
  answeredShare!: number | null;
}

export class RankingDto extends StatisticsStateDto {
  period!: StatisticsPeriodDto;
  comparedWith!: StatisticsPeriodDto | null;

  @ApiProperty({ maxItems: MAX_PAGE })
  items!: RankedLocationDto[];

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}

/** How many people searched for a word in a month. */
export class KeywordCountDto {
  /** The sum over the locations of which Google gives a number; null: of none. */
  value!: number | null;

  /** Google gives no numbers below this; null: it gave a number for every location. */
  fewerThan!: number | null;

  /** At how many locations it is below that. They are not in the sum. */
  locationsBelow!: number;
}

export class KeywordDto {
  /** @example 'bakery near me' */
  word!: string;

  /** Null: no one searched for it in this month. */
  figure!: KeywordCountDto | null;

  /** The month before; null: no one searched for it, or that month was not read at as many locations. */
  before!: KeywordCountDto | null;

  @ApiProperty({ enum: WORD_CHANGES })
  change!: WordChange | null;
}

export class KeywordListDto {
  /** @example '2026-10' */
  month!: string | null;

  /** Whether the month is not over, or Google may still count it. */
  isOpen!: boolean;

  /** How many locations are meant. */
  locations!: number;

  /**
   * At how many of them the words of this month have not been read yet. Until then numbers grow and words are missing, and
   * the month is compared with none unless at most one location in a hundred is missing.
   */
  locationsToRead!: number;

  /** The months that were read at any of them, the latest first. */
  months!: string[];

  @ApiProperty({ maxItems: MAX_PAGE })
  items!: KeywordDto[];

  /** How many words match. */
  matched!: number;
  nextCursor!: string | null;
}

/** What was done on a day. No claim is made that it moved the statistics. */
export class StatisticsEventDto {
  /** By UTC. */
  @ApiProperty({ format: 'date' })
  day!: string;

  @ApiProperty({ enum: EVENT_KINDS })
  kind!: EventKind;

  /** The changed field; null for posts and campaigns. */
  @ApiProperty({ enum: CHANGE_FIELDS })
  field!: ChangeField | null;

  /** A campaign’s name. */
  name!: string | null;

  /** How many changes or posts. */
  count!: number;

  /** At how many locations. */
  locations!: number;
}

export class StatisticsEventListDto {
  period!: StatisticsPeriodDto;

  @ApiProperty({ maxItems: MAX_EVENTS })
  items!: StatisticsEventDto[];
}
