import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { anyJson } from './any-json.js';
import { instant, ownerColumns } from './workspaces.schema.js';

/**
 * What happened to a locked field. `put_back`: an intent to send the owner's value once more was committed, which counts
 * towards the limits. `came_again`: the public version differed again after that. `taken_over`: the owner changed the value
 * elsewhere. `changed`: it was changed here. `waits`: the limits are reached. `asked`: Google says that the location is closed.
 * `answered`: a person kept the owner's value. `not_sent`: the value could not be put back.
 */
export const LOCK_EVENT_KINDS = Object.freeze([
  'locked',
  'put_back',
  'came_again',
  'taken_over',
  'changed',
  'waits',
  'asked',
  'answered',
  'not_sent',
] as const);

/** Why a locked field waits for a person: one value was put back too often, or the field was, or Google says *closed*. */
export const LOCK_WAITS = Object.freeze(['value', 'field', 'closed'] as const);

/** A field that is kept as its owner has it, at one or many locations. The kept value is always the owner's at Google. */
export const profileLocks = pgTable(
  'profile_locks',
  {
    id: uuid().primaryKey(),
    ...ownerColumns(),
    field: text().notNull(),
    /** What its locations are called together; null: nothing. */
    title: text(),
    /** The uid of who locked it. */
    actor: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('profile_locks_owner').on(table.workspaceId, table.subject),
    index('profile_locks_actor').on(table.workspaceId, table.actor),
  ],
);

/** A field of a location in a lock. Which locations a lock has is frozen when it is made. */
export const lockedFields = pgTable(
  'profile_lock_locations',
  {
    id: uuid().primaryKey(),
    lockId: uuid('lock_id')
      .notNull()
      .references(() => profileLocks.id, { onDelete: 'cascade' }),
    ...ownerColumns(),
    accountId: text('account_id').notNull(),
    locationId: text('location_id').notNull(),
    /** The location's name and store code when it was locked. */
    locationName: text('location_name').notNull(),
    storeCode: text('store_code'),
    field: text().notNull(),
    /** Why it waits for a person, and the edit of Google that it waits with, which may be answered or gone by now. */
    waits: text().$type<(typeof LOCK_WAITS)[number]>(),
    waitsWith: uuid('waits_with'),
    waitsSince: instant('waits_since'),
    /** When it is looked at next: an edit of Google has opened, or could not be put back yet; null: there is nothing to do. */
    nextStepAt: instant('next_step_at'),
  },
  (table) => [
    uniqueIndex('profile_lock_locations_field').on(
      table.workspaceId,
      table.subject,
      table.locationId,
      table.field,
    ),
    index('profile_lock_locations_lock').on(table.lockId, table.locationName, table.locationId),
    index('profile_lock_locations_next_step_at')
      .on(table.nextStepAt)
      .where(sql`${table.nextStepAt} is not null`),
    index('profile_lock_locations_waits')
      .on(table.lockId)
      .where(sql`${table.waits} is not null`),
    check('profile_lock_locations_waits_known', sql`${table.waits} in ('value', 'field', 'closed')`),
  ],
);

/** What happened to locked fields. It outlives the lock, so that a field that is locked again has the same limits. */
export const lockEvents = pgTable(
  'lock_events',
  {
    id: uuid().primaryKey(),
    ...ownerColumns(),
    /** The lock; null: it has ended. */
    lockId: uuid('lock_id').references(() => profileLocks.id, { onDelete: 'set null' }),
    field: text().notNull(),
    /** Null: it is about all locations of the lock. */
    locationId: text('location_id'),
    locationName: text('location_name'),
    storeCode: text('store_code'),
    kind: text().$type<(typeof LOCK_EVENT_KINDS)[number]>().notNull(),
    /** The same each time the same event is found: it is stored once. */
    cause: text().notNull(),
    /** Hashes of the public value that was there, and of the owner's that was kept. */
    publicHash: text('public_hash'),
    keptHash: text('kept_hash'),
    /** The value that was kept, or that is kept from now on, in Google's shape. */
    value: anyJson(),
    /** For how long the owner's value was public before it changed again, in seconds. */
    heldSeconds: integer('held_seconds'),
    /** The line of the change log. It may have been deleted by age. */
    changeId: uuid('change_id'),
    reason: text(),
    at: instant('at').notNull(),
  },
  (table) => [
    uniqueIndex('lock_events_cause').on(
      table.workspaceId,
      table.subject,
      table.locationId,
      table.field,
      table.kind,
      table.cause,
    ),
    index('lock_events_lock')
      .on(table.lockId, table.at.desc().nullsFirst(), table.id)
      .where(sql`${table.lockId} is not null`),
    index('lock_events_put_back')
      .on(table.workspaceId, table.subject, table.locationId, table.field, table.at)
      .where(sql`${table.kind} = 'put_back'`),
    index('lock_events_at').on(table.at),
    check(
      'lock_events_kind',
      sql`${table.kind} in ('locked', 'put_back', 'came_again', 'taken_over', 'changed', 'waits', 'asked', 'answered', 'not_sent')`,
    ),
  ],
);

export type LockRow = typeof profileLocks.$inferSelect;
export type LockedFieldRow = typeof lockedFields.$inferSelect;
export type LockEventRow = typeof lockEvents.$inferSelect;
