import { ApiProperty } from '@nestjs/swagger';

/** How many saved replies a workspace can have. */
export const MAX_SAVED_REPLIES = 200;

/** A text that people keep for replies. */
export class SavedReplyDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** @example 'Thanks for five stars' */
  title!: string;

  /**
   * `{name}` and `{location}` stand for who wrote the review and for the location.
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
