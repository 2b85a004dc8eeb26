import { Injectable } from '@nestjs/common';
import { and, asc, count, eq, getTableColumns, like, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { Clock } from '../config/clock.js';
import { isAmong } from '../database/among.js';
import { batched } from '../database/batched.js';
import { Database, PLANNED_EACH_TIME } from '../database/database.js';
import { containing } from '../database/like-pattern.js';
import { mirrorAccounts, mirrorImports, mirrorLocations } from '../database/mirror.schema.js';
import { AppError } from '../errors/app-error.js';
import type {
  BusinessAccount,
  Location,
  LocationPage,
  LocationQuery,
  VerificationState,
} from './business-profile-provider.js';
import type { GoogleAccount, GoogleLocation } from './google/google-types.js';
import { idOf, toAccount, toLocation, toOpenStatus } from './google/mapping.js';
import { type MirrorOwner, ownedBy } from './mirror-owner.js';
import { toMirrorRow } from './mirror-row.js';
import { toSearchText } from './search-text.js';

/** The copy of connected users' accounts and locations: lists, counts and searches without asking Google. */
@Injectable()
export class MirrorRepository {
  private readonly places;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    const { uid, subject, id, isPrimary } = mirrorLocations;
    this.places = database.orm
      .select()
      .from(mirrorLocations)
      .where(and(isAmong({ uids: uid, subjects: subject, ids: id }), isPrimary))
      .prepare(PLANNED_EACH_TIME);
  }

  /** All accounts in Google's order, with the number of locations that each shows. */
  async listAccounts(owner: MirrorOwner): Promise<BusinessAccount[]> {
    const rows = await this.database.orm
      .select({ data: mirrorAccounts.data, locationCount: count(mirrorLocations.id) })
      .from(mirrorAccounts)
      .leftJoin(
        mirrorLocations,
        and(
          eq(mirrorLocations.uid, mirrorAccounts.uid),
          eq(mirrorLocations.subject, mirrorAccounts.subject),
          eq(mirrorLocations.accountId, mirrorAccounts.id),
        ),
      )
      .where(ownedBy(owner, mirrorAccounts))
      .groupBy(mirrorAccounts.uid, mirrorAccounts.subject, mirrorAccounts.id)
      .orderBy(asc(mirrorAccounts.position), asc(mirrorAccounts.id));
    return rows.map(({ data, locationCount }) => ({
      ...toAccount(data as unknown as GoogleAccount),
      locationCount,
    }));
  }

  /**
   * Locations by name, of one account or of all; a place that several accounts show is in the list of all once.
   * Errors: `not_found` for an unknown account.
   */
  async listLocations(owner: MirrorOwner, query: LocationQuery): Promise<LocationPage> {
    const { accountId, search, needsAttention = false, offset, limit } = query;
    if (accountId !== undefined && !(await this.hasAccount(owner, accountId))) throw AppError.of('not_found');
    const wanted = toSearchText(search ?? '');
    const listed = and(
      ownedBy(owner, mirrorLocations),
      accountId === undefined ? mirrorLocations.isPrimary : eq(mirrorLocations.accountId, accountId),
    );
    const matches =
      and(
        needsAttention ? ne(mirrorLocations.state, 'VERIFIED') : undefined,
        wanted ? like(mirrorLocations.searchText, containing(wanted)) : undefined,
      ) ?? sql`true`;
    const counted = this.database.orm
      .select({ total: count(), matched: sql<number>`count(*) filter (where ${matches})`.mapWith(Number) })
      .from(mirrorLocations)
      .where(listed);
    // Which ones, from the index alone; only they are then looked up.
    const found = this.database.orm
      .select({ accountId: mirrorLocations.accountId, id: mirrorLocations.id })
      .from(mirrorLocations)
      .where(and(listed, matches))
      .orderBy(...BY_NAME)
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
      .orderBy(...BY_NAME);
    const [rows, [counts = { matched: 0, total: 0 }]] = await Promise.all([looked, counted]);
    return { items: rows.map(toItem), ...counts };
  }

  /** A location, under the account that the list of all places shows it under; undefined when there is none. */
  findLocation(owner: MirrorOwner, id: string): Promise<Location | undefined> {
    return this.findNextLocation({ ...owner, id });
  }

  private readonly findNextLocation = batched<MirrorOwner & { id: string }, Location | undefined>(
    async (places) => {
      const rows = await this.places.execute({
        uids: places.map(({ uid }) => uid),
        subjects: places.map(({ subject }) => subject),
        ids: places.map(({ id }) => id),
      });
      return places.map(({ uid, subject, id }) => {
        const row = rows.find((each) => each.id === id && each.uid === uid && each.subject === subject);
        return row && toItem(row);
      });
    },
  );

  /** The account under which `findLocation` shows a location to a user as they are connected now, and whether it is open; undefined for none. */
  findPlace(uid: string, id: string): Promise<Pick<Location, 'accountId' | 'openStatus'> | undefined> {
    return this.findNextPlace({ uid, id });
  }

  private readonly findNextPlace = batched<
    { uid: string; id: string },
    Pick<Location, 'accountId' | 'openStatus'> | undefined
  >(async (places) => {
    const values = [places.map(({ uid }) => uid), places.map(({ id }) => id)];
    const { rows } = await this.database.executeByKey('places_of_posts', PLACES_OF_POSTS, values);
    const found = rows as { uid: string; id: string; accountId: string; status: string | null }[];
    return places.map(({ uid, id }) => {
      const row = found.find((each) => each.id === id && each.uid === uid);
      return row && { accountId: row.accountId, openStatus: toOpenStatus(row.status) };
    });
  });

  /** The country (ISO 3166-1) in which most of the places lie or work; undefined where no place tells. */
  async mainRegion(owner: MirrorOwner): Promise<string | undefined> {
    const { data, isPrimary } = mirrorLocations;
    const region = sql<string>`coalesce(${data} -> 'storefrontAddress' ->> 'regionCode', ${data} -> 'serviceArea' ->> 'regionCode')`;
    const [row] = await this.database.orm
      .select({ region })
      .from(mirrorLocations)
      .where(and(ownedBy(owner, mirrorLocations), isPrimary, sql`${region} is not null`))
      .groupBy(sql`1`)
      .orderBy(sql`count(*) desc`, sql`1`)
      .limit(1);
    return row?.region;
  }

  /** Replaces the copy of a place by what Google has just told of the whole, under every account that shows it; the state stays unless it is given. */
  async saveLocation(owner: MirrorOwner, google: GoogleLocation, state?: VerificationState): Promise<void> {
    await this.database.orm
      .update(mirrorLocations)
      .set({ ...toMirrorRow(google), ...(state && { state }), readAt: this.clock.now() })
      .where(isPlace(owner, idOf(google)));
  }

  /**
   * Lays the given top-level fields of Google's answer over the copy of a place, under every account that shows it; all
   * else stays, since the answer to an edit may hold nothing else. A field that the answer lacks is empty.
   */
  async saveFields(
    owner: MirrorOwner,
    id: string,
    answer: Partial<GoogleLocation>,
    fields: readonly string[],
  ): Promise<void> {
    const given: Record<string, unknown> = { ...answer };
    const taken = Object.fromEntries(fields.map((field) => [field, given[field]]));
    await this.database.orm.transaction(async (tx) => {
      const { accountId, data } = mirrorLocations;
      const rows = await tx
        .select({ accountId, data })
        .from(mirrorLocations)
        .where(isPlace(owner, id))
        .for('update');
      for (const row of rows) {
        const google = { ...row.data, ...taken } as unknown as GoogleLocation;
        await tx
          .update(mirrorLocations)
          .set({ ...toMirrorRow(google), readAt: this.clock.now() })
          .where(and(isPlace(owner, id), eq(accountId, row.accountId)));
      }
    });
  }

  /** How many accounts and places (each once) are shown. */
  async count(owner: MirrorOwner): Promise<{ accounts: number; locations: number }> {
    const { orm } = this.database;
    const accounts = await orm.$count(mirrorAccounts, ownedBy(owner, mirrorAccounts));
    const locations = await orm.$count(
      mirrorLocations,
      and(ownedBy(owner, mirrorLocations), mirrorLocations.isPrimary),
    );
    return { accounts, locations };
  }

  /** Deletes all copies of the owner's data. */
  async forget(owner: MirrorOwner): Promise<void> {
    await this.database.orm.transaction(async (tx) => {
      // The import first: whoever is still reading notices, and writes no more.
      for (const table of [mirrorImports, mirrorLocations, mirrorAccounts])
        await tx.delete(table).where(ownedBy(owner, table));
    });
  }

  private async hasAccount(owner: MirrorOwner, id: string): Promise<boolean> {
    const rows = await this.database.orm
      .select({ id: mirrorAccounts.id })
      .from(mirrorAccounts)
      .where(and(ownedBy(owner, mirrorAccounts), eq(mirrorAccounts.id, id)));
    return rows.length > 0;
  }
}

/** From each given place into the indexes: a plan that is kept must not begin with all that there are. */
const PLACES_OF_POSTS = `
  select given.uid, given.id, place.account_id as "accountId", place.status
  from unnest($1::text[], $2::text[]) as given (uid, id)
  cross join lateral (select subject from google_connections where uid = given.uid limit 1) connection
  cross join lateral (
    select account_id, data -> 'openInfo' ->> 'status' as status from mirror_locations
    where uid = given.uid and subject = connection.subject and id = given.id and is_primary limit 1
  ) place`;

const BY_NAME = [sql`${mirrorLocations.sortText} collate "C"`, sql`${mirrorLocations.id} collate "C"`];

function isPlace(owner: MirrorOwner, id: string | SQLWrapper): SQL | undefined {
  return and(ownedBy(owner, mirrorLocations), eq(mirrorLocations.id, id));
}

function toItem({ data, accountId, state }: typeof mirrorLocations.$inferSelect): Location {
  return toLocation(data as unknown as GoogleLocation, accountId, state);
}
