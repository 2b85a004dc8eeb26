import { sql, and, asc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Orm, Database } from '../database/database.js';
import { posts } from '../database/schema.js';

/** A group of posts: their status, the reason, and whether their time has come. Example posts are left out. */
interface PostCount {
  status: string;
  detail: string | null;
  /** `overdue`: 15 minutes after its time and not settled. */
  due: 'settled' | 'later' | 'due' | 'overdue';
  count: number;
}

/** Read once for all rows. */
const NOW = sql`(select shingle_now())`;

/** How many posts there are in each group. */
export async function countPosts(orm: Orm): Promise<PostCount[]> {
  const { status, detail, publishAt, seeded } = posts;
  const due = sql<PostCount['due']>`case
    when ${status} in ('PUBLISHED', 'FAILED') then 'settled'
    when ${publishAt} > ${NOW} then 'later'
    when ${publishAt} > ${NOW} - interval '15 minutes' then 'due'
    else 'overdue' end`;
  return orm
    .select({ status, detail, due, count: sql<number>`count(*)::int` })
    .from(posts)
    .where(sql`not ${seeded}`)
    .groupBy(status, detail, sql`3`);
}

/** A post is stuck after this time without progress and without a reason that its owner sees. */
const STUCK = sql`shingle_now() - interval '15 minutes'`;

/** A post that an operator should know about, without its text. */
interface StuckPost {
  id: string;
  workspaceId: string;
  locationId: string;
  status: string;
  detail: string | null;
  publishAt: Date;
  nextStepAt: Date | null;
  attempt: number;
}

/** Posts that are stuck, and failed posts that may have been published; oldest first. */
export async function findStuckPosts(database: Database): Promise<StuckPost[]> {
  const { id, workspaceId, locationId, status, detail, publishAt, nextStepAt, attempt } = posts;
  const isUnderWay = inArray(status, ['SCHEDULED', 'QUEUED']);
  return database.orm
    .select({ id, workspaceId, locationId, status, detail, publishAt, nextStepAt, attempt })
    .from(posts)
    .where(
      and(
        eq(posts.seeded, false),
        isUnderWay,
        or(
          eq(detail, 'unconfirmed'),
          and(isNull(detail), lt(publishAt, STUCK)),
          lt(nextStepAt, STUCK),
          and(isNull(nextStepAt), gt(attempt, 0)),
        ),
      ),
    )
    .orderBy(asc(publishAt));
}
