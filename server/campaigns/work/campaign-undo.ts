import { Injectable, Logger } from '@nestjs/common';
import { and, eq, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import { Clock } from '../../config/clock.js';
import { type CampaignRow, campaigns, campaignTargets } from '../../database/campaigns.schema.js';
import { Database, type Orm } from '../../database/database.js';
import { posts, publishAttempts } from '../../database/schema.js';
import { mayHaveArrived } from '../../posts/being-sent.js';
import { isIn } from '../../posts/post-filter.js';
import { isActiveTarget } from './target-filter.js';
import { CampaignLocks, SLICE } from './campaign-locks.js';

/**
 * Cancels the posts of a campaign that are not out, in slices, and ends its undo. `CampaignDeletions` deletes the posts that
 * Google has or may have; a post that is being sent, or whose outcome is not known yet, is waited for.
 */
@Injectable()
export class CampaignUndo {
  private readonly logger = new Logger('Campaigns');

  constructor(
    private readonly database: Database,
    private readonly locks: CampaignLocks,
    private readonly clock: Clock,
  ) {}

  /** Works on the next slice. False: there is nothing to do for now. */
  async step(campaign: CampaignRow): Promise<boolean> {
    const done = await this.locks.hold(campaign, async (tx) => {
      const cancelled =
        (await this.cancelUnmade(tx, campaign.id)) + (await this.cancelWaiting(tx, campaign.id));
      const leftovers = await this.markLeftovers(tx, campaign.id);
      if (cancelled + leftovers > 0) return { cancelled, leftovers };
      return (await this.finish(tx, campaign.id)) ? { isUndone: true } : undefined;
    });
    if (done) this.logger.log({ event: 'campaigns.undoing', campaign: campaign.id, ...done });
    return done !== undefined;
  }

  private async cancelUnmade(tx: Orm, id: string): Promise<number> {
    const unmade = tx
      .select({ locationId: campaignTargets.locationId })
      .from(campaignTargets)
      .where(and(isActiveTarget(id), eq(campaignTargets.revision, 0)))
      .limit(SLICE);
    const rows = await tx
      .update(campaignTargets)
      .set({ undo: 'cancelled' })
      .where(and(eq(campaignTargets.campaignId, id), inArray(campaignTargets.locationId, unmade)))
      .returning({ locationId: campaignTargets.locationId });
    return rows.length;
  }

  /** Deletes posts that Google has certainly not taken. */
  private async cancelWaiting(tx: Orm, id: string): Promise<number> {
    const rows = await tx
      .select({ id: posts.id })
      .from(posts)
      .innerJoin(campaignTargets, eq(campaignTargets.postId, posts.id))
      .where(
        and(
          isActiveTarget(id),
          isIn(['SCHEDULED', 'FAILED']),
          isNull(posts.googleName),
          notExists(mayBeAtGoogle(this.database.orm)),
        ),
      )
      .limit(SLICE)
      .for('update', { of: posts, skipLocked: true });
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return 0;
    await tx.update(campaignTargets).set({ undo: 'cancelled' }).where(inArray(campaignTargets.postId, ids));
    await tx.delete(posts).where(inArray(posts.id, ids));
    return ids.length;
  }

  /** Marks as leftovers the posts that were deleted here while it was unknown whether Google has them. */
  private async markLeftovers(tx: Orm, id: string): Promise<number> {
    const { undoError, leftAtGoogle, postId } = campaignTargets;
    const rows = await tx
      .update(campaignTargets)
      .set({ undo: 'leftover' })
      .where(and(isActiveTarget(id), isNull(postId), isNotNull(undoError), isNull(leftAtGoogle)))
      .returning({ locationId: campaignTargets.locationId });
    return rows.length;
  }

  /** Ends the undo if every location has an outcome. A location whose post was deleted individually needs none. */
  private async finish(tx: Orm, id: string): Promise<boolean> {
    const { postId, leftAtGoogle, revision } = campaignTargets;
    const isLeft = or(eq(revision, 0), isNotNull(postId), isNotNull(leftAtGoogle));
    if ((await tx.$count(campaignTargets, and(isActiveTarget(id), isLeft))) > 0) return false;
    const undoneAt = this.clock.now();
    await tx.update(campaigns).set({ state: 'undone', undoneAt }).where(eq(campaigns.id, id));
    return true;
  }
}

/** Attempts of a post that Google has named, or that it may have taken. */
export function mayBeAtGoogle(orm: Orm) {
  const { postId, googleName } = publishAttempts;
  return orm
    .select({ one: sql`1` })
    .from(publishAttempts)
    .where(and(eq(postId, posts.id), or(isNotNull(googleName), mayHaveArrived())));
}
