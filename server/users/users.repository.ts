import { Injectable } from '@nestjs/common';
import { eq, sql } from 'drizzle-orm';
import { Database, type Orm } from '../database/database.js';
import { type Preferences, users, workspaces } from '../database/schema.js';

type UserRow = typeof users.$inferSelect;

@Injectable()
export class UsersRepository {
  constructor(private readonly database: Database) {}

  async find(uid: string): Promise<UserRow | undefined> {
    const [row] = await this.database.orm.select().from(users).where(eq(users.uid, uid));
    return row;
  }

  /** Inserts a new user and their workspace; undefined when one with this uid exists already. */
  async insert(tx: Orm, row: typeof users.$inferInsert): Promise<UserRow | undefined> {
    const [user] = await tx.insert(users).values(row).onConflictDoNothing().returning();
    if (!user) return undefined;
    const { uid: id, displayName: name, createdAt } = user;
    await tx.insert(workspaces).values({ id, name, kind: 'personal', createdAt });
    return user;
  }

  async update(tx: Orm, uid: string, change: Partial<UserRow>): Promise<UserRow | undefined> {
    const [row] = await tx.update(users).set(change).where(eq(users.uid, uid)).returning();
    return row;
  }

  /** Merges `preferences` into the stored ones in the same statement, so that two changes at once both survive. */
  async change(
    uid: string,
    preferences: Partial<Preferences>,
    change: Partial<UserRow>,
  ): Promise<UserRow | undefined> {
    return this.update(this.database.orm, uid, {
      ...change,
      // drizzle takes an expression for a column's value, which its row type does not say.
      preferences:
        sql`${users.preferences} || ${JSON.stringify(preferences)}::jsonb` as unknown as Preferences,
    });
  }

  transaction<T>(work: (tx: Orm) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }
}
