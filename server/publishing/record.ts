import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database, Orm } from '../database/database.js';
import type { Claim } from './claim.js';
import type { Result } from './results.js';

/** What a step with a claimed post has come to. */
export interface Finished {
  claim: Claim;
  result: Result;
}

/**
 * Writes what steps have come to into their posts and attempts and ends the claims, in one statement. A post that
 * somebody else has locked is left out. Errors: a name that is another post's already; then nothing is written.
 * @returns for each whether it is written; it is not where the claim does not hold any more
 */
export async function writeRecords(database: Database, finished: Finished[]): Promise<boolean[]> {
  const { rows } = await database.executeByKey('record_steps', WRITING, valuesOf(finished));
  const written = new Set((rows as { id: string }[]).map(({ id }) => id));
  return finished.map(({ claim }) => written.has(claim.post.id));
}

/** Does so in a transaction that has locked the post of the claim. */
export async function writeRecord(tx: Orm, finished: Finished): Promise<void> {
  const [given, ids] = valuesOf([finished]);
  await tx.execute(writing(sql`${given}`, sql`${sql.param(ids)}`));
}

/** What the statement takes: JSON of what is to be written, and the ids of the posts. */
function valuesOf(finished: Finished[]): [given: string, ids: string[]] {
  const given = finished.map(({ claim, result: { post: change, attempts = [] } }) => {
    const { id, attempt, status } = claim.post;
    const isFinal = change.status === 'PUBLISHED' || change.status === 'FAILED';
    const grows = isFinal && change.status !== status ? 1 : 0;
    return { id, attempt, change, attempts, grows, now: claim.now() };
  });
  return [JSON.stringify(given), given.map(({ id }) => id)];
}

/** What a change does not name stays. */
function kept(columns: [column: string, key: string, type?: string][]): SQL {
  const settings = columns.map(
    ([column, key, type = 'text']) =>
      `${column} = case when change ? '${key}' then (change ->> '${key}')::${type} else ${column} end`,
  );
  return sql.raw(settings.join(', '));
}

const POST_CHANGES = kept([
  ['google_name', 'googleName'],
  ['google_url', 'googleUrl'],
  ['published_at', 'publishedAt', 'timestamptz'],
  ['error_details', 'errorDetails'],
]);
const ATTEMPT_CHANGES = kept([
  ['outcome', 'outcome'],
  ['doubt', 'doubt'],
  ['google_name', 'googleName'],
  ['error', 'error'],
  ['ended_at', 'endedAt', 'timestamptz'],
]);

/** Posts are named by their ids besides: nothing is known of JSON, so that all posts would be read for it. */
const writing = (given: SQL, ids: SQL): SQL => sql`with given as (
  select * from jsonb_to_recordset(${given}::jsonb)
    as given (id uuid, attempt integer, change jsonb, attempts jsonb, grows integer, now timestamptz)
), held as (
  select given.* from posts join given on posts.id = given.id and posts.attempt = given.attempt
  where posts.id = any(${ids}::uuid[]) and posts.lease_until is not null
  for update of posts skip locked
), recorded as (
  update posts set
    status = change ->> 'status', detail = change ->> 'detail',
    next_step_at = (change ->> 'nextStepAt')::timestamptz,
    ${POST_CHANGES},
    version = version + grows, lease_until = null, updated_at = held.now
  from held where posts.id = held.id
  returning posts.id
), told as (
  update publish_attempts set
    ${ATTEMPT_CHANGES}
  from (
    select held.id, which.* from held join recorded on recorded.id = held.id
    cross join jsonb_to_recordset(held.attempts) as which (number integer, "googleName" text, change jsonb)
  ) which
  where post_id = any(${ids}::uuid[]) and post_id = which.id and (attempt = which.number or google_name = which."googleName")
)
select id from recorded`;

const WRITING = new PgDialect().sqlToQuery(writing(sql.raw('$1'), sql.raw('$2'))).sql;
