import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HOUR_MS } from '../config/durations.js';
import { randomUUID } from 'node:crypto';
import { Clock } from '../config/clock.js';
import type { CampaignRow } from '../database/campaigns.schema.js';
import { Database } from '../database/database.js';
import { AppError } from '../errors/app-error.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';
import type { RequestOwner } from '../people/current-owner.js';
import { PhotosService } from '../photos/photos.service.js';
import { Idempotency } from '../posts/idempotency.js';
import { checkFields, toTemplate, toTime, withFields } from './campaign-fields.js';
import { CampaignReadModel } from './campaign-read-model.js';
import type { TargetChangesDto } from './campaign-target.dto.js';
import type { CampaignDto, NewCampaignDto, UpdateCampaignDto } from './campaign.dto.js';
import { CampaignsRepository, hasPlanOf } from './campaigns.repository.js';
import { OwnCampaigns } from './own-campaigns.js';
import { CampaignPlanRepository } from './plan/campaign-plan.repository.js';
import { CampaignPlanner } from './plan/campaign-planner.js';
import { proposedName } from './plan/campaign-text.js';
import { type CampaignChoiceDto, MAX_ITEMS } from './selections/selection.dto.js';
import { SelectionsService } from './selections/selections.service.js';

/** How long a draft stays after its last change. */
const KEPT_MS = 7 * 24 * HOUR_MS;

/**
 * Campaigns that are planned and not confirmed yet. One of another workspace is `not_found`, like an unknown one; one of
 * another Google account of this workspace is `other_account`.
 */
@Injectable()
export class CampaignDraftsService implements OnModuleInit {
  private readonly logger = new Logger('Campaigns');

  constructor(
    private readonly own: OwnCampaigns,
    private readonly campaigns: CampaignsRepository,
    private readonly plans: CampaignPlanRepository,
    private readonly planner: CampaignPlanner,
    private readonly selections: SelectionsService,
    private readonly readModel: CampaignReadModel,
    private readonly photos: PhotosService,
    private readonly idempotency: Idempotency,
    private readonly database: Database,
    private readonly intervalTasks: IntervalTasks,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Dropping old plans of campaigns', HOUR_MS, () => this.cleanUp());
  }

  /**
   * Plans a new campaign. Errors: `validation_failed`, `connect/not-connected`, `too_many_campaigns`, `not_found` for the
   * photo and as `SelectionsService.choose`, those of `Idempotency.once`.
   */
  create(by: RequestOwner, draft: NewCampaignDto, key?: string): Promise<CampaignDto> {
    const { workspaceId } = by;
    const request = { owner: by, route: 'planCampaign', key, body: draft } as const;
    return this.idempotency.once<CampaignDto>(request, async (keep) => {
      const owner = await this.own.owner(workspaceId);
      const now = this.clock.now();
      checkFields(draft, now);
      const choice = await this.selections.choose(owner, draft.choice);
      await this.photos.keep(workspaceId, draft.postBody.photoId);
      const body = toTemplate(draft.postBody);
      const campaign: CampaignRow = {
        ...owner,
        ...toTime(draft.time),
        id: randomUUID(),
        name: draft.name ?? proposedName(body),
        state: 'draft',
        isPaused: false,
        body,
        choice,
        plan: null,
        firstAt: now,
        revision: 1,
        timeRevision: 0,
        version: 0,
        createdAt: now,
        updatedAt: now,
        plannedAt: null,
        confirmedAt: null,
        undoneAt: null,
      };
      await this.planner.plan(campaign, (tx) => this.campaigns.addDraft(tx, campaign));
      const answer = await this.readModel.get(workspaceId, campaign.id);
      try {
        if (keep) await this.database.transaction((tx) => keep(tx, answer));
      } catch (error) {
        // Another process has planned it under the same key.
        await this.campaigns.deleteDraft(workspaceId, campaign.id);
        throw error;
      }
      return answer;
    });
  }

  /**
   * Changes a draft and plans it again. Errors: `validation_failed`, `not_found`, `other_account`, `connect/not-connected`,
   * `campaign_changed`.
   */
  async update(
    workspaceId: string,
    id: string,
    { version, choice, ...given }: UpdateCampaignDto,
  ): Promise<CampaignDto> {
    const { owner, campaign } = await this.own.find(workspaceId, id);
    if (campaign.state !== 'draft' || campaign.version !== version) throw AppError.of('campaign_changed');
    checkFields(given, this.clock.now());
    await this.photos.keep(workspaceId, given.postBody?.photoId);
    await this.planner.plan({
      ...withFields(campaign, given),
      ...(choice && { choice: await this.selections.choose(owner, choice) }),
    });
    return this.readModel.get(workspaceId, id);
  }

  /**
   * Plans a draft again by what is known now. Errors: `not_found`, `other_account`, `connect/not-connected`,
   * `campaign_confirmed`.
   */
  async planAgain(workspaceId: string, id: string): Promise<CampaignDto> {
    const { campaign } = await this.own.find(workspaceId, id);
    checkDraft(campaign);
    try {
      await this.planner.plan(campaign);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'campaign_changed')) throw error;
      const { campaign: changed } = await this.own.find(workspaceId, id);
      checkDraft(changed);
      // A plan that another request has just made is as good. A new name or a text for one location is none.
      if (changed.plannedAt?.getTime() === campaign.plannedAt?.getTime())
        return this.planAgain(workspaceId, id);
    }
    return this.readModel.get(workspaceId, id);
  }

  /**
   * Gives locations of a draft a text of their own, or leaves them out. Errors: `validation_failed` for one named twice,
   * `not_found`, also for a location that is not in it, `other_account`, `connect/not-connected`, `campaign_changed`,
   * `campaign_confirmed`.
   */
  async changeTargets(
    workspaceId: string,
    id: string,
    { items, version }: TargetChangesDto,
  ): Promise<CampaignDto> {
    const { campaign } = await this.own.find(workspaceId, id);
    checkDraft(campaign);
    if (!hasPlanOf(campaign, version)) throw AppError.of('campaign_changed');
    const ids = items.map(({ locationId }) => locationId);
    const twice = ids.findIndex((location, index) => ids.indexOf(location) < index);
    if (twice >= 0)
      throw AppError.invalid([
        { field: `items.${twice}.locationId`, message: 'This location is named twice' },
      ]);
    const targets = await this.plans.targets(id, ids);
    if (targets.length < ids.length) throw AppError.of('not_found');
    const changes = new Map(items.map((item) => [item.locationId, item]));
    const changed = targets.map((target) => {
      const { summary = target.ownText, isLeftOut = target.leftOut === 'left-out' } =
        changes.get(target.locationId) ?? {};
      return { ...target, ownText: summary?.trim() ?? null, leftOut: isLeftOut ? 'left-out' : null };
    });
    await this.planner.replan(campaign, changed);
    return this.readModel.get(workspaceId, id);
  }

  /**
   * How the locations of a campaign were chosen, as a request can say it: more names than it can have are in a new selection.
   * Errors: `not_found`, `other_account`, `connect/not-connected`, `too_many_selections`, `not_signed_in`.
   */
  async chooseAgain(workspaceId: string, sessionId: string, id: string): Promise<CampaignChoiceDto> {
    const { choice } = (await this.own.find(workspaceId, id)).campaign;
    const { storeCodes, locationIds, without } = choice;
    if ([storeCodes, locationIds, without].every((names = []) => names.length <= MAX_ITEMS))
      return { choice };
    const { id: selectionId } = await this.selections.add(workspaceId, sessionId, { isLive: false, choice });
    return { choice: { selectionId } };
  }

  /** Errors: `not_found`, `campaign_confirmed`. */
  async delete(workspaceId: string, id: string): Promise<void> {
    if (await this.campaigns.deleteDraft(workspaceId, id)) return;
    throw AppError.of((await this.campaigns.find(workspaceId, id)) ? 'campaign_confirmed' : 'not_found');
  }

  /** Drops plans that were never confirmed. */
  async cleanUp(): Promise<void> {
    const dropped = await this.campaigns.dropOldDrafts(new Date(this.clock.now().getTime() - KEPT_MS));
    if (dropped > 0) this.logger.log({ event: 'campaigns.drafts_dropped', campaigns: dropped });
  }
}

function checkDraft({ state }: CampaignRow): void {
  if (state !== 'draft') throw AppError.of('campaign_confirmed');
}
