import { Injectable } from '@nestjs/common';
import { and, eq, inArray, lte, ne, sql, type SQL, asc, gt } from 'drizzle-orm';
import { type CONNECTION_STATES, googleConnections } from '../../database/connection.schema.js';
import { Database, type Orm } from '../../database/database.js';
import { lockSession } from '../../database/session-lock.js';
import { lockWorkspaceAgainstDeletion } from '../../database/workspace-lock.js';
import { noteEvents, type NoticeEvent } from '../../notices/events/outbox.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { TokenCipher } from '../../security/token-cipher.js';

export type ConnectionRow = typeof googleConnections.$inferSelect;
type State = (typeof CONNECTION_STATES)[number];

@Injectable()
export class ConnectionsRepository {
  private readonly connection;

  constructor(private readonly database: Database) {
    this.connection = database.orm
      .select()
      .from(googleConnections)
      .where(eq(googleConnections.workspaceId, sql.placeholder('workspaceId')))
      .prepare('connection');
  }

  /** The workspace's connection, in any state. Not for use in a transaction. */
  async find(workspaceId: string): Promise<ConnectionRow | undefined> {
    const [row] = await this.connection.execute({ workspaceId });
    return row;
  }

  /**
   * Stores the workspace's one connection, in a session. @returns the one that it has replaced.
   * Errors: `not_signed_in` where the session has ended.
   */
  save(row: ConnectionRow, sessionId: string): Promise<ConnectionRow | undefined> {
    return this.inSession(row.workspaceId, sessionId, async (tx) => {
      const [former] = await tx
        .select()
        .from(googleConnections)
        .where(eq(googleConnections.workspaceId, row.workspaceId))
        .for('update');
      await tx
        .insert(googleConnections)
        .values(row)
        .onConflictDoUpdate({ target: googleConnections.workspaceId, set: row });
      return former;
    });
  }

  /** Removes the workspace's connection. @returns what was removed */
  async remove(workspaceId: string, tx: Orm = this.database.orm): Promise<ConnectionRow | undefined> {
    const [row] = await tx
      .delete(googleConnections)
      .where(eq(googleConnections.workspaceId, workspaceId))
      .returning();
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

  /**
   * Lets a connection that is held work again, in a session. False: nothing changed. Errors: `not_signed_in` where the
   * session has ended.
   */
  keep(connection: { workspaceId: string; id: string }, sessionId: string, now: Date): Promise<boolean> {
    return this.inSession(connection.workspaceId, sessionId, (tx) =>
      this.changeState(connection, ['held'], 'connected', now, tx),
    );
  }

  /**
   * Changes the state from one of the given ones; with `id` only if it is still that connection. False: nothing
   * changed.
   */
  async changeState(
    { workspaceId, id }: { workspaceId: string; id?: string },
    from: State[],
    to: State,
    now: Date,
    tx: Orm = this.database.orm,
  ): Promise<boolean> {
    const changed = await tx
      .update(googleConnections)
      .set({ state: to, updatedAt: now })
      .where(
        and(
          eq(googleConnections.workspaceId, workspaceId),
          id === undefined ? undefined : eq(googleConnections.id, id),
          inArray(googleConnections.state, from),
        ),
      )
      .returning({ id: googleConnections.id });
    return changed.length === 1;
  }

  /** The connection needs renewing from now on, and its owner gets a notice. False: it did already, or is another one. */
  async lose({ workspaceId, id }: { workspaceId: string; id: string }, now: Date): Promise<boolean> {
    const isLosable = inArray(googleConnections.state, ['connected', 'no_quota']);
    const isIt = and(eq(googleConnections.workspaceId, workspaceId), eq(googleConnections.id, id));
    return (await this.loseAll(and(isIt, isLosable), now)) === 1;
  }

  /** The practice connections need renewing from now on, because the server has the real Google; their owners get a notice. */
  async losePractice(now: Date): Promise<void> {
    const isWorking = ne(googleConnections.state, 'reconnect');
    await this.loseAll(and(eq(googleConnections.practice, true), isWorking), now);
  }

  /** The connections that need to be renewed, and when each was last tried. */
  lost(): Promise<Pick<ConnectionRow, 'workspaceId' | 'id' | 'practice' | 'updatedAt'>[]> {
    const { workspaceId, id, practice, updatedAt } = googleConnections;
    return this.database.orm
      .select({ workspaceId, id, practice, updatedAt })
      .from(googleConnections)
      .where(eq(googleConnections.state, 'reconnect'));
  }

  /** Holds the workspace's connection, unless it is to this Google account. */
  async hold(tx: Orm, { workspaceId, subject }: GoogleOwner, now: Date): Promise<void> {
    await tx
      .update(googleConnections)
      .set({ state: 'held', updatedAt: now })
      .where(and(eq(googleConnections.workspaceId, workspaceId), ne(googleConnections.subject, subject)));
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

  /** What a session does to the connection is done before it ends, or not at all. */
  private inSession<Result>(
    workspaceId: string,
    sessionId: string,
    work: (tx: Orm) => Promise<Result>,
  ): Promise<Result> {
    return this.database.transaction(async (tx) => {
      await lockWorkspaceAgainstDeletion(tx, workspaceId);
      await lockSession(tx, sessionId);
      return work(tx);
    });
  }

  /** @returns how many connections it were */
  private async loseAll(which: SQL | undefined, now: Date): Promise<number> {
    return this.database.transaction(async (tx) => {
      const { workspaceId, id, email } = googleConnections;
      const lost = await tx
        .update(googleConnections)
        .set({ state: 'reconnect', updatedAt: now })
        .where(which)
        .returning({ workspaceId, id, email });
      await noteEvents(
        tx,
        lost.map((connection) => lostEvent(connection, now)),
      );
      return lost.length;
    });
  }
}

function lostEvent(
  { workspaceId, id, email }: Pick<ConnectionRow, 'workspaceId' | 'id' | 'email'>,
  at: Date,
): NoticeEvent {
  const key = `connection_lost ${id} ${at.toISOString()}`;
  return { workspaceId, kind: 'connection_lost', key, cause: email, subject: {}, at };
}

/** Small, so that little is repeated after a crash, and rows are locked only briefly. */
const BATCH = 50;

interface ReencryptionProgress {
  /** Connections that are now encrypted under the first key. */
  done: number;
  /** Connections that no key of the ring reads: they stay as they are, and their owners have to reconnect. */
  unreadable: number;
}

/**
 * Encrypts every stored token that is not under the first key of the ring again, each batch in its own transaction. It
 * may be stopped at any moment and started again, also while servers with the same ring run: a connection that they
 * change at the same time is skipped, because they write under that key too.
 */
export async function reencryptTokens(
  database: Database,
  cipher: TokenCipher,
  onProgress: (progress: ReencryptionProgress) => void,
): Promise<ReencryptionProgress> {
  const progress = { done: 0, unreadable: 0 };
  let after = '';
  for (;;) {
    const last = await reencryptBatch(database, cipher, after, progress);
    if (last === undefined) return progress;
    after = last;
    onProgress(progress);
  }
}

/** @returns the last workspace of the batch; undefined when nothing is left */
async function reencryptBatch(
  database: Database,
  cipher: TokenCipher,
  after: string,
  progress: ReencryptionProgress,
): Promise<string | undefined> {
  const rows = await database.orm
    .select()
    .from(googleConnections)
    .where(
      and(gt(googleConnections.workspaceId, after), ne(googleConnections.keyName, cipher.writingKey ?? '')),
    )
    .orderBy(asc(googleConnections.workspaceId))
    .limit(BATCH);
  await database.transaction(async (tx) => {
    for (const { workspaceId, id, refreshToken, keyName } of rows) {
      const place = { workspaceId, id };
      const token = cipher.decrypt({ text: refreshToken, keyName }, place);
      if (token === undefined) {
        progress.unreadable += 1;
        continue;
      }
      const encrypted = cipher.encrypt(token, place);
      await tx
        .update(googleConnections)
        .set({ refreshToken: encrypted.text, keyName: encrypted.keyName })
        .where(and(eq(googleConnections.id, id), eq(googleConnections.refreshToken, refreshToken)));
      progress.done += 1;
    }
  });
  return rows.at(-1)?.workspaceId;
}
