import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { ApiErrors } from '../errors/api-errors.js';
import { IdempotencyKey } from '../posts/idempotency-key.js';
import { UuidInPath } from '../security/path-ids.js';
import {
  CampaignDto,
  CampaignListDto,
  CampaignQueryDto,
  ConfirmCampaignDto,
  NewCampaignDto,
  UpdateCampaignDto,
} from './campaign.dto.js';
import { RetryTargetsDto, TargetChangesDto, TargetListDto, TargetQueryDto } from './campaign-target.dto.js';
import { CampaignDraftsService } from './campaign-drafts.service.js';
import { CampaignLeftOut } from './campaign-left-out.js';
import { CampaignReadModel } from './campaign-read-model.js';
import { CampaignsService } from './campaigns.service.js';
import { LeftOutListDto, TakeInDto } from './left-out.dto.js';
import { CampaignChoiceDto } from './selections/selection.dto.js';

/** One text for many locations, planned before anything is promised. It is there while a Business Profile is connected. */
@ApiTags('Campaigns')
@Controller('campaigns')
export class CampaignsController {
  constructor(
    private readonly readModel: CampaignReadModel,
    private readonly drafts: CampaignDraftsService,
    private readonly campaigns: CampaignsService,
    private readonly leftOut: CampaignLeftOut,
  ) {}

  /** The campaigns of a workspace, also those of its other Google accounts; by default the latest made first. */
  @Get()
  listCampaigns(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: CampaignQueryDto,
  ): Promise<CampaignListDto> {
    return this.readModel.list(workspaceId, query);
  }

  /** A campaign whole, with its plan and its progress. */
  @Get(':id')
  getCampaign(@CurrentOwner() { workspaceId }: RequestOwner, @UuidInPath() id: string): Promise<CampaignDto> {
    return this.readModel.get(workspaceId, id);
  }

  /** Plans a campaign. Nothing goes out before it is confirmed; a plan that is not confirmed is dropped after 7 days. */
  @Post()
  @ApiErrors(
    'not_found',
    'connect/not-connected',
    'too_many_campaigns',
    'request_in_progress',
    'idempotency_key_reused',
  )
  planCampaign(
    @CurrentOwner() owner: RequestOwner,
    @Body() body: NewCampaignDto,
    @IdempotencyKey() key?: string,
  ): Promise<CampaignDto> {
    return this.drafts.create(owner, body, key);
  }

  /** Changes a plan, or what is not out yet of a confirmed campaign. */
  @Patch(':id')
  @ApiErrors('other_account', 'connect/not-connected', 'campaign_changed', 'campaign_undone')
  updateCampaign(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Body() body: UpdateCampaignDto,
  ): Promise<CampaignDto> {
    return this.campaigns.update(workspaceId, id, body);
  }

  /** Deletes a plan that was not confirmed. */
  @Delete(':id')
  @HttpCode(204)
  @ApiErrors('campaign_confirmed')
  deleteCampaign(@CurrentOwner() { workspaceId }: RequestOwner, @UuidInPath() id: string): Promise<void> {
    return this.drafts.delete(workspaceId, id);
  }

  /** Plans it again from what is known by now, such as time zones that were missing. */
  @Post(':id/plan')
  @HttpCode(200)
  @ApiErrors('other_account', 'connect/not-connected', 'campaign_confirmed')
  planAgain(@CurrentOwner() { workspaceId }: RequestOwner, @UuidInPath() id: string): Promise<CampaignDto> {
    return this.drafts.planAgain(workspaceId, id);
  }

  /** Schedules what the plan says. To confirm twice does no harm. */
  @Post(':id/confirm')
  @HttpCode(200)
  @ApiErrors(
    'other_account',
    'connect/not-connected',
    'plan_outdated',
    'campaign_empty',
    'campaign_undone',
    'too_many_campaign_posts',
  )
  confirmCampaign(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Body() { version }: ConfirmCampaignDto,
  ): Promise<CampaignDto> {
    return this.campaigns.confirm(workspaceId, id, version);
  }

  /**
   * How its locations were chosen, to plan another campaign for them. More than one request can name come as a selection, which
   * is dropped after a day.
   */
  @Post(':id/choice')
  @HttpCode(200)
  @ApiErrors('other_account', 'connect/not-connected', 'too_many_selections')
  chooseAgain(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @CurrentUser() session: CurrentSession,
    @UuidInPath() id: string,
  ): Promise<CampaignChoiceDto> {
    return this.drafts.chooseAgain(workspaceId, session.id, id);
  }

  /** Keeps its waiting posts from going out. */
  @Post(':id/pause')
  @HttpCode(200)
  @ApiErrors('other_account', 'campaign_not_confirmed', 'campaign_undone')
  pauseCampaign(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
  ): Promise<CampaignDto> {
    return this.campaigns.setPaused(workspaceId, id, true);
  }

  /** Lets its waiting posts go out again; those whose time has passed go out at once. */
  @Post(':id/resume')
  @HttpCode(200)
  @ApiErrors('other_account', 'campaign_not_confirmed', 'campaign_undone')
  resumeCampaign(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
  ): Promise<CampaignDto> {
    return this.campaigns.setPaused(workspaceId, id, false);
  }

  /**
   * Cancels what waits and deletes at Google what is there, in the background. What could not be removed is named; asking again
   * tries that once more.
   */
  @Post(':id/undo')
  @HttpCode(200)
  @ApiErrors('other_account', 'campaign_not_confirmed')
  undoCampaign(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
  ): Promise<CampaignDto> {
    return this.campaigns.undo(workspaceId, id);
  }

  /** Its locations with their posts: faults first, then by name. */
  @Get(':id/targets')
  listTargets(
    @CurrentOwner() owner: RequestOwner,
    @UuidInPath() id: string,
    @Query() query: TargetQueryDto,
  ): Promise<TargetListDto> {
    return this.readModel.targets(owner, id, query);
  }

  /** Gives locations of a plan a text of their own, or leaves them out. */
  @Patch(':id/targets')
  @ApiErrors('other_account', 'connect/not-connected', 'campaign_changed', 'campaign_confirmed')
  changeTargets(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Body() body: TargetChangesDto,
  ): Promise<CampaignDto> {
    return this.drafts.changeTargets(workspaceId, id, body);
  }

  /** Its left-out locations by reason, with what each would get by what is known now. */
  @Get(':id/left-out')
  listLeftOut(@CurrentOwner() owner: RequestOwner, @UuidInPath() id: string): Promise<LeftOutListDto> {
    return this.leftOut.list(owner, id);
  }

  /**
   * Takes left-out locations in whose reason is gone. Their posts go out like the others; where the time has passed, right
   * away. To ask twice does no harm.
   */
  @Post(':id/targets/take-in')
  @HttpCode(200)
  @ApiErrors(
    'other_account',
    'campaign_changed',
    'campaign_not_confirmed',
    'campaign_undone',
    'too_many_campaign_posts',
  )
  takeInTargets(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Body() body: TakeInDto,
  ): Promise<CampaignDto> {
    return this.leftOut.takeIn(workspaceId, id, body);
  }

  /** Schedules its failed posts again, due at once. What has not failed stays as it is. */
  @Post(':id/targets/retry')
  @HttpCode(200)
  @ApiErrors('other_account', 'campaign_not_confirmed', 'campaign_undone')
  retryTargets(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Body() { locationIds }: RetryTargetsDto,
  ): Promise<CampaignDto> {
    return this.campaigns.retry(workspaceId, id, locationIds);
  }
}
