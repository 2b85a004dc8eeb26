import { and, asc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { hashOfPost } from '../business-profile/port/remote-post.js';
import { databaseNow } from '../database/database-clock.js';
import type { Orm } from '../database/database.js';
import { posts, publishAttempts } from '../database/schema.js';
import type { AttemptRow, PostRow } from '../posts/posts.repository.js';
import { DOUBTS } from './steps.js';

/** How many posts are in memory at a time. */
const PAGE = 200;

/** How many posts of a restored backup may have gone out since it was made. */
export interface RestoredPosts {
  /** Their time has passed: Google is asked at once, and what it does not list is not sent automatically. */
  overdue: number;
  /** Their time is still to come: Google is asked before they are sent. */
  later: number;
}

/**
 * Gives each unpublished post of a restored backup an attempt with an unknown outcome, so that Google's list is checked
 * before it is sent: since the backup it may have been published, at its time or after a move. A post whose time has
 * passed is treated like one that was sent without an answer, because its owner may also have changed or cancelled it:
 * PUBLISH_UNCONFIRMED decides what happens if Google does not list it.
 * @param madeAt when the backup was made, by the database's clock
 */
export async function doubtRestoredPosts(tx: Orm, madeAt: Date): Promise<RestoredPosts> {
  const now = await databaseNow(tx);
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
    // From then on no other process sends it, but it may have been sent since the backup.
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

/** Posts that the backup has as unpublished and that have no name at Google. */
function mayHaveGoneOut(): SQL | undefined {
  const isInReview = and(eq(posts.status, 'QUEUED'), eq(posts.detail, 'in_review'));
  return and(
    eq(posts.source, 'google'),
    eq(posts.seeded, false),
    ne(posts.status, 'PUBLISHED'),
    or(isNull(posts.googleName), sql`not ${isInReview}`),
  );
}
