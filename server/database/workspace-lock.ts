import { asc, eq, inArray } from 'drizzle-orm';
import type { Orm } from './database.js';
import { workspaces } from './workspaces.schema.js';

/**
 * Lets one transaction at a time work on what a workspace may have only so much of: several requests at once do not all
 * take the last place. Others can still add rows that refer to the workspace.
 */
export async function lockWorkspaceExclusively(tx: Orm, id: string): Promise<void> {
  await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, id)).for('no key update');
}

/** Locks those of the workspaces in the same way that no other transaction has locked. @returns their ids */
export async function lockFreeWorkspacesExclusively(tx: Orm, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(inArray(workspaces.id, [...new Set(ids)]))
    .orderBy(asc(workspaces.id))
    .for('no key update', { skipLocked: true });
  return rows.map(({ id }) => id);
}

/** Makes the deletion of the account wait, which locks the workspace before all that it has. It shares the lock with others. */
export async function lockWorkspaceAgainstDeletion(tx: Orm, id: string): Promise<void> {
  await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, id)).for('key share');
}

/** Waits for all the locks above and keeps them out: from here on no row can be added that refers to the workspace. */
export async function lockWorkspaceForDeletion(tx: Orm, id: string): Promise<void> {
  await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, id)).for('update');
}
