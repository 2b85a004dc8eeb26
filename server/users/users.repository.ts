import { Injectable } from '@nestjs/common';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { Database, type Orm } from '../database/database.js';
import { type Preferences, users } from '../database/schema.js';
import { memberships } from '../database/people.schema.js';
import { workspaces } from '../database/workspaces.schema.js';
import { lockSession } from '../database/session-lock.js';
import { lockWorkspaceAgainstDeletion } from '../database/workspace-lock.js';
import { ownWorkspaceOf } from './own-workspace.js';

type UserRow = typeof users.$inferSelect;

@Injectable()
export class UsersRepository {
  constructor(private readonly database: Database) {}

  async find(uid: string): Promise<UserRow | undefined> {
    const [row] = await this.database.orm.select().from(users).where(eq(users.uid, uid));
    return row;
  }

  /** Inserts a new user and the workspace that they own; undefined when one with this uid exists already. */
  async insert(tx: Orm, row: typeof users.$inferInsert): Promise<UserRow | undefined> {
    const [user] = await tx.insert(users).values(row).onConflictDoNothing().returning();
    if (!user) return undefined;
    const { uid, displayName: name, createdAt } = user;
    const workspaceId = ownWorkspaceOf(uid);
    await tx.insert(workspaces).values({ id: workspaceId, name, kind: 'personal', createdAt });
    await tx.insert(memberships).values({ workspaceId, uid, role: 'owner', createdAt });
    return user;
  }

  /**
   * Notes a sign-in; undefined where there is no such user, and for a password that was given before the owner of the address
   * had come.
   * @param byPasswordAt when a password was given, if one was
   */
  async signIn(
    tx: Orm,
    uid: string,
    change: Partial<UserRow>,
    byPasswordAt: Date | undefined,
  ): Promise<UserRow | undefined> {
    const isTheirs = byPasswordAt && or(isNull(users.provenAt), lt(users.provenAt, byPasswordAt));
    const [row] = await tx
      .update(users)
      .set(change)
      .where(and(eq(users.uid, uid), isTheirs))
      .returning();
    return row;
  }

  /** Gives the user's workspace another name. */
  async renameWorkspace(tx: Orm, id: string, name: string): Promise<void> {
    await tx.update(workspaces).set({ name }).where(eq(workspaces.id, id));
  }

  /**
   * Merges `preferences` into the stored ones in the same statement, so that two changes at once both survive. Errors:
   * `not_signed_in` where the session has ended.
   */
  async change(
    { uid, sessionId }: { uid: string; sessionId: string },
    preferences: Partial<Preferences>,
    change: Partial<UserRow>,
  ): Promise<UserRow | undefined> {
    return this.database.transaction(async (tx) => {
      await lockWorkspaceAgainstDeletion(tx, ownWorkspaceOf(uid));
      const merged = sql`${users.preferences} || ${JSON.stringify(preferences)}::jsonb`;
      const [row] = await tx
        .update(users)
        .set({ ...change, preferences: merged })
        .where(eq(users.uid, uid))
        .returning();
      // After the user, as the sign-in that ends sessions does.
      await lockSession(tx, sessionId);
      return row;
    });
  }

  transaction<T>(work: (tx: Orm) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }
}
