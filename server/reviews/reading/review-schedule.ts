import { Injectable } from '@nestjs/common';
import { and, asc, count, eq, gt, inArray, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../../business-profile/port/google-owner.js';
import { HOUR_MS, DAY_MS } from '../../config/durations.js';
import { Database } from '../../database/database.js';
import { mirrorImports, mirrorLocations } from '../../database/mirror.schema.js';
import {
  type ReviewReadingRow,
  reviewReadings,
  reviewReplies,
  reviews,
} from '../../database/reviews.schema.js';
import type { ErrorCode } from '../../errors/app-error.js';

/** How long Google's content may be kept without being read again. */
const KEPT_FOR_MS = 30 * DAY_MS;

/** A location without a complete reading for so long is late: there is one a day. */
const LATE_MS = 30 * HOUR_MS;

/** How often Google is asked again for the reviews of a location that has become verified, until it serves them. */
const VERIFIED_AGAIN_MS = HOUR_MS;

/** A location whose reviews are to be read, under an account that shows it. */
export type ReviewedLocation = Pick<ReviewReadingRow, 'locationId' | 'accountId'>;

/** When the reviews of each location are read, and how the last readings went. */
@Injectable()
export class ReviewSchedule {
  constructor(private readonly database: Database) {}

  /** The owners with due readings, and those of whom nothing is known yet. */
  async dueOwners(now: Date): Promise<GoogleOwner[]> {
    const { workspaceId, subject, asOf } = mirrorImports;
    const rows = sql`select from ${reviewReadings} where ${reviewReadings.workspaceId} = ${workspaceId}
      and ${reviewReadings.subject} = ${subject}`;
    return this.database.orm
      .select({ workspaceId, subject })
      .from(mirrorImports)
      .where(and(isNotNull(asOf), or(sql`not exists (${rows})`, sql`exists (${rows} and ${isDue(now)})`)));
  }

  /** Follows the list of locations. One that is no longer listed keeps its reviews. */
  async follow(owner: GoogleOwner, now: Date): Promise<void> {
    const at = sql`${now.toISOString()}::timestamptz`;
    const { workspaceId, subject } = owner;
    await this.database.transaction(async (tx) => {
      await tx.execute(sql`
        insert into ${reviewReadings} as known
          (workspace_id, subject, location_id, account_id, location_name, store_code, whole_due_at, news_due_at)
        select workspace_id, subject, id, account_id, coalesce(data ->> 'title', ''), data ->> 'storeCode', ${at}, ${at}
        from ${mirrorLocations}
        where workspace_id = ${workspaceId} and subject = ${subject} and is_primary
        on conflict (workspace_id, subject, location_id) do update set
          account_id = excluded.account_id, location_name = excluded.location_name, store_code = excluded.store_code,
          is_listed = true, error = case when known.is_listed then known.error end,
          whole_due_at = case when known.is_listed then known.whole_due_at else excluded.whole_due_at end
        where (known.account_id, known.location_name, known.store_code, known.is_listed)
          is distinct from (excluded.account_id, excluded.location_name, excluded.store_code, true)`);
      await tx.execute(sql`
        update ${reviewReadings} known set is_listed = false
        where known.workspace_id = ${workspaceId} and known.subject = ${subject} and known.is_listed and not exists (
          select from ${mirrorLocations} listed where listed.workspace_id = known.workspace_id
            and listed.subject = known.subject and listed.id = known.location_id)`);
      await tx.execute(sql`
        update ${reviewReadings} known set whole_due_at = ${at}
        from ${mirrorLocations} listed
        where known.workspace_id = ${workspaceId} and known.subject = ${subject} and not known.has_voice
          and known.whole_due_at > ${at}
          and known.tried_at <= ${at} - ${`${VERIFIED_AGAIN_MS} milliseconds`}::interval
          and listed.workspace_id = known.workspace_id and listed.subject = known.subject
          and listed.id = known.location_id and listed.is_primary and listed.state = 'VERIFIED'`);
    });
  }

  /** Locations that are to be read whole, those that were never read first. */
  dueWhole(owner: GoogleOwner, now: Date, limit: number): Promise<ReviewedLocation[]> {
    const { wholeAt, wholeDueAt, locationId, accountId, isListed } = reviewReadings;
    return this.database.orm
      .select({ locationId, accountId })
      .from(reviewReadings)
      .where(and(ownedBy(owner, reviewReadings), eq(isListed, true), lte(wholeDueAt, now)))
      .orderBy(sql`${wholeAt} nulls first`, asc(wholeDueAt), asc(locationId))
      .limit(limit);
  }

  /** Locations of one account that are to be asked for news together; none when nothing is due. */
  async dueNews(owner: GoogleOwner, now: Date, limit: number): Promise<ReviewedLocation[]> {
    const { locationId, accountId, newsDueAt } = reviewReadings;
    const isAsked = and(ownedBy(owner, reviewReadings), isNewsDue(now));
    const [first] = await this.database.orm
      .select({ accountId })
      .from(reviewReadings)
      .where(isAsked)
      .orderBy(asc(newsDueAt), asc(locationId))
      .limit(1);
    if (!first) return [];
    return this.database.orm
      .select({ locationId, accountId })
      .from(reviewReadings)
      .where(and(isAsked, eq(accountId, first.accountId)))
      .orderBy(asc(newsDueAt), asc(locationId))
      .limit(limit);
  }

  /** Notes that a location was read whole, except for `unreadable` reviews. */
  noteWhole(
    owner: GoogleOwner,
    locationId: string,
    { at, unreadable }: { at: Date; unreadable: number },
    due: Pick<ReviewReadingRow, 'wholeDueAt' | 'newsDueAt'>,
  ): Promise<void> {
    const done = { wholeAt: at, triedAt: at, unreadable, error: null, hasVoice: true };
    return this.change(owner, [locationId], { ...done, ...due });
  }

  /** Notes that locations were asked for news. */
  noteNews(owner: GoogleOwner, locationIds: readonly string[], at: Date, newsDueAt: Date): Promise<void> {
    return this.change(owner, locationIds, { triedAt: at, error: null, newsDueAt });
  }

  /** Lets a location be read whole at once. */
  wantWhole(owner: GoogleOwner, locationId: string, now: Date): Promise<void> {
    return this.change(owner, [locationId], { wholeDueAt: now });
  }

  /** Notes that Google does not serve the reviews of a location for now. */
  noteNoVoice(owner: GoogleOwner, locationId: string, at: Date, wholeDueAt: Date): Promise<void> {
    return this.change(owner, [locationId], { triedAt: at, error: null, hasVoice: false, wholeDueAt });
  }

  /** Notes that a location could not be read. */
  noteFailure(
    owner: GoogleOwner,
    locationId: string,
    error: ErrorCode,
    at: Date,
    nextAt: Date,
  ): Promise<void> {
    return this.change(owner, [locationId], { triedAt: at, error, wholeDueAt: nextAt, newsDueAt: nextAt });
  }

  /** Puts off all readings of an owner until a moment. */
  async postpone(owner: GoogleOwner, until: Date): Promise<void> {
    const { wholeDueAt, newsDueAt } = reviewReadings;
    const at = sql`${until.toISOString()}::timestamptz`;
    await this.database.orm
      .update(reviewReadings)
      .set({ wholeDueAt: sql`greatest(${wholeDueAt}, ${at})`, newsDueAt: sql`greatest(${newsDueAt}, ${at})` })
      .where(and(ownedBy(owner, reviewReadings), or(lt(wholeDueAt, until), lt(newsDueAt, until))));
  }

  /** Makes due now the readings of all owners that are due by a moment: they were put off until Google lets reviews be read. */
  async bringForward(by: Date, now: Date): Promise<void> {
    const { wholeDueAt, newsDueAt } = reviewReadings;
    const { orm } = this.database;
    await orm
      .update(reviewReadings)
      .set({ wholeDueAt: now })
      .where(and(gt(wholeDueAt, now), lte(wholeDueAt, by)));
    await orm
      .update(reviewReadings)
      .set({ newsDueAt: now })
      .where(and(gt(newsDueAt, now), lte(newsDueAt, by)));
  }

  /** Deletes an owner’s reviews with everything that belongs to them. */
  async forget(owner: GoogleOwner): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.delete(reviewReadings).where(ownedBy(owner, reviewReadings));
      await tx.delete(reviews).where(ownedBy(owner, reviews));
    });
  }

  /**
   * Drops the reviews that may not be kept: those that were not read again within 30 days, and those that have been gone for
   * so long. A review is kept while a reply to it may be on its way to Google.
   * @returns how many reviews were dropped
   */
  async dropOld(now: Date): Promise<number> {
    const before = new Date(now.getTime() - KEPT_FOR_MS);
    const isOld = or(lt(reviews.readAt, before), lt(reviews.goneAt, before));
    const isOnItsWay = sql`exists (select from ${reviewReplies} where ${reviewReplies.reviewId} = ${reviews.id}
      and ${inArray(reviewReplies.state, ['sending', 'unconfirmed'])})`;
    const dropped = await this.database.orm
      .delete(reviews)
      .where(and(isOld, sql`not ${isOnItsWay}`))
      .returning({ id: reviews.id });
    const { wholeAt, isListed, averageRating, total } = reviewReadings;
    await this.database.orm
      .update(reviewReadings)
      .set({ averageRating: null, total: null })
      .where(and(lt(wholeAt, before), or(isNotNull(averageRating), isNotNull(total))));
    await this.database.orm.delete(reviewReadings).where(
      and(
        eq(isListed, false),
        sql`not exists (select from ${reviews} where ${reviews.workspaceId} = ${reviewReadings.workspaceId}
          and ${reviews.subject} = ${reviewReadings.subject} and ${reviews.locationId} = ${reviewReadings.locationId})`,
      ),
    );
    return dropped.length;
  }

  /**
   * How many locations of all owners are in each state. `dark`: Google does not serve their reviews; the name is public, as a
   * label of `shingle_review_locations`. `late`: they were not read whole when they should have been.
   */
  async countByState(): Promise<{ state: string; count: number }[]> {
    const { hasVoice, error, wholeAt, isListed } = reviewReadings;
    const late = sql`shingle_now() - ${`${LATE_MS} milliseconds`}::interval`;
    const state = sql<string>`case when not ${hasVoice} then 'dark' when ${error} is not null then 'failing'
      when ${wholeAt} is null then 'unread' when ${wholeAt} < ${late} then 'late' else 'read' end`;
    return this.database.orm
      .select({ state, count: count() })
      .from(reviewReadings)
      .where(eq(isListed, true))
      .groupBy(sql`1`);
  }

  private async change(
    owner: GoogleOwner,
    locationIds: readonly string[],
    change: Partial<ReviewReadingRow>,
  ): Promise<void> {
    if (locationIds.length === 0) return;
    await this.database.orm
      .update(reviewReadings)
      .set(change)
      .where(and(ownedBy(owner, reviewReadings), inArray(reviewReadings.locationId, [...locationIds])));
  }
}

/** Only a location that was read whole is asked for news: there is nothing to compare others with. */
function isNewsDue(now: Date): SQL | undefined {
  const { newsDueAt, hasVoice, isListed, wholeAt } = reviewReadings;
  return and(eq(isListed, true), eq(hasVoice, true), isNotNull(wholeAt), lte(newsDueAt, now));
}

function isDue(now: Date): SQL | undefined {
  const { wholeDueAt, isListed } = reviewReadings;
  return or(and(eq(isListed, true), lte(wholeDueAt, now)), isNewsDue(now));
}
