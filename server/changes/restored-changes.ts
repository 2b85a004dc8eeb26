import { and, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Orm } from '../database/database.js';
import { changeLines, changeSets, locationChanges, OPEN_STATES } from '../database/changes.schema.js';
import { NOW } from '../database/database-clock.js';
import { dueIn } from '../jobs/claims.js';

const RESTORED = 'A backup was restored, so we don’t know whether this was sent. Check the location.';

/**
 * Ends the changes of profiles that wait or are under way in a restored backup. Since the backup was made they may have been
 * sent, and their owner may have changed their mind, so none is sent by itself, and no set is planned on.
 * @returns how many there were
 */
export async function endRestoredChanges(tx: Orm): Promise<number> {
  await tx
    .update(changeSets)
    .set({ stoppedAt: NOW, ...dueIn(null) })
    .where(isNotNull(changeSets.nextStepAt));
  await tx
    .update(changeSets)
    .set({ endedAt: NOW })
    .where(and(isNotNull(changeSets.locationsTotal), isNull(changeSets.endedAt)));
  const ended = await tx
    .update(locationChanges)
    .set({ state: 'not_known', ...dueIn(null) })
    .where(and(isNotNull(locationChanges.nextStepAt), inArray(locationChanges.state, OPEN_STATES)))
    .returning({ id: locationChanges.id });
  await tx
    .update(locationChanges)
    .set({ ...dueIn(null) })
    .where(isNotNull(locationChanges.nextStepAt));
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0)
    await tx
      .update(changeLines)
      .set({ state: 'not_known', error: RESTORED })
      .where(and(inArray(changeLines.locationChangeId, ids), inArray(changeLines.state, OPEN_STATES)));
  return ids.length;
}
