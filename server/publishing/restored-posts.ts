import { and, asc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { hashOfPost } from '../business-profile/remote-post.js';
import type { Orm } from '../database/database.js';
import { posts, publishAttempts } from '../database/schema.js';
import type { AttemptRow, PostRow } from '../posts/posts.repository.js';
import { DOUBTS } from './results.js';

/** How many posts are in memory at a time. */
const PAGE = 200;

/** How many posts of a restored backup may have gone out since it was made. */
export interface RestoredPosts {
  /** Their time has passed since: Google is asked at once, and what it does not list is not sent by itself. */
  overdue: number;
  /** Their time is still to come: Google is asked before they are sent. */
  later: number;
}

/**
 * Gives each post that a restored backup knows as not published an attempt whose outcome is not known, so
 * that Google's list is looked at before it is sent: since the backup it may have gone out, at its time or at another
 * that it was moved to. One whose time has passed meanwhile is as one that was sent without an answer, since its owner
 * may also have changed or cancelled it: PUBLISH_UNCONFIRMED says what becomes of it when Google does not list it.
 * @param madeAt when the backup was made, by the database's clock
 */
export async function doubtRestoredPosts(tx: Orm, madeAt: Date): Promise<RestoredPosts> {
  const [clock] = await tx
    .select({ now: sql<Date>`shingle_now()`.mapWith((now: Date | string) => new Date(now)) })
    .from(sql`(select 1) one`);
  const now = clock?.now ?? new Date();
  const counts: RestoredPosts = { overdue: 0, later: 0 };
  for (let lastId: string | undefined; ;) {
    const page = await tx
      .select()
      .from(posts)
      .where(and(mayHaveGoneOut(), lastId === undefined ? undefined : gt(posts.id, lastId)))
      .orderBy(asc(posts.id))
      .limit(PAGE);
    for (const post of page) counts[await doubt(tx, post, madeAt, now)] += 1;
    lastId = page.at(-1)?.id;
    if (lastId === undefined) return counts;
  }
}

async function doubt(tx: Orm, post: PostRow, madeAt: Date, now: Date): Promise<keyof RestoredPosts> {
  const isOverdue = post.status !== 'FAILED' && post.publishAt <= now;
  const attempt: AttemptRow = {
    postId: post.id,
    attempt: post.attempt + 1,
    // From then on no other process sends it; it may have left since the backup.
    startedAt: now,
    sentAt: madeAt,
    googleDate: null,
    accountId: post.accountId,
    locationId: post.locationId,
    bodyHash: hashOfPost(post.body),
    outcome: isOverdue ? 'unconfirmed' : 'not_found',
    doubt: 'restored',
    googleName: null,
    error: DOUBTS.restored,
    endedAt: isOverdue ? null : now,
  };
  await tx.insert(publishAttempts).values(attempt);
  const looked = { status: 'QUEUED', detail: 'unconfirmed', leaseUntil: null, nextStepAt: now } as const;
  await tx
    .update(posts)
    .set({ attempt: attempt.attempt, ...(isOverdue && looked) })
    .where(eq(posts.id, post.id));
  return isOverdue ? 'overdue' : 'later';
}

/** Not published, as far as the backup knows, and not with Google under a name that can be asked for. */
function mayHaveGoneOut(): SQL | undefined {
  const isInReview = and(eq(posts.status, 'QUEUED'), eq(posts.detail, 'in_review'));
  return and(
    eq(posts.source, 'google'),
    eq(posts.seeded, false),
    ne(posts.status, 'PUBLISHED'),
    or(isNull(posts.googleName), sql`not ${isInReview}`),
  );
}
