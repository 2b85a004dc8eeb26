import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { Trimmed } from '../../security/validation.js';
import { MAX_REPLY_BYTES, REPLY_FAULT_IDS, REPLY_WARNING_IDS } from './reply-check.js';

/** A text that is checked may be longer than one that is sent. */
const MAX_CHECKED = 8_192;
const BASIS = /^[\w-]{1,40}(\.[\w-]{1,40}){1,2}$/;
const MAX_BASIS = 122;
const BASIS_MESSAGE = 'Based on must be the basis of the review that you saw';

export class PutReplyDto {
  /**
   * At most 4,096 bytes of UTF-8.
   * @example 'Thank you, we are glad that you enjoyed the bread.'
   */
  @MaxLength(MAX_REPLY_BYTES, { message: 'A reply can be at most 4,096 bytes' })
  @Trimmed()
  @IsString({ message: 'A reply must be text' })
  text!: string;

  /** `basis` of the review as it was shown: with another review or another reply than then, the answer is 409. */
  @Matches(BASIS, { message: BASIS_MESSAGE })
  @MaxLength(MAX_BASIS, { message: BASIS_MESSAGE })
  @IsString({ message: BASIS_MESSAGE })
  basedOn!: string;
}

export class SeenReplyQueryDto {
  /** `basis` of the review as it was shown. */
  @Matches(BASIS, { message: BASIS_MESSAGE })
  @MaxLength(MAX_BASIS, { message: BASIS_MESSAGE })
  @IsString({ message: BASIS_MESSAGE })
  basedOn!: string;
}

export class FailedReplyQueryDto {
  /** `basis` of the review as it was shown; without it, the present review and reply count as seen. */
  @IsOptional()
  @Matches(BASIS, { message: BASIS_MESSAGE })
  @MaxLength(MAX_BASIS, { message: BASIS_MESSAGE })
  @IsString({ message: BASIS_MESSAGE })
  basedOn?: string;
}

export class CheckReplyDto {
  @IsUUID(undefined, { message: 'Review must be the id of a review' })
  @ApiProperty({ maxLength: 36 })
  reviewId!: string;

  @MaxLength(MAX_CHECKED, { message: 'The text must be at most 8,192 characters' })
  @IsString({ message: 'The text must be text' })
  text!: string;
}

/** What keeps a reply from being sent. */
export class ReplyFaultDto {
  id!: (typeof REPLY_FAULT_IDS)[number];

  /** @example 'The reply is empty.' */
  reason!: string;

  /** What to do about it. */
  cure!: string;
}

/** What people regret to have sent. */
export class ReplyWarningDto {
  id!: (typeof REPLY_WARNING_IDS)[number];

  /** @example 'Google often rejects replies with a phone number.' */
  reason!: string;

  /** What to do about it. */
  cure!: string;
}

export class ReplyCheckDto {
  /** How long the text is, in bytes of UTF-8. */
  bytes!: number;

  /** How many bytes Google takes. */
  limit!: number;

  /** With any of these the reply is refused. */
  faults!: ReplyFaultDto[];
  warnings!: ReplyWarningDto[];
}
