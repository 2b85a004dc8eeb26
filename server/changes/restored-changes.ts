import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import type { Orm } from '../database/database.js';
import { changeLines, locationChanges } from '../database/changes.schema.js';
import { dueIn } from '../jobs/claims.js';

const RESTORED = 'A backup was restored, so we don’t know whether this was sent. Check the location.';

/**
 * Ends the changes of profiles that wait or are under way in a restored backup. Since the backup was made they may have been
 * sent, and their owner may have changed their mind, so none is sent by itself.
 * @returns how many there were
 */
export async function endRestoredChanges(tx: Orm): Promise<number> {
  const ended = await tx
    .update(locationChanges)
    .set({ state: 'not_sent', ...dueIn(null) })
    .where(and(isNotNull(locationChanges.nextStepAt), ne(locationChanges.state, 'saved')))
    .returning({ id: locationChanges.id });
  await tx
    .update(locationChanges)
    .set({ ...dueIn(null) })
    .where(and(isNotNull(locationChanges.nextStepAt), eq(locationChanges.state, 'saved')));
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0)
    await tx
      .update(changeLines)
      .set({ state: 'not_known', error: RESTORED })
      .where(inArray(changeLines.locationChangeId, ids));
  return ids.length;
}
