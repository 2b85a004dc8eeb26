import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsUUID } from 'class-validator';
import { NOTICE_KINDS, type NoticeKind } from '../../database/notices.schema.js';
import { ListCursor } from '../../security/list-cursor.js';
import { IsInstant } from '../../security/time-rules.js';
import { IfGiven, MAX_PAGE, PageLimit } from '../../security/validation.js';

/** Events of one cause, as the bell shows them. */
export class NoticeDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ enum: NOTICE_KINDS })
  kind!: NoticeKind;

  /**
   * What happened, without a full stop.
   * @example '214 posts failed'
   */
  title!: string;

  /**
   * Why, in short, and at which locations; empty where the title says it all.
   * @example 'The connection to Google was lost. Marlowe & Finch, Old Wharf and others.'
   */
  text!: string;

  /** Of the location at which all of it happened. */
  storeCode!: string | null;

  /** How many events it has. */
  count!: number;

  /** When the first event happened, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  firstAt!: string;

  /** When the last event happened, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  lastAt!: string;

  /** A further event makes it unread again. */
  isRead!: boolean;

  /**
   * The address in the product of what it is about.
   * @example '/dashboard?view=calendar&status=failed'
   */
  path!: string;
}

export class NoticeListDto {
  /** The one with the latest event first. */
  @ApiProperty({ maxItems: MAX_PAGE })
  items!: NoticeDto[];

  /** How many of all notices are unread. */
  unread!: number;

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}

export class NoticeQueryDto {
  /** `nextCursor` of the answer before. */
  @ListCursor()
  cursor?: string;

  /** How many at most. */
  @PageLimit()
  limit?: number;
}

/** Which notices are read; all of them where neither is given. */
export class ReadNoticesDto {
  /** The ids of notices; those of other people and unknown ones are passed over. */
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', format: 'uuid', maxLength: 36 },
    minItems: 1,
    maxItems: MAX_PAGE,
  })
  @IfGiven()
  @IsUUID(undefined, { each: true, message: 'Ids must be those of notices' })
  @ArrayMaxSize(MAX_PAGE, { message: `Ids must be at most ${MAX_PAGE}` })
  @ArrayMinSize(1, { message: 'Ids must name at least one notice' })
  @IsArray({ message: 'Ids must be a list' })
  ids?: string[];

  /** Those whose last event is not after this instant (ISO 8601 with an offset). */
  @IfGiven()
  @IsInstant({ message: 'Until must be a date and time with an offset' })
  until?: string;
}
