import { Injectable, Logger } from '@nestjs/common';
import { and, asc, eq, lt, not, type SQL, sql } from 'drizzle-orm';
import { BusinessProfileProviders } from '../../business-profile/business-profile-providers.js';
import type { Owner } from '../../business-profile/port/business-profile-provider.js';
import {
  type CampaignRow,
  campaigns,
  campaignTargets,
  type TargetRow,
} from '../../database/campaigns.schema.js';
import { Database } from '../../database/database.js';
import { posts } from '../../database/schema.js';
import { CampaignPlanner } from '../plan/campaign-planner.js';
import { isActiveTarget, isOnItsWay, isChangeable } from './target-filter.js';
import { CampaignLocks, SLICE } from './campaign-locks.js';
import { TargetPostsRepository, type Slice } from './target-posts.repository.js';

/** A location whose post does not have the campaign's newest revision yet. */
interface OpenTarget {
  target: TargetRow;
  /** Null: it has no post. */
  postId: string | null;
  /** Whether its post can still be made or changed; null: it has none. */
  isChangeable: boolean | null;
}

/**
 * Makes the posts of a confirmed campaign, and after a change of the campaign changes those that are not out. Either way the
 * location has an older revision than the campaign, so that a kill between two slices neither loses nor doubles a post.
 */
@Injectable()
export class CampaignScheduler {
  private readonly logger = new Logger('Campaigns');

  constructor(
    private readonly database: Database,
    private readonly locks: CampaignLocks,
    private readonly planner: CampaignPlanner,
    private readonly targetPosts: TargetPostsRepository,
    private readonly providers: BusinessProfileProviders,
  ) {}

  /** Works on the next slice, the earliest first. False: there is nothing to do for now. */
  async step(campaign: CampaignRow): Promise<boolean> {
    const began = performance.now();
    const open = await this.nextOf(campaign);
    if (open.length === 0) return this.finish(campaign);
    const owner: Owner = { workspaceId: campaign.workspaceId, source: 'google', subject: campaign.subject };
    // Until all locations are read, a missing one may still exist.
    if (!(await this.providers.named('google').arePlacesKnown(owner))) return false;
    const slice = await this.sliceOf(campaign, open);
    const counts = await this.locks.hold(campaign, (tx) => this.targetPosts.apply(tx, campaign, slice));
    if (counts) {
      const tookMs = Math.round(performance.now() - began);
      this.logger.log({ event: 'campaigns.scheduling', campaign: campaign.id, ...counts, tookMs });
    }
    return counts !== undefined;
  }

  /** The next locations whose post can be made or changed at present. A post that is being sent is waited for. */
  private nextOf({ id, revision }: CampaignRow): Promise<OpenTarget[]> {
    return this.database.orm
      .select({
        target: campaignTargets,
        postId: posts.id,
        isChangeable: sql<boolean | null>`${isChangeable()}`,
      })
      .from(campaignTargets)
      .leftJoin(posts, eq(posts.id, campaignTargets.postId))
      .where(and(isOpen(id, revision), not(isOnItsWay())))
      .orderBy(asc(campaignTargets.publishAt), asc(campaignTargets.locationId))
      .limit(SLICE);
  }

  private async sliceOf(campaign: CampaignRow, open: OpenTarget[]): Promise<Slice> {
    const slice: Slice = { make: [], change: [], keep: [], leaveOut: [] };
    const changeable = open.filter((each) => each.isChangeable);
    slice.keep = open.filter((each) => !each.isChangeable).map(({ target }) => target);
    const planned = await this.planner.targetsNow(
      campaign,
      changeable.map(({ target }) => target),
      true,
    );
    for (const { target, postId } of changeable) {
      const found = planned.get(target.locationId);
      const body = found?.body;
      if (found && body)
        slice[postId === null ? 'make' : 'change'].push({ target, postId, planned: { ...found, body } });
      else slice.leaveOut.push({ target, postId, rule: found?.leftOut ?? 'location-gone' });
    }
    return slice;
  }

  /** Ends the work if no location is open any more. */
  private async finish(campaign: CampaignRow): Promise<boolean> {
    const isFinished = await this.locks.hold(campaign, async (tx) => {
      if ((await tx.$count(campaignTargets, isOpen(campaign.id, campaign.revision))) > 0) return false;
      await tx.update(campaigns).set({ state: 'scheduled' }).where(eq(campaigns.id, campaign.id));
      return true;
    });
    if (isFinished) this.logger.log({ event: 'campaigns.scheduled', campaign: campaign.id });
    return isFinished ?? false;
  }
}

/** Locations that get a post, and whose post has an older revision or is still to be made. */
function isOpen(campaignId: string, revision: number): SQL | undefined {
  return and(isActiveTarget(campaignId), lt(campaignTargets.revision, revision));
}
