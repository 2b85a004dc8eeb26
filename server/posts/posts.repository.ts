import { Injectable } from '@nestjs/common';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Owner } from '../business-profile/port/business-profile-provider.js';
import { inMs } from '../database/database-clock.js';
import { Database, type Orm } from '../database/database.js';
import { mappedRows } from '../database/raw-rows.js';
import { POST_STATUSES, posts, publishAttempts } from '../database/schema.js';
import {
  type PostOrder,
  type PostPosition,
  isHeld,
  isIn,
  isOwned,
  matching,
  type PostFilter,
} from './post-filter.js';
import { isOfUndone, type PostUndo, undosOf } from './undone-posts.js';

export type PostRow = typeof posts.$inferSelect;
export type AttemptRow = typeof publishAttempts.$inferSelect;

/** Whether it is not known yet what became of an attempt. */
export function isOutcomeOpen(): SQL | undefined {
  return or(isNull(publishAttempts.outcome), eq(publishAttempts.outcome, 'unconfirmed'));
}
type Status = PostRow['status'];

const {
  workspaceId: _workspaceId,
  source: _source,
  attempt: _attempt,
  googleName: _googleName,
  updatedAt: _updatedAt,
  isCampaignException: _isCampaignException,
  body: _body,
  ...KEPT
} = getTableColumns(posts);
const LISTED = { ...KEPT, summary: sql<string>`${posts.body} ->> 'summary'`.as('summary') };

/** A post as lists show it. */
export type ListedPost = Pick<PostRow, keyof typeof KEPT> & { summary: string };

/** No posts, by their status. */
export const NONE: Readonly<Record<Status, number>> = Object.freeze({
  SCHEDULED: 0,
  QUEUED: 0,
  PUBLISHED: 0,
  FAILED: 0,
});

/** What a post must still be like to be changed. */
export interface Expected {
  /** A post that is put off before anything was sent counts as SCHEDULED. */
  statuses: Status[];
  version?: number;
}

/** A part of a list. */
interface PostPage {
  statuses: Status[];
  order: PostOrder;
  after?: PostPosition;
  limit: number;
}

@Injectable()
export class PostsRepository {
  constructor(private readonly database: Database) {}

  /** Posts of any of the statuses after a position. */
  async list(
    owner: Owner,
    filter: PostFilter,
    { statuses, order, after, limit }: PostPage,
  ): Promise<ListedPost[]> {
    const { publishAt, id } = posts;
    // One is the other's reverse, so that the same index serves both.
    const inOrder = order === 'soonest' ? [asc(publishAt), desc(id)] : [desc(publishAt), asc(id)];
    // The index has each status in this order: so many of each are enough, and the rest is never read.
    const parts = statuses.map((status) =>
      this.database.orm
        .select(LISTED)
        .from(posts)
        .where(
          and(matching(this.database.orm, owner, filter), eq(posts.status, status), isBeyond(order, after)),
        )
        .orderBy(...inOrder)
        .limit(limit),
    );
    const [first, second, ...others] = parts;
    if (!first) return [];
    const all = second
      ? unionAll(first, second, ...others)
          .orderBy(...inOrder)
          .limit(limit)
      : first;
    return mappedRows<ListedPost>(this.database.orm, all, LISTED);
  }

  /** How many posts the filter leaves in each status. */
  async count(owner: Owner, filter: PostFilter): Promise<Record<Status, number>> {
    const { orm } = this.database;
    // Without a search the counts of each status come from an index alone; a search reads all posts, once.
    const each = filter.search ? [[...POST_STATUSES]] : POST_STATUSES.map((status) => [status]);
    const countOf = (statuses: Status[]) =>
      orm
        .select({ status: posts.status, count: sql<number>`count(*)::int` })
        .from(posts)
        .where(and(matching(this.database.orm, owner, filter), inArray(posts.status, statuses)))
        .groupBy(posts.status);
    const [first, second, ...others] = each.map(countOf);
    const rows = await (first && second ? unionAll(first, second, ...others) : first);
    return { ...NONE, ...Object.fromEntries((rows ?? []).map(({ status, count }) => [status, count])) };
  }

  async find(owner: Owner, id: string): Promise<PostRow | undefined> {
    const [row] = await this.database.orm.select().from(posts).where(isPost(owner, id));
    return row;
  }

  /** Those of the posts that there are, in no certain order. */
  async findAll(owner: Owner, ids: string[]): Promise<PostRow[]> {
    return this.database.orm
      .select()
      .from(posts)
      .where(and(isOwned(owner), inArray(posts.id, ids)));
  }

  /** A post to Google that waits, of any Google account. */
  async findHeld(workspaceId: string, id: string): Promise<PostRow | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(posts)
      .where(and(isHeld(workspaceId, null), eq(posts.id, id)));
    return row;
  }

  /** The texts of posts that go out, or went out, at a location between two instants, both included. */
  textsAt(
    owner: Owner,
    locationId: string,
    { from, to }: { from: Date; to: Date },
  ): Promise<{ id: string; text: string }[]> {
    return this.database.orm
      .select({ id: posts.id, text: sql<string>`${posts.body} ->> 'summary'` })
      .from(posts)
      .where(
        and(
          isOwned(owner),
          eq(posts.locationId, locationId),
          gte(posts.publishAt, from),
          lte(posts.publishAt, to),
          ne(posts.status, 'FAILED'),
        ),
      );
  }

  /** What became of those of the posts whose campaign was undone, by the post's id. */
  undosOf(rows: readonly Pick<PostRow, 'id' | 'campaignId'>[]): Promise<ReadonlyMap<string, PostUndo>> {
    return undosOf(this.database.orm, rows);
  }

  /** The attempts to publish a post, oldest first. */
  attempts(postId: string): Promise<AttemptRow[]> {
    return this.database.orm
      .select()
      .from(publishAttempts)
      .where(eq(publishAttempts.postId, postId))
      .orderBy(asc(publishAttempts.attempt));
  }

  async insert(tx: Orm, rows: (typeof posts.$inferInsert)[]): Promise<void> {
    await tx.insert(posts).values(rows);
  }

  async insertAttempts(tx: Orm, rows: (typeof publishAttempts.$inferInsert)[]): Promise<void> {
    await tx.insert(publishAttempts).values(rows);
  }

  /** Changes a post in one statement, if it still is as expected; undefined when it is not. */
  async update(
    owner: Owner,
    id: string,
    expected: Expected,
    change: Partial<PostRow>,
    tx: Orm = this.database.orm,
  ): Promise<PostRow | undefined> {
    const [row] = await tx
      .update(posts)
      .set({ ...change, version: sql`${posts.version} + 1` })
      .where(
        and(
          isPost(owner, id),
          isIn(expected.statuses),
          expected.version === undefined ? undefined : eq(posts.version, expected.version),
        ),
      )
      .returning();
    return row;
  }

  /** Changes those of the posts that have failed and may still go out, in one statement. */
  async updateFailed(owner: Owner, ids: string[], change: Partial<PostRow>): Promise<void> {
    const { orm } = this.database;
    await orm
      .update(posts)
      .set({ ...change, version: sql`${posts.version} + 1` })
      .where(and(isOwned(owner), inArray(posts.id, ids), eq(posts.status, 'FAILED'), not(isOfUndone(orm))));
  }

  /** Lets no next step be taken with a post in one of the statuses for so long; false when there is none. */
  async putOff(owner: Owner, id: string, statuses: Status[], ms: number): Promise<boolean> {
    const { nextStepAt } = posts;
    const end = inMs(ms);
    const put = await this.database.orm
      .update(posts)
      .set({ nextStepAt: sql`case when ${nextStepAt} < ${end} then ${end} else ${nextStepAt} end` })
      .where(and(isPost(owner, id), isIn(statuses)))
      .returning({ id: posts.id });
    return put.length > 0;
  }

  /** Deletes a post in one of the statuses; false when there is none. `before` commits with it, or not at all. */
  async delete(
    owner: Owner,
    id: string,
    statuses: Status[],
    before?: (tx: Orm) => Promise<void>,
  ): Promise<boolean> {
    const isDeletable = and(isPost(owner, id), isIn(statuses));
    const remove = async (orm: Orm): Promise<boolean> =>
      (await orm.delete(posts).where(isDeletable).returning({ id: posts.id })).length > 0;
    if (!before) return remove(this.database.orm);
    return this.database.transaction(async (tx) => {
      const [post] = await tx.select({ id: posts.id }).from(posts).where(isDeletable).for('update');
      if (!post) return false;
      await before(tx);
      return remove(tx);
    });
  }

  transaction<T>(work: (tx: Orm) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }
}

function isPost(owner: Owner, id: string): SQL | undefined {
  return and(isOwned(owner), eq(posts.id, id));
}

function isBeyond(order: PostOrder, after: PostPosition | undefined): SQL | undefined {
  if (after === undefined) return undefined;
  const [beyond, upTo, nextId] = order === 'soonest' ? [gt, gte, lt] : [lt, lte, gt];
  // The first condition is redundant with the next; it lets Postgres begin at this row of the index.
  return and(
    upTo(posts.publishAt, after.publishAt),
    or(beyond(posts.publishAt, after.publishAt), nextId(posts.id, after.id)),
  );
}
