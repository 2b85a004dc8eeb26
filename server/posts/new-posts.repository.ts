import { Injectable } from '@nestjs/common';
import { and, eq, gt, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { Database, type Orm } from '../database/database.js';
import { posts } from '../database/schema.js';
import { lockWorkspaceExclusively } from '../database/workspace-lock.js';
import { AppError } from '../errors/app-error.js';
import type { PostRow } from './posts.repository.js';

/** How many posts of a workspace may wait for their time, those of campaigns aside: more than 25 a day for a year. */
const MAX_WAITING = 10_000;
/** More than all processes together can be storing for one workspace at a time. */
const UNDER_WAY = 1000;

/** Stores new posts, and keeps those that wait for their time within the limit of their workspace. */
@Injectable()
export class NewPostsRepository {
  private readonly waitingCount;
  private readonly newPost;

  constructor(private readonly database: Database) {
    this.waitingCount = prepareWaitingCount(database.orm);
    this.newPost = prepareNewPost(database.orm);
  }

  /** Stores a new post; what `keep` stores commits with it. Errors: `too_many_posts`. */
  async add(post: PostRow, now: Date, keep?: (tx: Orm) => Promise<void>): Promise<void> {
    const isNearLimit = await this.isNearLimit(post, now);
    if (!isNearLimit && !keep) {
      await this.newPost.execute(post);
      return;
    }
    await this.database.transaction(async (tx) => {
      await keep?.(tx);
      if (isNearLimit) await this.takePlace(tx, post, now);
      await tx.insert(posts).values(post);
    });
  }

  /** Whether a post that is to wait for its time may be too many; then `takePlace` decides. Not for use in a transaction. */
  async isNearLimit({ workspaceId, publishAt }: PostRow, now: Date): Promise<boolean> {
    if (publishAt <= now) return false;
    const [waiting] = await this.waitingCount.execute({ workspaceId });
    return (waiting?.count ?? 0) >= MAX_WAITING - UNDER_WAY;
  }

  /**
   * Makes sure that one more post may wait for its time. The workspace's row stays locked until the transaction ends, so
   * that several requests at once do not all take the last place. Errors: `too_many_posts`.
   */
  async takePlace(tx: Orm, { workspaceId }: PostRow, now: Date): Promise<void> {
    await lockWorkspaceExclusively(tx, workspaceId);
    const waiting = and(isWaitingIn(workspaceId), gt(posts.publishAt, now), isNull(posts.campaignId));
    if ((await tx.$count(posts, waiting)) >= MAX_WAITING) throw AppError.of('too_many_posts');
  }
}

/**
 * Posts of both sources, those that are overdue and those of campaigns as well: an index alone counts them, and near the limit
 * they are counted exactly.
 */
function isWaitingIn(workspaceId: string | Placeholder): SQL | undefined {
  return and(eq(posts.workspaceId, workspaceId), inArray(posts.status, ['SCHEDULED', 'QUEUED']));
}

function prepareWaitingCount(orm: Orm) {
  return orm
    .select({ count: sql<number>`count(*)::int` })
    .from(posts)
    .where(isWaitingIn(sql.placeholder('workspaceId')))
    .prepare('waiting_posts');
}

/** All that a new post has; what is left out is null. */
function prepareNewPost(orm: Orm) {
  return orm
    .insert(posts)
    .values({
      id: sql.placeholder('id'),
      workspaceId: sql.placeholder('workspaceId'),
      source: sql.placeholder('source'),
      subject: sql.placeholder('subject'),
      seeded: sql.placeholder('seeded'),
      accountId: sql.placeholder('accountId'),
      locationId: sql.placeholder('locationId'),
      locationName: sql.placeholder('locationName'),
      storeCode: sql.placeholder('storeCode'),
      timeZone: sql.placeholder('timeZone'),
      postType: sql.placeholder('postType'),
      body: sql.placeholder('body'),
      publishAt: sql.placeholder('publishAt'),
      wallTime: sql.placeholder('wallTime'),
      status: sql.placeholder('status'),
      version: sql.placeholder('version'),
      attempt: sql.placeholder('attempt'),
      nextStepAt: sql.placeholder('nextStepAt'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('updatedAt'),
    })
    .prepare('new_post');
}
