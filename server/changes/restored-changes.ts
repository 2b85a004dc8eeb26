import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import type { Orm } from '../database/database.js';
import { profileChanges, profileSaves } from '../database/changes.schema.js';
import { dueIn } from '../jobs/claims.js';

const RESTORED = 'A backup was restored, so it isn’t known whether this was sent. Look at the location.';

/**
 * Ends the changes of profiles that a restored backup holds as not over: since it was made they may have been sent, and
 * their owner may have changed their mind, so that none is sent by itself.
 * @returns how many they are
 */
export async function endRestoredSaves(tx: Orm): Promise<number> {
  const ended = await tx
    .update(profileSaves)
    .set({ state: 'not_sent', ...dueIn(null) })
    .where(and(isNotNull(profileSaves.nextStepAt), ne(profileSaves.state, 'saved')))
    .returning({ id: profileSaves.id });
  await tx
    .update(profileSaves)
    .set({ ...dueIn(null) })
    .where(and(isNotNull(profileSaves.nextStepAt), eq(profileSaves.state, 'saved')));
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0)
    await tx
      .update(profileChanges)
      .set({ state: 'not_known', error: RESTORED })
      .where(inArray(profileChanges.saveId, ids));
  return ids.length;
}
