import type { CampaignRow, StoredPlan } from '../database/campaigns.schema.js';
import { PREFLIGHT_RULES } from '../posts/preflight-rules.js';
import type { FindingDto } from '../posts/preflight.dto.js';
import type { CampaignDto, CampaignPlanDto, ListedCampaignDto, PlannedRuleDto } from './campaign.dto.js';
import type { CampaignFigures, RuleCount } from './campaign-figures.js';
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
  { progress, firstAt, lastAt, times }: CampaignFigures,
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
    figures: CampaignFigures;
    rules: { leftOut: RuleCount[]; warnings: RuleCount[] };
    exceptions: number;
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
  };
}

/** A location of a campaign. `text`: what its post will say, if it has none yet. */
export function toTarget({ target, state, post, summary }: ListedTarget, text: () => string): TargetDto {
  const rules = [...(target.leftOut === null ? [] : [target.leftOut]), ...target.warnings];
  return {
    locationId: target.locationId,
    accountId: target.accountId,
    locationName: target.locationName,
    storeCode: target.storeCode,
    state,
    summary: summary ?? text(),
    hasOwnText: target.ownText !== null,
    publishAt: toText(post?.publishAt ?? target.publishAt),
    timeZone: target.timeZone,
    findings: rules.map(toFinding),
    postId: post?.id ?? null,
    isException: post?.isCampaignException ?? false,
    publishedAt: toText(post?.publishedAt ?? null),
    googleUrl: post?.googleUrl ?? null,
    errorDetails: target.undoError ?? post?.errorDetails ?? null,
  };
}

function toPlan(
  plan: StoredPlan,
  { leftOut, warnings }: { leftOut: RuleCount[]; warnings: RuleCount[] },
): CampaignPlanDto {
  return { ...plan, leftOut: leftOut.map(toPlannedRule), warnings: warnings.map(toPlannedRule) };
}

function toPlannedRule({ rule, count }: RuleCount): PlannedRuleDto {
  const { reason, cure } = toFinding(rule);
  return { rule, title: rule, reason, cure, count };
}

function toFinding(rule: string): FindingDto {
  const known = PREFLIGHT_RULES.find(({ id }) => id === rule);
  const { id, severity, field, reason, cure } = known ?? {
    id: 'invalid' as const,
    severity: 'block' as const,
    field: 'postBody',
    reason: rule,
    cure: null,
  };
  return { id, severity, field, reason, cure };
}

function toText(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}
