import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ErrorCode } from '../errors/app-error.js';
import { instant, ownerColumns, stepColumns, workspaceColumn } from './workspaces.schema.js';

/** Where the list shows a review. `REJECTED`: Google refused the reply, so the public sees none. */
export const REVIEW_TABS = Object.freeze(['UNANSWERED', 'ANSWERED', 'REJECTED'] as const);

/** What Google says of a reply that it has. */
export const REPLY_STATES = Object.freeze(['IN_REVIEW', 'PUBLIC', 'REJECTED'] as const);

/** What a person did: wrote or changed a reply, or removed it. */
export const OWN_REPLY_KINDS = Object.freeze(['PUT', 'DELETE'] as const);

/**
 * What became of something that a person did to a reply. `waiting`: not sent yet. `unconfirmed`: it is not known whether
 * Google took it. `in_review`: Google has it, and the public does not see it yet. `removed`: Google took the removal.
 * `failed`: Google does not have it. `conflict`: the reply had changed elsewhere, or the review had, and nothing was sent.
 * `superseded`: something newer, or its author, took its place.
 */
export const OWN_REPLY_STATES = Object.freeze([
  'waiting',
  'sending',
  'unconfirmed',
  'in_review',
  'public',
  'rejected',
  'removed',
  'failed',
  'conflict',
  'superseded',
] as const);

/** What one sending of a reply, or of its removal, led to. */
export const REPLY_OUTCOMES = Object.freeze([
  'taken',
  'refused',
  'not_sent',
  'unconfirmed',
  'not_found',
] as const);

/** A picture or a video that was added to a review. */
export interface ReviewMedia {
  label: string | null;
  thumbnailUrl: string;
  videoUrl: string | null;
}

/** Reviews of connected users' locations, as Google's last answers described them. */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid().primaryKey(),
    ...ownerColumns(),
    accountId: text('account_id').notNull(),
    locationId: text('location_id').notNull(),
    /** Google's id of it, which means nothing by itself. */
    googleId: text('google_id').notNull(),
    /** `accounts/…/locations/…/reviews/…`, under the account that it was last read with. */
    googleName: text('google_name').notNull(),
    stars: smallint().notNull(),
    /** As Google gives it, with its translation inside; null: stars alone. */
    comment: text(),
    /** The text in the words of who wrote it, and Google's translation of it. */
    original: text(),
    translation: text(),
    isTranslationFirst: boolean('is_translation_first').notNull().default(false),
    /** Null where Google names nobody. */
    reviewerName: text('reviewer_name'),
    reviewerPhotoUrl: text('reviewer_photo_url'),
    isAnonymous: boolean('is_anonymous').notNull(),
    media: jsonb().$type<ReviewMedia[]>().notNull(),
    /** Google's own times. */
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The reply that Google has; all null: none. */
    replyText: text('reply_text'),
    replyUpdatedAt: instant('reply_updated_at'),
    replyState: text('reply_state').$type<(typeof REPLY_STATES)[number]>(),
    /** Google's name of the reason for a rejection. */
    replyViolation: text('reply_violation'),
    /** The page at Google where it can be answered. */
    googleUrl: text('google_url'),
    firstSeenAt: instant('first_seen_at').notNull(),
    /** When the public could first see a reply, by Google's time of the reply. */
    firstAnsweredAt: instant('first_answered_at'),
    /** When Google was last asked, by the clock of the process that asked. */
    readAt: instant('read_at').notNull(),
    /** The location's number (`review_readings.readings`) when it was stored: a reading that began before it is older. */
    readingNo: integer('reading_no').notNull(),
    /** When a complete reading of the location first lacked it; null: it is there. */
    goneAt: instant('gone_at'),
    tab: text().$type<(typeof REVIEW_TABS)[number]>().notNull(),
    /** Its position in lists (`review-position.ts`). */
    position: bigint({ mode: 'number' }).notNull(),
    /** What searches compare: its texts, and who wrote it. */
    searchText: text('search_text').notNull(),
  },
  (table) => [
    uniqueIndex('reviews_google_id').on(table.workspaceId, table.subject, table.locationId, table.googleId),
    index('reviews_tabs')
      .on(table.workspaceId, table.subject, table.tab, table.position, table.id)
      .where(sql`${table.goneAt} is null`),
    index('reviews_all')
      .on(table.workspaceId, table.subject, table.position, table.id)
      .where(sql`${table.goneAt} is null`),
    index('reviews_location')
      .on(table.workspaceId, table.subject, table.locationId, table.position, table.id)
      .where(sql`${table.goneAt} is null`),
    // Few values make it a tenth of the size of the indexes above. Counting all reviews reads only this.
    index('reviews_counts')
      .on(table.workspaceId, table.subject, table.tab)
      .where(sql`${table.goneAt} is null`),
    // The counts of the last months read this alone.
    index('reviews_figures')
      .on(
        table.workspaceId,
        table.subject,
        table.createdAt,
        table.locationId,
        table.tab,
        table.stars,
        table.firstAnsweredAt,
      )
      .where(sql`${table.goneAt} is null`),
    index('reviews_gone_at')
      .on(table.goneAt)
      .where(sql`${table.goneAt} is not null`),
    check('reviews_stars', sql`${table.stars} between 1 and 5`),
    check('reviews_tab', sql`${table.tab} in ('UNANSWERED', 'ANSWERED', 'REJECTED')`),
  ],
);

/** How far the reviews of each location have been read. */
export const reviewReadings = pgTable(
  'review_readings',
  {
    ...ownerColumns(),
    locationId: text('location_id').notNull(),
    /** The account that it is read under. */
    accountId: text('account_id').notNull(),
    /** The location as it was last called, since its reviews may stay longer than its copy. */
    locationName: text('location_name').notNull(),
    storeCode: text('store_code'),
    /** Google's own rating and count; null: it has no reviews, or was never read. */
    averageRating: doublePrecision('average_rating'),
    total: integer(),
    /** The number of the reading that brought them. */
    ratingNo: integer('figures_no').notNull().default(0),
    /** Grows with each beginning and each end of a reading, so that their order needs no clock. */
    readings: integer().notNull().default(0),
    /** When the last complete reading began; null: there was none. */
    wholeAt: instant('whole_at'),
    /** When Google was last asked for anything of it, successfully or not. */
    triedAt: instant('tried_at'),
    /** Why the last reading failed; null: it did not. */
    error: text().$type<ErrorCode>(),
    /** How many of its reviews could not be read when it was last read, because what Google gave cannot be stored. */
    unreadable: integer().notNull().default(0),
    /** Whether Google serves its reviews, as far as it is known: it serves those of verified locations only. */
    hasVoice: boolean('has_voice').notNull().default(true),
    /** Whether the account still lists it. */
    isListed: boolean('is_listed').notNull().default(true),
    /** When it is read whole next, and when it is asked for news. */
    wholeDueAt: instant('whole_due_at').notNull(),
    newsDueAt: instant('news_due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.subject, table.locationId] }),
    index('review_readings_due').on(table.workspaceId, table.subject, table.newsDueAt, table.wholeDueAt),
  ],
);

/** The ledger of replies: what people did to the reply of a review, and what became of it. */
export const reviewReplies = pgTable(
  'review_replies',
  {
    id: uuid().primaryKey(),
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    ...ownerColumns(),
    /** Grows with each thing that is done to the reply of a review. */
    version: integer().notNull(),
    kind: text().$type<(typeof OWN_REPLY_KINDS)[number]>().notNull(),
    /** Null for a removal. */
    text: text(),
    /** Who did it: their uid. */
    actor: text().notNull(),
    state: text().$type<(typeof OWN_REPLY_STATES)[number]>().notNull(),
    /** What the person saw (`review-basis.ts`). */
    basis: text().notNull(),
    /** The reply that Google had when it was done; null: none. */
    replacedText: text('replaced_text'),
    replacedAt: instant('replaced_at'),
    ...stepColumns(),
    /** How many times it was sent. */
    timesSent: integer('times_sent').notNull().default(0),
    /** How many status checks were made since Google took it. */
    timesLooked: integer('times_looked').notNull().default(0),
    /** When the last intent to send was committed, before the call; null: nothing has left. */
    sentAt: instant('sent_at'),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
    /** Google's name of the reason for a rejection. */
    violation: text(),
    /** Why Google does not have it, in plain words. */
    error: text(),
  },
  (table) => [
    uniqueIndex('review_replies_version').on(table.reviewId, table.version),
    // Google gets one reply to a review at a time, so that each has one outcome.
    uniqueIndex('review_replies_open')
      .on(table.reviewId)
      .where(sql`${table.state} in ('sending', 'unconfirmed')`),
    index('review_replies_next_step_at')
      .on(table.nextStepAt)
      .where(sql`${table.nextStepAt} is not null`),
    index('review_replies_workspace').on(table.workspaceId, table.subject, table.state),
    check('review_replies_kind', sql`${table.kind} in ('PUT', 'DELETE')`),
    check('review_replies_text', sql`(${table.kind} = 'PUT') = (${table.text} is not null)`),
  ],
);

/** Sendings of replies to Google, with their outcomes. Numbers grow, with gaps. */
export const reviewReplyAttempts = pgTable(
  'review_reply_attempts',
  {
    replyId: uuid('reply_id')
      .notNull()
      .references(() => reviewReplies.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    /** When the intent was committed, before the request leaves. */
    intendedAt: instant('intended_at').notNull(),
    /** Null while it is under way, or when its process has died. */
    outcome: text().$type<(typeof REPLY_OUTCOMES)[number]>(),
    /** Why it is unknown whether Google took it. */
    doubt: text().$type<'error_answer' | 'no_answer' | 'restored'>(),
    error: text(),
    endedAt: instant('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.replyId, table.number] })],
);

/** Texts that people keep for replies. */
export const savedReplies = pgTable(
  'saved_replies',
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceColumn(),
    title: text().notNull(),
    /** With `{name}` and `{location}` as they are. */
    text: text().notNull(),
    /** Who wrote it last: their uid. */
    actor: text().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [uniqueIndex('saved_replies_title').on(table.workspaceId, sql`lower(${table.title})`)],
);

export type ReviewRow = typeof reviews.$inferSelect;
export type ReviewReadingRow = typeof reviewReadings.$inferSelect;
export type ReviewReplyRow = typeof reviewReplies.$inferSelect;
export type ReviewReplyAttemptRow = typeof reviewReplyAttempts.$inferSelect;
export type SavedReplyRow = typeof savedReplies.$inferSelect;
