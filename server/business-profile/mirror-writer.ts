import { Injectable } from '@nestjs/common';
import { and, eq, inArray, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { Database, type Orm } from '../database/database.js';
import { mirrorAccounts, mirrorImports, mirrorLocations } from '../database/mirror.schema.js';
import type { VerificationState } from './business-profile-provider.js';
import type { GoogleAccount, GoogleLocation } from './google/google-types.js';
import { idOf } from './google/mapping.js';
import { duringImport, type ImportEnd, type ImportKey } from './mirror-imports.repository.js';
import { ownedBy } from './mirror-owner.js';
import { toMirrorRow } from './mirror-row.js';

/** A location with its state, as an import has read them. */
export interface ReadLocation {
  google: GoogleLocation;
  state: VerificationState;
}

/** What imports write to the mirror. Every method: ImportSuperseded, and nothing is written, once the import is over. */
@Injectable()
export class MirrorWriter {
  constructor(private readonly database: Database) {}

  /** Stores all accounts in Google's order. */
  async putAccounts(key: ImportKey, accounts: GoogleAccount[]): Promise<void> {
    const rows = unique(accounts, idOf).map((google, position) => ({
      uid: key.uid,
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
          target: [mirrorAccounts.uid, mirrorAccounts.subject, mirrorAccounts.id],
          set: { position: sql`excluded.position`, data: sql`excluded.data` },
        });
    });
  }

  /** The accounts whose locations this import has stored whole. */
  async accountsDone(key: ImportKey): Promise<Set<string>> {
    const rows = await this.database.orm
      .select({ id: mirrorAccounts.id })
      .from(mirrorAccounts)
      .where(and(ownedBy(key, mirrorAccounts), eq(mirrorAccounts.importId, key.importId)));
    return new Set(rows.map(({ id }) => id));
  }

  /** The states of those of the given places that this import has stored already. */
  async statesOf(key: ImportKey, ids: string[]): Promise<Map<string, VerificationState>> {
    const { id, state, importId } = mirrorLocations;
    const rows = await this.database.orm
      .select({ id, state })
      .from(mirrorLocations)
      .where(and(ownedBy(key, mirrorLocations), eq(importId, key.importId), inArray(id, ids)));
    return new Map(rows.map((row) => [row.id, row.state]));
  }

  /** Stores locations of an account as they were at the given instant; what was saved since then stays. */
  async putLocations(key: ImportKey, accountId: string, read: ReadLocation[], readAt: Date): Promise<void> {
    const locations = unique(read, ({ google }) => idOf(google));
    if (locations.length === 0) return;
    await duringImport(this.database, key, async (tx) => {
      const elsewhere = await primariesElsewhere(tx, key, accountId, locations);
      const { uid, subject, id } = mirrorLocations;
      const rows = locations.map(({ google, state }) => ({
        ...toMirrorRow(google),
        uid: key.uid,
        subject: key.subject,
        accountId,
        id: idOf(google),
        isPrimary: !elsewhere.has(idOf(google)),
        state,
        importId: key.importId,
        readAt,
      }));
      await tx
        .insert(mirrorLocations)
        .values(rows)
        .onConflictDoUpdate({
          target: [uid, subject, mirrorLocations.accountId, id],
          set: {
            data: newer('data'),
            state: newer('state'),
            sortText: newer('sort_text'),
            searchText: newer('search_text'),
            readAt: newer('read_at'),
            importId: sql`excluded.import_id`,
          },
        });
    });
  }

  /** Notes that all locations of an account are stored. */
  async finishAccount(key: ImportKey, id: string): Promise<void> {
    await duringImport(this.database, key, async (tx) => {
      await tx
        .update(mirrorAccounts)
        .set({ importId: key.importId })
        .where(and(ownedBy(key, mirrorAccounts), eq(mirrorAccounts.id, id)));
    });
  }

  /** Ends an import that has read everything: what it has not seen is gone at Google. */
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

/** Those of the places that the list of all places already shows under another account. */
async function primariesElsewhere(
  tx: Orm,
  key: ImportKey,
  except: string,
  read: ReadLocation[],
): Promise<Set<string>> {
  const { id, accountId, isPrimary } = mirrorLocations;
  const ids = read.map(({ google }) => idOf(google));
  const rows = await tx
    .select({ id })
    .from(mirrorLocations)
    .where(and(ownedBy(key, mirrorLocations), inArray(id, ids), isPrimary, ne(accountId, except)));
  return new Set(rows.map((row) => row.id));
}

/** The first account in Google's order that shows a place is the one under which it is listed among all. */
async function choosePrimaries(tx: Orm, { uid, subject }: ImportKey): Promise<void> {
  await tx.execute(sql`
    update ${mirrorLocations} place set is_primary = not place.is_primary
    from (
      select distinct on (shown.id) shown.id, shown.account_id
      from ${mirrorLocations} shown
      join ${mirrorAccounts} account using (uid, subject)
      where account.id = shown.account_id and shown.uid = ${uid} and shown.subject = ${subject}
      order by shown.id, account.position, account.id
    ) first
    where place.uid = ${uid} and place.subject = ${subject} and place.id = first.id
      and place.is_primary <> (place.account_id = first.account_id)`);
}

/** The new value of a column, unless what is stored was read later. */
function newer(column: string): SQL {
  const [mine, theirs] = [sql.raw(`"mirror_locations"."${column}"`), sql.raw(`excluded.${column}`)];
  return sql`case when excluded.read_at < ${mirrorLocations.readAt} then ${mine} else ${theirs} end`;
}

function unique<Item>(items: Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
