import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../../config/durations.js';
import type { CampaignRow, StoredPlan, TargetRow } from '../../database/campaigns.schema.js';
import type { Orm } from '../../database/database.js';
import { Clock } from '../../config/clock.js';
import { AppError } from '../../errors/app-error.js';
import { OneAtATime } from '../../jobs/one-at-a-time.js';
import { inTurns, Turns } from '../../jobs/turns.js';
import { CampaignFacts } from './campaign-facts.js';
import { CampaignPlanRepository, FIRST_POSITION } from './campaign-plan.repository.js';
import { renderSummary } from './campaign-text.js';
import { ChosenLocations } from '../selections/chosen-locations.js';
import { PlanSummary } from './plan-summary.js';
import { type LocationSheet, type PlannedTarget, planTarget } from './planned-target.js';
import { MAX_NAMED } from '../selections/selection.dto.js';

/** Of how many locations the facts are read at once: a few milliseconds. */
const SHEETS_AT_ONCE = 50;

/** Works out what each location of a campaign gets, and what is to be said before it is promised. */
@Injectable()
export class CampaignPlanner {
  constructor(
    private readonly facts: CampaignFacts,
    private readonly chosen: ChosenLocations,
    private readonly plans: CampaignPlanRepository,
    private readonly oneAtATime: OneAtATime,
    private readonly clock: Clock,
  ) {}

  /**
   * Plans a draft as it is given, and stores it so: resolves its choice, keeps what a person has chosen for single locations,
   * and stores its locations and its plan at once, together with what `first` does.
   * Errors: `validation_failed` for too many locations, `campaign_changed` when the draft is another one by now,
   * `too_many_requests` while more of the person’s wait for their turn.
   */
  plan(campaign: CampaignRow, first?: (tx: Orm) => Promise<void>): Promise<void> {
    return this.oneAtATime.run(campaign.workspaceId, () => this.planAll(campaign, first));
  }

  private async planAll(campaign: CampaignRow, first?: (tx: Orm) => Promise<void>): Promise<void> {
    const { workspaceId, subject, choice } = campaign;
    const owner = { workspaceId, subject };
    const ids = await this.chosen.ids(owner, choice, { limit: MAX_NAMED + 1 });
    if (ids.length > MAX_NAMED)
      throw AppError.invalid([
        { field: 'choice', message: 'These are more than 10,000 locations. Please choose fewer' },
      ]);
    const own = await this.plans.ownChoices(campaign.id);
    const context = await this.facts.context(campaign);
    const sheets = await this.sheetsOf(campaign, ids);
    const planEach = (minutesOf: (index: number) => number): Promise<PlannedTarget[]> =>
      inTurns(sheets, (sheet, index) => {
        const { ownText = null, leftOut } = own.get(sheet.location.id) ?? {};
        const isLeftOut = leftOut === 'left-out';
        const chosen = { ownText, isLeftOut, minutes: minutesOf(index), promisedAt: null };
        return planTarget(campaign, sheet, chosen, context);
      });
    let planned = await planEach(() => 0);
    if (campaign.spreadMinutes > 0) {
      const minutes = spread(campaign, planned);
      planned = await planEach((index) => minutes[index] ?? 0);
    }
    const summary = new PlanSummary();
    const targets = await inTurns(sheets, ({ location, facts }, index) => {
      const { body, ...target } = planned[index]!;
      const { name: locationName, accountId, storeCode } = location;
      if (body && target.publishAt)
        summary.add({
          publishAt: target.publishAt,
          timeZone: target.timeZone ?? campaign.timeZone,
          locationName,
          text: body.summary,
        });
      return {
        ...target,
        ...{ campaignId: campaign.id, locationId: location.id, accountId, locationName, storeCode, facts },
        position: index + (target.leftOut === null ? FIRST_POSITION : 0),
        ownText: own.get(location.id)?.ownText ?? null,
      };
    });
    const plan = {
      ...(await this.planOf(campaign.id, summary)),
      chosen: targets.length,
      unknownStoreCodes: await this.chosen.unknownCodes(owner, choice.storeCodes ?? []),
    };
    const now = this.clock.now();
    await this.plans.replace({ ...campaign, plan, plannedAt: now, updatedAt: now }, targets, first);
  }

  /**
   * Plans some locations of a draft again, as they are given: with texts of their own, or left out. The others stay.
   * Errors: `campaign_changed` when the draft is another one by now, `too_many_requests` as `plan`.
   */
  planTargets(campaign: CampaignRow, targets: readonly TargetRow[]): Promise<void> {
    return this.oneAtATime.run(campaign.workspaceId, () => this.planSome(campaign, targets));
  }

  private async planSome(campaign: CampaignRow, targets: readonly TargetRow[]): Promise<void> {
    const now = await this.targetsNow(campaign, targets);
    const changed = targets.map((target) => {
      const { body: _body, ...planned } = now.get(target.locationId)!;
      return { ...target, ...planned };
    });
    const { chosen = 0, unknownStoreCodes = [] } = campaign.plan ?? {};
    await this.plans.change({ ...campaign, updatedAt: this.clock.now() }, changed, async (tx) => {
      const summary = new PlanSummary();
      for await (const part of this.plans.eachPlanned(tx, campaign.id))
        for (const { publishAt, timeZone, locationName, facts, ownText } of part)
          if (publishAt)
            summary.add({
              publishAt,
              timeZone: timeZone ?? campaign.timeZone,
              locationName,
              text: renderSummary(campaign.body, facts, ownText),
            });
      return { ...(await this.planOf(campaign.id, summary, tx)), chosen, unknownStoreCodes };
    });
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
    const planned = await inTurns(targets, ({ locationId, ownText, leftOut, publishAt }) => {
      const turn = turns?.get(locationId);
      const isLeftOut = leftOut === 'left-out';
      const minutes = turn ? minutesAt(turn, campaign) : 0;
      const promisedAt = isAccepted ? 'accepted' : campaign.state === 'draft' ? null : publishAt;
      return planTarget(
        campaign,
        sheets.get(locationId),
        { ownText, isLeftOut, minutes, promisedAt },
        context,
      );
    });
    return new Map(ids.map((id, index) => [id, planned[index]!]));
  }

  private async sheetsOf(campaign: CampaignRow, ids: string[]): Promise<LocationSheet[]> {
    const all: LocationSheet[] = [];
    const turns = new Turns();
    for (let from = 0; from < ids.length; from += SHEETS_AT_ONCE) {
      await turns.pass();
      const part = ids.slice(from, from + SHEETS_AT_ONCE);
      const sheets = await this.facts.sheets(campaign, part);
      all.push(...part.flatMap((id) => sheets.get(id) ?? []));
    }
    return all;
  }

  private async planOf(
    campaignId: string,
    summary: PlanSummary,
    tx?: Orm,
  ): Promise<Omit<StoredPlan, 'chosen' | 'unknownStoreCodes'>> {
    const { span } = summary;
    if (!span) return summary.result(new Map());
    // What is due in the hour before may still be on its way.
    const around = {
      from: new Date(span.from.getTime() - HOUR_MS),
      to: new Date(span.to.getTime() + HOUR_MS),
    };
    return summary.result(await this.plans.dueCounts(campaignId, around, tx));
  }
}

/** After how many minutes each post has its turn: those of one zone are spread evenly, or all those of one instant. */
function spread(campaign: CampaignRow, planned: PlannedTarget[]): number[] {
  const zoneOf = ({ timeZone }: PlannedTarget) => (campaign.wallTime === null ? '' : (timeZone ?? ''));
  const sizes = new Map<string, number>();
  const going = planned.map((target) => (target.leftOut === null ? zoneOf(target) : undefined));
  const before = going.map((zone) => {
    const rank = zone === undefined ? 0 : (sizes.get(zone) ?? 0);
    if (zone !== undefined) sizes.set(zone, rank + 1);
    return rank;
  });
  return going.map((zone, index) =>
    zone === undefined ? 0 : minutesAt({ before: before[index] ?? 0, all: sizes.get(zone) ?? 1 }, campaign),
  );
}

function minutesAt(
  { before, all }: { before: number; all: number },
  { spreadMinutes }: Pick<CampaignRow, 'spreadMinutes'>,
): number {
  return Math.floor((before * spreadMinutes) / all);
}
