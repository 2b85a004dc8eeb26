import { Injectable } from '@nestjs/common';
import { and, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import { type CONNECTION_STATES, googleConnections } from '../database/connection.schema.js';
import { batched } from '../database/batched.js';
import { Database, type Orm } from '../database/database.js';

export type ConnectionRow = typeof googleConnections.$inferSelect;
type State = (typeof CONNECTION_STATES)[number];

@Injectable()
export class ConnectionsRepository {
  private readonly ofUsers;

  constructor(private readonly database: Database) {
    this.ofUsers = database.byKey
      .select()
      .from(googleConnections)
      .where(sql`${googleConnections.uid} = any(${sql.placeholder('uids')}::text[])`)
      .prepare('connections_of_users');
  }

  find(uid: string): Promise<ConnectionRow | undefined> {
    return this.findNext(uid);
  }

  private readonly findNext = batched<string, ConnectionRow | undefined>(async (uids) => {
    const rows = await this.ofUsers.execute({ uids: [...new Set(uids)] });
    return uids.map((uid) => rows.find((row) => row.uid === uid));
  });

  /** Stores the user's one connection. @returns the one that it has replaced */
  async save(row: ConnectionRow): Promise<ConnectionRow | undefined> {
    return this.database.orm.transaction(async (tx) => {
      const [former] = await tx
        .select()
        .from(googleConnections)
        .where(eq(googleConnections.uid, row.uid))
        .for('update');
      await tx
        .insert(googleConnections)
        .values(row)
        .onConflictDoUpdate({ target: googleConnections.uid, set: row });
      return former;
    });
  }

  /** Removes the user's connection. @returns what was removed */
  async remove(uid: string, tx: Orm = this.database.orm): Promise<ConnectionRow | undefined> {
    const [row] = await tx.delete(googleConnections).where(eq(googleConnections.uid, uid)).returning();
    return row;
  }

  /** How many connections there are, by their state. */
  async countByState(): Promise<{ state: State; count: number }[]> {
    const { state } = googleConnections;
    return this.database.orm
      .select({ state, count: sql<number>`count(*)::int` })
      .from(googleConnections)
      .groupBy(state);
  }

  /** Goes over to a state from certain others; with `id` only if it is still that connection. False: it has not. */
  async changeState(
    { uid, id }: { uid: string; id?: string },
    from: State[],
    to: State,
    now: Date,
  ): Promise<boolean> {
    const changed = await this.database.orm
      .update(googleConnections)
      .set({ state: to, updatedAt: now })
      .where(
        and(
          eq(googleConnections.uid, uid),
          id === undefined ? undefined : eq(googleConnections.id, id),
          inArray(googleConnections.state, from),
        ),
      )
      .returning({ id: googleConnections.id });
    return changed.length === 1;
  }

  /** The connections that need to be renewed, and when each was last tried. */
  lost(): Promise<Pick<ConnectionRow, 'uid' | 'id' | 'updatedAt'>[]> {
    const { uid, id, updatedAt } = googleConnections;
    return this.database.orm
      .select({ uid, id, updatedAt })
      .from(googleConnections)
      .where(eq(googleConnections.state, 'reconnect'));
  }

  /** Holds the user's connection, unless it is to this Google account. */
  async hold(tx: Orm, { uid, subject }: { uid: string; subject: string }, now: Date): Promise<void> {
    await tx
      .update(googleConnections)
      .set({ state: 'held', updatedAt: now })
      .where(and(eq(googleConnections.uid, uid), ne(googleConnections.subject, subject)));
  }

  /** Claims the next try of a lost connection, on one replica alone; false when the last one was after `before`. */
  async claimTry(id: string, before: Date, now: Date): Promise<boolean> {
    const claimed = await this.database.orm
      .update(googleConnections)
      .set({ updatedAt: now })
      .where(
        and(
          eq(googleConnections.id, id),
          eq(googleConnections.state, 'reconnect'),
          lte(googleConnections.updatedAt, before),
        ),
      )
      .returning({ id: googleConnections.id });
    return claimed.length === 1;
  }
}
