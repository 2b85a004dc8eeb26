import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { IfGiven, OneLine, Trimmed } from '../../security/validation.js';
import { Visible } from '../../security/visible-text.js';
import { MAX_REPLY_BYTES } from '../replies/reply-check.js';

/** How many saved replies a workspace can have. */
export const MAX_SAVED_REPLIES = 200;

/** A text that people keep for replies. */
export class SavedReplyDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** @example 'Thanks for five stars' */
  title!: string;

  /**
   * `{name}` and `{location}` stand for the reviewer and for the location.
   * @example 'Thank you, {name}! See you soon at {location}.'
   */
  text!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;
}

export class SavedReplyListDto {
  /** By title. */
  @ApiProperty({ maxItems: MAX_SAVED_REPLIES })
  items!: SavedReplyDto[];
}

const TITLE = {
  required: 'Title is required',
  long: 'Title must be at most 80 characters',
  text: 'Title must be one text',
};
const TEXT = {
  required: 'Text is required',
  long: 'Text can be at most 4,096 bytes',
  text: 'Text must be one text',
};

export class NewSavedReplyDto {
  /** No two of a workspace have the same, also in another case. */
  @Visible(TITLE.required)
  @OneLine('Title')
  @MaxLength(80, { message: TITLE.long })
  @Trimmed()
  @IsString({ message: TITLE.text })
  title!: string;

  /** At most 4,096 bytes of UTF-8. */
  @Visible(TEXT.required)
  @MaxLength(MAX_REPLY_BYTES, { message: TEXT.long })
  @Trimmed()
  @IsString({ message: TEXT.text })
  text!: string;
}

/** Fields that are left out keep their value. */
export class UpdateSavedReplyDto {
  @IfGiven()
  @Visible(TITLE.required)
  @OneLine('Title')
  @MaxLength(80, { message: TITLE.long })
  @Trimmed()
  @IsString({ message: TITLE.text })
  title?: string;

  @IfGiven()
  @Visible(TEXT.required)
  @MaxLength(MAX_REPLY_BYTES, { message: TEXT.long })
  @Trimmed()
  @IsString({ message: TEXT.text })
  text?: string;
}
