import { Injectable } from '@nestjs/common';
import { and, eq, exists, gte, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { Clock } from '../config/clock.js';
import {
  type CampaignRow,
  campaigns,
  campaignTargets,
  type StoredPlan,
} from '../database/campaigns.schema.js';
import { Database } from '../database/database.js';
import { posts } from '../database/schema.js';
import { AppError } from '../errors/app-error.js';
import type { RequestOwner } from '../people/current-owner.js';
import { beingSent } from '../posts/being-sent.js';
import { readersLanguage } from '../users/readers-language.js';
import type {
  CampaignDto,
  CampaignListDto,
  CampaignQueryDto,
  ListedCampaignDto,
  PlannedRuleDto,
} from './campaign.dto.js';
import {
  type CampaignCounts,
  countRules,
  countStates,
  type Period,
  type RuleCount,
} from './campaign-read-model-counts.js';
import { hasText, pageByDue, pageByMade } from './campaign-read-model-pages.js';
import { countTargets, readTargets } from './campaign-read-model-targets.js';
import type { TargetListDto, TargetQueryDto } from './campaign-target.dto.js';
import { isCampaign } from './campaigns.repository.js';
import { campaignRule } from './plan/campaign-rules.js';
import { isRemovable, isUnmade } from './work/target-filter.js';

/** The plan of a campaign that is being planned for the first time. */
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

/** A campaign with counts that only its own page shows. */
interface SeenCampaign {
  row: CampaignRow;
  exceptions: number;
  beingSent: number;
  removable: number;
  /** The connected Google account; null: there is none. */
  shown: string | null;
}

/**
 * Reads what the screens of campaigns show: the list, the page of one campaign, and its locations. A page of the list is
 * read before its counts, and a campaign before its locations: the database estimates the rows of known ids, and not of a
 * subquery. What matches is counted apart from the page, which begins at a cursor.
 */
@Injectable()
export class CampaignReadModel {
  constructor(
    private readonly database: Database,
    private readonly providers: BusinessProfileProviders,
    private readonly clock: Clock,
  ) {}

  /** A page of the list. Errors: `validation_failed` for an invalid cursor. */
  async list(workspaceId: string, query: CampaignQueryDto): Promise<CampaignListDto> {
    const period = { from: toDate(query.from), to: toDate(query.to) };
    const { owner } = await this.providers.sourceToShow(workspaceId);
    const isTheirs = eq(campaigns.workspaceId, workspaceId);
    const isConfirmed = ne(campaigns.state, 'draft');
    const wanted = and(
      isTheirs,
      query.only === 'drafts' ? eq(campaigns.state, 'draft') : isConfirmed,
      this.hasPostWithin(period),
      hasText(query.search),
    );
    const { orm } = this.database;
    const { page, nextCursor } =
      query.order === 'due'
        ? await pageByDue(orm, wanted, this.clock.now(), query)
        : await pageByMade(orm, wanted, query);
    const ids = page.map((row) => row.id);
    const [counts, total] = await Promise.all([
      countStates(orm, ids, owner.subject, period),
      orm.$count(campaigns, and(isTheirs, isConfirmed)),
    ]);
    return {
      items: page.map((row) => toListedCampaign(row, counts(row.id), owner.subject)),
      nextCursor,
      total,
    };
  }

  /** A campaign whole. Errors: `not_found`. */
  async get(workspaceId: string, id: string): Promise<CampaignDto> {
    const { row, shown, ...counted } = await this.see(workspaceId, id);
    const { version: _version, ...plan } = row.plan ?? NO_PLAN;
    const [counts, rules] = await Promise.all([
      countStates(this.database.orm, [id], shown),
      countRules(this.database.orm, id),
    ]);
    return {
      ...toListedCampaign(row, counts(id), shown),
      version: row.version,
      postBody: row.body,
      timeZone: row.timeZone,
      spreadMinutes: row.spreadMinutes,
      closedDays: row.closedDays,
      plan: {
        ...plan,
        leftOut: rules.leftOut.flatMap(toPlannedRule),
        warnings: rules.warnings.flatMap(toPlannedRule),
      },
      confirmedAt: toText(row.confirmedAt),
      ...counted,
    };
  }

  /**
   * A page of a campaign's locations: faults first, then by name; what is found is said in the language of who asks. Errors:
   * `not_found`.
   */
  async targets(
    { workspaceId, actor }: RequestOwner,
    id: string,
    query: TargetQueryDto,
  ): Promise<TargetListDto> {
    const { orm } = this.database;
    const [{ row, shown }, language] = await Promise.all([
      this.see(workspaceId, id),
      readersLanguage(orm, actor),
    ]);
    const [page, matched] = await Promise.all([
      readTargets(orm, row, shown, query, language),
      countTargets(orm, row, shown, query),
    ]);
    return { ...page, matched };
  }

  /** Errors: `not_found`. */
  private async see(workspaceId: string, id: string): Promise<SeenCampaign> {
    const { orm } = this.database;
    const [[seen], { owner }] = await Promise.all([
      orm
        .select({
          row: campaigns,
          exceptions: orm.$count(posts, and(eq(posts.campaignId, id), eq(posts.isCampaignException, true))),
          beingSent: orm.$count(beingSent(orm, eq(posts.campaignId, id)).as('being_sent')),
          removable: orm.$count(campaignTargets, isRemovable(id)),
        })
        .from(campaigns)
        .where(isCampaign(workspaceId, id)),
      this.providers.sourceToShow(workspaceId),
    ]);
    if (!seen) throw AppError.of('not_found');
    return { ...seen, shown: owner.subject };
  }

  private hasPostWithin({ from, to }: Period): SQL | undefined {
    if (!from && !to) return undefined;
    const { orm } = this.database;
    const { campaignId, publishAt } = campaignTargets;
    const one = { one: sql`1` };
    const isMade = and(
      eq(posts.campaignId, campaigns.id),
      from && gte(posts.publishAt, from),
      to && lt(posts.publishAt, to),
    );
    const isToBeMade = and(
      eq(campaignId, campaigns.id),
      isUnmade(),
      from && gte(publishAt, from),
      to && lt(publishAt, to),
    );
    return or(
      exists(orm.select(one).from(posts).where(isMade)),
      exists(orm.select(one).from(campaignTargets).where(isToBeMade)),
    );
  }
}

/** @param shown the connected Google account; null: there is none */
function toListedCampaign(
  row: CampaignRow,
  { progress, firstAt, lastAt, times }: CampaignCounts,
  shown: string | null,
): ListedCampaignDto {
  const { left_out: _leftOut, ...others } = progress;
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    isPaused: row.isPaused,
    isOfOtherAccount: row.subject !== shown,
    summary: row.body.summary,
    wallTime: row.wallTime,
    publishAt: toText(row.publishAt),
    posts: Object.values(others).reduce((sum, count) => sum + count, 0),
    firstAt: toText(firstAt),
    lastAt: toText(lastAt),
    times,
    progress,
    createdAt: row.createdAt.toISOString(),
    undoneAt: toText(row.undoneAt),
  };
}

/** A rule with how many locations it concerns; none for a rule of an older version. */
export function toPlannedRule({ rule, count }: RuleCount): PlannedRuleDto[] {
  const known = campaignRule(rule);
  return known ? [{ rule, title: known.title, reason: known.reason, cure: known.cure, count }] : [];
}

function toText(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}

function toDate(text: string | null | undefined): Date | undefined {
  return text ? new Date(text) : undefined;
}
