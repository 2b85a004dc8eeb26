import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { toGoogleOwner } from '../business-profile/port/google-owner.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { Clock } from '../config/clock.js';
import { HOUR_MS } from '../config/durations.js';
import type { CampaignRow, PostTemplate } from '../database/campaigns.schema.js';
import { AppError, type FieldError } from '../errors/app-error.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';
import { PhotosService } from '../photos/photos.service.js';
import { Idempotency } from '../posts/idempotency.js';
import { completeBody, faultsOfBody } from '../posts/post-rules.js';
import type { CampaignBodyDto } from './campaign-body.dto.js';
import { CampaignDraftsRepository } from './campaign-drafts.repository.js';
import { CampaignPlanRepository } from './plan/campaign-plan.repository.js';
import { CampaignPlanner } from './plan/campaign-planner.js';
import { CampaignReader } from './campaign-reader.js';
import type { TargetChangesDto } from './campaign-target.dto.js';
import { faultsOfVariables } from './plan/campaign-text.js';
import type { CampaignTimeDto } from './campaign-time.dto.js';
import { type CampaignTime, faultsOfTime } from './plan/campaign-times.js';
import type { CampaignDto, NewCampaignDto, UpdateCampaignDto } from './campaign.dto.js';
import { otherAccount } from './other-account.js';
import { SelectionsService } from './selections/selections.service.js';

/** For how long a draft stays that is not changed. */
const KEPT_MS = 7 * 24 * HOUR_MS;

/**
 * Campaigns that are planned and not confirmed yet. One of another person is `not_found`, like an unknown one; one of another
 * Google account of theirs is `other_account`.
 */
@Injectable()
export class CampaignDraftsService implements OnModuleInit {
  private readonly logger = new Logger('Campaigns');

  constructor(
    private readonly drafts: CampaignDraftsRepository,
    private readonly plans: CampaignPlanRepository,
    private readonly planner: CampaignPlanner,
    private readonly selections: SelectionsService,
    private readonly reader: CampaignReader,
    private readonly providers: BusinessProfileProviders,
    private readonly photos: PhotosService,
    private readonly idempotency: Idempotency,
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
  create(uid: string, draft: NewCampaignDto, key?: string): Promise<CampaignDto> {
    const request = { uid, route: 'planCampaign', key, body: draft } as const;
    return this.idempotency.once<CampaignDto>(request, async (keep) => {
      const owner = await this.ownerOf(uid);
      const now = this.clock.now();
      const time = toTime(draft.time);
      refuse([...faultsOfTime(time, now), ...faultsOfTemplate(draft.postBody)]);
      const choice = await this.selections.choose(owner, draft.choice);
      await this.photos.keep(owner.workspaceId, draft.postBody.photoId);
      const campaign: CampaignRow = {
        ...owner,
        ...time,
        id: randomUUID(),
        state: 'draft',
        isPaused: false,
        body: toTemplate(draft.postBody),
        choice,
        plan: null,
        revision: 1,
        timeRevision: 0,
        version: 0,
        createdAt: now,
        updatedAt: now,
        plannedAt: null,
        confirmedAt: null,
        undoneAt: null,
      };
      await this.planner.plan(campaign, (tx) => this.drafts.add(tx, campaign));
      const answer = await this.reader.get(uid, campaign.id);
      try {
        if (keep) await this.drafts.transaction((tx) => keep(tx, answer));
      } catch (error) {
        // Another process has planned it under the same key.
        await this.drafts.delete(uid, campaign.id);
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
    uid: string,
    id: string,
    { version, choice, time, postBody }: UpdateCampaignDto,
  ): Promise<CampaignDto> {
    const { owner, campaign } = await this.find(uid, id);
    if (campaign.state !== 'draft' || campaign.version !== version) throw AppError.of('campaign_changed');
    const newTime = time && toTime(time);
    refuse([
      ...(newTime ? faultsOfTime(newTime, this.clock.now()) : []),
      ...(postBody ? faultsOfTemplate(postBody) : []),
    ]);
    await this.photos.keep(owner.workspaceId, postBody?.photoId);
    await this.planner.plan({
      ...campaign,
      ...newTime,
      ...(choice && { choice: await this.selections.choose(owner, choice) }),
      ...(postBody && { body: toTemplate(postBody) }),
    });
    return this.reader.get(uid, id);
  }

  /**
   * Plans a draft again by what is known now. Errors: `not_found`, `other_account`, `connect/not-connected`,
   * `campaign_confirmed`.
   */
  async planAgain(uid: string, id: string): Promise<CampaignDto> {
    const { campaign } = await this.find(uid, id);
    checkDraft(campaign);
    try {
      await this.planner.plan(campaign);
    } catch (error) {
      // A plan that another request has just made is as good.
      if (!(error instanceof AppError && error.code === 'campaign_changed')) throw error;
      checkDraft((await this.find(uid, id)).campaign);
    }
    return this.reader.get(uid, id);
  }

  /**
   * Gives locations of a draft a text of their own, or leaves them out. Errors: `validation_failed` for one named twice,
   * `not_found`, also for a location that it has not, `other_account`, `connect/not-connected`, `campaign_changed`,
   * `campaign_confirmed`.
   */
  async changeTargets(uid: string, id: string, { items, version }: TargetChangesDto): Promise<CampaignDto> {
    const { campaign } = await this.find(uid, id);
    checkDraft(campaign);
    if (campaign.version !== version) throw AppError.of('campaign_changed');
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
    await this.planner.planTargets(campaign, changed);
    return this.reader.get(uid, id);
  }

  /** Errors: `not_found`, `campaign_confirmed`. */
  async delete(uid: string, id: string): Promise<void> {
    if (await this.drafts.delete(uid, id)) return;
    throw AppError.of((await this.drafts.find(uid, id)) ? 'campaign_confirmed' : 'not_found');
  }

  /** Drops plans that were never confirmed. */
  async cleanUp(): Promise<void> {
    const dropped = await this.drafts.dropOld(new Date(this.clock.now().getTime() - KEPT_MS));
    if (dropped > 0) this.logger.log({ event: 'campaigns.drafts_dropped', campaigns: dropped });
  }

  /** Errors: `connect/not-connected`. */
  private async ownerOf(uid: string): Promise<GoogleOwner> {
    return toGoogleOwner((await this.providers.sourceOf(uid)).owner);
  }

  /** A campaign of the connected Google account. Errors: `not_found`, `connect/not-connected`, `other_account`. */
  private async find(uid: string, id: string): Promise<{ owner: GoogleOwner; campaign: CampaignRow }> {
    const campaign = await this.drafts.find(uid, id);
    if (!campaign) throw AppError.of('not_found');
    const owner = await this.ownerOf(uid);
    if (campaign.subject !== owner.subject) throw otherAccount();
    return { owner, campaign };
  }
}

function checkDraft({ state }: CampaignRow): void {
  if (state !== 'draft') throw AppError.of('campaign_confirmed');
}

function refuse(faults: FieldError[]): void {
  if (faults.length > 0) throw AppError.invalid(faults);
}

export function toTime({
  wallTime,
  publishAt,
  timeZone,
  spreadMinutes,
  closedDays,
}: CampaignTimeDto): CampaignTime {
  return {
    wallTime: wallTime ?? null,
    publishAt: publishAt ? new Date(publishAt) : null,
    timeZone,
    spreadMinutes: spreadMinutes ?? 0,
    closedDays: closedDays ?? 'publish',
  };
}

/** The errors of a body that concern all locations. */
export function faultsOfTemplate(body: CampaignBodyDto): FieldError[] {
  return [...faultsOfBody(body), ...faultsOfVariables(body)];
}

/** A body as it is stored: as that of a post, and the dates of an event stay left out. */
export function toTemplate({ event, ...body }: CampaignBodyDto): PostTemplate {
  const { event: _event, ...complete } = completeBody(body, { publishAt: new Date(0), timeZone: 'UTC' });
  if (!event) return complete;
  const { startDate, startTime, endDate, endTime } = event.schedule;
  const schedule = { startDate, startTime, ...(endDate && { endDate }), ...(endTime && { endTime }) };
  return { ...complete, event: { title: event.title.trim(), schedule } };
}
