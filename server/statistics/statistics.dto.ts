import { ApiProperty } from '@nestjs/swagger';
import { CHANGE_FIELDS, type ChangeField } from '../business-profile/translation/profile-fields.js';
import { MAX_PAGE } from '../security/validation.js';
import { STATISTICS, type Statistic } from './statistics-parts.js';
import { PERIODS, type Period } from './statistics-periods.js';
import { RANKED_METRICS, type RankedMetric, WORD_CHANGES, type WordChange } from './statistics-query.dto.js';

/** How many events one answer has at most: the latest. */
export const MAX_EVENTS = 1000;

/** What can have happened beside a location’s figures. */
export const EVENT_KINDS = Object.freeze(['CHANGE', 'POST', 'CAMPAIGN'] as const);
export type EventKind = (typeof EVENT_KINDS)[number];

/** How far the figures of the locations reach. */
export class FigureStateDto {
  /** How many locations are meant. */
  locations!: number;

  /** How many of them have figures. Google has none for a location that is not verified. */
  locationsWithFigures!: number;

  /** How many have not been read yet. */
  locationsToRead!: number;

  /**
   * The last day that Google has counted, for all of them that were read in the last three days; null while it has counted
   * none. After it there are only the numbers of those that Google counts earlier, and then a gap.
   * @example '2026-11-22'
   */
  @ApiProperty({ format: 'date' })
  dataUntil!: string | null;
}

/** Days, both included. */
export class FigurePeriodDto {
  /** @example '2026-11-01' */
  @ApiProperty({ format: 'date' })
  from!: string;

  /** @example '2026-11-28' */
  @ApiProperty({ format: 'date' })
  to!: string;
}

/** A number of a day, a week or a month. */
export class FigurePointDto extends FigurePeriodDto {
  /** Null: Google has not counted it yet at any location, or does not say. */
  value!: number | null;

  /** The same of the days that it is compared with; null too where these go over more or fewer locations. */
  before!: number | null;

  /**
   * Over how many locations the value goes, on the day of it on which they are the fewest; 0 without one. After `dataUntil`
   * the others are not counted yet.
   */
  locations!: number;

  /** Whether all its days are within the range, and counted for all locations. */
  isWhole!: boolean;
}

/** One metric over time. */
export class FigureSeriesDto {
  @ApiProperty({ enum: STATISTICS })
  metric!: Statistic;

  /** The sum of the days up to `dataUntil`, which all locations have; null where Google does not say. */
  total!: number | null;

  /** The sum of the days with which those of the total are compared; null too where these go over more or fewer locations. */
  totalBefore!: number | null;

  /** Over how many locations the numbers go at most: of the others Google does not say this metric. */
  locations!: number;
  points!: FigurePointDto[];
}

export class StatisticsDto extends FigureStateDto {
  period!: FigurePeriodDto;
  comparedWith!: FigurePeriodDto | null;

  @ApiProperty({ enum: PERIODS })
  by!: Period;
  metrics!: FigureSeriesDto[];
}

/** A metric of a location in the period. */
export class RankedFigureDto {
  @ApiProperty({ enum: RANKED_METRICS })
  metric!: RankedMetric;
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
   * The last day that Google has counted for it. Where it is earlier than for all, the location could not be read for days,
   * and its numbers lack those after it.
   * @example '2026-11-22'
   */
  @ApiProperty({ format: 'date' })
  dataUntil!: string | null;
  figures!: RankedFigureDto[];

  /** Google’s own figure; null: it has no reviews, or they were not read yet. */
  averageRating!: number | null;

  /** How many reviews Google counts; null: they were not read yet. */
  reviewCount!: number | null;

  /**
   * Which share of its reviews of the last 12 months has a reply that Google did not reject, from 0 to 1, whatever the
   * period; null without reviews.
   */
  answeredShare!: number | null;
}

export class RankingDto extends FigureStateDto {
  period!: FigurePeriodDto;
  comparedWith!: FigurePeriodDto | null;

  @ApiProperty({ maxItems: MAX_PAGE })
  items!: RankedLocationDto[];

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}

/** How many people searched for a word in a month. */
export class KeywordFigureDto {
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
  figure!: KeywordFigureDto | null;

  /** The month before; null: no one searched for it, or that month was not read at as many locations. */
  before!: KeywordFigureDto | null;

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
   * At how many of them the words of this month have not been read yet. Until they are, numbers grow and words are missing,
   * and unless they are one in a hundred at most, the month is compared with none.
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

/** What was done on a day. No claim is made that it moved the figures. */
export class FigureEventDto {
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

export class FigureEventListDto {
  period!: FigurePeriodDto;

  @ApiProperty({ maxItems: MAX_EVENTS })
  items!: FigureEventDto[];
}
