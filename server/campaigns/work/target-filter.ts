import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { campaignTargets } from '../../database/campaigns.schema.js';
import { posts } from '../../database/schema.js';
import { isIn } from '../../posts/post-filter.js';

/** Whether a target is one of the campaign that gets a post, and whose post has not been undone. */
export function isActiveTarget(id: string): SQL | undefined {
  const { campaignId, leftOut, undo } = campaignTargets;
  return and(eq(campaignId, id), isNull(leftOut), isNull(undo));
}

/** Whether the post of a target is still to be made. */
export function isUnmade(): SQL | undefined {
  const { leftOut, revision, postId, undo } = campaignTargets;
  return and(isNull(leftOut), eq(revision, 0), isNull(postId), isNull(undo));
}

/**
 * Whether a change of the campaign changes the post of a target: one that is still to be made, waits or has failed. A post that
 * was changed individually is left alone. Needs rows of targets joined with their posts.
 * @param withExceptions also posts that were changed individually
 */
export function isChangeable(withExceptions = false): SQL | undefined {
  return or(
    eq(campaignTargets.revision, 0),
    and(isIn(['SCHEDULED', 'FAILED']), withExceptions ? undefined : eq(posts.isCampaignException, false)),
  );
}

/** Whether the post of a target is being sent, or is being looked for at Google. Needs the same rows. */
export function isOnItsWay(): SQL {
  const { status, detail } = posts;
  return sql`coalesce(${status} = 'QUEUED' and coalesce(${detail}, 'unconfirmed') = 'unconfirmed', false)`;
}

/** Whether a leftover of an undone campaign can be looked for at Google once more: of others nothing is known any more. */
export function isRemovable(id: string): SQL | undefined {
  const { campaignId, undo, postId, leftAtGoogle } = campaignTargets;
  return and(eq(campaignId, id), eq(undo, 'leftover'), or(isNotNull(postId), isNotNull(leftAtGoogle)));
}
