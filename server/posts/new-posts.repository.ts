import { Injectable } from '@nestjs/common';
import { eq, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import { Clock } from '../config/clock.js';
import { Database, type Orm } from '../database/database.js';
import { idempotencyKeys, posts, users } from '../database/schema.js';
import { AppError } from '../errors/app-error.js';
import type { IdempotencyRow } from './idempotency.repository.js';
import type { PostRow } from './posts.repository.js';

/** How many posts of a user may wait for their time: more than 25 a day for a year. */
const MAX_WAITING = 10_000;
/**
 * Below this nobody is made to wait for others: posts that are stored in the same moment do not see each other, and there
 * are never as many of them as lie between this and the limit, since each takes a connection of the database.
 */
const UNGUARDED = MAX_WAITING - 1000;

/** What is stored under an Idempotency-Key with a post, over what was stored there before an instant. */
export interface KeptAnswer {
  row: IdempotencyRow;
  since: Date;
}

/** Takes in new posts, as many of each user as may wait for their time. */
@Injectable()
export class NewPostsRepository {
  private readonly statements: { plain: Statement; keyed: Statement };

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.statements = { plain: compile(insertOf(false)), keyed: compile(insertOf(true)) };
  }

  /**
   * Stores a post, and under its key the answer, in one statement. False, and nothing stored, when that takes a
   * transaction: because the user's posts are many, or because the key is taken.
   */
  async insert(row: PostRow, kept: KeptAnswer | undefined): Promise<boolean> {
    const { text, places } = kept ? this.statements.keyed : this.statements.plain;
    const values: Values = {
      now: this.clock.now().toISOString(),
      ...valuesOf(posts, 'post', row),
      ...(kept && { since: kept.since.toISOString(), ...valuesOf(idempotencyKeys, 'key', kept.row) }),
    };
    const { rows } = await this.database.executeSql(
      text,
      places.map((place) => values[place]),
      kept ? 'insert_post_with_key' : 'insert_post',
    );
    return rows.length > 0;
  }

  /**
   * Keeps a place for a post until the transaction ends: nobody else gets one for the same user meanwhile, so that
   * several requests at once do not all take the last one. Errors: `too_many_posts`.
   */
  async keepPlace(tx: Orm, { uid, publishAt }: PostRow): Promise<void> {
    const now = this.clock.now();
    if (publishAt <= now) return;
    await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('no key update');
    const waiting = await tx.$count(posts, isWaitingAt(sql`${uid}`, sql`${now.toISOString()}`));
    if (waiting >= MAX_WAITING) throw AppError.of('too_many_posts');
  }
}

/** A statement whose text is made once: making it takes longer than all else of the request. */
interface Statement {
  text: string;
  /** Which value stands at each of its places. */
  places: string[];
}

type Values = Record<string, unknown>;

function compile(statement: SQL): Statement {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  return { text, places: (params as Placeholder[]).map(({ name }) => name) };
}

/** Both sources there are are named, since indexes begin with user and source. */
function isWaitingAt(uid: SQL, now: SQL): SQL {
  return sql`${posts.uid} = ${uid} and ${posts.source} in ('sample', 'google')
    and ${posts.status} in ('SCHEDULED', 'QUEUED') and ${posts.publishAt} > ${now}::timestamptz`;
}

function insertOf(hasKey: boolean): SQL {
  const waiting = isWaitingAt(sql`${sql.placeholder('post.uid')}::text`, sql`${sql.placeholder('now')}`);
  const room = sql`select 1 as room where (
    select count(*) from (select from ${posts} where ${waiting} limit ${sql.raw(String(UNGUARDED))}) counted
  ) < ${sql.raw(String(UNGUARDED))}`;
  const post = insertInto(posts, 'post');
  if (!hasKey) return sql`with room as (${room}) ${post} from room returning id`;
  const excluded = sql.join(
    Object.values(getTableColumns(idempotencyKeys)).map(
      ({ name }) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`,
    ),
    sql`, `,
  );
  return sql`with room as (${room}), kept as (
      ${insertInto(idempotencyKeys, 'key')} from room
      on conflict (uid, key) do update set ${excluded}
        where ${idempotencyKeys}.created_at < ${sql.placeholder('since')}::timestamptz
      returning 1
    ) ${post} from kept returning id`;
}

/** `insert into … select …`, with a place for each column's value under the table's word and the column's name. */
function insertInto(table: PgTable, word: string): SQL {
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([, { name }]) => sql.identifier(name));
  const values = columns.map(
    ([field, column]) => sql`${sql.placeholder(`${word}.${field}`)}::${sql.raw(column.getSQLType())}`,
  );
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)}`;
}

function valuesOf(table: PgTable, word: string, row: Values): Values {
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([field, column]) => {
      const value = row[field];
      return [`${word}.${field}`, value === null ? null : column.mapToDriverValue(value)];
    }),
  );
}
