import { Injectable } from '@nestjs/common';
import { and, asc, desc, eq, gt, gte, ilike, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { Database, type Orm } from '../database/database.js';
import { posts, publishAttempts } from '../database/schema.js';
import type { PostOrder, PostPosition } from './post-cursor.js';

export type PostRow = typeof posts.$inferSelect;
export type AttemptRow = typeof publishAttempts.$inferSelect;
type Status = PostRow['status'];

/** Whose posts, and from which source: no query goes beyond it. */
export interface Owner {
  uid: string;
  source: PostRow['source'];
  /** The Google account; null for the sample. */
  subject: PostRow['subject'];
}

export interface PostFilter {
  /** Part of the text or of the location's name, without regard to case. */
  search?: string;
  locationId?: string;
  /** Publish time at or after. */
  from?: Date;
  /** Publish time before. */
  to?: Date;
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
  list(owner: Owner, filter: PostFilter, page: PostPage): Promise<PostRow[]> {
    const { publishAt, id } = posts;
    return (
      this.database.orm
        .select()
        .from(posts)
        .where(and(matching(owner, filter), inArray(posts.status, page.statuses), isBeyond(page)))
        // One is the other's reverse, so that the same index serves both.
        .orderBy(...(page.order === 'soonest' ? [asc(publishAt), desc(id)] : [desc(publishAt), asc(id)]))
        .limit(page.limit)
    );
  }

  /** How many posts the filter leaves in each status. */
  async count(owner: Owner, filter: PostFilter): Promise<Record<Status, number>> {
    const rows = await this.database.orm
      .select({ status: posts.status, count: sql<number>`count(*)::int` })
      .from(posts)
      .where(matching(owner, filter))
      .groupBy(posts.status);
    const none: Record<Status, number> = { SCHEDULED: 0, QUEUED: 0, PUBLISHED: 0, FAILED: 0 };
    return Object.assign(none, Object.fromEntries(rows.map(({ status, count }) => [status, count])));
  }

  async find(owner: Owner, id: string): Promise<PostRow | undefined> {
    const [row] = await this.database.orm.select().from(posts).where(isPost(owner, id));
    return row;
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

  async insertAttempts(tx: Orm, rows: AttemptRow[]): Promise<void> {
    await tx.insert(publishAttempts).values(rows);
  }

  /** Changes a post in one statement, if it still is as expected; undefined when it is not. */
  async update(
    owner: Owner,
    id: string,
    expected: { statuses: Status[]; version?: number },
    change: Partial<PostRow>,
  ): Promise<PostRow | undefined> {
    const [row] = await this.database.orm
      .update(posts)
      .set({ ...change, version: sql`${posts.version} + 1` })
      .where(
        and(
          isPost(owner, id),
          inArray(posts.status, expected.statuses),
          expected.version === undefined ? undefined : eq(posts.version, expected.version),
        ),
      )
      .returning();
    return row;
  }

  /** Deletes a post in one of the statuses; false when there is none. */
  async delete(owner: Owner, id: string, statuses: Status[]): Promise<boolean> {
    const deleted = await this.database.orm
      .delete(posts)
      .where(and(isPost(owner, id), inArray(posts.status, statuses)))
      .returning({ id: posts.id });
    return deleted.length > 0;
  }

  transaction<T>(work: (tx: Orm) => Promise<T>): Promise<T> {
    return this.database.orm.transaction(work);
  }
}

function isOwned({ uid, source, subject }: Owner): SQL | undefined {
  return and(
    eq(posts.uid, uid),
    eq(posts.source, source),
    subject === null ? isNull(posts.subject) : eq(posts.subject, subject),
  );
}

function isPost(owner: Owner, id: string): SQL | undefined {
  return and(isOwned(owner), eq(posts.id, id));
}

function matching(owner: Owner, { search, locationId, from, to }: PostFilter): SQL | undefined {
  const pattern = `%${search?.replace(/[\\%_]/g, '\\$&')}%`;
  return and(
    isOwned(owner),
    search
      ? or(ilike(sql`${posts.body} ->> 'summary'`, pattern), ilike(posts.locationName, pattern))
      : undefined,
    locationId === undefined ? undefined : eq(posts.locationId, locationId),
    from && gte(posts.publishAt, from),
    to && lt(posts.publishAt, to),
  );
}

function isBeyond({ order, after }: PostPage): SQL | undefined {
  if (after === undefined) return undefined;
  const [beyond, nextId] = order === 'soonest' ? [gt, lt] : [lt, gt];
  const isNext = and(eq(posts.publishAt, after.publishAt), nextId(posts.id, after.id));
  return or(beyond(posts.publishAt, after.publishAt), isNext);
}
