import { Injectable } from '@nestjs/common';
import { and, eq, gte, inArray } from 'drizzle-orm';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { countUnmade } from '../campaigns/campaigns.repository.js';
import { Database } from '../database/database.js';
import { posts } from '../database/schema.js';

/** Counts the posts of a workspace. */
@Injectable()
export class PostCountsRepository {
  constructor(private readonly database: Database) {}

  /** Counts the posts of a workspace that wait, are being published or made, from any source. Examples do not count. */
  async countScheduled(workspaceId: string): Promise<number> {
    const { orm } = this.database;
    const isScheduled = inArray(posts.status, ['SCHEDULED', 'QUEUED']);
    const made = await orm.$count(
      posts,
      and(eq(posts.workspaceId, workspaceId), eq(posts.seeded, false), isScheduled),
    );
    return made + (await countUnmade(orm, workspaceId));
  }

  /** Counts the posts of a Google account that wait or are being published, and those published since an instant. */
  async countForOverview(
    { workspaceId, subject }: GoogleOwner,
    since: Date,
  ): Promise<{ scheduledPosts: number; publishedThisMonth: number }> {
    const { orm } = this.database;
    const own = and(
      eq(posts.workspaceId, workspaceId),
      eq(posts.source, 'google'),
      eq(posts.subject, subject),
    );
    const scheduledPosts = await orm.$count(posts, and(own, inArray(posts.status, ['SCHEDULED', 'QUEUED'])));
    const publishedThisMonth = await orm.$count(
      posts,
      and(own, eq(posts.status, 'PUBLISHED'), gte(posts.publishedAt, since)),
    );
    return { scheduledPosts, publishedThisMonth };
  }
}
