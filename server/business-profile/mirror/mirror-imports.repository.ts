import { Injectable } from '@nestjs/common';
import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '../../config/durations.js';
import { googleConnections } from '../../database/connection.schema.js';
import { Database, type Orm } from '../../database/database.js';
import { mirrorAccounts, mirrorImports, mirrorLocations } from '../../database/mirror.schema.js';
import type { ErrorCode } from '../../errors/app-error.js';
import { noteEvents, type NoticeEvent } from '../../notices/events/outbox.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { ownedBy } from '../port/google-owner.js';

export type ImportRow = typeof mirrorImports.$inferSelect;

/** One import of an owner's places. */
export type ImportKey = GoogleOwner & Pick<ImportRow, 'importId' | 'wholeAt'>;

/** How often single locations are read again although Google's lists say nothing new of them. */
const WHOLE_EVERY_MS = DAY_MS;

/** When an import ended, and when the next one begins on its own. */
export type ImportEnd = { at: Date; nextAt: Date };

/** Thrown when an import is obsolete: it has ended, another one has begun, or its connection is gone. */
export class ImportSuperseded extends Error {}

/** The current or last import of each connection. */
@Injectable()
export class MirrorImportsRepository {
  constructor(private readonly database: Database) {}

  async find(owner: GoogleOwner): Promise<ImportRow | undefined> {
    const [row] = await this.database.orm.select().from(mirrorImports).where(ownedBy(owner, mirrorImports));
    return row;
  }

  /** Connections whose next import is due, and those whose import has not ended, because its job may be lost. */
  due(now: Date): Promise<GoogleOwner[]> {
    const { workspaceId, subject } = googleConnections;
    return this.database.orm
      .select({ workspaceId, subject })
      .from(googleConnections)
      .leftJoin(
        mirrorImports,
        and(eq(mirrorImports.workspaceId, workspaceId), eq(mirrorImports.subject, subject)),
      )
      .where(
        or(isNull(mirrorImports.workspaceId), isNull(mirrorImports.endedAt), lte(mirrorImports.nextAt, now)),
      );
  }

  /**
   * Begins an import unless one is running, or another server has just finished the one that was due. It reads every location
   * if that is asked for, or was last done a day ago. An import that a person asks for is always due.
   */
  async begin(
    tx: Orm,
    { workspaceId, subject }: GoogleOwner,
    now: Date,
    { isWhole }: { isWhole: boolean },
  ): Promise<void> {
    const fresh = { startedAt: now, endedAt: null, error: null, accountsTotal: null, nextAt: now };
    const dayAgo = new Date(now.getTime() - WHOLE_EVERY_MS);
    await tx
      .insert(mirrorImports)
      .values({ workspaceId, subject, importId: 1, asOf: null, ...fresh })
      .onConflictDoUpdate({
        target: [mirrorImports.workspaceId, mirrorImports.subject],
        set: {
          ...fresh,
          importId: sql`${mirrorImports.importId} + 1`,
          wholeAt: isWhole
            ? null
            : sql`case when ${gt(mirrorImports.wholeAt, dayAgo)} then ${mirrorImports.wholeAt} end`,
        },
        setWhere: and(isNotNull(mirrorImports.endedAt), isWhole ? undefined : lte(mirrorImports.nextAt, now)),
      });
  }

  /** Restarts a running import from the beginning. Errors: ImportSuperseded. */
  async beginAgain(key: ImportKey, now: Date): Promise<ImportRow> {
    const [row] = await this.database.orm
      .update(mirrorImports)
      .set({ importId: key.importId + 1, startedAt: now, error: null, accountsTotal: null })
      .where(isUnderWay(key))
      .returning();
    if (!row) throw new ImportSuperseded();
    return row;
  }

  /** How many accounts an import has read completely, and how many places, each counted once. */
  async progress(key: ImportKey): Promise<{ accountsDone: number; locationsDone: number }> {
    const { orm } = this.database;
    const isDone = and(ownedBy(key, mirrorAccounts), eq(mirrorAccounts.importId, key.importId));
    const [row] = await orm
      .select({ places: sql<number>`count(distinct ${mirrorLocations.id})`.mapWith(Number) })
      .from(mirrorLocations)
      .where(and(ownedBy(key, mirrorLocations), eq(mirrorLocations.importId, key.importId)));
    return { accountsDone: await orm.$count(mirrorAccounts, isDone), locationsDone: row?.places ?? 0 };
  }

  /** Stores the number of accounts. */
  async setAccountsTotal(key: ImportKey, accountsTotal: number): Promise<void> {
    await this.change(key, { accountsTotal });
  }

  /** Stores the error of an import that will be retried. */
  async noteTrouble(key: ImportKey, error: ErrorCode): Promise<void> {
    await this.change(key, { error });
  }

  /**
   * Ends a failed import. The copy stays as it is.
   * @param events the notices of it for its owner
   */
  async fail(
    key: ImportKey,
    error: ErrorCode,
    { at, nextAt }: ImportEnd,
    events: NoticeEvent[],
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const ended = await tx
        .update(mirrorImports)
        .set({ error, endedAt: at, nextAt })
        .where(isUnderWay(key))
        .returning({ importId: mirrorImports.importId });
      if (ended.length > 0) await noteEvents(tx, events);
    });
  }

  private async change(key: ImportKey, change: Partial<ImportRow>): Promise<void> {
    await this.database.orm.update(mirrorImports).set(change).where(isUnderWay(key));
  }
}

/** Limits a change to the import while it is running. */
export function isUnderWay(key: ImportKey): SQL | undefined {
  return and(
    ownedBy(key, mirrorImports),
    eq(mirrorImports.importId, key.importId),
    isNull(mirrorImports.endedAt),
  );
}
