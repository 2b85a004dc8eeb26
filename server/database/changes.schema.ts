import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { anyJson } from './any-json.js';
import { instant, ownerColumns, stepColumns } from './workspaces.schema.js';

/** Who changed a profile: a person here, its owner elsewhere in Google's manager, or Google or the public. */
export const CHANGE_ORIGINS = Object.freeze(['here', 'elsewhere', 'google'] as const);

/**
 * What became of a line. `waiting`: not sent yet. `unconfirmed`: it is not known whether Google accepted it. `in_review`:
 * Google has it, and the public does not see it yet. `refused`: Google did not accept it, or dropped it after its review.
 * `conflict`: the field had changed, so it was not sent, or not once more. `not_sent`: Google does not have it. `not_known`:
 * it was sent, and it could not be found out whether Google accepted it.
 */
export const CHANGE_STATES = Object.freeze([
  'waiting',
  'sending',
  'unconfirmed',
  'in_review',
  'public',
  'refused',
  'conflict',
  'not_sent',
  'not_known',
] as const);

/**
 * What was done here: somebody saved a form, undid changes, put a profile back to a moment, answered Google's edits, or changed
 * many locations at once; or a lock kept a value.
 */
export const CHANGE_SET_KINDS = Object.freeze([
  'save',
  'undo',
  'restore',
  'decision',
  'bulk',
  'lock',
] as const);

/** What became of Google's edit. `GONE`: it ended without an answer from here. */
export const GOOGLE_EDIT_STATES = Object.freeze(['OPEN', 'ACCEPTED', 'REJECTED', 'GONE'] as const);

/**
 * The states of a location's change; `saved`: Google has all of it. The others that are over say what became of the line that
 * went worst: `not_sent` if Google does not have it, after all tries; `stopped` if it was ended here before it was sent.
 */
export const LOCATION_CHANGE_STATES = Object.freeze([
  'waiting',
  'sending',
  'unconfirmed',
  'saved',
  'refused',
  'conflict',
  'not_sent',
  'stopped',
  'not_known',
] as const);

/** The states of a line, and of a location's change, that are not over. */
export const OPEN_STATES = Object.freeze(['waiting', 'sending', 'unconfirmed'] as const);

/**
 * A set: what somebody did here at once, perhaps to many locations. It consists of one change for each location
 * (`locationChanges`), which Google gets in one call, and that of one line for each field (`changeLines`). A set of many
 * locations may be planned in the background, slice by slice: while it is, `next_step_at` says when the next slice is due.
 */
export const changeSets = pgTable(
  'change_sets',
  {
    id: uuid().primaryKey(),
    ...ownerColumns(),
    kind: text().$type<(typeof CHANGE_SET_KINDS)[number]>().notNull(),
    /** Who did it: their uid; null: a lock did. */
    actor: text(),
    /** Why, in their words. */
    reason: text(),
    /** What they call it, in one line. */
    name: text(),
    /** How many locations it is about; null: as many as it has changes of. */
    locationsTotal: integer('locations_total'),
    /** The id of the last location whose change is planned, in the order of the ids; null: none yet, or all. */
    plannedTo: text('planned_to'),
    /** The set that this one undoes. It may have been deleted by age. */
    undoesSet: uuid('undoes_set'),
    /** When it was stopped: since then nothing more of it is planned or sent. */
    stoppedAt: instant('stopped_at'),
    /** When it was noted that nothing of it waits or is on its way any more. Only for sets that are done in the background. */
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
    ...stepColumns(),
  },
  (table) => [
    index('change_sets_workspace').on(table.workspaceId, table.createdAt),
    index('change_sets_next_step_at')
      .on(table.nextStepAt)
      .where(sql`${table.nextStepAt} is not null`),
    index('change_sets_open')
      .on(table.workspaceId)
      .where(sql`${table.locationsTotal} is not null and ${table.endedAt} is null`),
    index('change_sets_undoes')
      .on(table.undoesSet)
      .where(sql`${table.undoesSet} is not null`),
    check('change_sets_kind', sql`${table.kind} in ('save', 'undo', 'restore', 'decision', 'bulk', 'lock')`),
  ],
);

/** The ledger of changes: one change of one location, which Google gets in one call. */
export const locationChanges = pgTable(
  'profile_saves',
  {
    id: uuid().primaryKey(),
    setId: uuid('set_id')
      .notNull()
      .references(() => changeSets.id, { onDelete: 'cascade' }),
    ...ownerColumns(),
    locationId: text('location_id').notNull(),
    state: text().$type<(typeof LOCATION_CHANGE_STATES)[number]>().notNull(),
    ...stepColumns(),
    /** How many times it was sent. */
    timesSent: integer('times_sent').notNull().default(0),
    /** When the last intent to send was committed, before the call; null: nothing has left. */
    sentAt: instant('sent_at'),
    /** Until when looks for its outcome followed close on each other; null: there was none yet. */
    watchedUntil: instant('watched_until'),
    /** When a reading first showed that Google has it, unless that was known when it ended. */
    seenAt: instant('seen_at'),
    /** How often Google neither accepted nor refused it, and since when; null: never. */
    timesPutOff: integer('times_put_off').notNull().default(0),
    putOffSince: instant('put_off_since'),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('profile_saves_set').on(table.setId, table.state, table.locationId, table.id),
    index('profile_saves_set_location').on(table.setId, table.locationId, table.id),
    index('profile_saves_next_step_at')
      .on(table.nextStepAt)
      .where(sql`${table.nextStepAt} is not null`),
    // What a workspace has sent in the last day.
    index('profile_saves_sent_at')
      .on(table.workspaceId, table.sentAt)
      .where(sql`${table.sentAt} is not null`),
    // Google gets one change of a location at a time, so that each has one outcome.
    uniqueIndex('profile_saves_open')
      .on(table.workspaceId, table.subject, table.locationId)
      .where(sql`${table.state} in ('sending', 'unconfirmed')`),
  ],
);

/**
 * Turns to change a location at Google, one at a time for everybody who manages the location here. A turn is taken before the
 * location is read, so that no change in between is overwritten.
 */
export const locationTurns = pgTable('location_turns', {
  locationId: text('location_id').primaryKey(),
  /** A random id for each turn; from the intent to send on, the id of the change. */
  holder: uuid().notNull(),
  /** When it ends by itself. */
  until: instant('until').notNull(),
});

/** A line of the change log: one field of one location, before and after. */
export const changeLines = pgTable(
  'profile_changes',
  {
    id: uuid().primaryKey(),
    ...ownerColumns(),
    accountId: text('account_id').notNull(),
    locationId: text('location_id').notNull(),
    /** The location's name and store code at that time. */
    locationName: text('location_name').notNull(),
    storeCode: text('store_code'),
    field: text().notNull(),
    /** Whose version of the profile it changed: the owner's, or only what the public sees. */
    view: text().$type<'owner' | 'public'>().notNull(),
    /** The values in Google's shape; null: none. */
    before: anyJson(),
    after: anyJson(),
    /** Whether its values were dropped: they were Google's, and were not accepted. */
    areValuesDropped: boolean('are_values_dropped').notNull().default(false),
    origin: text().$type<(typeof CHANGE_ORIGINS)[number]>().notNull(),
    state: text().$type<(typeof CHANGE_STATES)[number]>().notNull(),
    /** Why it did not get to Google, in plain words. */
    error: text(),
    setId: uuid('set_id').references(() => changeSets.id, { onDelete: 'cascade' }),
    locationChangeId: uuid('save_id').references(() => locationChanges.id, { onDelete: 'cascade' }),
    /** For a line that was only seen: the time of the reading before it. */
    seenAfter: instant('seen_after'),
    /** When it was made here, or seen. */
    at: instant('at').notNull(),
    /** When the public saw it, as far as it is known. */
    publicAt: instant('public_at'),
    /** For a location that was no longer listed: when it was seen to be back. */
    backAt: instant('back_at'),
    /** The line that this one undoes, and the line that undid this one. They may have been deleted by age. */
    undoes: uuid(),
    undoneBy: uuid('undone_by'),
    /** The text that searches compare: name and code of the location, both values. */
    searchText: text('search_text').notNull(),
  },
  (table) => [
    index('profile_changes_log').on(
      table.workspaceId,
      table.subject,
      table.at.desc().nullsFirst(),
      table.id,
      table.origin,
    ),
    index('profile_changes_origin').on(
      table.workspaceId,
      table.subject,
      table.origin,
      table.at.desc().nullsFirst(),
      table.id,
    ),
    // Few values make it a tenth of the size of the indexes above. Counting a whole log reads only this.
    index('profile_changes_counts').on(table.workspaceId, table.subject, table.origin),
    index('profile_changes_location').on(
      table.workspaceId,
      table.subject,
      table.locationId,
      table.at.desc().nullsFirst(),
      table.id,
    ),
    index('profile_changes_set')
      .on(table.setId, table.locationId)
      .where(sql`${table.setId} is not null`),
    index('profile_changes_save')
      .on(table.locationChangeId)
      .where(sql`${table.locationChangeId} is not null`),
    index('profile_changes_in_review')
      .on(table.workspaceId, table.subject, table.locationId)
      .where(sql`${table.state} = 'in_review'`),
    index('profile_changes_at').on(table.at),
    // An absence is one line, which waits for the location to come back.
    uniqueIndex('profile_changes_away')
      .on(table.workspaceId, table.subject, table.locationId)
      .where(sql`${table.field} = 'presence' and ${table.backAt} is null`),
    check('profile_changes_origin_known', sql`${table.origin} in ('here', 'elsewhere', 'google')`),
  ],
);

/** Values that Google or the public put in place of the owner's, and the owner's answers. */
export const googleEdits = pgTable(
  'google_edits',
  {
    id: uuid().primaryKey(),
    ...ownerColumns(),
    accountId: text('account_id').notNull(),
    locationId: text('location_id').notNull(),
    locationName: text('location_name').notNull(),
    storeCode: text('store_code'),
    field: text().notNull(),
    /** The values in Google's shape; null: none. */
    ownerValue: anyJson('owner_value'),
    publicValue: anyJson('public_value'),
    /** The hash of the public value in its canonical form. */
    valueHash: text('value_hash').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** How many times Google put this value there. */
    times: integer().notNull().default(1),
    state: text().$type<(typeof GOOGLE_EDIT_STATES)[number]>().notNull(),
    decidedAt: instant('decided_at'),
    /** The uid of who decided. */
    decidedBy: text('decided_by'),
    /** When it was seen to be gone after the answer; null: not yet, so it has not come back either. */
    clearedAt: instant('cleared_at'),
    /** The line of the decision. */
    changeId: uuid('change_id'),
  },
  (table) => [
    uniqueIndex('google_edits_value').on(
      table.workspaceId,
      table.subject,
      table.locationId,
      table.field,
      table.valueHash,
    ),
    index('google_edits_inbox').on(
      table.workspaceId,
      table.subject,
      table.state,
      table.lastSeenAt.desc().nullsFirst(),
      table.id,
    ),
    check('google_edits_state', sql`${table.state} in ('OPEN', 'ACCEPTED', 'REJECTED', 'GONE')`),
  ],
);

export type ChangeSetRow = typeof changeSets.$inferSelect;
export type LocationChangeRow = typeof locationChanges.$inferSelect;
export type ChangeLineRow = typeof changeLines.$inferSelect;
export type GoogleEditRow = typeof googleEdits.$inferSelect;
