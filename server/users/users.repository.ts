import { Injectable } from '@nestjs/common';
import { eq, sql } from 'drizzle-orm';
import { Database, type Orm } from '../database/database.js';
import { type Preferences, users } from '../database/schema.js';

export type UserRow = typeof users.$inferSelect;

const CHANNEL = 'users_changed';

@Injectable()
export class UsersRepository {
  constructor(private readonly database: Database) {}

  async find(uid: string): Promise<UserRow | undefined> {
    const [row] = await this.database.orm.select().from(users).where(eq(users.uid, uid));
    return row;
  }

  /** Inserts a new user; undefined when one with this uid exists already. */
  async insert(tx: Orm, row: typeof users.$inferInsert): Promise<UserRow | undefined> {
    const [inserted] = await tx.insert(users).values(row).onConflictDoNothing().returning();
    return inserted;
  }

  async update(tx: Orm, uid: string, change: Partial<UserRow>): Promise<UserRow | undefined> {
    const [row] = await tx.update(users).set(change).where(eq(users.uid, uid)).returning();
    return row;
  }

  /** Merges into the stored preferences in one statement, so that two changes at once both survive. */
  async mergePreferences(uid: string, change: Partial<Preferences>, now: Date): Promise<UserRow | undefined> {
    return this.update(this.database.orm, uid, {
      // drizzle takes an expression for a column's value, which its row type does not say.
      preferences: sql`${users.preferences} || ${JSON.stringify(change)}::jsonb` as unknown as Preferences,
      updatedAt: now,
    });
  }

  /** Tells every process that a user has changed. */
  tellOfChange(uid: string): Promise<void> {
    return this.database.notify(CHANNEL, uid);
  }

  /** Calls back for each user whom any process has changed; `onGap` when some may have been missed. */
  onChanged(callback: (uid: string) => void, onGap: () => void): Promise<void> {
    return this.database.listen(CHANNEL, callback, onGap);
  }

  transaction<T>(work: (tx: Orm) => Promise<T>): Promise<T> {
    return this.database.orm.transaction(work);
  }
}
