import { Injectable } from '@nestjs/common';
import { and, eq, exists, inArray, isNull, lt, sql } from 'drizzle-orm';
import { Clock } from '../../config/clock.js';
import { type CampaignRow, campaignTargets, type TargetRow } from '../../database/campaigns.schema.js';
import type { Orm } from '../../database/database.js';
import { insertMany } from '../../database/insert-many.js';
import { posts } from '../../database/schema.js';
import { isIn } from '../../posts/post-filter.js';
import { newRow } from '../../posts/new-row.js';
import { atTime } from '../plan/campaign-text.js';
import type { PlannedTarget } from '../plan/plan-targets.js';

/** What happens to the locations of a slice. */
export interface Slice {
  /** They get a post. */
  make: PlannedPost[];
  /** Their post has not gone out and gets the new text, and the new time if that changed. */
  change: PlannedPost[];
  /** Their post stays as it is: it is out, an exception or deleted. */
  keep: TargetRow[];
  /** They get no post after all. */
  leaveOut: { target: TargetRow; postId: string | null; rule: string }[];
}

/** The post that a location is to have. `postId`: the post that it has; null: none yet. */
interface PlannedPost {
  target: TargetRow;
  postId: string | null;
  planned: PlannedTarget & { body: NonNullable<PlannedTarget['body']> };
}

/** Makes, changes and deletes the posts of locations, under the lock of their campaign. */
@Injectable()
export class TargetPostsRepository {
  constructor(private readonly clock: Clock) {}

  /** @returns how many posts were made and changed, and how many locations get none after all */
  async apply(tx: Orm, campaign: CampaignRow, slice: Slice): Promise<Record<string, number>> {
    const made = await this.make(tx, campaign, slice.make);
    const changed = await this.change(tx, campaign, slice.change);
    await this.leaveOut(tx, campaign, slice.leaveOut);
    await this.markAs(
      tx,
      campaign,
      slice.keep.map((target) => ({ target, set: {} })),
    );
    return { made, changed, leftOut: slice.leaveOut.length };
  }

  private async make(tx: Orm, campaign: CampaignRow, planned: PlannedPost[]): Promise<number> {
    const unmade = await this.stillUnmade(
      tx,
      campaign.id,
      planned.map(({ target }) => target.locationId),
    );
    const now = this.clock.now();
    const rows = planned
      .filter(({ target }) => unmade.has(target.locationId))
      .map(({ target, planned: { body, ...found } }) => {
        // The time of the location is promised, unless the campaign's time has changed since to one that is still to come.
        const isNew = hasNewTime(campaign, target) && !(isDueAtOnce(target) && isPast(found, now));
        const time = isNew ? found : target;
        const { publishAt } = time;
        if (!publishAt) throw new Error(`A location of campaign ${campaign.id} has no time.`);
        const { workspaceId, subject } = campaign;
        const { locationId: id, locationName: name, storeCode, accountId } = target;
        const timeZone = time.timeZone ?? campaign.timeZone;
        const post = newRow(
          { workspaceId, source: 'google', subject },
          { id, name, storeCode, accountId },
          { publishAt, timeZone, body: atTime(body, campaign.body, { publishAt, timeZone }) },
          now,
        );
        return { target, time, post: { ...post, campaignId: campaign.id } };
      });
    await insertMany(
      tx,
      posts,
      rows.map(({ post }) => post),
    );
    await this.markAs(
      tx,
      campaign,
      rows.map(({ target, time, post }) => ({ target, set: { postId: post.id, ...timeOf(time) } })),
    );
    return rows.length;
  }

  /** Changes posts that still wait, and the text of failed ones. A post that is being sent at that moment stays open. */
  private async change(tx: Orm, campaign: CampaignRow, planned: PlannedPost[]): Promise<number> {
    if (planned.length === 0) return 0;
    const given = planned.map(({ postId, target, planned: { body, publishAt, wallTime, timeZone } }) => ({
      id: postId,
      body,
      post_type: body.topicType,
      ...(hasNewTime(campaign, target) && {
        publish_at: publishAt?.toISOString(),
        wall_time: wallTime,
        time_zone: timeZone,
      }),
    }));
    const waits = isIn(['SCHEDULED']);
    const moves = sql`(given.publish_at is not null and ${waits})`;
    const now = this.clock.now();
    const { rows } = (await tx.execute(sql`
      update ${posts} set
        body = given.body,
        post_type = given.post_type,
        publish_at = case when ${moves} then given.publish_at else ${posts.publishAt} end,
        wall_time = case when ${moves} then given.wall_time else ${posts.wallTime} end,
        time_zone = case when ${moves} then coalesce(given.time_zone, ${posts.timeZone}) else ${posts.timeZone} end,
        next_step_at = case when ${moves} then given.publish_at else ${posts.nextStepAt} end,
        status = case when ${moves} then 'SCHEDULED' else ${posts.status} end,
        detail = case when ${moves} then null else ${posts.detail} end,
        version = ${posts.version} + 1,
        updated_at = ${now.toISOString()}::timestamptz
      from json_to_recordset(${JSON.stringify(given)}::json) as given
        (id uuid, body jsonb, post_type text, publish_at timestamptz, wall_time text, time_zone text)
      where ${posts.id} = given.id and not ${posts.isCampaignException} and ${isIn(['SCHEDULED', 'FAILED'])}
      returning ${posts.id} as id`)) as { rows: { id: string }[] };
    const changed = new Set(rows.map(({ id }) => id));
    const done = planned.filter(({ postId }) => postId !== null && changed.has(postId));
    await this.markAs(
      tx,
      campaign,
      done.map(({ target, planned: found }) => ({
        target,
        set: hasNewTime(campaign, target) ? timeOf(found) : {},
      })),
    );
    return done.length;
  }

  /** Deletes posts that still wait; a failed one keeps its text. A post that is being sent at that moment stays open. */
  private async leaveOut(tx: Orm, { id, revision }: CampaignRow, all: Slice['leaveOut']): Promise<void> {
    const { campaignId, locationId, postId: ofPost } = campaignTargets;
    for (const { target, postId, rule } of all) {
      const isTarget = and(eq(campaignId, id), eq(locationId, target.locationId));
      if (postId !== null)
        await tx
          .delete(posts)
          .where(and(eq(posts.id, postId), eq(posts.isCampaignException, false), isIn(['SCHEDULED'])));
      const [left] = await tx
        .update(campaignTargets)
        .set({ leftOut: rule, revision: postId === null ? 0 : revision })
        .where(and(isTarget, isNull(ofPost), lt(campaignTargets.revision, revision)))
        .returning({ locationId });
      const isFailed = tx
        .select({ id: posts.id })
        .from(posts)
        .where(and(eq(posts.id, ofPost), eq(posts.status, 'FAILED')));
      if (!left)
        await tx
          .update(campaignTargets)
          .set({ revision })
          .where(and(isTarget, exists(isFailed)));
    }
  }

  /** Stores that the posts of locations have the campaign's revision. */
  private async markAs(
    tx: Orm,
    { id, revision }: CampaignRow,
    done: { target: TargetRow; set: { postId?: string } & Partial<ReturnType<typeof timeOf>> }[],
  ): Promise<void> {
    if (done.length === 0) return;
    const given = done.map(({ target: { locationId }, set }) => ({
      location_id: locationId,
      post_id: set.postId,
      publish_at: set.publishAt?.toISOString(),
      wall_time: set.wallTime,
      time_zone: set.timeZone,
    }));
    await tx.execute(sql`
      update ${campaignTargets} set
        revision = ${revision},
        post_id = coalesce(given.post_id, ${campaignTargets.postId}),
        publish_at = coalesce(given.publish_at, ${campaignTargets.publishAt}),
        wall_time = coalesce(given.wall_time, ${campaignTargets.wallTime}),
        time_zone = coalesce(given.time_zone, ${campaignTargets.timeZone})
      from json_to_recordset(${JSON.stringify(given)}::json) as given
        (location_id text, post_id uuid, publish_at timestamptz, wall_time text, time_zone text)
      where ${campaignTargets.campaignId} = ${id} and ${campaignTargets.locationId} = given.location_id`);
  }

  private async stillUnmade(tx: Orm, campaignId: string, locationIds: string[]): Promise<Set<string>> {
    if (locationIds.length === 0) return new Set();
    const rows = await tx
      .select({ locationId: campaignTargets.locationId })
      .from(campaignTargets)
      .where(
        and(
          eq(campaignTargets.campaignId, campaignId),
          inArray(campaignTargets.locationId, locationIds),
          eq(campaignTargets.revision, 0),
          isNull(campaignTargets.leftOut),
        ),
      );
    return new Set(rows.map(({ locationId }) => locationId));
  }
}

/** Whether the time of the campaign has changed since the post of a location was made or planned. */
function hasNewTime({ timeRevision }: CampaignRow, { revision }: TargetRow): boolean {
  return revision < timeRevision;
}

/** Whether a location was taken in after the campaign's time: its post has an instant and no time of day. */
function isDueAtOnce({ timeZone, wallTime, publishAt }: TargetRow): boolean {
  return timeZone !== null && wallTime === null && publishAt !== null;
}

function isPast({ publishAt }: Pick<TargetRow, 'publishAt'>, now: Date): boolean {
  return publishAt !== null && publishAt <= now;
}

function timeOf({ publishAt, wallTime, timeZone }: Pick<TargetRow, 'publishAt' | 'wallTime' | 'timeZone'>) {
  return { publishAt, wallTime, timeZone };
}
