import { Injectable } from '@nestjs/common';
import { and, eq, inArray, ne, notInArray, or, type SQL, sql, isNotNull, isNull, lte } from 'drizzle-orm';
import { Database, type Orm } from '../../database/database.js';
import { mirrorAccounts, mirrorImports, mirrorLocations } from '../../database/mirror.schema.js';
import type { GoogleOwner } from '../business-profile-provider.js';
import type { VerificationState } from '../location.js';
import type { GoogleAccount } from './google-types.js';
import { idOf } from './mapping.js';
import { MirrorReadings, type Reading, type ReadingStart } from './mirror-readings.js';
import { ownedBy } from './mirror.repository.js';
import { googleConnections } from '../../database/connection.schema.js';
import type { ErrorCode } from '../../errors/app-error.js';

export type ImportRow = typeof mirrorImports.$inferSelect;

/** One import of an owner's places. */
export type ImportKey = GoogleOwner & Pick<ImportRow, 'importId'>;

/** What Google last said about a location, and when it was asked what the public sees. */
export type KnownLocation = Pick<typeof mirrorLocations.$inferSelect, 'data' | 'publicReadAt'>;

/** When an import ended, and when the next one begins on its own. */
type ImportEnd = { at: Date; nextAt: Date };

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

  /** Begins an import unless one is running. */
  async begin(tx: Orm, { workspaceId, subject }: GoogleOwner, now: Date): Promise<void> {
    const fresh = { startedAt: now, endedAt: null, error: null, accountsTotal: null, nextAt: now };
    await tx
      .insert(mirrorImports)
      .values({ workspaceId, subject, importId: 1, asOf: null, ...fresh })
      .onConflictDoUpdate({
        target: [mirrorImports.workspaceId, mirrorImports.subject],
        set: { ...fresh, importId: sql`${mirrorImports.importId} + 1` },
        setWhere: isNotNull(mirrorImports.endedAt),
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

  /** Ends a failed import. What was stored before stays. */
  async fail(key: ImportKey, error: ErrorCode, { at, nextAt }: ImportEnd): Promise<void> {
    await this.change(key, { error, endedAt: at, nextAt });
  }

  private async change(key: ImportKey, change: Partial<ImportRow>): Promise<void> {
    await this.database.orm.update(mirrorImports).set(change).where(isUnderWay(key));
  }
}

/**
 * Makes a change in a short transaction, during which the import cannot end.
 * Errors: ImportSuperseded if it is not running; then nothing is changed.
 */
async function duringImport(
  database: Database,
  key: ImportKey,
  change: (tx: Orm) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
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

/**
 * Writes imported data to the mirror. Once the import is over, every method throws ImportSuperseded and writes nothing.
 */
@Injectable()
export class MirrorWriter {
  constructor(
    private readonly database: Database,
    private readonly readings: MirrorReadings,
  ) {}

  /** Stores all accounts in Google's order. */
  async putAccounts(key: ImportKey, accounts: GoogleAccount[]): Promise<void> {
    const rows = unique(accounts, idOf).map((google, position) => ({
      workspaceId: key.workspaceId,
      subject: key.subject,
      id: idOf(google),
      position,
      data: { ...google },
      importId: 0,
    }));
    if (rows.length === 0) return;
    await duringImport(this.database, key, async (tx) => {
      await tx
        .insert(mirrorAccounts)
        .values(rows)
        .onConflictDoUpdate({
          target: [mirrorAccounts.workspaceId, mirrorAccounts.subject, mirrorAccounts.id],
          set: { position: sql`excluded.position`, data: sql`excluded.data` },
        });
    });
  }

  /** The accounts whose locations this import has stored completely. */
  async accountsDone(key: ImportKey): Promise<Set<string>> {
    const rows = await this.database.orm
      .select({ id: mirrorAccounts.id })
      .from(mirrorAccounts)
      .where(and(ownedBy(key, mirrorAccounts), eq(mirrorAccounts.importId, key.importId)));
    return new Set(rows.map(({ id }) => id));
  }

  /** What is known of the given locations, whichever import stored it. */
  async knownOf(key: ImportKey, ids: string[]): Promise<Map<string, KnownLocation>> {
    const { id, data, publicReadAt } = mirrorLocations;
    const rows = await this.database.orm
      .select({ id, data, publicReadAt })
      .from(mirrorLocations)
      .where(and(ownedBy(key, mirrorLocations), inArray(id, ids)));
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The states that this import has already stored for the given places. */
  async statesOf(key: ImportKey, ids: string[]): Promise<Map<string, VerificationState>> {
    const { id, state, importId } = mirrorLocations;
    const rows = await this.database.orm
      .select({ id, state })
      .from(mirrorLocations)
      .where(and(ownedBy(key, mirrorLocations), eq(importId, key.importId), inArray(id, ids)));
    return new Map(rows.map((row) => [row.id, row.state]));
  }

  /** Stores locations of an account as a reading that began then shows them. Later readings and saves stay. */
  async putLocations(key: ImportKey, accountId: string, read: Reading[], start: ReadingStart): Promise<void> {
    const locations = unique(read, ({ google }) => idOf(google));
    if (locations.length === 0) return;
    await duringImport(this.database, key, async (tx) => {
      const elsewhere = await primariesElsewhere(tx, key, accountId, locations);
      await this.readings.storeListed(tx, key, locations, start, {
        accountId,
        importId: key.importId,
        isPrimary: (id) => !elsewhere.has(id),
      });
    });
  }

  /** Marks an account as complete: all its locations are stored. */
  async finishAccount(key: ImportKey, id: string): Promise<void> {
    await duringImport(this.database, key, async (tx) => {
      await tx
        .update(mirrorAccounts)
        .set({ importId: key.importId })
        .where(and(ownedBy(key, mirrorAccounts), eq(mirrorAccounts.id, id)));
    });
  }

  /** Ends a complete import. What it did not see is gone at Google and deleted here. */
  async complete(key: ImportKey, accountIds: string[], { at, nextAt }: ImportEnd): Promise<void> {
    await duringImport(this.database, key, async (tx) => {
      const { id } = mirrorAccounts;
      await tx.delete(mirrorAccounts).where(and(ownedBy(key, mirrorAccounts), notInArray(id, accountIds)));
      await tx
        .delete(mirrorLocations)
        .where(
          and(
            ownedBy(key, mirrorLocations),
            or(ne(mirrorLocations.importId, key.importId), notInArray(mirrorLocations.accountId, accountIds)),
          ),
        );
      await choosePrimaries(tx, key);
      await tx
        .update(mirrorImports)
        .set({ endedAt: at, error: null, asOf: mirrorImports.startedAt, nextAt })
        .where(ownedBy(key, mirrorImports));
    });
  }
}

/** Which of the places the list of all places already shows under another account. */
async function primariesElsewhere(
  tx: Orm,
  key: ImportKey,
  except: string,
  read: Reading[],
): Promise<Set<string>> {
  const { id, accountId, isPrimary } = mirrorLocations;
  const ids = read.map(({ google }) => idOf(google));
  const rows = await tx
    .select({ id })
    .from(mirrorLocations)
    .where(and(ownedBy(key, mirrorLocations), inArray(id, ids), isPrimary, ne(accountId, except)));
  return new Set(rows.map((row) => row.id));
}

/** Lists each place under the first account in Google's order that shows it. */
async function choosePrimaries(tx: Orm, { workspaceId, subject }: ImportKey): Promise<void> {
  await tx.execute(sql`
    update ${mirrorLocations} place set is_primary = not place.is_primary
    from (
      select distinct on (shown.id) shown.id, shown.account_id
      from ${mirrorLocations} shown
      join ${mirrorAccounts} account using (workspace_id, subject)
      where account.id = shown.account_id and shown.workspace_id = ${workspaceId} and shown.subject = ${subject}
      order by shown.id, account.position, account.id
    ) first
    where place.workspace_id = ${workspaceId} and place.subject = ${subject} and place.id = first.id
      and place.is_primary <> (place.account_id = first.account_id)`);
}

function unique<Item>(items: Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
