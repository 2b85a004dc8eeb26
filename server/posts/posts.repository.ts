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
  like,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { toSearchText } from '../business-profile/search-text.js';
import { Database, type Orm } from '../database/database.js';
import { containing } from '../database/like-pattern.js';
import { type JsonRow, rowsAsJson } from '../database/rows-as-json.js';
import { POST_STATUSES, posts, publishAttempts } from '../database/schema.js';
import type { PostOrder, PostPosition } from './post-cursor.js';

export type PostRow = typeof posts.$inferSelect;
export type AttemptRow = typeof publishAttempts.$inferSelect;
type Status = PostRow['status'];

const {
  uid: _uid,
  source: _source,
  attempt: _attempt,
  googleName: _googleName,
  updatedAt: _updatedAt,
  body: _body,
  ...KEPT
} = getTableColumns(posts);
const LISTED = { ...KEPT, summary: sql<string>`${posts.body} ->> 'summary'`.as('summary') };
type Listed = Pick<PostRow, keyof typeof KEPT> & { summary: string };

/** What a list tells of a post. */
export type ListedPost = JsonRow<Listed>;

/** No posts, by their status. */
export const NONE: Readonly<Record<Status, number>> = { SCHEDULED: 0, QUEUED: 0, PUBLISHED: 0, FAILED: 0 };

/** Whose posts, and from which source: no query goes beyond it. */
export interface Owner {
  uid: string;
  source: PostRow['source'];
  /** The Google account; null for the sample. */
  subject: PostRow['subject'];
}

export interface PostFilter {
  /** Part of the text or of the location's name, without regard to case and accents. */
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
        .where(and(matching(owner, filter), eq(posts.status, status), isBeyond(order, after)))
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
    return rowsAsJson<Listed>(this.database.orm, LISTED, all);
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
        .where(and(matching(owner, filter), inArray(posts.status, statuses)))
        .groupBy(posts.status);
    const [first, second, ...others] = each.map(countOf);
    const rows = await (first && second ? unionAll(first, second, ...others) : first);
    return { ...NONE, ...Object.fromEntries((rows ?? []).map(({ status, count }) => [status, count])) };
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

/** The database's own column: name and text in the form that searches compare. */
const searchText = sql`${posts}.search_text`;

function matching(owner: Owner, { search, locationId, from, to, held }: PostFilter): SQL | undefined {
  const wanted = toSearchText(search ?? '');
  return and(
    held ? isHeld(owner.uid, held.workingSubject) : isOwned(owner),
    wanted ? like(searchText, containing(wanted)) : undefined,
    locationId === undefined ? undefined : eq(posts.locationId, locationId),
    from && gte(posts.publishAt, from),
    to && lt(posts.publishAt, to),
  );
}

function isBeyond(order: PostOrder, after: PostPosition | undefined): SQL | undefined {
  if (after === undefined) return undefined;
  const [beyond, upTo, nextId] = order === 'soonest' ? [gt, gte, lt] : [lt, lte, gt];
  // The first says nothing new, but where in the index to begin.
  return and(
    upTo(posts.publishAt, after.publishAt),
    or(beyond(posts.publishAt, after.publishAt), nextId(posts.id, after.id)),
  );
}
