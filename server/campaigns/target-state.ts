import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { campaigns, campaignTargets } from '../database/campaigns.schema.js';
import { WAITING_DETAILS } from '../database/waiting-details.js';
import { posts } from '../database/schema.js';

/**
 * Where the post of a location stands, as `CampaignProgressDto` has it; for rows of `posts` with their campaign.
 * @param shown the connected Google account; null: there is none
 */
export function stateOfPost(shown: string | null): SQL {
  const { status, detail, subject } = posts;
  const isForeign = shown === null ? sql`true` : sql`${subject} is distinct from ${shown}`;
  const waits = or(eq(status, 'SCHEDULED'), inArray(detail, [...WAITING_DETAILS]));
  return sql`case
    when ${status} = 'PUBLISHED' then 'published'
    when ${status} = 'FAILED' and ${detail} = 'unconfirmed' then 'unconfirmed'
    when ${status} = 'FAILED' then 'failed'
    when ${detail} = 'in_review' then 'in_review'
    when ${waits} and (${isForeign} or ${detail} in ('connection_lost', 'connection_held')) then 'held'
    when ${waits} and (${campaigns.isPaused} or ${detail} = 'campaign_paused') then 'paused'
    when ${status} = 'SCHEDULED' then 'scheduled'
    else 'publishing' end`;
}

/** Where a location stands that has no post, or whose post was undone. */
export function stateWithoutPost(): SQL {
  const { undo, leftOut, revision } = campaignTargets;
  return sql`case
    when ${undo} is not null then ${undo}
    when ${leftOut} is not null then 'left_out'
    when ${revision} = 0 then 'waiting'
    else 'removed' end`;
}

/** Where a location stands; for rows of targets with their campaign, and with their post if they have one. */
export function stateOfTarget(shown: string | null): SQL {
  return sql`case
    when ${campaignTargets.undo} is null and ${posts.id} is not null then ${stateOfPost(shown)}
    else ${stateWithoutPost()} end`;
}

/** A location whose post is still to be made. */
export function isUnmade(): SQL | undefined {
  const { leftOut, revision, postId, undo } = campaignTargets;
  return and(isNull(leftOut), eq(revision, 0), isNull(postId), isNull(undo));
}

/** Leftovers of an undone campaign that can be looked for at Google once more; of the others nothing is known any more. */
export function isRemovable(id: string): SQL | undefined {
  const { campaignId, undo, postId, leftAtGoogle } = campaignTargets;
  return and(eq(campaignId, id), eq(undo, 'leftover'), or(isNotNull(postId), isNotNull(leftAtGoogle)));
}
