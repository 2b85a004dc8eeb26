import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { posts } from '../database/schema.js';

/** A post without progress for so long, and without a reason that its owner sees, is stuck. */
const STUCK = sql`shingle_now() - interval '15 minutes'`;

/** A post that an operator should know of. It carries no text. */
export interface StuckPost {
  id: string;
  uid: string;
  locationId: string;
  status: string;
  detail: string | null;
  publishAt: Date;
  nextStepAt: Date | null;
  attempt: number;
}

/** Posts that are stuck, and those of which it is not known whether they are out; the oldest first. */
export async function findStuckPosts(database: Database): Promise<StuckPost[]> {
  const { id, uid, locationId, status, detail, publishAt, nextStepAt, attempt } = posts;
  const isUnderWay = inArray(status, ['SCHEDULED', 'QUEUED']);
  return database.orm
    .select({ id, uid, locationId, status, detail, publishAt, nextStepAt, attempt })
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
