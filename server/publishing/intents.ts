import type { Database } from '../database/database.js';

/** That a post is about to leave, under a claim. */
export interface Intent {
  postId: string;
  attempt: number;
  startedAt: Date;
  sentAt: Date;
  /** The platform's own clock, where it is known. */
  googleDate: Date | null;
  accountId: string | null;
  locationId: string | null;
  /** SHA-256 (hex) of the content. */
  bodyHash: string | null;
}

const STATEMENTS = {
  wait: { name: 'commit_intents', text: committing('') },
  'leave out': { name: 'commit_free_intents', text: committing('skip locked') },
};

/** Posts are named by their ids besides: nothing is known of JSON, so that all posts would be read for it. */
function committing(whereLocked: string): string {
  return `with given as (
      select * from jsonb_to_recordset($1::jsonb) as given ("postId" uuid, attempt integer, "startedAt" timestamptz,
        "sentAt" timestamptz, "googleDate" timestamptz, "accountId" text, "locationId" text, "bodyHash" text)
    ), held as (
      select given.* from posts join given on posts.id = given."postId" and posts.attempt = given.attempt
      where posts.id = any($2::uuid[]) and posts.lease_until > shingle_now()
      for update of posts ${whereLocked}
    )
    insert into publish_attempts
      (post_id, attempt, started_at, sent_at, google_date, account_id, location_id, body_hash)
    select "postId", attempt, "startedAt", "sentAt", "googleDate", "accountId", "locationId", "bodyHash" from held
    on conflict (post_id, attempt) do update set sent_at = excluded.sent_at, google_date = excluded.google_date,
      account_id = excluded.account_id, location_id = excluded.location_id, body_hash = excluded.body_hash
    returning post_id as "postId"`;
}

/**
 * Commits intents whose claims hold, in one statement. A post that somebody else has locked is waited for, or left out.
 * @returns for each whether it stands; where it does not, nothing may leave
 */
export async function commitIntents(
  database: Database,
  intents: Intent[],
  whereLocked: keyof typeof STATEMENTS,
): Promise<boolean[]> {
  const ids = intents.map(({ postId }) => postId);
  const values = [JSON.stringify(intents), ids];
  const { name, text } = STATEMENTS[whereLocked];
  const { rows } = await database.executeByKey(name, text, values);
  const standing = new Set((rows as { postId: string }[]).map(({ postId }) => postId));
  return intents.map(({ postId }) => standing.has(postId));
}
