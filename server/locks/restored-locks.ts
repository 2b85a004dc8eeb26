import { isNotNull } from 'drizzle-orm';
import type { Orm } from '../database/database.js';
import { lockedFields } from '../database/locks.schema.js';

/**
 * Leaves what locks were about to put back in a restored backup to a person: since the backup was made they may have reached
 * their limits. An edit of Google that opens later is theirs again.
 * @returns how many fields
 */
export async function restRestoredLocks(tx: Orm): Promise<number> {
  const rested = await tx
    .update(lockedFields)
    .set({ nextStepAt: null })
    .where(isNotNull(lockedFields.nextStepAt))
    .returning({ id: lockedFields.id });
  return rested.length;
}
