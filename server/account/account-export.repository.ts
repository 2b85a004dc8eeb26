import { Injectable } from '@nestjs/common';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { googleConnections } from '../database/connection.schema.js';
import { Database } from '../database/database.js';
import { mirrorAccounts, mirrorLocations } from '../database/mirror.schema.js';
import { posts, publishAttempts, sampleEdits, sessions } from '../database/schema.js';
import type { AttemptRow, PostRow } from '../posts/posts.repository.js';

type LocationRow = typeof mirrorLocations.$inferSelect;

/** Everything that hangs on a user, for a reader who takes it page by page. */
@Injectable()
export class AccountExportRepository {
  constructor(private readonly database: Database) {}

  async connection(uid: string): Promise<typeof googleConnections.$inferSelect | undefined> {
    const { orm } = this.database;
    const [row] = await orm.select().from(googleConnections).where(eq(googleConnections.uid, uid));
    return row;
  }

  sessions(uid: string): Promise<(typeof sessions.$inferSelect)[]> {
    const { orm } = this.database;
    return orm.select().from(sessions).where(eq(sessions.uid, uid)).orderBy(asc(sessions.createdAt));
  }

  sampleEdits(uid: string): Promise<(typeof sampleEdits.$inferSelect)[]> {
    const { orm } = this.database;
    return orm
      .select()
      .from(sampleEdits)
      .where(eq(sampleEdits.uid, uid))
      .orderBy(asc(sampleEdits.locationId));
  }

  /** Oldest first; neither column ever changes, so that no post is met twice or not at all. */
  posts(uid: string, after: PostRow | undefined, limit: number): Promise<PostRow[]> {
    const { createdAt, id } = posts;
    const isNext =
      after &&
      sql`(${createdAt}, ${id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
    return this.database.orm
      .select()
      .from(posts)
      .where(and(eq(posts.uid, uid), isNext))
      .orderBy(asc(createdAt), asc(id))
      .limit(limit);
  }

  attempts(postIds: string[]): Promise<AttemptRow[]> {
    return this.database.orm
      .select()
      .from(publishAttempts)
      .where(inArray(publishAttempts.postId, postIds))
      .orderBy(asc(publishAttempts.attempt));
  }

  businessAccounts(uid: string): Promise<(typeof mirrorAccounts.$inferSelect)[]> {
    const { subject, position } = mirrorAccounts;
    return this.database.orm
      .select()
      .from(mirrorAccounts)
      .where(eq(mirrorAccounts.uid, uid))
      .orderBy(asc(subject), asc(position));
  }

  /** In the order of their key. */
  locations(uid: string, after: LocationRow | undefined, limit: number): Promise<LocationRow[]> {
    const { subject, accountId, id } = mirrorLocations;
    const isNext =
      after && sql`(${subject}, ${accountId}, ${id}) > (${after.subject}, ${after.accountId}, ${after.id})`;
    return this.database.orm
      .select()
      .from(mirrorLocations)
      .where(and(eq(mirrorLocations.uid, uid), isNext))
      .orderBy(asc(subject), asc(accountId), asc(id))
      .limit(limit);
  }
}
