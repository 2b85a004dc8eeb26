import { IsOptional, IsTimeZone, MaxLength } from 'class-validator';
import { MAX_TIME_ZONE } from '../posts/time-rules.js';

export class OverviewQueryDto {
  /**
   * The IANA time zone in which "this month" is meant; UTC without it.
   * @example 'Europe/Dublin'
   */
  @IsOptional()
  @MaxLength(MAX_TIME_ZONE, { message: 'Time zone must be an IANA name such as Europe/Dublin' })
  @IsTimeZone({ message: 'Time zone must be an IANA name such as Europe/Dublin' })
  timeZone?: string;
}

/** The four counters of the overview; all 0 on sample data, which does not count as the user's own. */
export class OverviewDto {
  businessAccounts!: number;
  locations!: number;

  /** Posts that wait for their time or are on their way. */
  scheduledPosts!: number;

  /** Posts published since the first of the month, 00:00 in the given time zone. */
  publishedThisMonth!: number;
}
