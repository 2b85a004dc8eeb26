import { Injectable } from '@nestjs/common';
import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  ne,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { Database } from '../../database/database.js';
import { mirrorAccounts, mirrorImports, mirrorLocations } from '../../database/mirror.schema.js';
import { AppError } from '../../errors/app-error.js';
import { Turns } from '../../jobs/turns.js';
import type {
  BusinessAccount,
  GoogleOwner,
  LocationPage,
  LocationQuery,
  LocationSort,
} from '../port/business-profile-provider.js';
import { ownedBy } from '../port/google-owner.js';
import type { Location, LocationDetails, PlaceOnMap } from '../port/location.js';
import { basisOf } from '../translation/profile-fields.js';
import { hasLabel, likeWords } from '../port/search-text.js';
import type { GoogleAccount, GoogleLocation } from '../translation/google-types.js';
import {
  toAccount,
  toLocation,
  toLocationDetails,
  toOpenStatus,
  toPlaceOnMap,
} from '../translation/mapping.js';
import { RAW_COLUMNS, type RawLocation, toRaw } from '../changes/raw-location.js';

/** How many copies of locations are read at once: a few milliseconds' work. */
const RAW_AT_ONCE = 100;

const BY_NAME = [sql`${mirrorLocations.sortText} collate "C"`, sql`${mirrorLocations.id} collate "C"`];

/** The alphabetical order of the states is the order of attention: SUSPENDED, UNVERIFIED, VERIFIED. */
const ORDER_OF: Record<LocationSort, SQL[]> = {
  name: BY_NAME,
  state: [sql`${mirrorLocations.state} collate "C"`, ...BY_NAME],
  storeCode: [sql`${mirrorLocations.codeSortText} collate "C" nulls last`, ...BY_NAME],
};

/** The columns of an order of locations. */
export function orderOf(sort: LocationSort): SQL[] {
  return ORDER_OF[sort];
}

/** The country of a place (ISO 3166-1), or that which its business serves. */
export const REGION = sql<
  string | null
>`coalesce(${mirrorLocations.data} -> 'storefrontAddress' ->> 'regionCode', ${mirrorLocations.data} -> 'serviceArea' ->> 'regionCode')`;

type PartOf<Key extends keyof GoogleLocation> = GoogleLocation[Key] | null;

const needsAttention = ne(mirrorLocations.state, 'VERIFIED');

/** The copy of connected users' accounts and locations, for lists, counts and searches without asking Google. */
@Injectable()
export class MirrorRepository {
  constructor(private readonly database: Database) {}

  /** All accounts in Google's order, with the counts of the locations that each shows. */
  async listAccounts(owner: GoogleOwner): Promise<BusinessAccount[]> {
    const shared = this.database.orm
      .selectDistinct({ id: mirrorLocations.id })
      .from(mirrorLocations)
      .where(and(ownedBy(owner, mirrorLocations), eq(mirrorLocations.isPrimary, false)))
      .as('shared');
    const rows = await this.database.orm
      .select({
        data: mirrorAccounts.data,
        locationCount: count(mirrorLocations.id),
        attentionCount: sql<number>`count(*) filter (where ${needsAttention})`.mapWith(Number),
        suspendedCount: count(sql`case when ${mirrorLocations.state} = 'SUSPENDED' then 1 end`),
        sharedCount: count(shared.id),
      })
      .from(mirrorAccounts)
      .leftJoin(
        mirrorLocations,
        and(
          eq(mirrorLocations.workspaceId, mirrorAccounts.workspaceId),
          eq(mirrorLocations.subject, mirrorAccounts.subject),
          eq(mirrorLocations.accountId, mirrorAccounts.id),
        ),
      )
      .leftJoin(shared, eq(shared.id, mirrorLocations.id))
      .where(ownedBy(owner, mirrorAccounts))
      .groupBy(mirrorAccounts.workspaceId, mirrorAccounts.subject, mirrorAccounts.id)
      .orderBy(asc(mirrorAccounts.position), asc(mirrorAccounts.id));
    return rows.map(({ data, ...counts }) => ({ ...toAccount(data as unknown as GoogleAccount), ...counts }));
  }

  /**
   * Locations of one account or of all. The list of all has each place once, even if several accounts show it.
   * Errors: `not_found` for an unknown account.
   */
  async listLocations(owner: GoogleOwner, query: LocationQuery): Promise<LocationPage> {
    const { accountId, search, state, label, sort = 'name', offset, limit } = query;
    if (accountId !== undefined && !(await this.hasAccount(owner, accountId))) throw AppError.of('not_found');
    const listed = and(
      ownedBy(owner, mirrorLocations),
      accountId === undefined ? mirrorLocations.isPrimary : eq(mirrorLocations.accountId, accountId),
    );
    const matches =
      and(
        query.needsAttention ? needsAttention : undefined,
        state && eq(mirrorLocations.state, state),
        label ? hasLabel(mirrorLocations.data, label) : undefined,
        likeWords(mirrorLocations.searchText, search ?? ''),
      ) ?? sql`true`;
    const counted = this.database.orm
      .select({ total: count(), matched: sql<number>`count(*) filter (where ${matches})`.mapWith(Number) })
      .from(mirrorLocations)
      .where(listed);
    // Finds the keys from the index alone, then reads only those rows.
    const found = this.database.orm
      .select({ accountId: mirrorLocations.accountId, id: mirrorLocations.id })
      .from(mirrorLocations)
      .where(and(listed, matches))
      .orderBy(...ORDER_OF[sort])
      .offset(offset)
      .limit(limit)
      .as('found');
    const looked = this.database.orm
      .select(getTableColumns(mirrorLocations))
      .from(found)
      .innerJoin(
        mirrorLocations,
        and(isPlace(owner, found.id), eq(mirrorLocations.accountId, found.accountId)),
      )
      .orderBy(...ORDER_OF[sort]);
    const [rows, [counts = { matched: 0, total: 0 }]] = await Promise.all([looked, counted]);
    return { items: rows.map(toItem), ...counts };
  }

  /** A location with the account under which the list of all places shows it; undefined when there is none. */
  async findLocation(owner: GoogleOwner, id: string): Promise<LocationDetails | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(mirrorLocations)
      .where(and(isPlace(owner, id), mirrorLocations.isPrimary));
    if (!row) return undefined;
    const google = row.data as unknown as GoogleLocation;
    const readAt = row.readAt.toISOString();
    return { ...toLocationDetails(google, row.accountId, row.state), basis: basisOf(google), readAt };
  }

  /** The account under which `findLocation` shows a location, and whether it is open; undefined when there is none. */
  async findPlace(
    owner: GoogleOwner,
    id: string,
  ): Promise<Pick<Location, 'accountId' | 'openStatus'> | undefined> {
    const { accountId, data, isPrimary } = mirrorLocations;
    const [row] = await this.database.orm
      .select({ accountId, status: sql<string | null>`${data} -> 'openInfo' ->> 'status'` })
      .from(mirrorLocations)
      .where(and(isPlace(owner, id), isPrimary));
    return row && { accountId: row.accountId, openStatus: toOpenStatus(row.status) };
  }

  /** Where locations are, by id; those that are not the owner's are left out. */
  async placesOnMap(owner: GoogleOwner, ids: readonly string[]): Promise<Map<string, PlaceOnMap>> {
    if (ids.length === 0) return new Map();
    const { id, data, isPrimary } = mirrorLocations;
    const rows = await this.database.orm
      .select({
        id,
        storefrontAddress: sql<PartOf<'storefrontAddress'>>`${data} -> 'storefrontAddress'`,
        serviceArea: sql<PartOf<'serviceArea'>>`${data} -> 'serviceArea'`,
        latlng: sql<PartOf<'latlng'>>`${data} -> 'latlng'`,
      })
      .from(mirrorLocations)
      .where(and(ownedBy(owner, mirrorLocations), inArray(id, [...ids]), isPrimary));
    return new Map(
      rows.map(({ id: place, storefrontAddress, serviceArea, latlng }) => [
        place,
        toPlaceOnMap({
          storefrontAddress: storefrontAddress ?? undefined,
          serviceArea: serviceArea ?? undefined,
          latlng: latlng ?? undefined,
        }),
      ]),
    );
  }

  /** Whether an import has been completed. */
  async isComplete(owner: GoogleOwner): Promise<boolean> {
    const isRead = and(ownedBy(owner, mirrorImports), isNotNull(mirrorImports.asOf));
    return (await this.database.orm.$count(mirrorImports, isRead)) > 0;
  }

  /** The country (ISO 3166-1) of most places; undefined where no place has one. */
  async mainRegion(owner: GoogleOwner): Promise<string | undefined> {
    const [row] = await this.database.orm
      .select({ region: REGION })
      .from(mirrorLocations)
      .where(and(ownedBy(owner, mirrorLocations), mirrorLocations.isPrimary, sql`${REGION} is not null`))
      .groupBy(sql`1`)
      .orderBy(sql`count(*) desc`, sql`1`)
      .limit(1);
    return row?.region ?? undefined;
  }

  /** A location as Google last described it, with the account that shows it; undefined when there is none. */
  async findRaw(owner: GoogleOwner, id: string): Promise<RawLocation | undefined> {
    const [row] = await this.database.orm
      .select(RAW_COLUMNS)
      .from(mirrorLocations)
      .where(and(isPlace(owner, id), mirrorLocations.isPrimary));
    return row && toRaw(row);
  }

  /** Locations as Google last described them, by id; unknown ids are left out. */
  async findManyRaw(owner: GoogleOwner, ids: string[]): Promise<Map<string, RawLocation>> {
    const { id, isPrimary } = mirrorLocations;
    const found = new Map<string, RawLocation>();
    const turns = new Turns();
    for (let first = 0; first < ids.length; first += RAW_AT_ONCE) {
      await turns.pass();
      const some = ids.slice(first, first + RAW_AT_ONCE);
      const rows = await this.database.orm
        .select({ id, ...RAW_COLUMNS })
        .from(mirrorLocations)
        .where(and(ownedBy(owner, mirrorLocations), inArray(id, some), isPrimary));
      for (const row of rows) found.set(row.id, toRaw(row));
    }
    return found;
  }

  /** How many accounts and places (each once) are shown. */
  async count(owner: GoogleOwner): Promise<{ accounts: number; locations: number }> {
    const { orm } = this.database;
    const accounts = await orm.$count(mirrorAccounts, ownedBy(owner, mirrorAccounts));
    const locations = await orm.$count(
      mirrorLocations,
      and(ownedBy(owner, mirrorLocations), mirrorLocations.isPrimary),
    );
    return { accounts, locations };
  }

  /** Deletes all copies of the owner's data. */
  async forget(owner: GoogleOwner): Promise<void> {
    await this.database.transaction(async (tx) => {
      // The import first: a running one then stops and writes nothing more.
      for (const table of [mirrorImports, mirrorLocations, mirrorAccounts])
        await tx.delete(table).where(ownedBy(owner, table));
    });
  }

  private async hasAccount(owner: GoogleOwner, id: string): Promise<boolean> {
    const isIt = and(ownedBy(owner, mirrorAccounts), eq(mirrorAccounts.id, id));
    return (await this.database.orm.$count(mirrorAccounts, isIt)) > 0;
  }
}

/** Limits a query to the rows of one of the owner's locations, under every account. */
export function isPlace(owner: GoogleOwner, id: string | SQLWrapper): SQL | undefined {
  return and(ownedBy(owner, mirrorLocations), eq(mirrorLocations.id, id));
}

function toItem({ data, accountId, state }: typeof mirrorLocations.$inferSelect): Location {
  return toLocation(data as unknown as GoogleLocation, accountId, state);
}
