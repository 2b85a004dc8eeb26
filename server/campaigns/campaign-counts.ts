import { Injectable } from '@nestjs/common';
import { and, eq, gte, inArray, isNotNull, isNull, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, unionAll } from 'drizzle-orm/pg-core';
import { campaigns, campaignTargets } from '../database/campaigns.schema.js';
import { Database } from '../database/database.js';
import { posts } from '../database/schema.js';
import { beingSent } from '../posts/being-sent.js';
import type { CampaignProgressDto } from './campaign.dto.js';
import type { TargetState } from './campaign-target.dto.js';
import { isRemovable, isUnmade, stateOfPost, stateWithoutPost } from './target-state.js';

/** A period of time; an end that is left out is open. */
export interface Period {
  from?: Date;
  to?: Date;
}

/** How many posts go out in a quarter of an hour. */
interface TimeCount {
  at: Date;
  count: number;
}

/** What is counted of a campaign. */
export interface CampaignCounts {
  progress: CampaignProgressDto;
  firstAt: Date | null;
  lastAt: Date | null;
  times: TimeCount[];
}

/** How many locations of a campaign a rule concerns. */
export interface RuleCount {
  rule: string;
  count: number;
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

const toDate = (value: Date | string | null) => (value === null ? null : new Date(value));

/** Counts where the posts of campaigns stand, and when they go out. */
@Injectable()
export class CampaignCountsRepository {
  constructor(private readonly database: Database) {}

  /** @param shown the connected Google account  @param period limits `times` alone */
  async of(
    ids: readonly string[],
    shown: string | null,
    period: Period = {},
  ): Promise<Map<string, CampaignCounts>> {
    if (ids.length === 0) return new Map();
    const [states, times] = await Promise.all([this.states(ids, shown), this.times(ids, period)]);
    return new Map(
      ids.map((id) => {
        const own = states.filter(({ campaignId }) => campaignId === id);
        const ofPosts = own.filter(({ state }) => state !== 'left_out');
        const moments = (pick: 'firstAt' | 'lastAt') => ofPosts.flatMap((row) => row[pick]?.getTime() ?? []);
        const [firsts, lasts] = [moments('firstAt'), moments('lastAt')];
        const progress = { ...NO_PROGRESS };
        for (const { state, count } of own) progress[state] += count;
        return [
          id,
          {
            progress,
            firstAt: firsts.length > 0 ? new Date(Math.min(...firsts)) : null,
            lastAt: lasts.length > 0 ? new Date(Math.max(...lasts)) : null,
            times: times.filter(({ campaignId }) => campaignId === id),
          },
        ];
      }),
    );
  }

  /** How many locations each rule leaves out, or warns of; most first. */
  async rules(id: string): Promise<{ leftOut: RuleCount[]; warnings: RuleCount[] }> {
    const { orm } = this.database;
    const { campaignId, leftOut, warnings } = campaignTargets;
    const count = sql<number>`count(*)::int`;
    const counted = await orm
      .select({ rule: sql<string>`${leftOut}`, count })
      .from(campaignTargets)
      .where(and(eq(campaignId, id), isNotNull(leftOut)))
      .groupBy(leftOut)
      .orderBy(sql`2 desc`, sql`1`);
    const warned = await orm
      .select({ rule: sql<string>`warning`, count })
      .from(sql`${campaignTargets}, jsonb_array_elements_text(${warnings}) warning`)
      .where(and(eq(campaignId, id), isNull(leftOut)))
      .groupBy(sql`1`)
      .orderBy(sql`2 desc`, sql`1`);
    return { leftOut: counted, warnings: warned };
  }

  /** How many of its posts are being sent, so that neither a pause nor a change nor an undo stops them. */
  beingSent(id: string): Promise<number> {
    const { orm } = this.database;
    return orm.$count(beingSent(orm, eq(posts.campaignId, id)).as('being_sent'));
  }

  /** How many of its leftovers can be looked for at Google once more. */
  removable(id: string): Promise<number> {
    return this.database.orm.$count(campaignTargets, isRemovable(id));
  }

  /** How many of its posts were changed by themselves. */
  exceptions(id: string): Promise<number> {
    return this.database.orm.$count(
      posts,
      and(eq(posts.campaignId, id), eq(posts.isCampaignException, true)),
    );
  }

  /**
   * How many locations stand where. Those with a post are counted by the index of the posts of campaigns, the others by
   * their own rows.
   */
  private states(ids: readonly string[], shown: string | null) {
    const { orm } = this.database;
    // Read once and not for each post, whatever the database believes about how many there are.
    const undone = orm
      .select({ id: campaignTargets.postId })
      .from(campaignTargets)
      .where(
        and(
          inArray(campaignTargets.campaignId, [...ids]),
          isNotNull(campaignTargets.undo),
          isNotNull(campaignTargets.postId),
        ),
      );
    const ofPosts = orm
      .select(counted(posts.campaignId, stateOfPost(shown), posts.publishAt))
      .from(posts)
      .innerJoin(campaigns, eq(campaigns.id, posts.campaignId))
      .where(and(inArray(posts.campaignId, [...ids]), notInArray(posts.id, undone)))
      .groupBy(sql`1`, sql`2`);
    const ofOthers = orm
      .select(counted(campaignTargets.campaignId, stateWithoutPost(), campaignTargets.publishAt))
      .from(campaignTargets)
      .where(
        and(
          inArray(campaignTargets.campaignId, [...ids]),
          sql`(${campaignTargets.postId} is null or ${campaignTargets.undo} is not null)`,
        ),
      )
      .groupBy(sql`1`, sql`2`);
    return unionAll(ofPosts, ofOthers);
  }

  /** How many posts go out when, those included that are still to be made; earliest first. */
  private times(ids: readonly string[], { from, to }: Period) {
    const { orm } = this.database;
    const of = (id: AnyPgColumn, at: AnyPgColumn) => ({
      campaignId: sql<string>`${id}`.as('campaign_id'),
      at: sql`date_bin('15 minutes', ${at}, 'epoch'::timestamptz)`
        .mapWith((value: Date | string) => new Date(value))
        .as('at'),
      count: sql<number>`count(*)::int`.as('count'),
    });
    const within = (at: AnyPgColumn): SQL | undefined => and(from && gte(at, from), to && lt(at, to));
    const made = orm
      .select(of(posts.campaignId, posts.publishAt))
      .from(posts)
      .where(and(inArray(posts.campaignId, [...ids]), within(posts.publishAt)))
      .groupBy(sql`1`, sql`2`);
    const unmade = orm
      .select(of(campaignTargets.campaignId, campaignTargets.publishAt))
      .from(campaignTargets)
      .where(
        and(
          inArray(campaignTargets.campaignId, [...ids]),
          isUnmade(),
          isNotNull(campaignTargets.publishAt),
          within(campaignTargets.publishAt),
        ),
      )
      .groupBy(sql`1`, sql`2`);
    const both = unionAll(made, unmade).as('both_times');
    return orm
      .select({
        campaignId: both.campaignId,
        at: sql`${both.at}`.mapWith((value: Date | string) => new Date(value)),
        count: sql<number>`sum(${both.count})::int`,
      })
      .from(both)
      .groupBy(both.campaignId, both.at)
      .orderBy(both.at);
  }
}

function counted(id: AnyPgColumn, state: SQL, at: AnyPgColumn) {
  return {
    campaignId: sql<string>`${id}`.as('campaign_id'),
    state: sql<TargetState>`${state}`.as('state'),
    count: sql<number>`count(*)::int`.as('count'),
    firstAt: sql`min(${at})`.mapWith(toDate).as('first_at'),
    lastAt: sql`max(${at})`.mapWith(toDate).as('last_at'),
  };
}
