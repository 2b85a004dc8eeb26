import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { WorkspaceName } from '../people/workspace-name.js';
import { NumberCursor } from '../security/list-cursor.js';
import { IsDay } from '../security/time-rules.js';
import { LocationIds, PageLimit, QueryText } from '../security/validation.js';
import { STATISTICS, type Statistic } from './statistics-parts.js';
import { COMPARISONS, type Comparison, PERIODS, type Period } from './statistics-periods.js';

/** How many locations one request can name; a selection can have more. */
const MAX_NAMED = 100;

/** The length of the names of all statistics. */
const MAX_STATISTICS_LENGTH = STATISTICS.join().length;
const METRICS = new RegExp(`^(${STATISTICS.join('|')})(,(${STATISTICS.join('|')}))*$`);
const STATISTICS_MESSAGE = 'Metrics must be known ones, such as CALLS, separated by commas';

/** Statistics by which locations are compared. */
export const RANKED_STATISTICS = Object.freeze([
  'IMPRESSIONS',
  'CALLS',
  'DIRECTIONS',
  'WEBSITE_CLICKS',
] as const satisfies Statistic[]);
export type RankedStatistic = (typeof RANKED_STATISTICS)[number];

/** Orders of locations by a statistic: by the number, by the number for 1,000 impressions, by how much it has changed. */
const RANKINGS = Object.freeze(['most', 'fewest', 'best-rate', 'worst-rate', 'risen', 'fallen'] as const);
export type Ranking = (typeof RANKINGS)[number];

export const WORD_CHANGES = Object.freeze(['new', 'lost', 'rising'] as const);
export type WordChange = (typeof WORD_CHANGES)[number];

/** Which locations are meant: those that fit all given parameters; all locations without any. */
export class StatisticsScopeDto {
  /** Ids of 1 to 100 locations, separated by commas. */
  @LocationIds(MAX_NAMED, { required: false })
  locationIds?: string[];

  /** The locations of this account. */
  @QueryText('Account')
  accountId?: string;

  /** The locations of this selection. */
  @ApiPropertyOptional({ format: 'uuid', maxLength: 36 })
  @IsOptional()
  @IsUUID('all', { message: 'Selection must be the id of a selection' })
  selectionId?: string;

  @WorkspaceName()
  workspace?: string;
}

/** Locations in a period. */
export class StatisticsRangeDto extends StatisticsScopeDto {
  /** The first day, `YYYY-MM-DD`: 27 days before the last one, unless given. At most 550 days are covered. */
  @IsOptional()
  @IsDay({ message: 'From must be a day, such as 2026-11-01' })
  from?: string;

  /** The last day, included: yesterday, unless given. */
  @IsOptional()
  @IsDay({ message: 'To must be a day, such as 2026-11-28' })
  to?: string;

  /** `csv`: as a table of comma-separated values. */
  @IsOptional()
  @IsIn(['csv'], { message: 'Format can only be csv, or left out' })
  format?: 'csv';
}

export class StatisticsQueryDto extends StatisticsRangeDto {
  /**
   * Which statistics, separated by commas; all, unless given.
   * @example 'CALLS,DIRECTIONS'
   */
  @IsOptional()
  @Matches(METRICS, { message: STATISTICS_MESSAGE })
  @MaxLength(MAX_STATISTICS_LENGTH, { message: STATISTICS_MESSAGE })
  @IsString({ message: STATISTICS_MESSAGE })
  metrics?: string;

  /** By day, unless given. Weeks begin on Mondays. */
  @IsOptional()
  @IsIn(PERIODS, { message: 'By must be day, week or month' })
  by?: Period;

  /** With the same number of days before, or the same days a year before. */
  @IsOptional()
  @IsIn(COMPARISONS, { message: 'Compare must be none, before or year' })
  compare?: Comparison;
}

export class RankingQueryDto extends StatisticsRangeDto {
  /** By impressions, unless given. */
  @IsOptional()
  @IsIn(RANKED_STATISTICS, { message: 'Metric must be IMPRESSIONS, CALLS, DIRECTIONS or WEBSITE_CLICKS' })
  metric?: RankedStatistic;

  /** The most first, unless given. A rate is the number for 1,000 impressions, which themselves have none. */
  @IsOptional()
  @IsIn(RANKINGS, { message: 'Order must be most, fewest, best-rate, worst-rate, risen or fallen' })
  order?: Ranking;

  @IsOptional()
  @IsIn(COMPARISONS, { message: 'Compare must be none, before or year' })
  compare?: Comparison;

  /** `nextCursor` of the answer before, with the same query. */
  @NumberCursor()
  cursor?: string;

  /** How many at most. */
  @PageLimit()
  limit?: number;
}

export class KeywordQueryDto extends StatisticsScopeDto {
  /** `YYYY-MM`: the last month of which Google has words, unless given. */
  @ApiPropertyOptional({ pattern: '^[12]\\d{3}-(0[1-9]|1[0-2])$', maxLength: 7, example: '2026-10' })
  @IsOptional()
  @Matches(/^[12]\d{3}-(0[1-9]|1[0-2])$/, { message: 'Month must be a month, such as 2026-10' })
  month?: string;

  /** Part of a word. */
  @QueryText('Search')
  search?: string;

  /** Only these. */
  @IsOptional()
  @IsIn(WORD_CHANGES, { message: 'Change must be new, lost or rising' })
  change?: WordChange;

  @IsOptional()
  @IsIn(['csv'], { message: 'Format can only be csv, or left out' })
  format?: 'csv';

  /** `nextCursor` of the answer before, with the same query. */
  @NumberCursor()
  cursor?: string;

  /** How many at most. */
  @PageLimit()
  limit?: number;
}
