import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './schema.js';
import { instant, workspaceColumn } from './workspaces.schema.js';

/** What a person may be in a workspace; `people/roles.ts` says what each may do. */
export const ROLES = Object.freeze(['owner'] as const);
export type Role = (typeof ROLES)[number];

/** Who may work in which workspace. Each user is the owner of their own, which is made with the row in `users`. */
export const memberships = pgTable(
  'memberships',
  {
    workspaceId: workspaceColumn(),
    uid: text()
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    role: text().$type<Role>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.uid] }),
    index('memberships_uid').on(table.uid),
    check('memberships_role', sql`${table.role} in ('owner')`),
  ],
);
