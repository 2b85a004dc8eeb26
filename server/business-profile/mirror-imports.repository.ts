import { Injectable } from '@nestjs/common';
import { and, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { googleConnections } from '../database/connection.schema.js';
import { Database, type Orm } from '../database/database.js';
import { mirrorAccounts, mirrorImports, mirrorLocations } from '../database/mirror.schema.js';
import type { ErrorCode } from '../errors/app-error.js';
import { type MirrorOwner, ownedBy } from './mirror-owner.js';

export type ImportRow = typeof mirrorImports.$inferSelect;

/** One import of somebody's places. */
export type ImportKey = MirrorOwner & Pick<ImportRow, 'importId'>;

/** How an import ended: when, and when the next one begins by itself. */
export type ImportEnd = { at: Date; nextAt: Date };

/** Thrown when an import is no longer wanted: it has ended, was begun anew elsewhere, or its connection has gone. */
export class ImportSuperseded extends Error {}

/** The imports: each connection's present or last one. */
@Injectable()
export class MirrorImportsRepository {
  constructor(private readonly database: Database) {}

  async find(owner: MirrorOwner): Promise<ImportRow | undefined> {
    const [row] = await this.database.orm.select().from(mirrorImports).where(ownedBy(owner, mirrorImports));
    return row;
  }

  /** Connections whose next import is due, and those whose import has not ended: nobody may be working on it any more. */
  due(now: Date): Promise<MirrorOwner[]> {
    const { uid, subject } = googleConnections;
    return this.database.orm
      .select({ uid, subject })
      .from(googleConnections)
      .leftJoin(mirrorImports, and(eq(mirrorImports.uid, uid), eq(mirrorImports.subject, subject)))
      .where(or(isNull(mirrorImports.uid), isNull(mirrorImports.endedAt), lte(mirrorImports.nextAt, now)));
  }

  /** Begins an import unless one is under way. */
  async begin(tx: Orm, { uid, subject }: MirrorOwner, now: Date): Promise<void> {
    const fresh = { startedAt: now, endedAt: null, error: null, accountsTotal: null, nextAt: now };
    await tx
      .insert(mirrorImports)
      .values({ uid, subject, importId: 1, asOf: null, ...fresh })
      .onConflictDoUpdate({
        target: [mirrorImports.uid, mirrorImports.subject],
        set: { ...fresh, importId: sql`${mirrorImports.importId} + 1` },
        setWhere: isNotNull(mirrorImports.endedAt),
      });
  }

  /** Begins an import that is under way anew: nothing that it has read so far counts. Errors: ImportSuperseded. */
  async beginAgain(key: ImportKey, now: Date): Promise<ImportRow> {
    const [row] = await this.database.orm
      .update(mirrorImports)
      .set({ importId: key.importId + 1, startedAt: now, error: null, accountsTotal: null })
      .where(isUnderWay(key))
      .returning();
    if (!row) throw new ImportSuperseded();
    return row;
  }

  /** How many accounts an import has read whole, and how many places, each counted once. */
  async progress(key: ImportKey): Promise<{ accountsDone: number; locationsDone: number }> {
    const { orm } = this.database;
    const isDone = and(ownedBy(key, mirrorAccounts), eq(mirrorAccounts.importId, key.importId));
    const [row] = await orm
      .select({ places: sql<number>`count(distinct ${mirrorLocations.id})`.mapWith(Number) })
      .from(mirrorLocations)
      .where(and(ownedBy(key, mirrorLocations), eq(mirrorLocations.importId, key.importId)));
    return { accountsDone: await orm.$count(mirrorAccounts, isDone), locationsDone: row?.places ?? 0 };
  }

  /** Notes how many accounts there are. */
  async setAccountsTotal(key: ImportKey, accountsTotal: number): Promise<void> {
    await this.change(key, { accountsTotal });
  }

  /** Notes why an import that will be tried again has come to a halt. */
  async noteTrouble(key: ImportKey, error: ErrorCode): Promise<void> {
    await this.change(key, { error });
  }

  /** Ends an import that has failed: what was there before stays. */
  async fail(key: ImportKey, error: ErrorCode, { at, nextAt }: ImportEnd): Promise<void> {
    await this.change(key, { error, endedAt: at, nextAt });
  }

  private async change(key: ImportKey, change: Partial<ImportRow>): Promise<void> {
    await this.database.orm.update(mirrorImports).set(change).where(isUnderWay(key));
  }
}

/**
 * Makes a change in a short transaction, during which the import cannot end.
 * Errors: ImportSuperseded, and nothing is changed, if it is no longer under way.
 */
export async function duringImport(
  { orm }: Database,
  key: ImportKey,
  change: (tx: Orm) => Promise<void>,
): Promise<void> {
  await orm.transaction(async (tx) => {
    const rows = await tx.select().from(mirrorImports).where(isUnderWay(key)).for('update');
    if (rows.length === 0) throw new ImportSuperseded();
    await change(tx);
  });
}

function isUnderWay(key: ImportKey): SQL | undefined {
  return and(
    ownedBy(key, mirrorImports),
    eq(mirrorImports.importId, key.importId),
    isNull(mirrorImports.endedAt),
  );
}
