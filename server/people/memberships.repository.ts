import { Injectable } from '@nestjs/common';
import { and, eq } from 'drizzle-orm';
import { Database, type Orm } from '../database/database.js';
import { memberships, type Role } from '../database/people.schema.js';
import { workspaces } from '../database/workspaces.schema.js';
import { ownWorkspaceOf } from '../users/own-workspace.js';

@Injectable()
export class MembershipsRepository {
  constructor(private readonly database: Database) {}

  /** What a person is in a workspace; undefined where they are no member, or there is no such workspace. */
  async roleOf(uid: string, workspaceId: string): Promise<Role | undefined> {
    const [row] = await this.database.orm
      .select({ role: memberships.role })
      .from(memberships)
      .where(and(eq(memberships.workspaceId, workspaceId), eq(memberships.uid, uid)));
    return row?.role;
  }

  /**
   * Makes a person the owner of the workspace that was made with their account, unless they are a member of it. Servers
   * of versions before memberships make accounts without one. It does nothing where the account is being deleted.
   */
  async makeOwner(uid: string): Promise<void> {
    const workspaceId = ownWorkspaceOf(uid);
    await this.database.transaction(async (tx) => {
      const [own] = await tx
        .select({ createdAt: workspaces.createdAt })
        .from(workspaces)
        .where(eq(workspaces.id, workspaceId))
        .for('key share');
      if (!own) return;
      await tx
        .insert(memberships)
        .values({ workspaceId, uid, role: 'owner', createdAt: own.createdAt })
        .onConflictDoNothing();
    });
  }

  /** Removes all members of a workspace. @returns their uids */
  async removeAll(tx: Orm, workspaceId: string): Promise<string[]> {
    const removed = await tx
      .delete(memberships)
      .where(eq(memberships.workspaceId, workspaceId))
      .returning({ uid: memberships.uid });
    return removed.map(({ uid }) => uid);
  }
}
