import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  ValidateIf,
} from 'class-validator';
import { AllSeen, EmailAddress } from '../../auth/email-address.js';
import {
  CHANNEL_KINDS,
  CHANNEL_SCHEDULES,
  DELIVERY_STATES,
  NOTICE_KINDS,
  type NoticeKind,
} from '../../database/notices.schema.js';
import { ListCursor } from '../../security/list-cursor.js';
import { IsTimeZone } from '../../security/time-rules.js';
import { IfGiven, MAX_PAGE, Nested, PageLimit } from '../../security/validation.js';
import { NOTICE_GROUPS, type NoticeGroup } from '../events/notice-rule.js';
import { MAX_WEBHOOK_URL } from './webhook-url.js';

/** How many webhooks a workspace may have. */
export const MAX_WEBHOOKS = 5;

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A way to notices, besides the bell. */
export class ChannelDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ enum: CHANNEL_KINDS })
  kind!: (typeof CHANNEL_KINDS)[number];

  /** The address of the webhook or of email. */
  target!: string;

  /** The kinds of notices that it gets. */
  @ApiProperty({ enum: NOTICE_KINDS, isArray: true, maxItems: NOTICE_KINDS.length })
  kinds!: NoticeKind[];

  /** When it gets them: at once, or in one message a day or a week. A webhook always gets them at once. */
  @ApiProperty({ enum: CHANNEL_SCHEDULES })
  schedule!: (typeof CHANNEL_SCHEDULES)[number];

  isOn!: boolean;

  /** Whether the address is known to be the person’s own. Without that no email is sent; a webhook needs no proof. */
  isProven!: boolean;

  /** Why nothing is sent until the channel is switched on again; null: it works. */
  pausedReason!: string | null;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

export class NewChannelDto extends ChannelDto {
  /**
   * What a webhook’s messages are signed with. It is shown this one time; null for email.
   * @example 'whsec_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9v'
   */
  secret!: string | null;
}

export class CreateChannelDto {
  @ApiProperty({ enum: CHANNEL_KINDS })
  @IsIn(CHANNEL_KINDS, { message: 'Kind must be email or webhook' })
  kind!: (typeof CHANNEL_KINDS)[number];

  /**
   * The address of a webhook: https on port 443, and public. An email channel has none: it begins with the address of the
   * profile.
   * @example 'https://hooks.example.com/shingle'
   */
  @ApiPropertyOptional({ maxLength: MAX_WEBHOOK_URL })
  @ValidateIf(({ kind, url }: CreateChannelDto) => kind === 'webhook' || url !== undefined)
  @IsString({ message: 'Address must be text' })
  url?: string;

  /** The kinds of notices that it gets. Left out: all. */
  @ChosenKinds()
  kinds?: NoticeKind[];
}

/** What is left out keeps its value. */
export class UpdateChannelDto {
  /** Switching it on ends a pause. Earlier events are not sent. */
  @IfGiven()
  @IsBoolean({ message: 'Is on must be true or false' })
  isOn?: boolean;

  /** The kinds of notices that it gets. */
  @ChosenKinds()
  kinds?: NoticeKind[];

  /** Where email goes. Nothing is sent to a new address until it is confirmed. */
  @ApiPropertyOptional()
  @IfGiven()
  @AllSeen()
  @EmailAddress()
  address?: string;

  /** `daily` and `weekly` are for email only. */
  @ApiPropertyOptional({ enum: CHANNEL_SCHEDULES })
  @IfGiven()
  @IsIn(CHANNEL_SCHEDULES, { message: 'Schedule must be now, daily or weekly' })
  schedule?: (typeof CHANNEL_SCHEDULES)[number];
}

/** One message to one channel. */
export class DeliveryDto {
  /** The same in each repeat: `Shingle-Delivery` of a webhook. */
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ format: 'uuid' })
  channelId!: string;

  /** `digest`: a daily or weekly message. */
  kind!: 'notice' | 'digest' | 'test';

  /** `held`: a restored backup held it, and it is sent only by hand. `failed`: it is not tried any more. */
  @ApiProperty({ enum: DELIVERY_STATES })
  state!: (typeof DELIVERY_STATES)[number];

  /**
   * What it is about.
   * @example '214 posts failed'
   */
  title!: string;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  /** When it was accepted or given up, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  endedAt!: string | null;

  /** When it is tried next, ISO 8601; null: never by itself. */
  @ApiProperty({ format: 'date-time' })
  nextTryAt!: string | null;

  /** How often it was tried. */
  tries!: number;

  /** The HTTP status or SMTP code of the last answer; null: there was none. */
  answerCode!: number | null;

  /** The beginning of the last answer, or what went wrong, in words. */
  answer!: string | null;
}

export class DeliveryListDto {
  /** The latest first. */
  @ApiProperty({ maxItems: MAX_PAGE })
  items!: DeliveryDto[];

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}

export class DeliveryQueryDto {
  /** Only those of one channel. */
  @ApiPropertyOptional({ format: 'uuid', maxLength: 36 })
  @IsOptional()
  @IsUUID(undefined, { message: 'Channel must be the id of a channel' })
  channelId?: string;

  /** `nextCursor` of the answer before. */
  @ListCursor()
  cursor?: string;

  /** How many at most. */
  @PageLimit()
  limit?: number;
}

/** Hours without email, by the person’s clock. They may go over midnight. */
export class QuietHoursDto {
  /** @example '22:00' */
  @TimeOfDay('From')
  from!: string;

  /** @example '07:00' */
  @TimeOfDay('Until')
  until!: string;
}

/** A kind of notice, as a switch shows it. */
export class NoticeKindDto {
  @ApiProperty({ enum: NOTICE_KINDS })
  kind!: NoticeKind;

  /** @example 'A post failed' */
  title!: string;

  /** Where the settings list it. */
  @ApiProperty({ enum: NOTICE_GROUPS })
  group!: NoticeGroup;

  /** Whether email about it does not wait for the end of quiet hours. */
  isUrgent!: boolean;

  /** Whether it stops a post, hides a location or refuses what was sent: “only failures” has these. */
  isFailure!: boolean;
}

/** Where webhooks can be tried. */
export class WebhookSinkDto {
  /** What the addresses that it takes begin with. */
  address!: string;

  /** The path of the pages that show what came. */
  page!: string;
}

export class NoticeSettingsDto {
  /** IANA name of the zone of the quiet hours, and of daily and weekly messages; null: not known yet, and UTC until then. */
  timeZone!: string | null;

  /** No email is sent in these hours, unless it is urgent. */
  quietHours!: QuietHoursDto | null;

  /** Whether this server can send email. */
  canMail!: boolean;

  /**
   * The path of the pages that show the email of this server, if it keeps it instead of sending it; else null.
   * @example '/mailbox'
   */
  mailbox!: string | null;

  /** Where this server takes messages to webhooks itself, for practice; else null. */
  @ApiProperty({ type: WebhookSinkDto, nullable: true })
  webhookSink!: WebhookSinkDto | null;

  /** The profile’s main switch, `notifications`: without it there are no notices anywhere. */
  isMainOn!: boolean;

  /** The profile’s main switch of email, `emailUpdates`. */
  isMailOn!: boolean;

  /** The kinds of notices that the bell lists. */
  @ApiProperty({ enum: NOTICE_KINDS, isArray: true, maxItems: NOTICE_KINDS.length })
  bellKinds!: NoticeKind[];

  /** All kinds of notices that the bell and a channel can get, group by group. */
  @ApiProperty({ maxItems: NOTICE_KINDS.length })
  kinds!: NoticeKindDto[];

  /** The oldest first. */
  @ApiProperty({ maxItems: MAX_WEBHOOKS + 1 })
  channels!: ChannelDto[];
}

/** What is left out keeps its value. */
export class UpdateNoticeSettingsDto {
  /** IANA name of a zone. */
  @IfGiven()
  @IsTimeZone()
  timeZone?: string;

  /** Null removes them. */
  @IsOptional()
  @Nested(() => QuietHoursDto, 'Quiet hours must have from and until')
  quietHours?: QuietHoursDto | null;

  /** The kinds of notices that the bell lists. */
  @ChosenKinds()
  bellKinds?: NoticeKind[];
}

function ChosenKinds(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ enum: NOTICE_KINDS, isArray: true, maxItems: NOTICE_KINDS.length }),
    IfGiven(),
    ArrayUnique({ message: 'Kinds must not name one twice' }),
    IsIn(NOTICE_KINDS, { each: true, message: 'Kinds must be those of notices, such as post_failed' }),
    IsArray({ message: 'Kinds must be a list' }),
  );
}

function TimeOfDay(name: string): PropertyDecorator {
  const message = `${name} must be a time such as 22:00`;
  return applyDecorators(
    ApiProperty({ pattern: TIME_OF_DAY.source, maxLength: 5 }),
    Matches(TIME_OF_DAY, { message }),
  );
}
