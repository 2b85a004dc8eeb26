import { sql } from 'drizzle-orm';
import type { Orm } from '../database/database.js';
import { posts } from '../database/schema.js';

/** A group of posts: where they stand, why, and whether their time has come. Example posts are left out. */
export interface PostCount {
  status: string;
  detail: string | null;
  /** `overdue`: 15 minutes after its time and not settled. */
  due: 'settled' | 'later' | 'due' | 'overdue';
  count: number;
}

/** Asked once for all rows. */
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
