import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { campaignTargets } from '../../database/campaigns.schema.js';
import { posts } from '../../database/schema.js';
import { isIn } from '../../posts/post-filter.js';

/** Locations of a campaign that get a post, and whose post has not been undone. */
export function isGoing(id: string): SQL | undefined {
  const { campaignId, leftOut, undo } = campaignTargets;
  return and(eq(campaignId, id), isNull(leftOut), isNull(undo));
}

/** A location whose post is still to be made. */
export function isUnmade(): SQL | undefined {
  const { leftOut, revision, postId, undo } = campaignTargets;
  return and(isNull(leftOut), eq(revision, 0), isNull(postId), isNull(undo));
}

/**
 * Locations whose posts a change of their campaign reaches: those that are still to be made, and those that wait or have
 * failed. A post that was changed individually is left alone. For rows of targets, with their post if they have one.
 * @param withExceptions also posts that were changed individually
 */
export function isReached(withExceptions = false): SQL | undefined {
  return or(
    eq(campaignTargets.revision, 0),
    and(isIn(['SCHEDULED', 'FAILED']), withExceptions ? undefined : eq(posts.isCampaignException, false)),
  );
}

/** Locations whose post is being sent, or whose post is being looked for at Google. For rows as above. */
export function isOnItsWay(): SQL {
  const { status, detail } = posts;
  return sql`coalesce(${status} = 'QUEUED' and coalesce(${detail}, 'unconfirmed') = 'unconfirmed', false)`;
}

/** Leftovers of an undone campaign that can be looked for at Google once more; of the others nothing is known any more. */
export function isRemovable(id: string): SQL | undefined {
  const { campaignId, undo, postId, leftAtGoogle } = campaignTargets;
  return and(eq(campaignId, id), eq(undo, 'leftover'), or(isNotNull(postId), isNotNull(leftAtGoogle)));
}
