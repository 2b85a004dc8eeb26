import { Injectable } from '@nestjs/common';
import { and, eq, inArray, lte, ne } from 'drizzle-orm';
import {
  type GoogleApiName,
  googleApis,
  type GoogleApiState,
  googleConnections,
} from '../../database/connection.schema.js';
import { Database, type Orm } from '../../database/database.js';
import { noteEvents, type NoticeEvent } from '../../notices/events/outbox.js';

export type GoogleApiRow = typeof googleApis.$inferSelect;

/** How many answers in a row decide that an API is closed: a single one may be a mistake of Google's. */
const DECIDING_ANSWERS = 3;

/** Stores which of Google's APIs this server may use. */
@Injectable()
export class GoogleApisRepository {
  constructor(private readonly database: Database) {}

  /** The APIs that have been asked. */
  all(): Promise<GoogleApiRow[]> {
    return this.database.orm.select().from(googleApis);
  }

  /** Notes that an API works. @returns whether it was closed before */
  noteWorking(api: GoogleApiName, now: Date): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const before = await lockRow(tx, api, now);
      const wasClosed = before.state !== 'enabled';
      await tx
        .update(googleApis)
        .set({ state: 'enabled', refusals: 0, askedAt: now, ...(wasClosed && { since: now }) })
        .where(eq(googleApis.api, api));
      return wasClosed;
    });
  }

  /**
   * Notes that an API answered that it is closed. The owners of working connections get a notice of one that was open until then,
   * if `hasNotice`.
   * @returns whether its state has changed
   */
  noteRefused(
    api: GoogleApiName,
    answer: Exclude<GoogleApiState, 'enabled'>,
    now: Date,
    { hasNotice }: { hasNotice: boolean },
  ): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const before = await lockRow(tx, api, now);
      const refusals = before.refusals + 1;
      const wasOpen = before.state === 'enabled';
      const state: GoogleApiState = wasOpen && refusals < DECIDING_ANSWERS ? 'enabled' : answer;
      const isChanged = state !== before.state;
      const row: GoogleApiRow = {
        ...before,
        state,
        refusals,
        askedAt: now,
        ...(isChanged && { since: now }),
      };
      await tx.update(googleApis).set(row).where(eq(googleApis.api, api));
      if (isChanged && wasOpen && hasNotice) {
        const { workspaceId } = googleConnections;
        const owners = await tx
          .select({ workspaceId })
          .from(googleConnections)
          .where(eq(googleConnections.state, 'connected'));
        await noteEvents(
          tx,
          owners.map((owner) => closedEvent(owner, row, now)),
        );
      }
      return isChanged;
    });
  }

  /** Notes for the owner of a new connection which of these APIs are closed, each once. */
  tell(owner: { workspaceId: string }, closed: readonly GoogleApiRow[], now: Date): Promise<void> {
    return this.database.transaction((tx) =>
      noteEvents(
        tx,
        closed.map((row) => closedEvent(owner, row, now)),
      ),
    );
  }

  /** Claims, for this process alone, to ask those of the APIs that are closed and were last asked by `before`. */
  async claimAsking(apis: readonly GoogleApiName[], before: Date, now: Date): Promise<GoogleApiName[]> {
    const { api, state, askedAt } = googleApis;
    const claimed = await this.database.orm
      .update(googleApis)
      .set({ askedAt: now })
      .where(and(inArray(api, [...apis]), ne(state, 'enabled'), lte(askedAt, before)))
      .returning({ api });
    return claimed.map((row) => row.api);
  }
}

/** The row of an API, which no other transaction changes until this one ends. */
async function lockRow(tx: Orm, api: GoogleApiName, now: Date): Promise<GoogleApiRow> {
  const fresh: GoogleApiRow = { api, state: 'enabled', since: now, askedAt: now, refusals: 0 };
  await tx.insert(googleApis).values(fresh).onConflictDoNothing();
  const [row = fresh] = await tx.select().from(googleApis).where(eq(googleApis.api, api)).for('update');
  return row;
}

function closedEvent(
  { workspaceId }: { workspaceId: string },
  { api, since }: GoogleApiRow,
  at: Date,
): NoticeEvent {
  const key = `api_closed ${api} ${since.toISOString()}`;
  return { workspaceId, kind: 'api_closed', key, cause: api, subject: {}, at };
}
