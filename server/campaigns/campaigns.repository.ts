import { Injectable } from '@nestjs/common';
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { likeWords } from '../business-profile/port/search-text.js';
import {
  type CampaignRow,
  campaigns,
  campaignTargets,
  type TargetRow,
} from '../database/campaigns.schema.js';
import { Database, type Orm } from '../database/database.js';
import { posts } from '../database/schema.js';
import { isAfter, type ListPosition } from '../security/list-cursor.js';
import type { Period } from './campaign-counts.js';
import type { TargetState } from './campaign-target.dto.js';
import { isUnmade, stateOfTarget } from './target-state.js';

/** Which campaigns a list shows. */
interface CampaignFilter {
  isDraft: boolean;
  /** Only those with a post in it. */
  period: Period;
}

/** Which locations of a campaign a list shows. */
export interface TargetFilter {
  state?: TargetState;
  /** Only those that it leaves out, or warns of. */
  rule?: string;
  /** Part of a name or a store code. */
  search?: string;
}

/** A place in the list of a campaign's locations: faults have the first ranks. */
export interface TargetPosition {
  rank: number;
  position: number;
}

/** A location with its state, and with what its post says. */
export interface ListedTarget {
  target: TargetRow;
  state: TargetState;
  rank: TargetPosition['rank'];
  post: Pick<
    typeof posts.$inferSelect,
    'id' | 'publishAt' | 'publishedAt' | 'googleUrl' | 'errorDetails' | 'isCampaignException'
  > | null;
  /** The text of its post; null: it has none. */
  summary: string | null;
}

/** Reads campaigns and their locations. */
@Injectable()
export class CampaignsRepository {
  constructor(private readonly database: Database) {}

  /** A campaign of the workspace, of any Google account. */
  async find(workspaceId: string, id: string): Promise<CampaignRow | undefined> {
    const [row] = await this.database.orm.select().from(campaigns).where(isCampaign(workspaceId, id));
    return row;
  }

  /** A campaign whose row stays locked until the transaction ends. */
  async lock(tx: Orm, workspaceId: string, id: string): Promise<CampaignRow | undefined> {
    const [row] = await tx.select().from(campaigns).where(isCampaign(workspaceId, id)).for('no key update');
    return row;
  }

  /** How many posts a plan has, and for how many of them the time has passed. */
  async countPlanned(tx: Orm, id: string, now: Date): Promise<{ planned: number; past: number }> {
    const { campaignId, leftOut, publishAt } = campaignTargets;
    const [row] = await tx
      .select({ planned: count(), past: sql`count(*) filter (where ${lte(publishAt, now)})`.mapWith(Number) })
      .from(campaignTargets)
      .where(and(eq(campaignId, id), isNull(leftOut)));
    return row ?? { planned: 0, past: 0 };
  }

  /** How many posts of confirmed campaigns wait in a workspace, or are still to be made. */
  async countWaiting(tx: Orm, workspaceId: string): Promise<number> {
    const waiting = await tx.$count(
      posts,
      and(
        eq(posts.workspaceId, workspaceId),
        inArray(posts.status, ['SCHEDULED', 'QUEUED']),
        isNotNull(posts.campaignId),
      ),
    );
    const [unmade] = await tx
      .select({ count: count() })
      .from(campaignTargets)
      .innerJoin(campaigns, eq(campaigns.id, campaignTargets.campaignId))
      .where(and(eq(campaigns.workspaceId, workspaceId), eq(campaigns.state, 'scheduling'), isUnmade()));
    return waiting + (unmade?.count ?? 0);
  }

  /** The latest made first. */
  list(
    workspaceId: string,
    { isDraft, period }: CampaignFilter,
    { after, limit }: { after?: ListPosition; limit: number },
  ): Promise<CampaignRow[]> {
    const { createdAt, id, state } = campaigns;
    return this.database.orm
      .select()
      .from(campaigns)
      .where(
        and(
          eq(campaigns.workspaceId, workspaceId),
          isDraft ? eq(state, 'draft') : ne(state, 'draft'),
          this.isWithin(period),
          after && isAfter(after, { at: createdAt, id }),
        ),
      )
      .orderBy(desc(createdAt), asc(id))
      .limit(limit);
  }

  /** The locations of a campaign after a position: faults first, then by name. */
  async targets(
    { id, state }: CampaignRow,
    shown: string | null,
    filter: TargetFilter,
    { after, limit }: { after?: TargetPosition; limit: number },
  ): Promise<ListedTarget[]> {
    const own = stateOfTarget(shown);
    const rank = rankOf(own, state === 'draft');
    const { position } = campaignTargets;
    const isNext = after && sql`(${rank}, ${position}) > (${after.rank}::int, ${after.position}::int)`;
    return this.database.orm
      .select({
        target: campaignTargets,
        state: sql<TargetState>`${own}`,
        rank: sql<number>`${rank}`,
        post: {
          id: posts.id,
          publishAt: posts.publishAt,
          publishedAt: posts.publishedAt,
          googleUrl: posts.googleUrl,
          errorDetails: posts.errorDetails,
          isCampaignException: posts.isCampaignException,
        },
        summary: sql<string | null>`${posts.body} ->> 'summary'`,
      })
      .from(campaignTargets)
      .innerJoin(campaigns, eq(campaigns.id, campaignTargets.campaignId))
      .leftJoin(posts, eq(posts.id, campaignTargets.postId))
      .where(and(eq(campaignTargets.campaignId, id), matches(filter, own), isNext))
      .orderBy(asc(rank), asc(position))
      .limit(limit);
  }

  /** How many locations of a campaign a filter leaves. */
  async countTargets({ id }: CampaignRow, shown: string | null, filter: TargetFilter): Promise<number> {
    const [row] = await this.database.orm
      .select({ count: count() })
      .from(campaignTargets)
      .innerJoin(campaigns, eq(campaigns.id, campaignTargets.campaignId))
      .leftJoin(posts, eq(posts.id, campaignTargets.postId))
      .where(and(eq(campaignTargets.campaignId, id), matches(filter, stateOfTarget(shown))));
    return row?.count ?? 0;
  }

  private isWithin({ from, to }: Period): SQL | undefined {
    if (!from && !to) return undefined;
    const { orm } = this.database;
    const one = { one: sql`1` };
    const made = orm
      .select(one)
      .from(posts)
      .where(
        and(
          eq(posts.campaignId, campaigns.id),
          from && gte(posts.publishAt, from),
          to && lt(posts.publishAt, to),
        ),
      );
    const unmade = orm
      .select(one)
      .from(campaignTargets)
      .where(
        and(
          eq(campaignTargets.campaignId, campaigns.id),
          isUnmade(),
          from && gte(campaignTargets.publishAt, from),
          to && lt(campaignTargets.publishAt, to),
        ),
      );
    return or(exists(made), exists(unmade));
  }
}

function isCampaign(workspaceId: string, id: string): SQL | undefined {
  return and(eq(campaigns.workspaceId, workspaceId), eq(campaigns.id, id));
}

/** What comes first in the list of a campaign's locations: faults. */
function rankOf(state: SQL, isDraft: boolean): SQL {
  const { leftOut, warnings } = campaignTargets;
  return isDraft
    ? sql`case when ${leftOut} is not null then 0 when ${warnings} <> '[]' then 1 else 2 end`
    : sql`case when ${state} in ('failed', 'unconfirmed', 'leftover') then 0 when ${leftOut} is not null then 1 else 2 end`;
}

function matches({ state, rule, search }: TargetFilter, own: SQL): SQL | undefined {
  const { leftOut, warnings, locationName, storeCode } = campaignTargets;
  const text = sql`shingle_search_text(${locationName} || ' ' || coalesce(${storeCode}, ''))`;
  return and(
    state && sql`${own} = ${state}`,
    rule ? or(eq(leftOut, rule), sql`${warnings} @> to_jsonb(${rule}::text)`) : undefined,
    likeWords(text, search ?? ''),
  );
}
