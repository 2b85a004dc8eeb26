import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, unionAll } from 'drizzle-orm/pg-core';
import { campaigns, campaignTargets } from '../database/campaigns.schema.js';
import type { Orm } from '../database/database.js';
import { posts } from '../database/schema.js';
import { WAITING_DETAILS } from '../database/waiting-details.js';
import type { CampaignProgressDto, PlannedTimeDto } from './campaign.dto.js';
import type { TargetState } from './campaign-target.dto.js';

/** A period of time; an end that is left out is open. */
export interface Period {
  from?: Date;
  to?: Date;
}

/** What is counted of a campaign. */
export interface CampaignCounts {
  progress: CampaignProgressDto;
  firstAt: Date | null;
  lastAt: Date | null;
  /** How many posts go out in a quarter of an hour, the earliest first. */
  times: PlannedTimeDto[];
}

/** How many locations of a campaign a rule concerns. */
export interface RuleCount {
  rule: string;
  count: number;
}

/** The locations of a campaign in one state and one quarter of an hour. `undone`: posts whose location has an outcome of its own. */
interface StateCount {
  campaignId: string;
  state: TargetState | 'undone';
  /** Null: it has no time. */
  quarter: Date | null;
  count: number;
  /** Those of them within the period. */
  countWithin: number;
  firstAt: Date | null;
  lastAt: Date | null;
}

const NO_PROGRESS: CampaignProgressDto = Object.freeze({
  left_out: 0,
  waiting: 0,
  scheduled: 0,
  paused: 0,
  held: 0,
  publishing: 0,
  in_review: 0,
  published: 0,
  failed: 0,
  unconfirmed: 0,
  removed: 0,
  cancelled: 0,
  deleted: 0,
  leftover: 0,
});
/** The states of locations that have no post and get none. */
const WITHOUT_POST: readonly StateCount['state'][] = Object.freeze([
  'left_out',
  'removed',
  'cancelled',
  'deleted',
  'leftover',
] as const);

/**
 * Counts where the posts of campaigns stand, and when they go out, those included that are still to be made.
 * @param shown the connected Google account  @param period limits `times` alone
 * @returns the counts by the id of a campaign
 */
export async function countStates(
  orm: Orm,
  ids: readonly string[],
  shown: string | null,
  period: Period = {},
): Promise<(id: string) => CampaignCounts> {
  const rows = ids.length === 0 ? [] : await readStates(orm, ids, shown, period);
  const ofCampaigns = Map.groupBy(rows, ({ campaignId }) => campaignId);
  return (id) => toCounts(ofCampaigns.get(id) ?? []);
}

/** Counts how many locations each rule leaves out, or warns of; most first. */
export async function countRules(
  orm: Orm,
  id: string,
): Promise<{ leftOut: RuleCount[]; warnings: RuleCount[] }> {
  const { campaignId, leftOut, warnings } = campaignTargets;
  const counted = (rule: SQL) => ({
    isLeftOut: sql<boolean>`${leftOut} is not null`.as('is_left_out'),
    rule: sql<string>`${rule}`.as('rule'),
    count: sql<number>`count(*)::int`.as('count'),
  });
  const leavesOut = orm
    .select(counted(sql`${leftOut}`))
    .from(campaignTargets)
    .where(and(eq(campaignId, id), isNotNull(leftOut)))
    .groupBy(sql`1`, sql`2`);
  const warns = orm
    .select(counted(sql`warning`))
    .from(campaignTargets)
    .innerJoin(sql`jsonb_array_elements_text(${warnings}) warning`, sql`true`)
    .where(and(eq(campaignId, id), isNull(leftOut)))
    .groupBy(sql`1`, sql`2`);
  const rows = await unionAll(leavesOut, warns).orderBy(sql`3 desc`, sql`2`);
  const of = (wanted: boolean) =>
    rows.filter(({ isLeftOut }) => isLeftOut === wanted).map(({ rule, count }) => ({ rule, count }));
  return { leftOut: of(true), warnings: of(false) };
}

function toCounts(rows: StateCount[]): CampaignCounts {
  const progress = { ...NO_PROGRESS };
  const times = new Map<number, number>();
  const moments: number[] = [];
  for (const { state, quarter, count, countWithin, firstAt, lastAt } of rows) {
    if (state !== 'undone') progress[state] += count;
    if (firstAt && lastAt && state !== 'left_out' && state !== 'undone')
      moments.push(firstAt.getTime(), lastAt.getTime());
    if (quarter && countWithin > 0 && !WITHOUT_POST.includes(state))
      times.set(quarter.getTime(), (times.get(quarter.getTime()) ?? 0) + countWithin);
  }
  return {
    progress,
    firstAt: moments.length > 0 ? new Date(Math.min(...moments)) : null,
    lastAt: moments.length > 0 ? new Date(Math.max(...moments)) : null,
    times: [...times]
      .sort(([one], [other]) => one - other)
      .map(([at, count]) => ({ at: new Date(at).toISOString(), count })),
  };
}

/**
 * Those with a post are counted by the index of the posts of campaigns, the others by their own rows. A join of both gets
 * slower, the lower Postgres estimates the number of locations.
 */
function readStates(
  orm: Orm,
  ids: readonly string[],
  shown: string | null,
  period: Period,
): Promise<StateCount[]> {
  const { campaignId, postId, undo, publishAt } = campaignTargets;
  const isOfThese = inArray(campaignId, [...ids]);
  // Read once and not for each post, however many rows Postgres estimates.
  const undone = orm
    .select({ postId })
    .from(campaignTargets)
    .where(and(isOfThese, isNotNull(undo), isNotNull(postId)));
  const stateOfMade = sql`case when ${inArray(posts.id, undone)} then 'undone' else ${stateOfPost(shown)} end`;
  const ofPosts = orm
    .select(counted(posts.campaignId, stateOfMade, posts.publishAt, period))
    .from(posts)
    .innerJoin(campaigns, eq(campaigns.id, posts.campaignId))
    .where(inArray(posts.campaignId, [...ids]))
    .groupBy(sql`1`, sql`2`, sql`3`);
  const ofOthers = orm
    .select(counted(campaignId, stateWithoutPost(), publishAt, period))
    .from(campaignTargets)
    .where(and(isOfThese, or(isNull(postId), isNotNull(undo))))
    .groupBy(sql`1`, sql`2`, sql`3`);
  return unionAll(ofPosts, ofOthers);
}

function counted(id: AnyPgColumn, state: SQL, at: AnyPgColumn, { from, to }: Period) {
  const isWithin = and(isNotNull(at), from && gte(at, from), to && lt(at, to));
  return {
    campaignId: sql<string>`${id}`.as('campaign_id'),
    state: sql<StateCount['state']>`${state}`.as('state'),
    quarter: sql`date_bin('15 minutes', ${at}, 'epoch'::timestamptz)`.mapWith(toDate).as('quarter'),
    count: sql<number>`count(*)::int`.as('count'),
    countWithin: sql<number>`count(*) filter (where ${isWithin})::int`.as('count_within'),
    firstAt: sql`min(${at})`.mapWith(toDate).as('first_at'),
    lastAt: sql`max(${at})`.mapWith(toDate).as('last_at'),
  };
}

function toDate(value: Date | string | null): Date | null {
  return value === null ? null : new Date(value);
}

/**
 * Where the post of a location stands, as `CampaignProgressDto` has it; for rows of `posts` with their campaign.
 * @param shown the connected Google account; null: there is none
 */
function stateOfPost(shown: string | null): SQL {
  const { status, detail, subject } = posts;
  const isForeign = shown === null ? sql`true` : sql`${subject} is distinct from ${shown}`;
  const waits = or(eq(status, 'SCHEDULED'), inArray(detail, [...WAITING_DETAILS]));
  return sql`case
    when ${status} = 'PUBLISHED' then 'published'
    when ${status} = 'FAILED' and ${detail} = 'unconfirmed' then 'unconfirmed'
    when ${status} = 'FAILED' then 'failed'
    when ${detail} = 'in_review' then 'in_review'
    when ${waits} and (${isForeign} or ${detail} in ('connection_lost', 'connection_held')) then 'held'
    when ${waits} and (${campaigns.isPaused} or ${detail} = 'campaign_paused') then 'paused'
    when ${status} = 'SCHEDULED' then 'scheduled'
    else 'publishing' end`;
}

/** Where a location stands that has no post, or whose post was undone. */
function stateWithoutPost(): SQL {
  const { undo, leftOut, revision } = campaignTargets;
  return sql`case
    when ${undo} is not null then ${undo}
    when ${leftOut} is not null then 'left_out'
    when ${revision} = 0 then 'waiting'
    else 'removed' end`;
}

/** Where a location stands; for rows of targets with their campaign, and with their post if they have one. */
export function stateOfTarget(shown: string | null): SQL {
  return sql`case
    when ${campaignTargets.undo} is null and ${posts.id} is not null then ${stateOfPost(shown)}
    else ${stateWithoutPost()} end`;
}
