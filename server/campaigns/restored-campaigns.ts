import { and, eq, inArray } from 'drizzle-orm';
import { campaigns, campaignTargets } from '../database/campaigns.schema.js';
import type { Orm } from '../database/database.js';
import { isUnmade } from './work/target-filter.js';

const MAY_BE_THERE =
  'A backup was restored, so we don’t know whether this post was published since. Check the location on Google; if the post is missing, publish it separately.';

/**
 * Holds campaigns that a restored backup has as not fully scheduled. The posts that are missing in it may have been made and
 * published since, so that they are never made again and an undo names them. The others wait until a person resumes them.
 * @returns how many posts are not made
 */
export async function holdRestoredCampaigns(tx: Orm): Promise<number> {
  const held = await tx
    .update(campaigns)
    .set({ isPaused: true })
    .where(eq(campaigns.state, 'scheduling'))
    .returning({ id: campaigns.id });
  if (held.length === 0) return 0;
  const ids = held.map(({ id }) => id);
  const unmade = await tx
    .update(campaignTargets)
    .set({ revision: 1, undoError: MAY_BE_THERE })
    .where(and(inArray(campaignTargets.campaignId, ids), isUnmade()))
    .returning({ locationId: campaignTargets.locationId });
  return unmade.length;
}
