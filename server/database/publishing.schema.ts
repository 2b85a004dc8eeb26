import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './schema.js';
import type { WAITING_DETAILS } from './waiting-details.js';
import { instant, ownerColumns, workspaceColumn } from './workspaces.schema.js';

/** Google accounts whose posts wait because Google refused some for now. */
export const publishingPauses = pgTable(
  'publishing_pauses',
  {
    ...ownerColumns(),
    until: instant('until').notNull(),
    /** How many times in a row it was refused; the pauses grow with it. */
    times: integer().notNull(),
    /** Why, as its posts say it. */
    detail: text().$type<(typeof WAITING_DETAILS)[number]>().notNull().default('waiting_for_quota'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.subject] })],
);

/** Answers of finished requests, by person, workspace, route and the client's Idempotency-Key; kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    uid: text()
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    workspaceId: workspaceColumn(),
    /** The operation, as the API document names it. */
    route: text().notNull(),
    key: text().notNull(),
    bodyHash: text('body_hash').notNull(),
    answer: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.workspaceId, table.route, table.key] }),
    index('idempotency_keys_created_at').on(table.createdAt),
  ],
);
