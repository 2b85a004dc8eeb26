import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { CAMPAIGN_STATES, CLOSED_DAYS } from '../database/campaigns.schema.js';
import { ListCursor } from '../security/list-cursor.js';
import { IsInstant } from '../security/time-rules.js';
import { IfGiven, Nested, PageLimit, QueryText } from '../security/validation.js';
import { CampaignBodyDto, CampaignTimeDto } from './campaign-post.dto.js';
import { OwnName } from './own-name.js';
import { LocationChoiceDto } from './selections/selection.dto.js';

export class NewCampaignDto {
  /**
   * What people call it; without it, it is proposed from the text.
   * @example 'Black Friday: two for one'
   */
  @IfGiven()
  @OwnName()
  name?: string;

  @Nested(() => LocationChoiceDto, 'Please choose locations')
  choice!: LocationChoiceDto;

  @Nested(() => CampaignTimeDto, 'Please set a publish date and time')
  time!: CampaignTimeDto;

  /**
   * As in a new post. Its texts may have the variables `{name}`, `{city}`, `{street}`, `{storeCode}` and `{website}`, and a
   * link may be `{website}`.
   */
  @Nested(() => CampaignBodyDto, 'Post content is required')
  postBody!: CampaignBodyDto;
}

/**
 * Fields that are left out keep their value. A draft is planned again. Of a confirmed campaign only `name`, `postBody` and
 * `time` can change, the last two only for what is not out yet. A `name` alone changes neither plan nor posts.
 */
export class UpdateCampaignDto {
  /** @example 'Black Friday: two for one' */
  @IfGiven()
  @OwnName()
  name?: string;

  @IfGiven()
  @Nested(() => LocationChoiceDto, 'Please choose locations')
  choice?: LocationChoiceDto;

  @IfGiven()
  @Nested(() => CampaignTimeDto, 'Please set a publish date and time')
  time?: CampaignTimeDto;

  @IfGiven()
  @Nested(() => CampaignBodyDto, 'Post content is required')
  postBody?: CampaignBodyDto;

  /** Whether posts that were changed individually are changed too; default false. */
  @IfGiven()
  @IsBoolean({ message: 'Exceptions must be true or false' })
  withExceptions?: boolean;

  /** The version that the change is based on; when it is no longer the newest, the answer is 409. */
  @Min(1, { message: 'Version must be at least 1' })
  @Max(1_000_000_000, { message: 'Version is too large' })
  @IsInt({ message: 'Version must be a whole number' })
  version!: number;
}

export class ConfirmCampaignDto {
  /** The version whose plan the person has seen. The campaign can have got another name since. */
  @Min(1, { message: 'Version must be at least 1' })
  @Max(1_000_000_000, { message: 'Version is too large' })
  @IsInt({ message: 'Version must be a whole number' })
  version!: number;
}

/** How many locations a rule concerns. */
export class PlannedRuleDto {
  /** @example 'location-suspended' */
  rule!: string;

  /**
   * In two or three words.
   * @example 'Suspended'
   */
  title!: string;

  /** @example 'Google has suspended this location and doesn’t publish posts for it.' */
  reason!: string;

  /** What to do about it; null where the reason says it. */
  cure!: string | null;

  /** @example 2 */
  count!: number;
}

export class PlannedEndDto {
  @ApiProperty({ format: 'date-time' })
  publishAt!: string;

  /** @example 'Europe/Lisbon' */
  timeZone!: string;
  locationName!: string;
}

export class PlannedTimeDto {
  /** The beginning of a quarter of an hour. */
  @ApiProperty({ format: 'date-time' })
  at!: string;

  /** @example 18 */
  count!: number;
}

export class PlannedQuotaDto {
  /**
   * How many posts Google takes in a minute.
   * @example 240
   */
  perMinute!: number;

  /** The minute in which most are due, those of all other posts included. */
  @ApiProperty({ format: 'date-time' })
  busiestAt!: string | null;

  /** How many are due in it. */
  busiestCount!: number;

  /** When the last of them is out, as far as the quota allows. */
  @ApiProperty({ format: 'date-time' })
  doneAt!: string | null;
}

export class CampaignPlanDto {
  /** How many locations were chosen. */
  chosen!: number;

  /** How many of them get a post. */
  posts!: number;

  first!: PlannedEndDto | null;
  last!: PlannedEndDto | null;

  /** How many posts go out in each quarter of an hour, the earliest first. */
  times!: PlannedTimeDto[];
  quota!: PlannedQuotaDto;

  /** Why locations are left out, most first. */
  leftOut!: PlannedRuleDto[];

  /** What may go wrong with posts that go out all the same, most first. */
  warnings!: PlannedRuleDto[];

  /** The size of the largest group of posts that have the same text. */
  sameText!: number;

  /** Store codes that no location of the workspace has, at most 100. */
  unknownStoreCodes!: string[];
}

/** How many locations are in each state. */
export class CampaignProgressDto {
  /** They get no post. */
  left_out!: number;
  /** Their post is about to be made. */
  waiting!: number;
  scheduled!: number;
  paused!: number;
  /** Scheduled, and the connection to Google is lost or held. */
  held!: number;
  publishing!: number;
  in_review!: number;
  published!: number;
  failed!: number;
  /** Failed, and Google may have it all the same. */
  unconfirmed!: number;
  /** Their post was deleted individually. */
  removed!: number;
  /** Undone before it went out. */
  cancelled!: number;
  /** Undone: deleted at Google. */
  deleted!: number;
  /** Undone, but Google still has it or may have it. */
  leftover!: number;
}

/** What calendar and list show of a campaign. */
export class ListedCampaignDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /**
   * What people call it, on one line.
   * @example 'Black Friday: two for one'
   */
  name!: string;
  state!: (typeof CAMPAIGN_STATES)[number];
  isPaused!: boolean;

  /** Whether it belongs to another Google account than the connected one; then it can only be looked at. */
  isOfOtherAccount!: boolean;

  /** The text with its variables. */
  summary!: string;

  /** The time of day at each location, `YYYY-MM-DDTHH:MM`; null: all go out at one instant. */
  wallTime!: string | null;

  /** Null: each location has its own instant. */
  @ApiProperty({ format: 'date-time' })
  publishAt!: string | null;

  /** How many posts it has, or will have. */
  posts!: number;

  /** When the first and the last go out. */
  @ApiProperty({ format: 'date-time' })
  firstAt!: string | null;
  @ApiProperty({ format: 'date-time' })
  lastAt!: string | null;

  /** How many posts go out in each quarter of an hour (within `from` and `to`, if given), the earliest first. */
  times!: PlannedTimeDto[];
  progress!: CampaignProgressDto;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
  @ApiProperty({ format: 'date-time' })
  undoneAt!: string | null;
}

export class CampaignDto extends ListedCampaignDto {
  version!: number;
  postBody!: CampaignBodyDto;

  /** The author's zone. */
  timeZone!: string;
  spreadMinutes!: number;
  closedDays!: (typeof CLOSED_DAYS)[number];

  /** Of a draft: what confirming promises. Of a confirmed campaign: what was promised. */
  plan!: CampaignPlanDto;

  @ApiProperty({ format: 'date-time' })
  confirmedAt!: string | null;

  /** How many posts were changed individually. */
  exceptions!: number;

  /** How many posts are being sent at this moment, so that neither a pause nor a change nor an undo stops them. */
  beingSent!: number;

  /** How many posts that an undo has left at Google, or may have left there, can be looked for and removed once more. */
  removable!: number;
}

export class CampaignQueryDto {
  /** Only those with a post at or after this instant. */
  @IsOptional()
  @IsInstant({ message: 'From must be a date and time with an offset' })
  from?: string;

  /** Only those with a post before this instant. */
  @IsOptional()
  @IsInstant({ message: 'To must be a date and time with an offset' })
  to?: string;

  /** Words in any order, each a part of the name or of the text. */
  @QueryText('Search')
  search?: string;

  /**
   * `due`: first those that are going out or being undone, then those that are to begin, the soonest first, then those that
   * are over, the latest first. Not given: the latest made first.
   */
  @IsOptional()
  @IsIn(['due'], { message: 'Order can be due, or left out' })
  @IsString({ message: 'Order can be due, or left out' })
  order?: 'due';

  /** `drafts`: only campaigns that are planned and not confirmed. Not given: all others. */
  @IsOptional()
  @IsIn(['drafts'], { message: 'Only can be drafts, or left out' })
  @IsString({ message: 'Only can be drafts, or left out' })
  only?: 'drafts';

  /** `nextCursor` of the answer before, in the same order. */
  @ListCursor()
  cursor?: string;

  @PageLimit()
  limit?: number;
}

export class CampaignListDto {
  items!: ListedCampaignDto[];
  nextCursor!: string | null;
  /** How many confirmed campaigns there are, whatever is asked for. */
  total!: number;
}
