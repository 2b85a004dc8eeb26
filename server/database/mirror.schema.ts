import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, users } from './schema.js';

const ownerColumns = () => ({
  uid: text()
    .notNull()
    .references(() => users.uid, { onDelete: 'cascade' }),
  /** The Google account that it was read with. */
  subject: text().notNull(),
});

/** Business accounts of connected users as Google last told them. */
export const mirrorAccounts = pgTable(
  'mirror_accounts',
  {
    ...ownerColumns(),
    id: text().notNull(),
    /** Google's order; the personal one comes first. */
    position: integer().notNull(),
    /** The account as Google gave it, in Google's own shape. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The import that saw it last. */
    importId: integer('import_id').notNull(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.subject, table.id] })],
);

/** Locations of connected users as Google last told them: a row for each account that shows the place. */
export const mirrorLocations = pgTable(
  'mirror_locations',
  {
    ...ownerColumns(),
    accountId: text('account_id').notNull(),
    id: text().notNull(),
    /** Whether this is the account under which the list of all places shows it. */
    isPrimary: boolean('is_primary').notNull(),
    /** The place as Google gave it, in Google's own shape. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text().$type<'VERIFIED' | 'UNVERIFIED' | 'SUSPENDED'>().notNull(),
    /** The name in a form that sorts, and name and address in the form that searches compare. */
    sortText: text('sort_text').notNull(),
    searchText: text('search_text').notNull(),
    importId: integer('import_id').notNull(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.subject, table.accountId, table.id] }),
    index('mirror_locations_listing').on(table.uid, table.subject, table.sortText, table.id),
  ],
);

/** How far the reading of a connected user's places has come. */
export const mirrorImports = pgTable(
  'mirror_imports',
  {
    ...ownerColumns(),
    /** Grows with each import. */
    importId: integer('import_id').notNull(),
    startedAt: instant('started_at').notNull(),
    /** Null while it runs. */
    endedAt: instant('ended_at'),
    /** Why the last one failed, as an error code of the API; null when it did not. */
    error: text(),
    accountsTotal: integer('accounts_total'),
    accountsDone: integer('accounts_done').notNull(),
    locationsDone: integer('locations_done').notNull(),
    /** When the last one that succeeded began: the age of what is shown. */
    asOf: instant('as_of'),
  },
  (table) => [primaryKey({ columns: [table.uid, table.subject] })],
);
