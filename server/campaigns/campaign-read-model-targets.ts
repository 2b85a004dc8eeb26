import { and, asc, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { likeWords } from '../business-profile/port/search-text.js';
import { type CampaignRow, campaigns, campaignTargets } from '../database/campaigns.schema.js';
import type { Orm } from '../database/database.js';
import { posts } from '../database/schema.js';
import { toPage } from '../security/list-cursor.js';
import { MAX_PAGE } from '../security/validation.js';
import { webLink } from '../security/web-address.js';
import { stateOfTarget } from './campaign-read-model-counts.js';
import type { TargetDto, TargetListDto, TargetQueryDto, TargetState } from './campaign-target.dto.js';
import { rulesOfTarget } from './plan/campaign-rules.js';
import { renderSummary } from './plan/campaign-text.js';

/** More than any position: a cursor is a rank and a position in one number. */
const RANK = 100_000;

/** The states of a location whose post was taken back. */
const GONE: readonly TargetState[] = Object.freeze(['removed', 'cancelled', 'deleted']);

/** Which locations of a campaign are shown. */
type TargetFilter = Pick<TargetQueryDto, 'state' | 'rule' | 'search'>;

/** Reads a page of a campaign's locations: faults first, then by name. @param shown the connected Google account */
export async function readTargets(
  orm: Orm,
  campaign: CampaignRow,
  shown: string | null,
  { cursor, limit = MAX_PAGE, ...filter }: TargetQueryDto,
  language: string,
): Promise<Pick<TargetListDto, 'items' | 'nextCursor'>> {
  const state = stateOfTarget(shown);
  const rank = rankOf(state, campaign.state === 'draft');
  const { position } = campaignTargets;
  const after = cursor === undefined ? undefined : Number(cursor);
  const isNext =
    after === undefined
      ? undefined
      : sql`(${rank}, ${position}) > (${Math.floor(after / RANK)}::int, ${after % RANK}::int)`;
  const { id, publishAt, publishedAt, googleUrl, errorDetails, isCampaignException } = posts;
  const rows = await orm
    .select({
      target: campaignTargets,
      state: sql<TargetState>`${state}`,
      rank: sql<number>`${rank}`,
      post: { id, publishAt, publishedAt, googleUrl, errorDetails, isCampaignException },
      summary: sql<string | null>`${posts.body} ->> 'summary'`,
    })
    .from(campaignTargets)
    .innerJoin(campaigns, eq(campaigns.id, campaignTargets.campaignId))
    .leftJoin(posts, eq(posts.id, campaignTargets.postId))
    .where(and(eq(campaignTargets.campaignId, campaign.id), matches(filter, state), isNext))
    .orderBy(asc(rank), asc(position))
    .limit(limit + 1);
  const { page, nextCursor } = toPage(rows, limit, (last) => String(last.rank * RANK + last.target.position));
  return {
    items: page.map(({ target, post, summary, ...row }): TargetDto => {
      const time = post?.publishAt ?? target.publishAt;
      return {
        locationId: target.locationId,
        accountId: target.accountId,
        locationName: target.locationName,
        storeCode: target.storeCode,
        state: row.state,
        summary: summary ?? renderSummary(campaign.body, target.facts, target.ownText),
        hasOwnText: target.ownText !== null,
        publishAt: time?.toISOString() ?? null,
        timeZone: target.timeZone,
        findings: rulesOfTarget(target, language).map(({ title: _title, ...finding }) => finding),
        postId: post?.id ?? null,
        isException: post?.isCampaignException ?? false,
        publishedAt: post?.publishedAt?.toISOString() ?? null,
        googleUrl: webLink(post?.googleUrl),
        errorDetails: target.undoError ?? post?.errorDetails ?? null,
      };
    }),
    nextCursor,
  };
}

/** Counts the locations of a campaign that a filter leaves. @param shown the connected Google account */
export async function countTargets(
  orm: Orm,
  { id }: CampaignRow,
  shown: string | null,
  filter: TargetFilter,
): Promise<number> {
  const [row] = await orm
    .select({ count: count() })
    .from(campaignTargets)
    .innerJoin(campaigns, eq(campaigns.id, campaignTargets.campaignId))
    .leftJoin(posts, eq(posts.id, campaignTargets.postId))
    .where(and(eq(campaignTargets.campaignId, id), matches(filter, stateOfTarget(shown))));
  return row?.count ?? 0;
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
    state && (state === 'gone' ? inArray(own, [...GONE]) : sql`${own} = ${state}`),
    rule ? or(eq(leftOut, rule), sql`${warnings} @> to_jsonb(${rule}::text)`) : undefined,
    likeWords(text, search ?? ''),
  );
}
