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
import { type PostBody, posts } from './schema.js';
import { instant, ownerColumns } from './workspaces.schema.js';

/**
 * Where a campaign is. `draft`: planned and not confirmed, so nothing goes out. `scheduling`: its posts are being made or
 * changed. `scheduled`: all of them are. `undoing`: they are being cancelled and deleted. `undone`: that is over.
 */
export const CAMPAIGN_STATES = Object.freeze([
  'draft',
  'scheduling',
  'scheduled',
  'undoing',
  'undone',
] as const);

/** What becomes of a post on a day on which its location is closed. */
export const CLOSED_DAYS = Object.freeze(['publish', 'skip', 'move'] as const);

/** What an undo did to the post of a location. `leftover`: Google still has it, or may have it. */
export const UNDO_OUTCOMES = Object.freeze(['cancelled', 'deleted', 'leftover'] as const);

/** Which locations are meant: those that fit everything that is given, without those that are taken out. */
export interface LocationChoice {
  accountId?: string;
  label?: string;
  state?: 'VERIFIED' | 'UNVERIFIED' | 'SUSPENDED';
  /** Part of a name, an address or a store code. */
  search?: string;
  storeCodes?: string[];
  locationIds?: string[];
  without?: string[];
}

/** The text of a campaign with its variables, and the rest of its posts. End times may be left out, as in a new post. */
export interface PostTemplate extends Omit<PostBody, 'event'> {
  event?: {
    title: string;
    schedule: Pick<NonNullable<PostBody['event']>['schedule'], 'startDate' | 'startTime'> &
      Partial<NonNullable<PostBody['event']>['schedule']>;
  };
}

/** What the variables of a text stand for at a location; null: it has none. */
export interface LocationFacts {
  name: string;
  city: string | null;
  street: string | null;
  storeCode: string | null;
  website: string | null;
}

/** What a plan says of all posts of a campaign; instants are ISO 8601. */
export interface StoredPlan {
  /** The version of the campaign since which it has this plan; a plan of an older release has none. */
  version?: number;
  /** How many locations were chosen. */
  chosen: number;
  posts: number;
  first: PlannedEnd | null;
  last: PlannedEnd | null;
  /** How many posts go out in each quarter of an hour, the earliest first. */
  times: { at: string; count: number }[];
  quota: {
    perMinute: number;
    /** The minute in which most are due, and how many that are. */
    busiestAt: string | null;
    busiestCount: number;
    /** When the last of that rush is out, as far as the quota allows. */
    doneAt: string | null;
  };
  /** The size of the largest group of posts that have the same text. */
  sameText: number;
  unknownStoreCodes: string[];
}

/** The first or the last post of a plan. */
export interface PlannedEnd {
  publishAt: string;
  timeZone: string;
  locationName: string;
}

/** Chosen locations that are kept under a name, or in parts until a campaign takes them. */
export const selections = pgTable(
  'selections',
  {
    id: uuid().primaryKey(),
    ...ownerColumns(),
    /** Null: it is not kept; it is dropped after a day. */
    name: text(),
    /** Whether locations that fit it later belong to it; else `choice` names them one by one. */
    isLive: boolean('is_live').notNull(),
    choice: jsonb().$type<LocationChoice>().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('selections_name')
      .on(table.workspaceId, table.subject, table.name)
      .where(sql`${table.name} is not null`),
    index('selections_updated_at').on(table.updatedAt),
  ],
);

/** One text for many locations of a Google account. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: uuid().primaryKey(),
    ...ownerColumns(),
    /** What people call it: one line of at most 80 characters. */
    name: text().notNull(),
    state: text().$type<(typeof CAMPAIGN_STATES)[number]>().notNull(),
    /** Whether its waiting posts are kept from going out. */
    isPaused: boolean('is_paused').notNull().default(false),
    body: jsonb().$type<PostTemplate>().notNull(),
    choice: jsonb().$type<LocationChoice>().notNull(),
    /** `YYYY-MM-DDTHH:MM` at each location; null: all go out at `publishAt`. */
    wallTime: text('wall_time'),
    /** The same instant for all; null: each location has its own. */
    publishAt: instant('publish_at'),
    /** When its first post was planned to go out; without any, when it was made. Lists are in this order. */
    firstAt: instant('first_at').notNull(),
    /** IANA name of the author's zone. */
    timeZone: text('time_zone').notNull(),
    /** Over how many minutes the posts of one moment are spread; 0: they are due at once. */
    spreadMinutes: integer('spread_minutes').notNull().default(0),
    closedDays: text('closed_days').$type<(typeof CLOSED_DAYS)[number]>().notNull(),
    plan: jsonb().$type<StoredPlan>(),
    /** Grows when what goes out changes; a post with an older number has to be made or changed. */
    revision: integer().notNull().default(1),
    /** The revision with which its time changed last; 0: it has the time that was confirmed. */
    timeRevision: integer('time_revision').notNull().default(0),
    /** Grows with every change, so that no change overwrites one that its author has not seen. */
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    plannedAt: instant('planned_at'),
    confirmedAt: instant('confirmed_at'),
    undoneAt: instant('undone_at'),
  },
  (table) => [
    index('campaigns_list').on(table.workspaceId, table.subject, table.createdAt.desc(), table.id),
    index('campaigns_at_work')
      .on(table.updatedAt)
      .where(sql`${table.state} in ('scheduling', 'undoing')`),
    check(
      'campaigns_state',
      sql`${table.state} in ('draft', 'scheduling', 'scheduled', 'undoing', 'undone')`,
    ),
    check('campaigns_time', sql`num_nonnulls(${table.wallTime}, ${table.publishAt}) = 1`),
  ],
);

/** A location of a campaign: what was planned for it, and its post. */
export const campaignTargets = pgTable(
  'campaign_targets',
  {
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    locationId: text('location_id').notNull(),
    /** By name: the place in the list of targets, faults first. */
    position: integer().notNull(),
    accountId: text('account_id').notNull(),
    locationName: text('location_name').notNull(),
    storeCode: text('store_code'),
    facts: jsonb().$type<LocationFacts>().notNull(),
    /** IANA name; null: not known. */
    timeZone: text('time_zone'),
    /** `YYYY-MM-DDTHH:MM` in `timeZone`. */
    wallTime: text('wall_time'),
    /** Null: it cannot be said. */
    publishAt: instant('publish_at'),
    /** A text of its own instead of the campaign's; it has no variables. */
    ownText: text('own_text'),
    /** The rule why it gets no post (`campaign-rules.ts`); null: it gets one. */
    leftOut: text('left_out'),
    /** Rules that its post breaks all the same. */
    warnings: jsonb().$type<string[]>().notNull().default([]),
    /** The campaign's revision that its post has; 0: none was made yet. */
    revision: integer().notNull().default(0),
    /** Null: none yet, or it was deleted and is not made again (`revision` tells). */
    postId: uuid('post_id').references(() => posts.id, { onDelete: 'set null' }),
    /** Google's name of a post that was deleted here alone: it may still be there. */
    leftAtGoogle: text('left_at_google'),
    undo: text().$type<(typeof UNDO_OUTCOMES)[number]>(),
    /** Why Google still has it, or may have it, in words. */
    undoError: text('undo_error'),
    /** How often its post was looked for or deleted at Google, and when that is tried next. */
    undoTries: integer('undo_tries').notNull().default(0),
    undoNextAt: instant('undo_next_at'),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.locationId] }),
    uniqueIndex('campaign_targets_post').on(table.postId),
    index('campaign_targets_position').on(table.campaignId, table.position),
    // The next posts to be made or changed, earliest first.
    index('campaign_targets_open')
      .on(table.campaignId, table.publishAt, table.locationId)
      .where(sql`${table.leftOut} is null`),
  ],
);

export type CampaignRow = typeof campaigns.$inferSelect;
export type TargetRow = typeof campaignTargets.$inferSelect;
export type SelectionRow = typeof selections.$inferSelect;
