import { ApiProperty } from '@nestjs/swagger';
import { CHANGE_FIELDS, type ChangeField } from '../business-profile/record/profile-fields.js';
import { MAX_PAGE } from '../security/validation.js';
import { FIGURE_METRICS, type FigureMetric } from './figure-metrics.js';
import { PERIODS, type Period } from './figure-periods.js';
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
   * The last day that Google has counted, for all of them; null while it has counted none. What comes after is a gap.
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
  /** Null: Google has not counted it yet, or does not say. */
  value!: number | null;

  /** The same of the days that it is compared with. */
  before!: number | null;

  /** Whether all its days are counted and within the range. */
  isWhole!: boolean;
}

/** One metric over time. */
export class FigureSeriesDto {
  @ApiProperty({ enum: FIGURE_METRICS })
  metric!: FigureMetric;

  /** The sum of the counted days; null where Google does not say. */
  total!: number | null;

  /** The sum of the days with which those of the total are compared. */
  totalBefore!: number | null;

  /** Over how many locations the numbers go: of the others Google does not say this metric. */
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

  /** Null: nobody searched for it in this month. */
  figure!: KeywordFigureDto | null;

  /** The month before; null: nobody searched for it, or that month was not read. */
  before!: KeywordFigureDto | null;

  @ApiProperty({ enum: WORD_CHANGES })
  change!: WordChange | null;
}

export class KeywordListDto {
  /** @example '2026-10' */
  month!: string | null;

  /** Whether the month is not over, or Google may still count it. */
  isOpen!: boolean;

  /** The months that were read, the latest first. */
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
