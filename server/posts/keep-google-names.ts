import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { campaignTargets } from '../database/campaigns.schema.js';
import type { Orm } from '../database/database.js';
import { posts, publishAttempts } from '../database/schema.js';
import { mayHaveArrived } from './being-sent.js';

const MAY_BE_THERE =
  'This post was deleted before we knew whether Google has it. Check the location on Google.';

/**
 * Keeps with the campaign what an undo needs to know of a post that is about to be deleted here alone: Google's name of it,
 * or that Google may have it.
 */
export async function keepGoogleNames(tx: Orm, id: string): Promise<void> {
  const { postId, attempt, googleName } = publishAttempts;
  const named = tx
    .select({ name: sql`coalesce(${posts.googleName}, ${googleName})` })
    .from(posts)
    .leftJoin(publishAttempts, and(eq(postId, posts.id), isNotNull(googleName)))
    .where(eq(posts.id, id))
    .orderBy(sql`${attempt} desc nulls last`)
    .limit(1);
  const doubtful = tx
    .select({ one: sql`1` })
    .from(publishAttempts)
    .where(and(eq(postId, id), mayHaveArrived()));
  await tx
    .update(campaignTargets)
    .set({
      leftAtGoogle: sql`(${named})`,
      undoError: sql`case when exists (${doubtful}) then ${MAY_BE_THERE} end`,
    })
    .where(eq(campaignTargets.postId, id));
}
