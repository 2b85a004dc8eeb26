import { Injectable } from '@nestjs/common';
import { and, eq, gte, inArray } from 'drizzle-orm';
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
    const { orm } = this.database;
    const own = and(eq(posts.uid, uid), eq(posts.source, 'google'), eq(posts.subject, subject));
    const scheduledPosts = await orm.$count(posts, and(own, inArray(posts.status, ['SCHEDULED', 'QUEUED'])));
    const publishedThisMonth = await orm.$count(
      posts,
      and(own, eq(posts.status, 'PUBLISHED'), gte(posts.publishedAt, since)),
    );
    return { scheduledPosts, publishedThisMonth };
  }
}
