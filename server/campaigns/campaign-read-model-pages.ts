import { and, asc, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { likeWords } from '../business-profile/port/search-text.js';
import { type CampaignRow, campaigns } from '../database/campaigns.schema.js';
import type { Orm } from '../database/database.js';
import { posts } from '../database/schema.js';
import { fromCursor, isAfter, toCursor, toPage, wrongCursor } from '../security/list-cursor.js';
import { MAX_PAGE } from '../security/validation.js';

/** A page of campaigns; `nextCursor` is null where no campaign follows. */
interface CampaignPage {
  page: CampaignRow[];
  nextCursor: string | null;
}

interface PageQuery {
  cursor?: string | undefined;
  /** By default the most. */
  limit?: number | undefined;
}

/** A page in the order in which campaigns were made, the latest first. Errors: `validation_failed` for an invalid cursor. */
export async function pageByMade(
  orm: Orm,
  wanted: SQL | undefined,
  { cursor, limit = MAX_PAGE }: PageQuery,
): Promise<CampaignPage> {
  const { createdAt, id } = campaigns;
  const after = cursor === undefined ? undefined : isAfter(fromCursor(cursor), { at: createdAt, id });
  const rows = await orm
    .select()
    .from(campaigns)
    .where(and(wanted, after))
    .orderBy(desc(createdAt), asc(id))
    .limit(limit + 1);
  return toPage(rows, limit, (last) => toCursor({ at: last.createdAt, id: last.id }));
}

/**
 * A page with those first that are under way, then those that are to begin, the soonest first, then those that are over, the
 * latest first. A campaign is under way from its first post until none of its posts waits, and while it is being undone.
 * What is under way is found by a look at the index of posts for each campaign that has begun. The cursor is the number of
 * campaigns before. Errors: `validation_failed` for an invalid cursor.
 */
export async function pageByDue(
  orm: Orm,
  wanted: SQL | undefined,
  now: Date,
  { cursor = '0', limit = MAX_PAGE }: PageQuery,
): Promise<CampaignPage> {
  if (!/^\d{1,9}$/.test(cursor)) throw wrongCursor();
  const offset = Number(cursor);
  const { id, state, firstAt } = campaigns;
  // With `exists` the database may read the waiting posts of all people.
  const oneWaiting = orm
    .select({ one: sql`1` })
    .from(posts)
    .where(and(eq(posts.campaignId, id), inArray(posts.status, ['SCHEDULED', 'QUEUED'])))
    .limit(1);
  const isToBegin = and(inArray(state, ['scheduling', 'scheduled']), gt(firstAt, now));
  const place = sql`case
    when ${isToBegin} then 1
    when ${state} = 'undone' then 2
    when ${state} in ('scheduling', 'undoing') or (${oneWaiting}) is not null then 0
    else 2 end`;
  const rows = await orm
    .select()
    .from(campaigns)
    .where(wanted)
    .orderBy(place, sql`case when ${isToBegin} then ${firstAt} end`, desc(firstAt), asc(id))
    .limit(limit + 1)
    .offset(offset);
  return toPage(rows, limit, () => String(offset + limit));
}

/** Whether each word of a search is part of the name or of the text, in whatever order. Without words: all. */
export function hasText(search = ''): SQL | undefined {
  const { name, body } = campaigns;
  return likeWords(sql`shingle_search_text(${name} || ' ' || (${body} ->> 'summary'))`, search);
}
