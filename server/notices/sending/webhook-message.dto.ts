import { ApiProperty } from '@nestjs/swagger';
import { NOTICE_KINDS, type NoticeKind } from '../../database/notices.schema.js';
import { MAX_SUBJECTS } from '../events/notice-kinds.js';

/** What an event is about, by the names of that time. */
export class WebhookSubjectDto {
  /** The same event has the same id in every message. */
  @ApiProperty({ format: 'uuid' })
  eventId!: string;

  /** When it happened, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  at!: string;
  locationId!: string | null;
  locationName!: string | null;
  storeCode!: string | null;

  @ApiProperty({ format: 'uuid' })
  postId!: string | null;

  @ApiProperty({ format: 'uuid' })
  reviewId!: string | null;

  /** How many stars the review gives. */
  stars!: number | null;

  /** A field of the profile. */
  field!: string | null;

  /** What went wrong, in all its words. */
  reason!: string | null;
}

/** Events of one cause. */
export class WebhookNoticeDto {
  /** Later events of the same cause come in further messages under the same id. */
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ enum: NOTICE_KINDS })
  kind!: NoticeKind;

  /** @example '214 posts failed' */
  title!: string;

  /** How many events are in this message. */
  count!: number;

  /** When the first of them happened, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  firstAt!: string;

  /** When the last of them happened, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  lastAt!: string;

  /** The page of the product that shows what it is about. */
  @ApiProperty({ format: 'uri' })
  url!: string;

  /** The first of the events. */
  @ApiProperty({ maxItems: MAX_SUBJECTS })
  subjects!: WebhookSubjectDto[];
}

/** The body of a webhook’s message. It is the same in each repeat. */
export class WebhookMessageDto {
  /** The delivery id, as in `Shingle-Delivery`. */
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** `test`: sent by the test button, without notices. */
  type!: 'notices' | 'test';

  /** When the message was made, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
  notices!: WebhookNoticeDto[];
}
