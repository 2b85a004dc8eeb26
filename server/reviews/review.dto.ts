import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { REVIEW_TABS } from '../database/reviews.schema.js';
import { ListCursor } from '../security/list-cursor.js';
import { IsDay, IsTimeZone } from '../security/time-rules.js';
import { MAX_PAGE, PageLimit, QueryText } from '../security/validation.js';
import { OwnReplyDto, ReplyDto } from './replies/reply.dto.js';

const LIST_TABS = Object.freeze([...REVIEW_TABS, 'ALL'] as const);
const STARS_MESSAGE = 'Stars must be numbers from 1 to 5, separated by commas';

/** How many reviews of the same location stand beside one. */
export const LAST_REVIEWS = 5;

/** A picture or a video that was added to a review. */
export class ReviewMediaDto {
  label!: string | null;
  thumbnailUrl!: string;

  /** Where the video can be seen; null for a picture. */
  videoUrl!: string | null;
}

/** A review, as Google last described it. */
export class ReviewDto {
  /** @example '0d3e8f52-7d3a-4a52-9c2d-5f5b6c0c9a11' */
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** `accounts/…/locations/…/reviews/…` */
  googleName!: string;
  accountId!: string;
  locationId!: string;
  locationName!: string;
  storeCode!: string | null;

  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, maximum: 5 })
  stars!: number;

  /** Null where Google gives no name. */
  reviewerName!: string | null;
  isAnonymous!: boolean;
  reviewerPhotoUrl!: string | null;

  /** In the reviewer’s own words; null: stars alone. */
  text!: string | null;

  /** Google’s translation of it. */
  translation!: string | null;

  /** Whether Google shows the translation before the original. */
  translationIsFirst!: boolean;
  media!: ReviewMediaDto[];

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  /** Whether it was changed since the reply that Google has. */
  isEditedAfterReply!: boolean;

  /** The page at Google where it can be answered, if Google says one. */
  googleUrl!: string | null;
  replyAtGoogle!: ReplyDto | null;

  /** The last change here that is not settled; null when Google has it, and `replyAtGoogle` says so. */
  ownReply!: OwnReplyDto | null;
  tab!: (typeof REVIEW_TABS)[number];

  /** When Google was last asked. */
  @ApiProperty({ format: 'date-time' })
  readAt!: string;

  /** Whether it may be out of date: its location is no longer verified, or can’t be read. */
  isStale!: boolean;

  /** When it was seen to be gone at Google; null: it is there. */
  @ApiProperty({ format: 'date-time' })
  goneAt!: string | null;

  /**
   * A version token of what the review says, the reply that Google has and the last reply or removal that was made here: a
   * reply says what it is based on.
   */
  basis!: string;
}

/** How many reviews there are for each tab. */
export class ReviewCountsDto {
  unanswered!: number;
  answered!: number;
  rejected!: number;
  all!: number;
}

export class ReviewListDto {
  @ApiProperty({ maxItems: MAX_PAGE })
  items!: ReviewDto[];
  counts!: ReviewCountsDto;

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;

  /** When the shown reviews were last complete: the oldest of the last complete readings; null before the first. */
  @ApiProperty({ format: 'date-time' })
  readAt!: string | null;

  /** Whether locations are being read for the first time. Where there are none, nothing is. */
  isReading!: boolean;

  /** How many locations there are, in all accounts; 0 too until the first are known. */
  locations!: number;

  /** How many locations can’t be read: they are not verified, or Google refuses. */
  notRead!: number;

  /** How many reviews Google gave in a form that can’t be stored: they are missing here, or shown as last known. */
  unreadable!: number;
}

/** Something that happened to the reply of a review. */
export class ReplyEventDto {
  /** A state of the reply, such as `public`. */
  state!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  /** The same as a sentence. */
  words!: string;
}

export class ReviewDetailsDto extends ReviewDto {
  /** What happened to its reply, the latest first. */
  history!: ReplyEventDto[];

  /** The latest other reviews of the same location. */
  @ApiProperty({ maxItems: LAST_REVIEWS })
  lastReviews!: ReviewDto[];

  /** Whether a reply at this location must not show that the reviewer was a customer, such as a patient. */
  categoryIsSensitive!: boolean;
}

export class ReviewQueryDto {
  /** All, unless given. */
  @IsOptional()
  @IsIn(LIST_TABS, { message: 'Tab must be UNANSWERED, ANSWERED, REJECTED or ALL' })
  tab?: (typeof LIST_TABS)[number];

  /**
   * Only reviews with so many stars: numbers from 1 to 5, separated by commas.
   * @example '1,2'
   */
  @IsOptional()
  @Matches(/^[1-5](,[1-5])*$/, { message: STARS_MESSAGE })
  @MaxLength(9, { message: STARS_MESSAGE })
  @IsString({ message: STARS_MESSAGE })
  stars?: string;

  @QueryText('Location')
  locationId?: string;

  /** Only reviews with a text. */
  @IsOptional()
  @IsIn(['true'], { message: 'With text can only be true, or left out' })
  withText?: 'true';

  /** Only reviews with pictures or videos. */
  @IsOptional()
  @IsIn(['true'], { message: 'With photo can only be true, or left out' })
  withPhoto?: 'true';

  /** Part of the text, of its translation, or of the reviewer’s name. */
  @QueryText('Search')
  search?: string;

  /** Written on this day or later. */
  @IsOptional()
  @IsDay({ message: 'From must be a day, such as 2026-11-02' })
  from?: string;

  /** Written on this day or before. */
  @IsOptional()
  @IsDay({ message: 'To must be a day, such as 2026-11-02' })
  to?: string;

  /**
   * Whose days `from` and `to` are: UTC, unless given.
   * @example 'Europe/Berlin'
   */
  @IsOptional()
  @IsTimeZone()
  timeZone?: string;

  /** `nextCursor` of the answer before. */
  @ListCursor()
  cursor?: string;

  /** How many at most. */
  @PageLimit()
  limit?: number;
}
