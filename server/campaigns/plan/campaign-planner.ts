import { Injectable } from '@nestjs/common';
import { BusinessProfileProviders } from '../../business-profile/business-profile-providers.js';
import { Clock } from '../../config/clock.js';
import type { CampaignRow, TargetRow } from '../../database/campaigns.schema.js';
import type { Orm } from '../../database/database.js';
import { AppError } from '../../errors/app-error.js';
import { OneAtATime } from '../../jobs/one-at-a-time.js';
import { inTurns } from '../../jobs/turns.js';
import { ChosenLocations } from '../selections/chosen-locations.js';
import { MAX_NAMED } from '../selections/selection.dto.js';
import { CampaignFacts } from './campaign-facts.js';
import { CampaignPlanRepository, FIRST_POSITION } from './campaign-plan.repository.js';
import { renderSummary } from './campaign-text.js';
import { PlanSummary } from './plan-summary.js';
import { minutesAt, type PlannedTarget, planTargets } from './plan-targets.js';

/** Works out what each location of a campaign gets, and what is to be said before it is promised. */
@Injectable()
export class CampaignPlanner {
  constructor(
    private readonly facts: CampaignFacts,
    private readonly chosen: ChosenLocations,
    private readonly plans: CampaignPlanRepository,
    private readonly providers: BusinessProfileProviders,
    private readonly oneAtATime: OneAtATime,
    private readonly clock: Clock,
  ) {}

  /**
   * Plans a draft as it is given, and stores it so: resolves its choice, keeps what a person has chosen for single locations,
   * and stores its locations and its plan at once, together with what `first` does.
   * Errors: `validation_failed` for too many locations, `campaign_changed` when the draft is another one by now,
   * `too_many_requests` while more of the workspace’s wait for their turn.
   */
  plan(campaign: CampaignRow, first?: (tx: Orm) => Promise<void>): Promise<void> {
    return this.oneAtATime.run(campaign.workspaceId, () => this.planWhole(campaign, first));
  }

  /**
   * Plans some locations of a draft again, as they are given: with texts of their own, or left out. The others stay.
   * Errors: `campaign_changed` when the draft is another one by now, `too_many_requests` as `plan`.
   */
  replan(campaign: CampaignRow, targets: readonly TargetRow[]): Promise<void> {
    return this.oneAtATime.run(campaign.workspaceId, () => this.planSome(campaign, targets));
  }

  /**
   * What some targets of a campaign get by what is known now, by location. Nothing is stored.
   * @param isAccepted whether the campaign's time was accepted before: however late its posts are made, it has not passed
   */
  async targetsNow(
    campaign: CampaignRow,
    targets: readonly TargetRow[],
    isAccepted = false,
  ): Promise<Map<string, PlannedTarget>> {
    const ids = targets.map(({ locationId }) => locationId);
    const context = await this.facts.context(campaign);
    const sheets = await this.facts.sheets(campaign, ids);
    const turns = campaign.spreadMinutes > 0 ? await this.plans.turns(campaign, ids) : undefined;
    const planned = await planTargets(
      campaign,
      targets.map(({ locationId, ownText, leftOut, publishAt }) => ({
        sheet: sheets.get(locationId),
        ownText,
        isLeftOut: leftOut === 'left-out',
        promisedAt: isAccepted ? 'accepted' : campaign.state === 'draft' ? null : publishAt,
      })),
      context,
      ids.map((id) => minutesAt(campaign, turns?.get(id))),
    );
    return new Map(ids.map((id, index) => [id, planned[index]!]));
  }

  /**
   * What left-out targets of a confirmed campaign get if they are taken in now, by location; still left out where a rule is
   * against it. Where the campaign's time has passed, the post is due at once and has no time of day. Nothing is stored.
   */
  async targetsTakenIn(
    campaign: CampaignRow,
    targets: readonly TargetRow[],
  ): Promise<Map<string, PlannedTarget>> {
    const wanted = targets.map((target) => ({ ...target, leftOut: null }));
    const planned = await this.targetsNow(campaign, wanted, true);
    const now = this.clock.now();
    const late = wanted.filter(({ locationId }) => {
      const found = planned.get(locationId)!;
      return found.leftOut === null && isDueBy(found, now);
    });
    if (late.length === 0) return planned;
    const atOnce = { ...campaign, wallTime: null, publishAt: now, spreadMinutes: 0 };
    for (const [id, found] of await this.targetsNow(atOnce, late, true))
      planned.set(id, isDueBy(found, now) ? { ...found, wallTime: null } : found);
    return planned;
  }

  private async planWhole(campaign: CampaignRow, first?: (tx: Orm) => Promise<void>): Promise<void> {
    const { id: campaignId, workspaceId, subject, choice } = campaign;
    const owner = { workspaceId, subject };
    const ids = await this.chosen.ids(owner, choice, { limit: MAX_NAMED + 1 });
    if (ids.length > MAX_NAMED)
      throw AppError.invalid([
        { field: 'choice', message: 'That’s more than 10,000 locations. Please choose fewer' },
      ]);
    const own = await this.plans.ownChoices(campaignId);
    const context = await this.facts.context(campaign);
    const sheets = await this.facts.manySheets(campaign, ids);
    const wanted = sheets.map((sheet) => {
      const { ownText = null, leftOut } = own.get(sheet.location.id) ?? {};
      return { sheet, ownText, isLeftOut: leftOut === 'left-out', promisedAt: null };
    });
    const planned = await planTargets(campaign, wanted, context);
    const summary = new PlanSummary(campaign);
    const targets = await inTurns(wanted, ({ sheet: { location, facts }, ownText }, index) => {
      const { body, ...target } = planned[index]!;
      const { id: locationId, name: locationName, accountId, storeCode } = location;
      const position = index + (target.leftOut === null ? FIRST_POSITION : 0);
      summary.add({ ...target, locationName }, body?.summary);
      const row = { campaignId, locationId, accountId, locationName, storeCode, facts, ownText, position };
      return { ...target, ...row };
    });
    const plan = {
      ...(await this.resultOf(campaign, summary)),
      chosen: targets.length,
      unknownStoreCodes: await this.chosen.unknownCodes(owner, choice.storeCodes ?? []),
    };
    const now = this.clock.now();
    await this.plans.replace({ ...campaign, plan, plannedAt: now, updatedAt: now }, targets, first);
  }

  private async planSome(campaign: CampaignRow, targets: readonly TargetRow[]): Promise<void> {
    const planned = await this.targetsNow(campaign, targets);
    const changed = targets.map((target) => {
      const { body: _body, ...now } = planned.get(target.locationId)!;
      return { ...target, ...now };
    });
    const byId = new Map(changed.map((target) => [target.locationId, target]));
    const all = (await this.plans.targets(campaign.id)).map(
      (target) => byId.get(target.locationId) ?? target,
    );
    const summary = new PlanSummary(campaign);
    await inTurns(all, (target) => {
      const { leftOut, facts, ownText } = target;
      summary.add(target, leftOut === null ? renderSummary(campaign.body, facts, ownText) : undefined);
    });
    const { chosen = 0, unknownStoreCodes = [] } = campaign.plan ?? {};
    const plan = { ...(await this.resultOf(campaign, summary)), chosen, unknownStoreCodes };
    await this.plans.change({ ...campaign, plan, updatedAt: this.clock.now() }, changed);
  }

  /** What a plan says of all its posts, beside those of others. */
  private async resultOf(
    { id }: CampaignRow,
    summary: PlanSummary,
  ): Promise<ReturnType<PlanSummary['result']>> {
    const { around } = summary;
    const others = around ? await this.plans.dueCounts(id, around) : new Map<number, number>();
    return summary.result(others, this.providers.named('google').postAllowance);
  }
}

function isDueBy({ publishAt }: PlannedTarget, now: Date): boolean {
  return publishAt !== null && publishAt <= now;
}
