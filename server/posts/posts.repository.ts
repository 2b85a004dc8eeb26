import { Injectable } from '@nestjs/common';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  ilike,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { Database, type Orm } from '../database/database.js';
import { containing } from '../database/like-pattern.js';
import { posts, publishAttempts, users } from '../database/schema.js';
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
  /** Only posts that do not go out as things stand, of whatever Google account. */
  held?: {
    /** The Google account with a working connection; null: there is none. */
    workingSubject: string | null;
  };
}

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

  /** A post that does not go out as things stand, if any works at all, of whatever Google account. */
  async findHeld(uid: string, id: string): Promise<PostRow | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(posts)
      .where(and(isHeld(uid, null), eq(posts.id, id)));
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

  /** The attempts to publish a post, oldest first. */
  attempts(postId: string): Promise<AttemptRow[]> {
    return this.database.orm
      .select()
      .from(publishAttempts)
      .where(eq(publishAttempts.postId, postId))
      .orderBy(asc(publishAttempts.attempt));
  }

  /**
   * How many posts a user has that wait for a time after this one. Until the transaction ends nobody else gets an
   * answer for the same user, so that several requests at once do not all take the last place.
   */
  async countWaiting(tx: Orm, uid: string, now: Date): Promise<number> {
    await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('no key update');
    return tx.$count(
      posts,
      and(
        eq(posts.uid, uid),
        // Both there are: the index begins with user and source, then goes by time.
        inArray(posts.source, ['sample', 'google']),
        gt(posts.publishAt, now),
        inArray(posts.status, ['SCHEDULED', 'QUEUED']),
      ),
    );
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

  /** Deletes a post in one of the statuses; false when there is none. */
  async delete(owner: Owner, id: string, statuses: Status[]): Promise<boolean> {
    const deleted = await this.database.orm
      .delete(posts)
      .where(and(isPost(owner, id), isIn(statuses)))
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

/** A post to Google that waits, and whose connection is lost, ended or without quota. */
function isHeld(uid: string, workingSubject: string | null): SQL | undefined {
  return and(
    eq(posts.uid, uid),
    eq(posts.source, 'google'),
    isIn(['SCHEDULED']),
    workingSubject === null
      ? undefined
      : or(ne(posts.subject, workingSubject), eq(posts.detail, 'connection_lost')),
  );
}

/** Whether a post surely was not sent, and only waits until it is tried again. `isIn` says the same in SQL. */
export function isWaiting({ status, detail, seeded }: PostRow): boolean {
  return status === 'QUEUED' && detail === 'waiting_for_quota' && !seeded;
}

function isIn(statuses: Status[]): SQL | undefined {
  const waits = and(
    eq(posts.status, 'QUEUED'),
    eq(posts.detail, 'waiting_for_quota'),
    eq(posts.seeded, false),
  );
  return or(inArray(posts.status, statuses), statuses.includes('SCHEDULED') ? waits : undefined);
}

function isPost(owner: Owner, id: string): SQL | undefined {
  return and(isOwned(owner), eq(posts.id, id));
}

function matching(owner: Owner, { search, locationId, from, to, held }: PostFilter): SQL | undefined {
  const pattern = containing(search ?? '');
  return and(
    held ? isHeld(owner.uid, held.workingSubject) : isOwned(owner),
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
