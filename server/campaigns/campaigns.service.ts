import { Injectable } from '@nestjs/common';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { Clock } from '../config/clock.js';
import { campaignTargets } from '../database/campaigns.schema.js';
import { Database, type Orm } from '../database/database.js';
import { posts } from '../database/schema.js';
import { AppError } from '../errors/app-error.js';
import { dueAtOnce } from '../posts/posts.service.js';
import { CampaignChanges } from './campaign-changes.js';
import { CampaignDraftsService } from './campaign-drafts.service.js';
import { CampaignReadModel } from './campaign-read-model.js';
import type { CampaignDto, UpdateCampaignDto } from './campaign.dto.js';
import { CampaignsRepository, hasPlanOf, refuseDraft, refuseUndone } from './campaigns.repository.js';
import { OwnCampaigns } from './own-campaigns.js';
import { isRemovable } from './work/target-filter.js';
import { CampaignDispatcher } from './work/campaign-dispatcher.js';
import { SLICE } from './work/campaign-locks.js';

/** Confirms campaigns, and steers those that are confirmed. */
@Injectable()
export class CampaignsService {
  constructor(
    private readonly own: OwnCampaigns,
    private readonly readModel: CampaignReadModel,
    private readonly campaigns: CampaignsRepository,
    private readonly drafts: CampaignDraftsService,
    private readonly changes: CampaignChanges,
    private readonly dispatcher: CampaignDispatcher,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Plans a draft again with changes, or changes those of its posts that are not out. A new name alone changes neither plan nor
   * posts, and can be given after an undo too. Errors: `validation_failed`, also for locations that could not have the change,
   * `not_found`, `other_account`, `connect/not-connected`, `campaign_changed`, `campaign_undone`.
   */
  async update(workspaceId: string, id: string, change: UpdateCampaignDto): Promise<CampaignDto> {
    const { campaign: row } = await this.own.find(workspaceId, id);
    if (isRename(change)) return this.rename(workspaceId, id, change);
    if (row.state === 'draft') return this.drafts.update(workspaceId, id, change);
    refuseUndone(row);
    if (row.version !== change.version) throw AppError.of('campaign_changed');
    await this.changes.apply(row, change);
    this.dispatcher.kick();
    return this.readModel.get(workspaceId, id);
  }

  private async rename(
    workspaceId: string,
    id: string,
    { name, version }: UpdateCampaignDto,
  ): Promise<CampaignDto> {
    await this.campaigns.change(workspaceId, id, this.clock.now(), (_tx, row) => {
      if (row.version !== version) throw AppError.of('campaign_changed');
      return { name };
    });
    return this.readModel.get(workspaceId, id);
  }

  /**
   * Promises what the plan says: one row changes, and the posts are made afterwards. To confirm twice does no harm.
   * Errors: `not_found`, `other_account`, `connect/not-connected`, `plan_outdated`, `campaign_empty`, `campaign_undone`,
   * `too_many_campaign_posts`.
   */
  async confirm(workspaceId: string, id: string, version: number): Promise<CampaignDto> {
    await this.own.find(workspaceId, id);
    await this.campaigns.change(workspaceId, id, this.clock.now(), async (tx, row) => {
      refuseUndone(row);
      if (row.state !== 'draft') return undefined;
      const now = this.clock.now();
      if (!hasPlanOf(row, version) || row.plan === null) throw AppError.of('plan_outdated');
      const { planned, past } = await this.campaigns.countPlanned(tx, id, now);
      if (planned === 0) throw AppError.of('campaign_empty');
      if (past > 0) throw AppError.of('plan_outdated');
      await this.campaigns.checkRoom(tx, workspaceId, planned);
      return { state: 'scheduling', confirmedAt: now };
    });
    return this.answer(workspaceId, id);
  }

  /** Holds its waiting posts, or lets them go. Errors: `not_found`, `other_account`, `campaign_not_confirmed`, `campaign_undone`. */
  async setPaused(workspaceId: string, id: string, isPaused: boolean): Promise<CampaignDto> {
    await this.own.findToSteer(workspaceId, id);
    await this.campaigns.change(workspaceId, id, this.clock.now(), (_tx, row) => {
      refuseDraft(row);
      refuseUndone(row);
      return row.isPaused === isPaused ? undefined : { isPaused };
    });
    return this.answer(workspaceId, id);
  }

  /**
   * Begins its undo, or once more the deletion of what an earlier undo left at Google. To ask twice does no harm. Errors: `not_found`,
   * `other_account`, `campaign_not_confirmed`.
   */
  async undo(workspaceId: string, id: string): Promise<CampaignDto> {
    await this.own.findToSteer(workspaceId, id);
    await this.campaigns.change(workspaceId, id, this.clock.now(), async (tx, row) => {
      refuseDraft(row);
      if (row.state === 'undoing') return undefined;
      const isAtWork = row.state !== 'undone' || (await reopenLeftovers(tx, id)) > 0;
      return isAtWork ? { state: 'undoing' } : undefined;
    });
    return this.answer(workspaceId, id);
  }

  /**
   * Makes its failed posts due at once, those of some locations or all. Errors: `not_found`, `other_account`,
   * `campaign_not_confirmed`, `campaign_undone`.
   */
  async retry(workspaceId: string, id: string, locationIds?: string[]): Promise<CampaignDto> {
    const row = await this.own.findToSteer(workspaceId, id);
    refuseDraft(row);
    refuseUndone(row);
    // A slice for itself: retrying thousands must not keep their rows locked.
    while ((await this.retrySlice(id, locationIds)) === SLICE);
    return this.readModel.get(workspaceId, id);
  }

  /** @returns how many failed posts it made due */
  private async retrySlice(id: string, locationIds: string[] | undefined): Promise<number> {
    const failed = this.database.orm
      .select({ id: posts.id })
      .from(posts)
      .innerJoin(campaignTargets, eq(campaignTargets.postId, posts.id))
      .where(
        and(
          eq(campaignTargets.campaignId, id),
          isNull(campaignTargets.undo),
          locationIds && inArray(campaignTargets.locationId, locationIds),
          eq(posts.status, 'FAILED'),
        ),
      )
      .limit(SLICE);
    const rows = await this.database.orm
      .update(posts)
      .set({ ...dueAtOnce(this.clock.now()), version: sql`${posts.version} + 1` })
      .where(and(inArray(posts.id, failed), eq(posts.status, 'FAILED')))
      .returning({ id: posts.id });
    return rows.length;
  }

  private answer(workspaceId: string, id: string): Promise<CampaignDto> {
    this.dispatcher.kick();
    return this.readModel.get(workspaceId, id);
  }
}

/** Has leftovers at Google deleted once more. @returns how many; those that can't be found again stay named */
async function reopenLeftovers(tx: Orm, id: string): Promise<number> {
  const rows = await tx
    .update(campaignTargets)
    .set({ undo: null, undoTries: 0, undoNextAt: null })
    .where(isRemovable(id))
    .returning({ locationId: campaignTargets.locationId });
  return rows.length;
}

/** Whether a change gives a campaign a name and nothing else. */
function isRename({ name, choice, time, postBody }: UpdateCampaignDto): boolean {
  return name !== undefined && !choice && !time && !postBody;
}
