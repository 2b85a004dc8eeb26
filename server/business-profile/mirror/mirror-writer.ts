import { Injectable } from '@nestjs/common';
import { and, eq, inArray, lt, max, ne, notInArray, or, sql } from 'drizzle-orm';
import { Database, type Orm } from '../../database/database.js';
import { mirrorAccounts, mirrorImports, mirrorLocations } from '../../database/mirror.schema.js';
import { type LeftOut, storeApart } from '../../database/store-apart.js';
import { noteGone } from '../changes/presence.js';
import { checkShape, SHAPES } from '../translation/google-shapes.js';
import type { GoogleAccount } from '../translation/google-types.js';
import { idOf } from '../translation/mapping.js';
import { type ImportEnd, type ImportKey, ImportSuperseded, isUnderWay } from './mirror-imports.repository.js';
import { MirrorReadings, type Reading, type ReadingStart } from './mirror-readings.js';
import { ownedBy } from '../port/google-owner.js';
import { locationKey } from './unreadable.js';

/** Google's last answer about a location, its import, and when Google was asked what the public sees. */
export type KnownLocation = Pick<
  typeof mirrorLocations.$inferSelect,
  'data' | 'state' | 'importId' | 'publicReadAt'
>;

/** By the location's id: the newest of the rows that it has under several accounts. */
export type KnownLocations = ReadonlyMap<string, KnownLocation>;

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

/**
 * Writes imported data to the mirror. Once the import is over, every method throws ImportSuperseded and writes nothing.
 */
@Injectable()
export class MirrorWriter {
  constructor(
    private readonly database: Database,
    private readonly readings: MirrorReadings,
  ) {}

  /**
   * Stores all accounts in Google's order.
   * @returns the ids of the accounts that are stored, now or before, in that order, and of those that cannot be stored
   */
  async putAccounts(
    key: ImportKey,
    accounts: GoogleAccount[],
  ): Promise<{ ids: string[]; leftOut: LeftOut<string>[] }> {
    const rows = unique(accounts, idOf).map((google, position) => ({
      workspaceId: key.workspaceId,
      subject: key.subject,
      id: idOf(google),
      position,
      data: { ...google },
      importId: 0,
    }));
    const { workspaceId, subject, id } = mirrorAccounts;
    const leftOut = await storeApart(rows, (some) =>
      duringImport(this.database, key, async (tx) => {
        if (some.length === 0) return;
        for (const { data } of some) checkShape(data, SHAPES.account);
        await tx
          .insert(mirrorAccounts)
          .values([...some])
          .onConflictDoUpdate({
            target: [workspaceId, subject, id],
            set: { position: sql`excluded.position`, data: sql`excluded.data` },
          });
      }),
    );
    const ids = rows.map((row) => row.id);
    const stored = await this.database.orm
      .select({ id })
      .from(mirrorAccounts)
      .where(and(ownedBy(key, mirrorAccounts), inArray(id, ids)));
    const known = new Set(stored.map((row) => row.id));
    return {
      ids: ids.filter((each) => known.has(each)),
      leftOut: leftOut.map(({ item, error }) => ({ item: item.id, error })),
    };
  }

  /** The accounts whose locations this import has stored completely. */
  async accountsDone(key: ImportKey): Promise<Set<string>> {
    const rows = await this.database.orm
      .select({ id: mirrorAccounts.id })
      .from(mirrorAccounts)
      .where(and(ownedBy(key, mirrorAccounts), eq(mirrorAccounts.importId, key.importId)));
    return new Set(rows.map(({ id }) => id));
  }

  /** The copies of the given locations, from whatever import. */
  async knownOf(key: ImportKey, ids: string[]): Promise<KnownLocations> {
    const { id, data, state, importId, publicReadAt } = mirrorLocations;
    const rows = await this.database.orm
      .select({ id, data, state, importId, publicReadAt })
      .from(mirrorLocations)
      .where(and(ownedBy(key, mirrorLocations), inArray(id, ids)))
      .orderBy(importId);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The known locations that this import has not seen under any account. */
  async unlisted(key: ImportKey): Promise<string[]> {
    const { id, importId } = mirrorLocations;
    const rows = await this.database.orm
      .select({ id })
      .from(mirrorLocations)
      .where(ownedBy(key, mirrorLocations))
      .groupBy(id)
      .having(lt(max(importId), key.importId));
    return rows.map((row) => row.id);
  }

  /**
   * Stores locations of an account as a reading with this start shows them. Later readings and changes stay.
   * @returns the ids of locations that cannot be stored: their copies stay, and count as listed
   */
  async putLocations(
    key: ImportKey,
    accountId: string,
    read: Reading[],
    start: ReadingStart,
  ): Promise<LeftOut<string>[]> {
    const locations = unique(read, ({ google }) => idOf(google));
    if (locations.length === 0) return [];
    const refused = await storeApart(locations, (some) =>
      duringImport(this.database, key, async (tx) => {
        const elsewhere = await primariesElsewhere(tx, key, accountId, some);
        await this.readings.storeListed(tx, key, some, start, {
          accountId,
          importId: key.importId,
          isPrimary: (id) => !elsewhere.has(id),
        });
      }),
    );
    const leftOut = refused.map(({ item, error }) => ({ item: idOf(item.google), error }));
    if (leftOut.length > 0)
      await this.markListed(
        key,
        accountId,
        leftOut.map(({ item }) => item),
      );
    return leftOut;
  }

  /** Notes the names of accounts and locations that cannot be stored. */
  async noteUnreadable(key: ImportKey, names: readonly string[]): Promise<void> {
    const seen = JSON.stringify(Object.fromEntries(names.map((name) => [name, key.importId])));
    await duringImport(this.database, key, async (tx) => {
      await tx
        .update(mirrorImports)
        .set({ unreadable: sql`${mirrorImports.unreadable} || ${seen}::jsonb` })
        .where(ownedBy(key, mirrorImports));
    });
  }

  /** Marks known locations as listed by an account, and changes nothing else. */
  private async markListed(key: ImportKey, accountId: string, ids: string[]): Promise<void> {
    await duringImport(this.database, key, async (tx) => {
      const { id, accountId: account } = mirrorLocations;
      await tx
        .update(mirrorLocations)
        .set({ importId: key.importId })
        .where(and(ownedBy(key, mirrorLocations), eq(account, accountId), inArray(id, ids)));
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

  /**
   * Ends a complete import. Locations that it did not see are gone at Google: they are deleted here, and the change log says
   * so. But if Google gave a location without its name, it may be any of those, and all of them stay.
   */
  async complete(key: ImportKey, accountIds: string[], { at, nextAt }: ImportEnd): Promise<void> {
    await duringImport(this.database, key, async (tx) => {
      const { id } = mirrorAccounts;
      await tx.delete(mirrorAccounts).where(and(ownedBy(key, mirrorAccounts), notInArray(id, accountIds)));
      const [row] = await tx
        .select({ unreadable: mirrorImports.unreadable })
        .from(mirrorImports)
        .where(ownedBy(key, mirrorImports));
      const isOneNameless = row?.unreadable[locationKey('')] === key.importId;
      const dropped = await tx
        .delete(mirrorLocations)
        .where(
          and(
            ownedBy(key, mirrorLocations),
            or(
              isOneNameless ? undefined : ne(mirrorLocations.importId, key.importId),
              notInArray(mirrorLocations.accountId, accountIds),
            ),
          ),
        )
        .returning();
      await noteGone(tx, key, dropped, at);
      await choosePrimaries(tx, key);
      await tx
        .update(mirrorImports)
        .set({
          endedAt: at,
          error: null,
          asOf: mirrorImports.startedAt,
          nextAt,
          wholeAt: sql`coalesce(${mirrorImports.wholeAt}, ${mirrorImports.startedAt})`,
          unreadable: sql`(select coalesce(jsonb_object_agg(name, seen), '{}')
            from jsonb_each(${mirrorImports.unreadable}) as entry(name, seen)
            where seen = to_jsonb(${mirrorImports.importId}))`,
        })
        .where(ownedBy(key, mirrorImports));
    });
  }
}

/** Which of the places the list of all places already shows under another account. */
async function primariesElsewhere(
  tx: Orm,
  key: ImportKey,
  except: string,
  read: readonly Reading[],
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
