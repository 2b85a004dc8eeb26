import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, workspaces } from './schema.js';

/** Google accounts whose posts wait because Google refused some for now. */
export const publishingPauses = pgTable(
  'publishing_pauses',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** Google's stable key of the Google account (`sub`). */
    subject: text().notNull(),
    until: instant('until').notNull(),
    /** How many times in a row it was refused; the pauses grow with it. */
    times: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.subject] })],
);
