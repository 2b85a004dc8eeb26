import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { eq, inArray, sql } from 'drizzle-orm';
import { BusinessProfileProviders } from '../../business-profile/business-profile-providers.js';
import { fromWallText, instantAt, toWallText, toWallTime } from '../../config/wall-time.js';
import { type CampaignRow, campaigns, campaignTargets } from '../../database/campaigns.schema.js';
import { Database } from '../../database/database.js';
import type { PostRow } from '../../posts/posts.repository.js';
import { isOpenOn, nextOpenDay, toOpeningDays } from '../plan/open-days.js';

/** What the campaign of a post says about sending it. */
export interface PostCampaign extends Pick<CampaignRow, 'state' | 'isPaused' | 'closedDays'> {
  /** Whether a change of the campaign has not reached the post yet. */
  isChanging: boolean;
}

/** What the policy for closed days makes of a post. `closed`: it does not go out. */
export type OpenDay = 'open' | 'closed' | 'never-open' | { publishAt: Date; wallTime: string };

/** Tells publishing what campaigns say about their posts. */
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
   * Whether a location is open on its day of an instant, as last read, or what becomes of the post if not. What a person has
   * scheduled by itself, or retried, goes out as they said.
   */
  async openDayOf(post: PostRow, { closedDays }: PostCampaign, now: Date): Promise<OpenDay> {
    const { wallTime, timeZone } = post;
    if (closedDays === 'publish' || wallTime === null || post.isCampaignException) return 'open';
    const location = await this.providers.named(post.source).knownLocation(post, post.locationId);
    if (!location) return 'open';
    const hours = toOpeningDays(location);
    const { date: today } = toWallTime(now, timeZone);
    if (isOpenOn(hours, today)) return 'open';
    if (closedDays === 'skip') return 'closed';
    const day = nextOpenDay(hours, today);
    if (!day) return 'never-open';
    const publishAt = instantAt({ date: day, time: fromWallText(wallTime).time }, timeZone);
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
