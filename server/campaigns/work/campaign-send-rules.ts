import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { eq, inArray, sql } from 'drizzle-orm';
import { BusinessProfileProviders } from '../../business-profile/business-profile-providers.js';
import { fromWallText, instantAt, toWallText } from '../../config/wall-time.js';
import { type CampaignRow, campaigns, campaignTargets } from '../../database/campaigns.schema.js';
import { Database } from '../../database/database.js';
import type { PostRow } from '../../posts/posts.repository.js';
import { openDayFor } from '../plan/campaign-times.js';
import { toOpeningDays } from '../plan/open-days.js';

/** What the campaign of a post says about sending it. */
export interface PostCampaign extends Pick<CampaignRow, 'state' | 'isPaused' | 'closedDays'> {
  /** Whether a change of the campaign has not reached the post yet. */
  isChanging: boolean;
}

/** The result of the policy for closed days: the post goes out, does not go out, or goes out on another day. */
export type OpenDay = 'open' | 'closed-that-day' | 'no-open-day' | { publishAt: Date; wallTime: string };

/** The rules of campaigns that publishing asks for before it sends a post. */
@Injectable()
export class CampaignSendRules {
  private readonly loader = new DataLoader((ids: readonly string[]) => this.find(ids), {
    cache: false,
    maxBatchSize: 100,
  });

  constructor(
    private readonly database: Database,
    private readonly providers: BusinessProfileProviders,
  ) {}

  /** The campaign of a post as it is at this moment; undefined for a post without one. */
  async of({ id, campaignId }: Pick<PostRow, 'id' | 'campaignId'>): Promise<PostCampaign | undefined> {
    return campaignId === null ? undefined : this.loader.load(id);
  }

  /**
   * Whether a location, as last read, is open on the day of an instant there; if not, what happens to the post. A post that a
   * person has changed individually, or retried, goes out as that person said.
   */
  async openDayOf(post: PostRow, { closedDays }: PostCampaign, now: Date): Promise<OpenDay> {
    const { wallTime, timeZone } = post;
    if (closedDays === 'publish' || wallTime === null || post.isCampaignException) return 'open';
    const location = await this.providers.named(post.source).knownLocation(post, post.locationId);
    if (!location) return 'open';
    const today = toWallText(now, timeZone).slice(0, 10) + wallTime.slice(10);
    const moved = openDayFor(closedDays, toOpeningDays(location), today);
    if (moved.leftOut) return moved.leftOut;
    if (moved.wallTime === today) return 'open';
    const publishAt = instantAt(fromWallText(moved.wallTime), timeZone);
    return { publishAt, wallTime: toWallText(publishAt, timeZone) };
  }

  /** Notes that the post of a location goes out on another day, and why. */
  async noteMoved(
    postId: string,
    { publishAt, wallTime }: { publishAt: Date; wallTime: string },
  ): Promise<void> {
    const { warnings } = campaignTargets;
    await this.database.orm
      .update(campaignTargets)
      .set({
        publishAt,
        wallTime,
        warnings: sql`case when ${warnings} ? 'moved' then ${warnings} else ${warnings} || '["moved"]' end`,
      })
      .where(eq(campaignTargets.postId, postId));
  }

  private async find(ids: readonly string[]): Promise<(PostCampaign | undefined)[]> {
    const { state, isPaused, closedDays, revision } = campaigns;
    const rows = await this.database.orm
      .select({
        postId: campaignTargets.postId,
        state,
        isPaused,
        closedDays,
        isChanging: sql<boolean>`${campaignTargets.revision} < ${revision}`,
      })
      .from(campaignTargets)
      .innerJoin(campaigns, eq(campaigns.id, campaignTargets.campaignId))
      .where(inArray(campaignTargets.postId, [...ids]));
    const byPost = new Map(rows.map(({ postId, ...campaign }) => [postId, campaign]));
    return ids.map((id) => byPost.get(id));
  }
}
