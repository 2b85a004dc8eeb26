import { Injectable } from '@nestjs/common';
import { and, eq, inArray } from 'drizzle-orm';
import { Database } from '../database/database.js';
import { posts } from '../database/schema.js';

@Injectable()
export class AccountRepository {
  constructor(private readonly database: Database) {}

  /** Posts of a user that wait or are on their way, from whatever source; examples are not theirs. */
  countScheduledPosts(uid: string): Promise<number> {
    const isScheduled = inArray(posts.status, ['SCHEDULED', 'QUEUED']);
    return this.database.orm.$count(posts, and(eq(posts.uid, uid), eq(posts.seeded, false), isScheduled));
  }
}
