import { and, asc, eq, exists, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import { memberships } from '../../database/people.schema.js';
import { users } from '../../database/schema.js';

type UserRow = typeof users.$inferSelect;

/**
 * The condition on `users` by which a query finds the person whom the channels of a workspace belong to: its owner, and the
 * first of several. A workspace without members has none.
 * @param workspaceId a column or a value
 */
export function isPersonOf(orm: Orm, workspaceId: SQLWrapper | string): SQL {
  const first = orm
    .select({ uid: memberships.uid })
    .from(memberships)
    .where(eq(memberships.workspaceId, workspaceId))
    .orderBy(asc(memberships.createdAt), asc(memberships.uid))
    .limit(1);
  return eq(users.uid, sql`${first}`);
}

/** The person whom the channels of a workspace belong to; undefined where the account was deleted. */
export async function findPerson(orm: Orm, workspaceId: string): Promise<UserRow | undefined> {
  const [user] = await orm.select().from(users).where(isPersonOf(orm, workspaceId));
  return user;
}

/** Those of the workspaces of which a member has notices switched on. */
export async function withNoticesOn(orm: Orm, workspaceIds: string[]): Promise<Set<string>> {
  const { workspaceId, uid } = memberships;
  const rows = await orm
    .selectDistinct({ workspaceId })
    .from(memberships)
    .innerJoin(users, eq(users.uid, uid))
    .where(and(inArray(workspaceId, workspaceIds), hasNoticesOn()));
  return new Set(rows.map((row) => row.workspaceId));
}

/** Whether a member of a workspace has notices switched on. */
export function wantsNotices(orm: Orm, workspaceId: SQLWrapper): SQL {
  return exists(
    orm
      .select({ one: sql`1` })
      .from(memberships)
      .innerJoin(users, eq(users.uid, memberships.uid))
      .where(and(eq(memberships.workspaceId, workspaceId), hasNoticesOn())),
  );
}

function hasNoticesOn(): SQL {
  return sql`${users.preferences} ->> 'notifications' = 'true'`;
}
