import { Injectable } from '@nestjs/common';
import { and, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import { Clock } from '../config/clock.js';
import { batched, isOfSingleRows } from '../database/batched.js';
import { googleConnections } from '../database/connection.schema.js';
import { Database, type Orm } from '../database/database.js';
import { idempotencyKeys, posts, users } from '../database/schema.js';
import { AppError } from '../errors/app-error.js';
import type { IdempotencyRow } from './idempotency.repository.js';
import type { PostRow } from './posts.repository.js';

/** How many posts of a user may wait for their time: more than 25 a day for a year. */
const MAX_WAITING = 10_000;
/**
 * Below this nobody is made to wait for others. Statements that run at the same time do not see each other's posts; this
 * leaves room for fifty of them with a hundred posts of the same user each.
 */
const UNGUARDED = MAX_WAITING / 2;

/** What is stored under an Idempotency-Key with a post, over what was stored there before an instant. */
export interface KeptAnswer {
  row: IdempotencyRow;
  since: Date;
}

/** Takes in new posts, as many of each user as may wait for their time. */
@Injectable()
export class NewPostsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a post, and under its key the answer, in one statement with all that come at the same time. False, and nothing
   * of it stored, when that takes a transaction: because the user's posts are many, because the key is taken, because the
   * post's subject is no longer the connected one (null: none is), or because one of those that came together cannot be
   * stored, which its own transaction will tell.
   */
  insert(row: PostRow, kept: KeptAnswer | undefined): Promise<boolean> {
    return this.insertNext({ row, kept });
  }

  private readonly insertNext = batched<NewPost, boolean>(async (given) => {
    const rows = given.map(({ row, kept }) => ({
      post: byColumn(posts, row),
      kept: kept ? byColumn(idempotencyKeys, kept.row) : null,
    }));
    const since = given.flatMap(({ kept }) => kept?.since ?? []).sort((a, b) => a.getTime() - b.getTime());
    const values = [JSON.stringify(rows), since[0]?.toISOString() ?? null];
    try {
      const { rows: stored } = await this.database.executeByKey('insert_posts', INSERTION, values);
      const ids = new Set((stored as { id: string }[]).map(({ id }) => id));
      return given.map(({ row }) => ids.has(row.id));
    } catch (error) {
      if (!isOfSingleRows(error)) throw error;
      return given.map(() => false);
    }
  });

  /**
   * Keeps a place for a post until the transaction ends: nobody else gets one for the same user meanwhile, so that
   * several requests at once do not all take the last one. Errors: `too_many_posts`.
   */
  async keepPlace(tx: Orm, { uid, publishAt }: PostRow): Promise<void> {
    const now = this.clock.now();
    if (publishAt <= now) return;
    await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('no key update');
    const waiting = await tx.$count(posts, and(isWaitingOf(sql`${uid}`), gt(posts.publishAt, now)));
    if (waiting >= MAX_WAITING) throw AppError.of('too_many_posts');
  }
}

interface NewPost {
  row: PostRow;
  kept: KeptAnswer | undefined;
}

/** Also what is overdue. Both sources there are are named, since indexes begin with user and source. */
function isWaitingOf(uid: SQL): SQL {
  return sql`${posts.uid} = ${uid} and ${posts.source} in ('sample', 'google')
    and ${posts.status} in ('SCHEDULED', 'QUEUED')`;
}

/**
 * Takes the rows as JSON, and since when a key is taken (ISO 8601). Made once: making it takes longer
 * than all else of the request.
 */
const INSERTION = makeInsertion();

function makeInsertion(): string {
  const [rows, since] = [sql.raw('$1'), sql.raw('$2')];
  const unguarded = sql.raw(String(UNGUARDED));
  const [postColumns, keyColumns] = [columnsOf(posts), columnsOf(idempotencyKeys)];
  const renewed = keyColumns.map((column) => sql`${column} = excluded.${column}`);
  const statement = sql`with given as (
      select post.*, given.kept from jsonb_to_recordset(${rows}::jsonb) given (post jsonb, kept jsonb),
        jsonb_populate_record(null::posts, given.post) post
    ), seen as (
      select * from given
      where subject is not distinct from (select subject from ${googleConnections} present where present.uid = given.uid)
    ), with_room as (
      select owner.uid from (select distinct uid from seen) owner where ${unguarded} > (
        select count(*) from (select from ${posts} where ${isWaitingOf(sql`owner.uid`)} limit ${unguarded}) waiting
      )
    ), stored_keys as (
      insert into ${idempotencyKeys} (${list(keyColumns)})
      select ${list(keyColumns.map((column) => sql`new.${column}`))}
      from seen, jsonb_populate_record(null::idempotency_keys, seen.kept) new
      where seen.kept is not null and seen.uid in (select uid from with_room)
      on conflict (uid, key) do update set ${list(renewed)}
        where ${idempotencyKeys}.created_at < ${since}::timestamptz
      returning uid, key
    )
    insert into ${posts} (${list(postColumns)}) select ${list(postColumns)} from seen
    where uid in (select uid from with_room)
      and (kept is null or (uid, kept ->> 'key') in (select uid, key from stored_keys))
    returning id`;
  return new PgDialect().sqlToQuery(statement).sql;
}

function columnsOf(table: PgTable): SQL[] {
  return Object.values(getTableColumns(table)).map(({ name }) => sql`${sql.identifier(name)}`);
}

function list(parts: SQL[]): SQL {
  return sql.join(parts, sql`, `);
}

/** A row by the names that the database knows. */
function byColumn(table: PgTable, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([field, { name }]) => [name, row[field]]),
  );
}
