import { Injectable } from '@nestjs/common';
import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { Database } from '../database/database.js';
import { posts } from '../database/schema.js';

@Injectable()
export class OverviewRepository {
  constructor(private readonly database: Database) {}

  /** Posts of a Google account that wait or are on their way, and those published since an instant. */
  async countPosts(
    { uid, subject }: { uid: string; subject: string },
    since: Date,
  ): Promise<{ scheduledPosts: number; publishedThisMonth: number }> {
    const isPublished = and(eq(posts.status, 'PUBLISHED'), gte(posts.publishedAt, since));
    const [row] = await this.database.orm
      .select({
        scheduledPosts: countWhere(inArray(posts.status, ['SCHEDULED', 'QUEUED'])),
        publishedThisMonth: countWhere(isPublished),
      })
      .from(posts)
      .where(and(eq(posts.uid, uid), eq(posts.source, 'google'), eq(posts.subject, subject)));
    return row ?? { scheduledPosts: 0, publishedThisMonth: 0 };
  }
}

function countWhere(condition: SQL | undefined): SQL<number> {
  return sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
}
