import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** A point in time, to the millisecond. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/**
 * The owner of posts, connections and places is a workspace, not a user. Each user has one workspace, which is made with
 * the row in `users` and deleted with the account; its id is their uid.
 */
export const workspaces = pgTable(
  'workspaces',
  {
    id: text().primaryKey(),
    /** The person's name when the workspace was made. */
    name: text().notNull(),
    /** `demo`: of a person whom the demo has made up. */
    kind: text().$type<'personal' | 'demo'>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [check('workspaces_kind', sql`${table.kind} in ('personal', 'demo')`)],
);

/** The workspace that a row belongs to, and is deleted with. */
export const workspaceColumn = () =>
  text('workspace_id')
    .notNull()
    .references(() => workspaces.id, { onDelete: 'cascade' });

/** Whose a row is that comes from Google. */
export const ownerColumns = () => ({
  workspaceId: workspaceColumn(),
  /** Google's stable key (`sub`) of the Google account that it was read or made with. */
  subject: text().notNull(),
});

/** Under which claim a row is worked on (`jobs/claims.ts`). */
export const claimColumns = () => ({
  /** Grows with each claim: a process with an older number can no longer change the row. */
  attempt: integer().notNull().default(0),
  /** Until when the claim holds; null: no process has claimed it. */
  leaseUntil: instant('lease_until'),
});

/** The same of a row that has one time at which its next step is due. */
export const stepColumns = () => ({
  ...claimColumns(),
  /** When it is worked on next; null: there is nothing to do. */
  nextStepAt: instant('next_step_at'),
});
