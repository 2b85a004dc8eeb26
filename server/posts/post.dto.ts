import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { ATTEMPT_OUTCOMES, POST_DETAILS, POST_STATUSES, POST_TYPES } from '../database/schema.js';
import { Nested } from '../security/validation.js';
import { IsInstant, IsTimeZone } from '../security/time-rules.js';
import { PostBodyDto } from './post-body.dto.js';
import { MAX_POSTS } from './post-query.dto.js';
import type { POST_UNDOS } from './undone-posts.js';

export class NewPostDto {
  /** @example 'sample-101' */
  @Matches(/\S/, { message: 'Please select a location' })
  @MaxLength(200, { message: 'Please select a location' })
  @IsString({ message: 'Please select a location' })
  locationId!: string;

  /**
   * ISO 8601 with an offset, in the future, within 5 years.
   * @example '2027-03-01T09:00:00Z'
   */
  @IsInstant({ message: 'Publish time must be a date and time with an offset, such as 2027-03-01T09:00:00Z' })
  @Matches(/\S/, { message: 'Please set a publish date and time' })
  @IsString({ message: 'Please set a publish date and time' })
  publishAt!: string;

  /**
   * IANA name of the zone in which the event's and the offer's times are meant; UTC when it is left out.
   * @example 'Europe/Berlin'
   */
  @IsOptional()
  @IsTimeZone()
  timeZone?: string;

  @Nested(() => PostBodyDto, 'Post content is required')
  postBody!: PostBodyDto;
}

/** Fields that are left out keep their value. */
export class UpdatePostDto {
  @IsOptional()
  @Matches(/\S/, { message: 'Please select a location' })
  @MaxLength(200, { message: 'Please select a location' })
  @IsString({ message: 'Please select a location' })
  locationId?: string;

  /** ISO 8601 with an offset, in the future, within 5 years. */
  @IsOptional()
  @IsInstant({ message: 'Publish time must be a date and time with an offset, such as 2027-03-01T09:00:00Z' })
  publishAt?: string;

  @IsOptional()
  @IsTimeZone()
  timeZone?: string;

  /** Replaces the content whole. */
  @IsOptional()
  @Nested(() => PostBodyDto, 'Post content must be an object')
  postBody?: PostBodyDto;

  /** The version that the change is based on; when it is no longer the newest, the answer is 409. */
  @IsOptional()
  @Min(1, { message: 'Version must be at least 1' })
  @Max(1_000_000_000, { message: 'Version is too large' })
  @IsInt({ message: 'Version must be a whole number' })
  version?: number;
}

/** What lists tell of a post: all but what only its own form and details show. */
export class ListedPostDto {
  /** @example '0d3e8f52-7d3a-4a52-9c2d-5f5b6c0c9a11' */
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** @example 'sample-hearth-and-crumb' */
  accountId!: string;

  /** @example 'sample-101' */
  locationId!: string;

  /**
   * The location's name when the post was scheduled.
   * @example 'Hearth & Crumb, Market Square'
   */
  locationName!: string;

  /**
   * The location's store code when the post was scheduled; null: it had none.
   * @example 'HC-01'
   */
  storeCode!: string | null;
  postType!: (typeof POST_TYPES)[number];

  /**
   * The text of the post.
   * @example 'Sourdough fresh from the oven at eight, every day this week.'
   */
  summary!: string;

  /**
   * ISO 8601.
   * @example '2027-03-01T09:00:00.000Z'
   */
  @ApiProperty({ format: 'date-time' })
  publishAt!: string;

  /**
   * IANA name.
   * @example 'Europe/Berlin'
   */
  timeZone!: string;
  status!: (typeof POST_STATUSES)[number];

  /**
   * Why the post is where it is. What waits was certainly not sent: `waiting_for_quota`: Google, or our own limit, lets no more
   * through for now. `waiting_for_sign_in`: Google did not accept the server’s sign-in. `waiting_for_google`: it could not
   * be reached. `waiting_for_approval`: Google does not let this server publish yet.
   */
  detail!: (typeof POST_DETAILS)[number] | null;

  /**
   * When a queued post is tried again, or Google is asked about it again, ISO 8601; null: nothing is put off.
   * @example '2027-03-01T09:01:30.000Z'
   */
  @ApiProperty({ format: 'date-time' })
  nextTryAt!: string | null;

  /**
   * Grows with every change.
   * @example 1
   */
  version!: number;

  /** The post on Google, once it is live there. */
  googleUrl!: string | null;

  /**
   * ISO 8601.
   * @example '2027-02-27T14:05:00.000Z'
   */
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  /**
   * ISO 8601; null until it is live.
   * @example '2027-03-01T09:00:01.000Z'
   */
  @ApiProperty({ format: 'date-time' })
  publishedAt!: string | null;

  /**
   * Why a failed post failed, in plain words.
   * @example 'Google refused the text because it contains a phone number.'
   */
  errorDetails!: string | null;

  /**
   * Whether it belongs to another Google account than the one that is connected. It waits until that one is connected
   * again; until then it can only be looked at, and deleted here.
   */
  isOfOtherAccount!: boolean;

  /** Whether it came with the sample data: it is shown, and never published. */
  isExample!: boolean;

  /** The campaign that made it; null: it was scheduled by itself. */
  @ApiProperty({ format: 'uuid' })
  campaignId!: string | null;

  /**
   * Null, unless its campaign was undone: then it can only be looked at and deleted. `under_way`: it is being taken back.
   * `leftover`: Google still has it or may have it, and `errorDetails` says why.
   */
  undo!: (typeof POST_UNDOS)[number] | null;
}

export class PostDto extends ListedPostDto {
  postBody!: PostBodyDto;
}

export class RetryPostsDto {
  /** Of 1 to 100 posts. */
  @ApiProperty({ items: { type: 'string', format: 'uuid', maxLength: 36 } })
  @ArrayMaxSize(100, { message: 'At most 100 posts can be retried at once' })
  @ArrayMinSize(1, { message: 'At least one post is required' })
  @IsUUID(undefined, { each: true, message: 'Each post must be the id of a post' })
  @IsArray({ message: 'Posts must be a list of ids' })
  ids!: string[];
}

export class RetriedPostsDto {
  /** The posts as they stand now, in the order in which they were named; those that do not exist are left out. */
  items!: PostDto[];
}

export class PublishAttemptDto {
  /**
   * Counts from 1.
   * @example 1
   */
  attempt!: number;

  /**
   * ISO 8601.
   * @example '2027-03-01T09:00:00.000Z'
   */
  @ApiProperty({ format: 'date-time' })
  startedAt!: string;

  /**
   * When it was about to leave for Google, ISO 8601; null: it never was.
   * @example '2027-03-01T09:00:00.000Z'
   */
  @ApiProperty({ format: 'date-time' })
  sentAt!: string | null;

  /**
   * When its outcome was known, ISO 8601; null: it is not yet.
   * @example '2027-03-01T09:00:01.000Z'
   */
  @ApiProperty({ format: 'date-time' })
  endedAt!: string | null;

  /**
   * `in_review`: Google has taken it and looks at it. `rejected`: that went against it. `refused`: Google did not take
   * it. `not_sent`: Google surely did not take it, and it is tried again. `unconfirmed`: Google may have taken it, and is
   * being asked. `not_found`: Google does not list it, though it may have taken it. Null while it is being sent.
   */
  outcome!: (typeof ATTEMPT_OUTCOMES)[number] | null;

  /**
   * Why it did not succeed, in plain words.
   * @example 'Google refused the text because it contains a phone number.'
   */
  error!: string | null;
}

export class PostDetailsDto extends PostDto {
  /** Each time that publishing was tried, oldest first. */
  attempts!: PublishAttemptDto[];
}

export class PostCountsDto {
  /** @example 16 */
  all!: number;

  /**
   * Scheduled and queued ones.
   * @example 8
   */
  scheduled!: number;

  /** @example 4 */
  published!: number;

  /** @example 4 */
  failed!: number;
}

export class PostListDto {
  /** Latest publish time first. */
  @ApiProperty({ maxItems: MAX_POSTS })
  items!: ListedPostDto[];

  /** For the tabs: what the other filters leave, whatever the status. */
  counts!: PostCountsDto;

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}
