import { ApiProperty } from '@nestjs/swagger';
import {
  CHANNEL_KINDS,
  CHANNEL_SCHEDULES,
  DELIVERY_STATES,
  NOTICE_KINDS,
  type NoticeKind,
} from '../database/notices.schema.js';
import { RawJson } from './raw-json.js';

/** Events of one cause, as the bell shows them. */
export class ExportedNoticeDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ enum: NOTICE_KINDS })
  kind!: NoticeKind;
  cause!: string;
  count!: number;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  firstAt!: string;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  lastAt!: string;

  /** ISO 8601; null: it is unread. */
  @ApiProperty({ format: 'date-time' })
  readAt!: string | null;
}

/** An event, as a notice says it. */
export class ExportedNoticeEventDto {
  /** The notice that it belongs to; null: none yet. */
  @ApiProperty({ format: 'uuid' })
  noticeId!: string | null;

  @ApiProperty({ enum: NOTICE_KINDS })
  kind!: NoticeKind;
  cause!: string;

  /** The thing that it happened to, with its name of that time. */
  @RawJson()
  subject!: object;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  at!: string;
}

/** A way to notices besides the bell, without its secrets. */
export class ExportedNoticeChannelDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;
  kind!: (typeof CHANNEL_KINDS)[number];

  /**
   * The email address, or the host of a webhook: the rest of its address is often a secret. Null: its key is lost.
   * @example 'https://hooks.example.com'
   */
  target!: string | null;

  @ApiProperty({ enum: NOTICE_KINDS, isArray: true })
  kinds!: NoticeKind[];
  schedule!: (typeof CHANNEL_SCHEDULES)[number];
  isOn!: boolean;
  pausedReason!: string | null;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

/** One message to one channel. */
export class ExportedNoticeDeliveryDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ format: 'uuid' })
  channelId!: string;
  kind!: 'notice' | 'digest' | 'test';

  /** The notices in it. */
  @RawJson()
  content!: object;
  state!: (typeof DELIVERY_STATES)[number];
  answerCode!: number | null;
  answer!: string | null;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  endedAt!: string | null;
}

/** What was set for notices: hours without email, `HH:MM` in the zone of the profile, and what the bell lists. */
export class ExportedQuietHoursDto {
  from!: string | null;
  until!: string | null;

  /** Null: all kinds. */
  @ApiProperty({ enum: NOTICE_KINDS, isArray: true, nullable: true, maxItems: NOTICE_KINDS.length })
  bellKinds!: NoticeKind[] | null;
}
