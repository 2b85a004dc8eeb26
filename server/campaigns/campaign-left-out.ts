import { Injectable } from '@nestjs/common';
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { Clock } from '../config/clock.js';
import { type CampaignRow, campaignTargets, type TargetRow } from '../database/campaigns.schema.js';
import { Database, type Orm } from '../database/database.js';
import { AppError } from '../errors/app-error.js';
import { Turns } from '../jobs/turns.js';
import type { RequestOwner } from '../people/current-owner.js';
import { readersLanguage } from '../users/readers-language.js';
import { countRules } from './campaign-read-model-counts.js';
import { CampaignReadModel, toPlannedRule } from './campaign-read-model.js';
import type { CampaignDto } from './campaign.dto.js';
import { CampaignsRepository, isUndone, refuseDraft, refuseUndone } from './campaigns.repository.js';
import {
  type LeftOutGroupDto,
  type LeftOutListDto,
  type LeftOutTargetDto,
  MOST_LOOKED_AT,
  type TakeInDto,
} from './left-out.dto.js';
import { OwnCampaigns } from './own-campaigns.js';
import { CampaignPlanner } from './plan/campaign-planner.js';
import { rulesOfTarget } from './plan/campaign-rules.js';
import { toFieldErrors } from './plan/location-faults.js';
import type { PlannedTarget } from './plan/plan-targets.js';
import { CampaignDispatcher } from './work/campaign-dispatcher.js';

/** How many locations are planned at a time. */
const PART = 250;
/** How many locations of a group are listed. */
const MOST_LISTED = 100;

/** A left-out location, and what it would get now. */
interface Candidate {
  target: TargetRow;
  planned: PlannedTarget;
}

/** What stands for taking a location in: it is left out by a rule, and has neither a post nor an outcome of an undo. */
type LeftOutQuery = Pick<TakeInDto, 'locationIds'> & { rule: string };

/** Says which left-out locations of a confirmed campaign can have a post by now, and takes them in. */
@Injectable()
export class CampaignLeftOut {
  constructor(
    private readonly own: OwnCampaigns,
    private readonly campaigns: CampaignsRepository,
    private readonly readModel: CampaignReadModel,
    private readonly planner: CampaignPlanner,
    private readonly dispatcher: CampaignDispatcher,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * The left-out locations by reason, each with what it would get by what is known now. As long as none can be taken in, as
   * the campaign is a draft, undone or of another Google account, with what was planned. It is said in the language of who
   * asks. Errors: `not_found`.
   */
  async list({ workspaceId, actor }: RequestOwner, id: string): Promise<LeftOutListDto> {
    const { campaign, subject } = await this.own.look(workspaceId, id);
    const isOpen = campaign.subject === subject && campaign.state !== 'draft' && !isUndone(campaign);
    const { orm } = this.database;
    const [{ leftOut }, language] = await Promise.all([countRules(orm, id), readersLanguage(orm, actor)]);
    const groups: LeftOutGroupDto[] = [];
    for (const rule of leftOut.flatMap(toPlannedRule)) {
      const found = await (isOpen ? this.candidates(campaign, rule) : this.asPlanned(campaign, rule));
      const items = found.map((each) => this.toItem(each, language));
      const ready = items.filter(({ isReady }) => isReady);
      const others = items.filter(({ isReady }) => !isReady);
      groups.push({ ...rule, ready: ready.length, items: [...ready, ...others].slice(0, MOST_LISTED) });
    }
    return { groups };
  }

  /**
   * Takes left-out locations in: their posts are made like the others. To ask twice does no harm. Those that are named are all
   * taken in, or none. Errors: `not_found`, `other_account`, `campaign_not_confirmed`, `campaign_undone`, `campaign_changed`,
   * `too_many_campaign_posts`, `validation_failed` with the rule that is against it.
   */
  async takeIn(workspaceId: string, id: string, { version, ...wanted }: TakeInDto): Promise<CampaignDto> {
    const campaign = await this.findConfirmed(workspaceId, id);
    const candidates = await this.candidates(campaign, wanted);
    if (candidates.length > 0) {
      if (campaign.version !== version) throw AppError.of('campaign_changed');
      const ready = candidates.filter(({ planned }) => planned.leftOut === null);
      if (ready.length < (wanted.locationIds ? candidates.length : 1))
        throw AppError.invalid(toFieldErrors(candidates.flatMap(toFault)));
      await this.store(campaign, wanted.rule, ready);
      this.dispatcher.kick();
    }
    return this.readModel.get(workspaceId, id);
  }

  private async findConfirmed(workspaceId: string, id: string): Promise<CampaignRow> {
    const row = await this.own.findToSteer(workspaceId, id);
    refuseDraft(row);
    refuseUndone(row);
    return row;
  }

  /** The first left-out locations of a rule by name, planned by what is known now. */
  private async candidates(campaign: CampaignRow, query: LeftOutQuery): Promise<Candidate[]> {
    const targets = await this.leftOutBy(campaign.id, query, MOST_LOOKED_AT);
    const all: Candidate[] = [];
    const turns = new Turns();
    for (let from = 0; from < targets.length; from += PART) {
      await turns.pass();
      const part = targets.slice(from, from + PART);
      const planned = await this.planner.targetsTakenIn(campaign, part);
      all.push(...part.map((target) => ({ target, planned: planned.get(target.locationId)! })));
    }
    return all;
  }

  /** The same with what was planned for them. */
  private async asPlanned({ id }: CampaignRow, query: LeftOutQuery): Promise<Candidate[]> {
    const targets = await this.leftOutBy(id, query, MOST_LISTED);
    return targets.map((target) => ({ target, planned: { ...target, body: undefined } }));
  }

  private leftOutBy(id: string, query: LeftOutQuery, limit: number): Promise<TargetRow[]> {
    return this.database.orm
      .select()
      .from(campaignTargets)
      .where(isLeftOutBy(id, query))
      .orderBy(asc(campaignTargets.position))
      .limit(limit);
  }

  /** Stores that they get a post, if the campaign is still as it was read. What another request has taken in stays so. */
  private async store(campaign: CampaignRow, rule: string, ready: Candidate[]): Promise<void> {
    const { id, workspaceId } = campaign;
    const locationIds = ready.map(({ target }) => target.locationId);
    await this.campaigns.change(workspaceId, id, this.clock.now(), async (tx, row) => {
      refuseUndone(row);
      const left = await tx.$count(campaignTargets, isLeftOutBy(id, { rule, locationIds }));
      if (left === 0) return undefined;
      if (row.version !== campaign.version) throw AppError.of('campaign_changed');
      await this.campaigns.checkRoom(tx, workspaceId, left);
      await markTakenIn(tx, id, rule, ready);
      return { state: 'scheduling' };
    });
  }

  private toItem({ target, planned }: Candidate, language: string): LeftOutTargetDto {
    const { locationId, locationName, storeCode } = target;
    const { leftOut, publishAt, timeZone } = planned;
    const at = leftOut === null ? publishAt : null;
    return {
      ...{ locationId, locationName, storeCode, timeZone },
      isReady: leftOut === null,
      isDue: at !== null && at <= this.clock.now(),
      publishAt: at?.toISOString() ?? null,
      findings: rulesOfTarget(planned, language).map(({ title: _title, ...finding }) => finding),
    };
  }
}

function toFault({ target: { locationName }, planned: { leftOut } }: Candidate) {
  return leftOut === null ? [] : { locationName, rule: leftOut };
}

function isLeftOutBy(id: string, { rule, locationIds }: LeftOutQuery): SQL | undefined {
  const { campaignId, locationId, leftOut, postId, undo } = campaignTargets;
  return and(
    eq(campaignId, id),
    eq(leftOut, rule),
    locationIds && inArray(locationId, locationIds),
    isNull(postId),
    isNull(undo),
  );
}

/** As if it had been planned so: no post was made yet, and its time is the promised one. */
async function markTakenIn(tx: Orm, id: string, rule: string, ready: Candidate[]): Promise<void> {
  const given = ready.map(({ target, planned: { warnings, timeZone, wallTime, publishAt } }) => ({
    location_id: target.locationId,
    ...{ warnings, time_zone: timeZone, wall_time: wallTime },
    publish_at: publishAt?.toISOString() ?? null,
  }));
  await tx.execute(sql`
    update ${campaignTargets} set
      left_out = null,
      revision = 0,
      warnings = given.warnings,
      time_zone = given.time_zone,
      wall_time = given.wall_time,
      publish_at = given.publish_at
    from json_to_recordset(${JSON.stringify(given)}::json) as given
      (location_id text, warnings jsonb, time_zone text, wall_time text, publish_at timestamptz)
    where ${campaignTargets.locationId} = given.location_id and ${isLeftOutBy(id, { rule })}`);
}
