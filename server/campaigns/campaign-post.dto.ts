import { ApiProperty, OmitType } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { CLOSED_DAYS } from '../database/campaigns.schema.js';
import { CallToActionDto, PostBodyDto, PostOfferDto } from '../posts/post-body.dto.js';
import { IsInstant, IsTimeZone } from '../security/time-rules.js';
import { Nested } from '../security/validation.js';
import { WebAddress } from '../security/web-address.js';
import { isLinkTemplate } from './plan/location-text.js';

/** Half a day: "at nine" must not become an afternoon. */
const MAX_SPREAD_MINUTES = 720;

export class CampaignActionDto extends OmitType(CallToActionDto, ['url'] as const) {
  /**
   * Where the button leads; it may be `{website}`, or begin with it.
   * @example '{website}/book'
   */
  @IsOptional()
  @WebAddress('Link', isLinkTemplate)
  url?: string;
}

export class CampaignOfferDto extends OmitType(PostOfferDto, ['redeemOnlineUrl'] as const) {
  /**
   * It may be `{website}`, or begin with it.
   * @example '{website}'
   */
  @IsOptional()
  @WebAddress('Link', isLinkTemplate)
  redeemOnlineUrl?: string;
}

/**
 * The content of the posts of a campaign: as of one post, and its texts may have the variables `{name}`, `{city}`, `{street}`,
 * `{storeCode}` and `{website}`.
 */
export class CampaignBodyDto extends OmitType(PostBodyDto, ['callToAction', 'offer'] as const) {
  /** For CALL_TO_ACTION only. */
  @IsOptional()
  @Nested(() => CampaignActionDto, 'Call to action must be an object')
  callToAction?: CampaignActionDto;

  /** For OFFER only. */
  @IsOptional()
  @Nested(() => CampaignOfferDto, 'Offer must be an object')
  offer?: CampaignOfferDto;
}

/** When the posts of a campaign go out. Either `wallTime` or `publishAt` is given. */
export class CampaignTimeDto {
  /**
   * The same time of day at each location, in its own zone.
   * @example '2027-03-01T09:00'
   */
  @IsOptional()
  @ApiProperty({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$', maxLength: 16 })
  @Matches(/^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, {
    message: 'Publish time must be a date and a time of day, such as 2027-03-01T09:00',
  })
  wallTime?: string;

  /**
   * The same instant for all; ISO 8601 with an offset.
   * @example '2027-03-01T09:00:00Z'
   */
  @IsOptional()
  @IsInstant({ message: 'Publish time must be a date and time with an offset, such as 2027-03-01T09:00:00Z' })
  publishAt?: string;

  /**
   * The author's zone, for what is the same everywhere.
   * @example 'Europe/London'
   */
  @IsTimeZone()
  timeZone!: string;

  /** Over how many minutes the posts of one moment are spread: 0 to 720; default 0. */
  @IsOptional()
  @Max(MAX_SPREAD_MINUTES, { message: 'Posts can be spread over at most 12 hours (720 minutes)' })
  @Min(0, { message: 'Minutes must be 0 or more' })
  @IsInt({ message: 'Minutes must be a whole number' })
  spreadMinutes?: number;

  /**
   * What happens to the post of a location that is closed that day: it goes out all the same (`publish`, the default), it
   * does not go out (`skip`), or it goes out at the same time on the next open day (`move`).
   */
  @IsOptional()
  @IsIn(CLOSED_DAYS, { message: 'Closed days must be publish, skip or move' })
  closedDays?: (typeof CLOSED_DAYS)[number];
}
