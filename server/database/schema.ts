import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CalendarDate, TimeOfDay } from '../config/wall-time.js';
import { WAITING_DETAILS } from './waiting-details.js';
import { instant, stepColumns, workspaceColumn } from './workspaces.schema.js';

/** A user's choices; stored whole in `users.preferences`. */
export interface Preferences {
  theme: 'light' | 'dark' | 'system';
  notifications: boolean;
  emailUpdates: boolean;
}

/** The user profile of the specification, section 3, keyed by the Firebase uid. */
export const users = pgTable('users', {
  uid: text().primaryKey(),
  displayName: text('display_name').notNull(),
  email: text().notNull(),
  photoURL: text('photo_url'),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  phone: text().notNull().default(''),
  company: text().notNull().default(''),
  role: text().notNull().default('user'),
  isActive: boolean('is_active').notNull().default(true),
  preferences: jsonb().$type<Preferences>().notNull(),
  /** IANA name of the zone of their quiet hours and daily messages; null: UTC until a browser has said. */
  timeZone: text('time_zone'),
  /** BCP 47 tag of the language whose dates and numbers they read; null: that of `languageOf` until a browser has said. */
  language: text(),
  signInMethod: text('sign_in_method').$type<'google' | 'email'>().notNull(),
  lastSignIn: instant('last_sign_in').notNull(),
  /**
   * When its owner signed in (a whole second) who was the first to prove the address of an account by password. What signed in
   * by password until then is not theirs.
   */
  provenAt: instant('proven_at'),
  /** Set on sign-up by e-mail only. */
  accountCreated: instant('account_created'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** One signed-in browser. An ended row is kept until `endsAt`, so that a replayed cookie is recognised as ended. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 (hex) of the cookie's header and payload: an RS256 signature has several spellings. */
    id: text().primaryKey(),
    uid: text()
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    remembered: boolean().notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [index('sessions_uid').on(table.uid), index('sessions_ends_at').on(table.endsAt)],
);

/** What a user changed on a sample location; the sample itself never changes. */
export const sampleEdits = pgTable(
  'sample_edits',
  {
    workspaceId: workspaceColumn(),
    locationId: text('location_id').notNull(),
    changes: jsonb().$type<Record<string, unknown>>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.locationId] })],
);

export const POST_TYPES = Object.freeze(['STANDARD', 'CALL_TO_ACTION', 'EVENT', 'OFFER'] as const);
export const POST_STATUSES = Object.freeze(['SCHEDULED', 'QUEUED', 'PUBLISHED', 'FAILED'] as const);
export const ACTION_TYPES = Object.freeze([
  'BOOK',
  'ORDER',
  'SHOP',
  'LEARN_MORE',
  'SIGN_UP',
  'CALL',
] as const);
/** Why a post has its status. */
export const POST_DETAILS = Object.freeze([
  'in_review',
  ...WAITING_DETAILS,
  'connection_lost',
  'connection_held',
  'unconfirmed',
  'campaign_paused',
] as const);

/**
 * The outcome of one attempt to publish. `not_sent`: Google certainly did not take it. `unconfirmed`: Google may have
 * taken it, and is being asked. `not_found`: Google does not list it, though it may have taken it.
 */
export const ATTEMPT_OUTCOMES = Object.freeze([
  'published',
  'in_review',
  'rejected',
  'refused',
  'not_sent',
  'unconfirmed',
  'not_found',
] as const);
/**
 * Why it is unknown whether Google took an attempt: Google answered with an error of its own, gave no usable answer, or
 * took it without naming it; which of several it is; or the attempt was lost with everything after a backup.
 */
export const ATTEMPT_DOUBTS = Object.freeze([
  'error_answer',
  'no_answer',
  'nameless_answer',
  'several_alike',
  'restored',
] as const);

/** The post's content, in the shape of the specification's payload (section 3), end times filled in. */
export interface PostBody {
  languageCode: 'en-US';
  summary: string;
  topicType: (typeof POST_TYPES)[number];
  callToAction?: { actionType: (typeof ACTION_TYPES)[number]; url?: string };
  event?: {
    title: string;
    schedule: {
      startDate: CalendarDate;
      startTime: TimeOfDay;
      endDate: CalendarDate;
      endTime: TimeOfDay;
    };
  };
  offer?: { couponCode?: string; redeemOnlineUrl?: string; termsConditions?: string };
  /** Of `photos`. It is no part of what is compared with Google’s lists, which show other addresses. */
  photoId?: string;
}

/** A scheduled post. The migration `store_codes` adds one more column, the generated `search_text`, for searches. */
export const posts = pgTable(
  'posts',
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceColumn(),
    source: text().$type<'sample' | 'google'>().notNull(),
    /** The Google account that it was scheduled with; null for sample posts. */
    subject: text(),
    /** Part of the sample data: shown, never published. */
    seeded: boolean().notNull().default(false),
    accountId: text('account_id').notNull(),
    locationId: text('location_id').notNull(),
    locationName: text('location_name').notNull(),
    storeCode: text('store_code'),
    /** IANA name of the zone in which event and offer times were meant. */
    timeZone: text('time_zone').notNull(),
    postType: text('post_type').$type<(typeof POST_TYPES)[number]>().notNull(),
    body: jsonb().$type<PostBody>().notNull(),
    publishAt: instant('publish_at').notNull(),
    /**
     * `publishAt` as a clock in `timeZone` shows it, `YYYY-MM-DDTHH:MM`: what the person was promised. Null: it goes out at
     * once, or it is older than this column.
     */
    wallTime: text('wall_time'),
    status: text().$type<(typeof POST_STATUSES)[number]>().notNull(),
    detail: text().$type<(typeof POST_DETAILS)[number]>(),
    /** Grows with every change, so that no change overwrites one that its author has not seen. */
    version: integer().notNull().default(1),
    ...stepColumns(),
    /** Google's name of it: `accounts/…/locations/…/localPosts/…`. */
    googleName: text('google_name'),
    googleUrl: text('google_url'),
    publishedAt: instant('published_at'),
    errorDetails: text('error_details'),
    /** The campaign (`campaigns.id`) that made it; there is no foreign key, since that table refers to this one. */
    campaignId: uuid('campaign_id'),
    /** Whether it was changed by itself since its campaign made it. A change of the whole campaign leaves it alone. */
    isCampaignException: boolean('is_campaign_exception').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    // Every list reads the posts of one status at a time, in the order of this index.
    index('posts_tabs').on(
      table.workspaceId,
      table.status,
      table.source,
      table.subject,
      table.publishAt.desc().nullsFirst(),
      table.id,
    ),
    // Few values make it a tenth of the size of the index above. Counting a whole calendar reads only this.
    index('posts_counts').on(table.workspaceId, table.source, table.subject, table.status),
    index('posts_location').on(
      table.workspaceId,
      table.source,
      table.subject,
      table.locationId,
      table.publishAt.desc().nullsFirst(),
      table.id,
      table.status,
    ),
    index('posts_published')
      .on(table.workspaceId, table.subject, table.publishedAt)
      .where(sql`${table.status} = 'PUBLISHED'`),
    index('posts_next_step_at')
      .on(table.nextStepAt)
      .where(sql`${table.nextStepAt} is not null`),
    index('posts_held')
      .on(table.workspaceId)
      .where(sql`${table.detail} in ('connection_lost', 'connection_held')`),
    // Most posts have no name for a long time, so the index leaves these out.
    uniqueIndex('posts_google_name')
      .on(table.googleName)
      .where(sql`${table.googleName} is not null`),
    index('posts_campaign')
      .on(table.campaignId, table.status, table.detail, table.publishAt)
      .where(sql`${table.campaignId} is not null`),
    index('posts_campaign_paused')
      .on(table.campaignId)
      .where(sql`${table.detail} = 'campaign_paused'`),
    index('posts_photo')
      .on(sql`(${table.body} ->> 'photoId')`)
      .where(sql`${table.body} ->> 'photoId' is not null`),
    check('posts_status', sql`${table.status} in ('SCHEDULED', 'QUEUED', 'PUBLISHED', 'FAILED')`),
    check('posts_type', sql`${table.postType} in ('STANDARD', 'CALL_TO_ACTION', 'EVENT', 'OFFER')`),
  ],
);

/** Attempts to send a post to Google, with their outcomes. Numbers grow, with gaps. */
export const publishAttempts = pgTable(
  'publish_attempts',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    attempt: integer().notNull(),
    startedAt: instant('started_at').notNull(),
    /** When the intent was committed, before the request leaves; null for attempts of sample posts. */
    sentAt: instant('sent_at'),
    /** The same moment by Google's own clock, as far as it is known. */
    googleDate: instant('google_date'),
    /** Where it was sent to. */
    accountId: text('account_id'),
    locationId: text('location_id'),
    /** SHA-256 (hex) of the content in the form that is compared with Google's lists. */
    bodyHash: text('body_hash'),
    /** Null while it is under way, or when its process has died. */
    outcome: text().$type<(typeof ATTEMPT_OUTCOMES)[number]>(),
    doubt: text().$type<(typeof ATTEMPT_DOUBTS)[number]>(),
    googleName: text('google_name'),
    error: text(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.attempt] }),
    index('publish_attempts_google_name').on(table.googleName),
    index('publish_attempts_open')
      .on(table.locationId)
      .where(sql`${table.outcome} is null or ${table.outcome} = 'unconfirmed'`),
  ],
);
