import type { CampaignRow, StoredPlan } from '../database/campaigns.schema.js';
import { webLink } from '../security/web-address.js';
import type { CampaignDto, CampaignPlanDto, ListedCampaignDto, PlannedRuleDto } from './campaign.dto.js';
import type { CampaignCounts, RuleCount } from './campaign-counts.js';
import { campaignRule, rulesOfTarget } from './plan/campaign-rules.js';
import type { TargetDto } from './campaign-target.dto.js';
import type { ListedTarget } from './campaigns.repository.js';

/** What is said of a campaign whose plan is still to be made. */
const NO_PLAN: StoredPlan = {
  chosen: 0,
  posts: 0,
  first: null,
  last: null,
  times: [],
  quota: { perMinute: 0, busiestAt: null, busiestCount: 0, doneAt: null },
  sameText: 0,
  unknownStoreCodes: [],
};

/** @param shown the connected Google account; null: there is none */
export function toListedCampaign(
  row: CampaignRow,
  { progress, firstAt, lastAt, times }: CampaignCounts,
  shown: string | null,
): ListedCampaignDto {
  const { left_out: _leftOut, ...others } = progress;
  return {
    id: row.id,
    state: row.state,
    isPaused: row.isPaused,
    isOfOtherAccount: row.subject !== shown,
    summary: row.body.summary,
    wallTime: row.wallTime,
    publishAt: toText(row.publishAt),
    posts: Object.values(others).reduce((sum, count) => sum + count, 0),
    firstAt: toText(firstAt),
    lastAt: toText(lastAt),
    times: times.map(({ at, count }) => ({ at: at.toISOString(), count })),
    progress,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A campaign whole. */
export function toCampaign(
  row: CampaignRow,
  counted: {
    figures: CampaignCounts;
    rules: { leftOut: RuleCount[]; warnings: RuleCount[] };
    exceptions: number;
    beingSent: number;
    removable: number;
  },
  shown: string | null,
): CampaignDto {
  return {
    ...toListedCampaign(row, counted.figures, shown),
    version: row.version,
    postBody: row.body,
    timeZone: row.timeZone,
    spreadMinutes: row.spreadMinutes,
    closedDays: row.closedDays,
    plan: toPlan(row.plan ?? NO_PLAN, counted.rules),
    confirmedAt: toText(row.confirmedAt),
    undoneAt: toText(row.undoneAt),
    exceptions: counted.exceptions,
    beingSent: counted.beingSent,
    removable: counted.removable,
  };
}

/** @param summary the text of its post, or what its post would say */
export function toTarget({ target, state, post }: ListedTarget, summary: string): TargetDto {
  return {
    locationId: target.locationId,
    accountId: target.accountId,
    locationName: target.locationName,
    storeCode: target.storeCode,
    state,
    summary,
    hasOwnText: target.ownText !== null,
    publishAt: toText(post?.publishAt ?? target.publishAt),
    timeZone: target.timeZone,
    findings: rulesOfTarget(target).map(({ title: _title, ...finding }) => finding),
    postId: post?.id ?? null,
    isException: post?.isCampaignException ?? false,
    publishedAt: toText(post?.publishedAt ?? null),
    googleUrl: webLink(post?.googleUrl),
    errorDetails: target.undoError ?? post?.errorDetails ?? null,
  };
}

function toPlan(
  plan: StoredPlan,
  { leftOut, warnings }: { leftOut: RuleCount[]; warnings: RuleCount[] },
): CampaignPlanDto {
  return { ...plan, leftOut: leftOut.flatMap(toPlannedRule), warnings: warnings.flatMap(toPlannedRule) };
}

function toPlannedRule({ rule, count }: RuleCount): PlannedRuleDto[] {
  const known = campaignRule(rule);
  return known ? [{ rule, title: known.title, reason: known.reason, cure: known.cure, count }] : [];
}

function toText(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}
