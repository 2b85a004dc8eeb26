import {
  Equals,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
import { figure } from '../config/figure.js';
import { ACTION_TYPES, POST_TYPES } from '../database/schema.js';
import { Nested } from '../security/validation.js';
import { Visible } from '../security/visible-text.js';
import { WebAddress } from '../security/web-address.js';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';

/** Google's own limit (specification, section 9). */
export const MAX_SUMMARY = 1500;
/** Google's own limit for an event's title (unwritten, found by trying). */
export const MAX_EVENT_TITLE = 58;
export const MAX_COUPON = 58;
export const MAX_TERMS = 5000;

export class CalendarDateDto {
  /** @example 2027 */
  @Max(9999, { message: 'Year must be from 2000 to 9999' })
  @Min(2000, { message: 'Year must be from 2000 to 9999' })
  @IsInt({ message: 'Year must be a whole number' })
  year!: number;

  /** @example 3 */
  @Max(12, { message: 'Month must be from 1 to 12' })
  @Min(1, { message: 'Month must be from 1 to 12' })
  @IsInt({ message: 'Month must be a whole number' })
  month!: number;

  /** @example 1 */
  @Max(31, { message: 'Day must be from 1 to 31' })
  @Min(1, { message: 'Day must be from 1 to 31' })
  @IsInt({ message: 'Day must be a whole number' })
  day!: number;
}

export class TimeOfDayDto {
  /** @example 18 */
  @Max(23, { message: 'Hours must be from 0 to 23' })
  @Min(0, { message: 'Hours must be from 0 to 23' })
  @IsInt({ message: 'Hours must be a whole number' })
  hours!: number;

  /** @example 30 */
  @Max(59, { message: 'Minutes must be from 0 to 59' })
  @Min(0, { message: 'Minutes must be from 0 to 59' })
  @IsInt({ message: 'Minutes must be a whole number' })
  minutes!: number;
}

export class EventScheduleDto {
  @Nested(() => CalendarDateDto, 'Start date is required')
  startDate!: CalendarDateDto;

  @Nested(() => TimeOfDayDto, 'Start time is required')
  startTime!: TimeOfDayDto;

  /** Without it: the start date. */
  @IsOptional()
  @Nested(() => CalendarDateDto, 'End date must be an object')
  endDate?: CalendarDateDto;

  /** Without it: 23:59. */
  @IsOptional()
  @Nested(() => TimeOfDayDto, 'End time must be an object')
  endTime?: TimeOfDayDto;
}

export class PostEventDto {
  /** @example 'Harvest evening' */
  @Visible('Event title is required')
  @HasAtMostCharacters(MAX_EVENT_TITLE, {
    message: `Event title must be at most ${MAX_EVENT_TITLE} characters`,
  })
  @IsString({ message: 'Event title is required' })
  title!: string;

  @Nested(() => EventScheduleDto, 'Event dates are required')
  schedule!: EventScheduleDto;
}

export class CallToActionDto {
  @IsIn(ACTION_TYPES, { message: 'Please select a call-to-action type' })
  actionType!: (typeof ACTION_TYPES)[number];

  /**
   * Where the button leads; CALL has none, it dials the place's number.
   * @example 'https://www.example.com/book'
   */
  @IsOptional()
  @WebAddress('Link')
  url?: string;
}

export class PostOfferDto {
  /** @example 'AUTUMN15' */
  @IsOptional()
  @MaxLength(MAX_COUPON, { message: `Coupon code must be at most ${MAX_COUPON} characters` })
  @IsString({ message: 'Coupon code must be text' })
  couponCode?: string;

  /** @example 'https://www.example.com/offer' */
  @IsOptional()
  @WebAddress('Link')
  redeemOnlineUrl?: string;

  /** @example 'One coupon per visit.' */
  @IsOptional()
  @HasAtMostCharacters(MAX_TERMS, { message: `Terms must be at most ${figure(MAX_TERMS)} characters` })
  @IsString({ message: 'Terms must be text' })
  termsConditions?: string;
}

/** The content of a post (specification, section 3). */
export class PostBodyDto {
  /** @example 'en-US' */
  @Equals('en-US', { message: 'Language must be en-US' })
  languageCode!: 'en-US';

  /**
   * The text.
   * @example 'Sourdough fresh from the oven at eight, every day this week.'
   */
  @Visible('Post content is required')
  @HasAtMostCharacters(MAX_SUMMARY, {
    message: `Post content must be at most ${figure(MAX_SUMMARY)} characters`,
  })
  @IsString({ message: 'Post content is required' })
  summary!: string;

  @IsIn(POST_TYPES, { message: 'Post type must be STANDARD, CALL_TO_ACTION, EVENT or OFFER' })
  topicType!: (typeof POST_TYPES)[number];

  /** For CALL_TO_ACTION only. */
  @IsOptional()
  @Nested(() => CallToActionDto, 'Call to action must be an object')
  callToAction?: CallToActionDto;

  /** For EVENT, and for an OFFER's title and dates; an OFFER without it runs 7 days from its publish time. */
  @IsOptional()
  @Nested(() => PostEventDto, 'Event must be an object')
  event?: PostEventDto;

  /** For OFFER only. */
  @IsOptional()
  @Nested(() => PostOfferDto, 'Offer must be an object')
  offer?: PostOfferDto;

  /**
   * One photo, by the id that adding it answered.
   * @example '5b8f6f0a-6c1f-4a55-9d1c-2f1f5f0d9e11'
   */
  @IsOptional()
  @ApiProperty({ format: 'uuid', maxLength: 36 })
  @IsUUID(undefined, { message: 'Photo must be the id of a photo' })
  photoId?: string;
}

/** Characters as a person counts code points: an emoji outside the basic plane is one, not two. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** The text has at most so many characters, counted as `countCharacters` does. */
function HasAtMostCharacters(max: number, options: ValidationOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ maxLength: max }),
    ValidateBy(
      {
        name: 'hasAtMostCharacters',
        validator: {
          validate: (value: unknown) => typeof value === 'string' && countCharacters(value) <= max,
        },
      },
      options,
    ),
  );
}
