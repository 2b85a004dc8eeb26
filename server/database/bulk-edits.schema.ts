import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { LocationChoice } from './campaigns.schema.js';
import { instant, ownerColumns } from './workspaces.schema.js';

/** `draft`: a preview. `confirmed`: a set of changes with the same id stands for it. */
export const BULK_EDIT_STATES = Object.freeze(['draft', 'confirmed'] as const);

/** What becomes of a location: it changes, has all values already, or is left out. */
export const BULK_TARGET_STATES = Object.freeze(['changes', 'same', 'left_out'] as const);

/** What a preview found in all, as it is kept with its draft. */
export interface BulkCounts {
  changes: number;
  same: number;
  leftOut: number;
  warnings: number;
  otherSpecialDates: { dates: number; locations: number };
  byReason: Partial<Record<string, number>>;
  byWarning: Partial<Record<string, number>>;
  /** What Google said of some locations when it was asked. */
  validated: { asked: number; refused: number } | null;
}

/** A field of a location in a preview; values in Google's shape, null: none. */
export interface BulkValue {
  field: string;
  before: unknown;
  after: unknown;
  isSame: boolean;
}

/** A rule that applies to a location; `message`: more precise than the rule's own. */
export interface BulkFinding {
  id: string;
  field: string | null;
  message?: string;
}

/** Changes of many locations that a person prepares, with what each location would get. Once confirmed, the set says the rest. */
export const bulkEdits = pgTable(
  'bulk_edits',
  {
    /** Also the id of its set of changes. */
    id: uuid().primaryKey(),
    ...ownerColumns(),
    /** Who prepares it: their uid. */
    actor: text().notNull(),
    name: text(),
    state: text().$type<(typeof BULK_EDIT_STATES)[number]>().notNull(),
    choice: jsonb().$type<LocationChoice>().notNull(),
    /** What changes at each location (`BulkChange`). */
    change: jsonb().$type<object>().notNull(),
    counts: jsonb().$type<BulkCounts>().notNull(),
    version: integer().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('bulk_edits_workspace').on(table.workspaceId, table.subject, table.updatedAt),
    index('bulk_edits_expires_at').on(table.expiresAt),
    check('bulk_edits_state', sql`${table.state} in ('draft', 'confirmed')`),
  ],
);

/** A location of a bulk edit, as its preview saw it. */
export const bulkTargets = pgTable(
  'bulk_targets',
  {
    bulkEditId: uuid('bulk_edit_id')
      .notNull()
      .references(() => bulkEdits.id, { onDelete: 'cascade' }),
    locationId: text('location_id').notNull(),
    accountId: text('account_id').notNull(),
    locationName: text('location_name').notNull(),
    storeCode: text('store_code'),
    /** Its place in the order of names. */
    position: integer().notNull(),
    state: text().$type<(typeof BULK_TARGET_STATES)[number]>().notNull(),
    /** Why it is left out; null: it is not. */
    reason: jsonb().$type<BulkFinding>(),
    warnings: jsonb().$type<BulkFinding[]>().notNull(),
    changes: jsonb().$type<BulkValue[]>().notNull(),
    /** How many dates with special hours the edit is not about. */
    otherDates: integer('other_dates').notNull(),
    /** IANA name of its zone; null: not known. */
    timeZone: text('time_zone'),
    /** Stands for what the preview saw of it. */
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bulkEditId, table.locationId] }),
    index('bulk_targets_order').on(table.bulkEditId, table.state, table.position),
    check('bulk_targets_state', sql`${table.state} in ('changes', 'same', 'left_out')`),
  ],
);

export type BulkEditRow = typeof bulkEdits.$inferSelect;
export type BulkTargetRow = typeof bulkTargets.$inferSelect;
