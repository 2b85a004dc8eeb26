import { Injectable, Logger } from '@nestjs/common';
import { and, eq, inArray, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import { Clock } from '../../config/clock.js';
import { type CampaignRow, campaigns, campaignTargets } from '../../database/campaigns.schema.js';
import { Database, type Orm } from '../../database/database.js';
import { posts, publishAttempts } from '../../database/schema.js';
import { isIn } from '../../posts/post-filter.js';
import { CampaignLocks, SLICE } from './campaign-locks.js';

/**
 * Takes back what a campaign has not published yet, in slices, and ends its undo. What Google has or may have is
 * `CampaignDeletions`' work; a post that is being sent, or whose outcome is not known yet, is waited for.
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
      const leftovers = await this.nameDeleted(tx, campaign.id);
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
      .where(and(isOpenUndo(id), eq(campaignTargets.revision, 0)))
      .limit(SLICE);
    const rows = await tx
      .update(campaignTargets)
      .set({ undo: 'cancelled' })
      .where(and(eq(campaignTargets.campaignId, id), inArray(campaignTargets.locationId, unmade)))
      .returning({ locationId: campaignTargets.locationId });
    return rows.length;
  }

  /** Deletes posts that were surely not taken by Google. */
  private async cancelWaiting(tx: Orm, id: string): Promise<number> {
    const rows = await tx
      .select({ id: posts.id })
      .from(posts)
      .innerJoin(campaignTargets, eq(campaignTargets.postId, posts.id))
      .where(
        and(
          isOpenUndo(id),
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

  /** Posts that were deleted here by themselves while it was not known whether Google has them. */
  private async nameDeleted(tx: Orm, id: string): Promise<number> {
    const { undoError, leftAtGoogle, postId } = campaignTargets;
    const rows = await tx
      .update(campaignTargets)
      .set({ undo: 'leftover' })
      .where(and(isOpenUndo(id), isNull(postId), isNotNull(undoError), isNull(leftAtGoogle)))
      .returning({ locationId: campaignTargets.locationId });
    return rows.length;
  }

  /** Ends the undo if every location has an outcome. Whose post was deleted by itself needs none. */
  private async finish(tx: Orm, id: string): Promise<boolean> {
    const { postId, leftAtGoogle, revision } = campaignTargets;
    const isLeft = or(eq(revision, 0), isNotNull(postId), isNotNull(leftAtGoogle));
    if ((await tx.$count(campaignTargets, and(isOpenUndo(id), isLeft))) > 0) return false;
    const undoneAt = this.clock.now();
    await tx.update(campaigns).set({ state: 'undone', undoneAt }).where(eq(campaigns.id, id));
    return true;
  }
}

/** Locations of a campaign whose post has not been undone yet. */
export function isOpenUndo(id: string): SQL | undefined {
  const { campaignId, leftOut, undo } = campaignTargets;
  return and(eq(campaignId, id), isNull(leftOut), isNull(undo));
}

/** Attempts of a post that Google has named, or that it may have taken. */
export function mayBeAtGoogle(orm: Orm) {
  const { postId, googleName, sentAt, outcome } = publishAttempts;
  return orm
    .select({ one: sql`1` })
    .from(publishAttempts)
    .where(
      and(
        eq(postId, posts.id),
        or(
          isNotNull(googleName),
          and(isNotNull(sentAt), or(isNull(outcome), inArray(outcome, ['unconfirmed', 'not_found']))),
        ),
      ),
    );
}
