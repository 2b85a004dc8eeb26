import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ErrorCode } from '../errors/app-error.js';
import { instant, ownerColumns } from './workspaces.schema.js';

/** Business accounts of connected users, as Google's last answer described them. */
export const mirrorAccounts = pgTable(
  'mirror_accounts',
  {
    ...ownerColumns(),
    id: text().notNull(),
    /** Google's order: the personal account first, and each account after those below it. */
    position: integer().notNull(),
    /** The account as Google gave it, in Google's own shape. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The last import that read all its locations; 0 before the first. */
    importId: integer('import_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.subject, table.id] })],
);

/** Locations of connected users, as Google's last answer described them: a row for each account that shows the place. */
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
    /** The name in a sortable form, and what is searched in the form that searches compare. Both fit into an index. */
    sortText: text('sort_text').notNull(),
    searchText: text('search_text').notNull(),
    /** The last import that saw it here. */
    importId: integer('import_id').notNull(),
    /** When Google was asked, by the clock of the process that asked. */
    readAt: instant('read_at').notNull(),
    /** The owner's number (`mirror_imports.readings`) when it was stored: a reading that began before it is older. */
    readNo: integer('read_no').notNull().default(0),
    /** When Google was last asked what the public sees of it. */
    publicReadAt: instant('public_read_at'),
    /** The store code in a sortable form, which fits into an index too; null: it has none. */
    codeSortText: text('code_sort_text'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.subject, table.accountId, table.id] }),
    // All columns that lists, searches and counts compare: they read this index alone, and the table only for shown rows.
    index('mirror_locations_listing').on(
      table.workspaceId,
      table.subject,
      sql`${table.sortText} collate "C"`,
      sql`${table.id} collate "C"`,
      table.accountId,
      table.isPrimary,
      table.state,
      table.searchText,
      table.codeSortText,
    ),
    index('mirror_locations_id').on(table.workspaceId, table.subject, table.id),
  ],
);

/** The import of a connected user's locations: the current one, or the last. */
export const mirrorImports = pgTable(
  'mirror_imports',
  {
    ...ownerColumns(),
    /** Grows with each import. */
    importId: integer('import_id').notNull(),
    startedAt: instant('started_at').notNull(),
    /** Null while it runs or waits for a retry. */
    endedAt: instant('ended_at'),
    /** Its last error, as an error code of the API; null when there was none. */
    error: text().$type<ErrorCode>(),
    accountsTotal: integer('accounts_total'),
    /** When the last successful import began: the age of what is shown. */
    asOf: instant('as_of'),
    /** When the last import that asked for everything began; null while an import has to. */
    wholeAt: instant('whole_at'),
    /** When the next import begins on its own. */
    nextAt: instant('next_at').notNull(),
    /** Grows with each beginning and each end of a reading of locations, so that their order needs no clock. */
    readings: integer().notNull().default(0),
    /** What could not be stored of Google's last answers, by its name (`locations/…`), with the last import that saw it so. */
    unreadable: jsonb().$type<Record<string, number>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.subject] }),
    index('mirror_imports_next_at').on(table.nextAt),
  ],
);
