import { eq } from 'drizzle-orm';
import type { Orm } from './database.js';
import { workspaces } from './workspaces.schema.js';

/**
 * Lets one transaction at a time work on what a workspace may have only so much of: several requests at once do not all
 * take the last place. Others can still add rows that refer to the workspace.
 */
export async function lockWorkspaceExclusively(tx: Orm, id: string): Promise<void> {
  await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, id)).for('no key update');
}

/** Makes the deletion of the account wait, which locks the workspace before all that it has. It shares the lock with others. */
export async function lockWorkspaceAgainstDeletion(tx: Orm, id: string): Promise<void> {
  await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, id)).for('key share');
}
