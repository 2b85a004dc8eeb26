import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type POST_TYPES, users } from './schema.js';
import { instant, workspaceColumn } from './workspaces.schema.js';

/** What notices are about. `server/notices/events/notice-kinds.ts` says what each means. */
export const NOTICE_KINDS = Object.freeze([
  'post_failed',
  'post_held',
  'connection_lost',
  'connection_ending',
  'api_closed',
  'profile_changed',
  'location_closed',
  'location_suspended',
  'location_unverified',
  'edit_refused',
  'changes_ended',
  'changes_ended_badly',
  'lock_put_back',
  'lock_waits',
  'changes_spread',
  'reading_stuck',
  'zone_changed',
  'new_review_low',
  'new_review',
  'reply_rejected',
  'reply_not_sent',
] as const);
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const CHANNEL_KINDS = Object.freeze(['email', 'webhook'] as const);

/** When a channel gets notices: at once, or in one digest a day or a week. */
export const CHANNEL_SCHEDULES = Object.freeze(['now', 'daily', 'weekly'] as const);

/**
 * The state of a delivery. `held`: a restored backup held it, and it is sent only by hand. `failed`: it is not tried any
 * more.
 */
export const DELIVERY_STATES = Object.freeze(['waiting', 'sending', 'delivered', 'failed', 'held'] as const);

/** What an event is about, by the names of that time. */
export interface NoticeSubject {
  locationId?: string;
  locationName?: string;
  /** Null: the location has none. Older events know of none. */
  storeCode?: string | null;
  postId?: string;
  postType?: (typeof POST_TYPES)[number];
  reviewId?: string;
  /** How many stars the review gives. */
  stars?: number;
  /** A field of the profile. */
  field?: string;
  /** How the change of that field ended: a state of the change log. */
  state?: string;
  /** What went wrong, in words. */
  reason?: string;
  /** A set of changes. */
  setId?: string;
}

/** The content of a delivery: its notices, as they were when it was made. */
export interface DeliveryContent {
  notices: {
    /** The notice's id. */
    id: string;
    kind: NoticeKind;
    cause: string;
    /** How many of its events are in this delivery. */
    count: number;
    /** ISO 8601, of the first and the last of these events. */
    firstAt: string;
    lastAt: string;
    /** The first of them, at most `MAX_SUBJECTS` of `notice-kinds.ts`. */
    subjects: (NoticeSubject & { eventId: string; at: string })[];
  }[];
}

/**
 * The outbox: what happened, committed in the transaction of what caused it. An event belongs to no notice until it is
 * gathered into one.
 */
export const noticeEvents = pgTable(
  'notice_events',
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceColumn(),
    kind: text().$type<NoticeKind>().notNull(),
    /** The identity of the event: a second one with this key is not stored. */
    key: text().notNull(),
    /** Events of a kind with the same cause come in one notice. */
    cause: text().notNull(),
    subject: jsonb().$type<NoticeSubject>().notNull(),
    at: instant('at').notNull(),
    noticeId: uuid('notice_id').references(() => notices.id, { onDelete: 'cascade' }),
    /** Its place in the notice, from 1. */
    place: integer(),
  },
  (table) => [
    uniqueIndex('notice_events_key').on(table.workspaceId, table.key),
    index('notice_events_notice').on(table.noticeId, table.place),
    index('notice_events_open')
      .on(table.at)
      .where(sql`${table.noticeId} is null`),
  ],
);

/** A notice: events of one cause, as a person sees them. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceColumn(),
    kind: text().$type<NoticeKind>().notNull(),
    cause: text().notNull(),
    /** When its first and last events happened. */
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    /** Until when further events of the cause belong to it. */
    openUntil: instant('open_until').notNull(),
    events: integer().notNull(),
    readAt: instant('read_at'),
    /** When the events after the first `deliveredEvents` are delivered to channels; null: there are none. */
    deliverAt: instant('tell_at'),
    deliveredEvents: integer('told_events').notNull().default(0),
  },
  (table) => [
    index('notices_list').on(table.workspaceId, table.lastAt.desc().nullsFirst(), table.id),
    index('notices_unread')
      .on(table.workspaceId)
      .where(sql`${table.readAt} is null`),
    index('notices_tell_at')
      .on(table.deliverAt)
      .where(sql`${table.deliverAt} is not null`),
  ],
);

/** How a person gets notices, besides the bell. */
export const noticeChannels = pgTable(
  'notice_channels',
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceColumn(),
    kind: text().$type<(typeof CHANNEL_KINDS)[number]>().notNull(),
    /** The address of a webhook, or the one that a person chose for email; under `TOKEN_KEYS`. Null: that of the profile. */
    target: text(),
    /** What signs a webhook's messages, or unsubscribes from email without signing in; under `TOKEN_KEYS`. */
    secret: text().notNull(),
    /** The name of the key in TOKEN_KEYS that encrypted both. */
    keyName: text('key_name').notNull(),
    /** SHA-256 (hex) of the token in unsubscribe links; null for webhooks. */
    unsubscribeHash: text('unsubscribe_hash'),
    kinds: text().array().$type<NoticeKind[]>().notNull(),
    schedule: text().$type<(typeof CHANNEL_SCHEDULES)[number]>().notNull(),
    isOn: boolean('is_on').notNull(),
    /** Earlier events are not delivered. It moves when the channel is switched on. */
    onSince: instant('on_since').notNull(),
    /** Up to when digests have had every event; null: none was made yet. */
    deliveredUntil: instant('told_until'),
    /** SHA-256 (hex) of the email address that was proven; null: none. */
    provenAddress: text('proven_address'),
    /** SHA-256 (hex) of the token in the message that proves the address, and until when it serves. */
    proofHash: text('proof_hash'),
    proofEndsAt: instant('proof_ends_at'),
    /** Why nothing is sent until the person switches it on again; null: it works. */
    pausedReason: text('paused_reason'),
    /** How many deliveries in a row have failed for good. */
    failures: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('notice_channels_workspace').on(table.workspaceId, table.createdAt),
    uniqueIndex('notice_channels_email')
      .on(table.workspaceId)
      .where(sql`${table.kind} = 'email'`),
    uniqueIndex('notice_channels_unsubscribe').on(table.unsubscribeHash),
    check('notice_channels_kind', sql`${table.kind} in ('email', 'webhook')`),
    check('notice_channels_schedule', sql`${table.schedule} in ('now', 'daily', 'weekly')`),
  ],
);

/** What a person has set for the bell, and when they don't want email; the hours are of the zone in their profile. */
export const noticeSettings = pgTable('notice_settings', {
  uid: text()
    .primaryKey()
    .references(() => users.uid, { onDelete: 'cascade' }),
  /** `HH:MM`, both null when there are no quiet hours. */
  quietFrom: text('quiet_from'),
  quietUntil: text('quiet_until'),
  /** The kinds of notices that the bell lists; null: all. */
  bellKinds: text('bell_kinds').array().$type<NoticeKind[]>(),
});

/** One message to one channel. Its id is the delivery id of a webhook and the Message-ID of an email. */
export const noticeDeliveries = pgTable(
  'notice_deliveries',
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceColumn(),
    channelId: uuid('channel_id')
      .notNull()
      .references(() => noticeChannels.id, { onDelete: 'cascade' }),
    kind: text().$type<'notice' | 'digest' | 'test'>().notNull(),
    content: jsonb().$type<DeliveryContent>().notNull(),
    state: text().$type<(typeof DELIVERY_STATES)[number]>().notNull(),
    /** Grows with each try: a process with an older number can no longer change the row. */
    attempt: integer().notNull().default(0),
    /** How often its person has had it sent again. */
    sentAgain: integer('sent_again').notNull().default(0),
    /** When it is sent or tried next; null: never by itself. `delivery-due-time.ts` works it out. */
    dueAt: instant('due_at'),
    leaseUntil: instant('lease_until'),
    /** The HTTP status or SMTP code of the last answer. */
    answerCode: integer('answer_code'),
    /** The beginning of the last answer, or what went wrong, in words. */
    answer: text(),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('notice_deliveries_list').on(table.channelId, table.createdAt.desc().nullsFirst(), table.id),
    index('notice_deliveries_due_at')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
    check(
      'notice_deliveries_state',
      sql`${table.state} in ('waiting', 'sending', 'delivered', 'failed', 'held')`,
    ),
  ],
);

export type NoticeRow = typeof notices.$inferSelect;
export type NoticeEventRow = typeof noticeEvents.$inferSelect;
export type ChannelRow = typeof noticeChannels.$inferSelect;
export type DeliveryRow = typeof noticeDeliveries.$inferSelect;
