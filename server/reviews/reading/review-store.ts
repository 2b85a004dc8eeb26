import { Injectable } from '@nestjs/common';
import { and, eq, getTableColumns, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../../business-profile/port/google-owner.js';
import type { RemoteReply, RemoteReview } from '../../business-profile/port/remote-review.js';
import { Database, type Orm } from '../../database/database.js';
import { type LeftOut, storeApart } from '../../database/store-apart.js';
import {
  type ReviewReadingRow,
  reviewReadings,
  type ReviewRow,
  reviews,
} from '../../database/reviews.schema.js';
import { noteEvents } from '../../notices/events/outbox.js';
import { newReviewEvents } from './new-review-events.js';
import { checkStatusNow } from '../replies/reply-status-checks.js';
import { isShownBy, repliesOnTheWay, settleShown } from '../replies/reply-proofs.js';
import { lockReview } from '../replies/review-lock.js';
import { positionOf } from './review-position.js';
import { firstAnswer, replyColumns, toReviewRow, versionOf } from './review-row.js';

/** When a reading of a location began, in the order of all its readings. */
export interface ReviewReadingStart {
  no: number;
  at: Date;
}

/** Google's own rating of a location, and how many reviews it counts. */
export type GoogleRating = Pick<ReviewReadingRow, 'averageRating' | 'total'>;

/** Rows of one statement. */
const BATCH = 200;

/**
 * Replaces what is known of reviews with what Google says now. The readings of a location are ordered by numbers, not by a
 * clock: a review keeps what another reading, or the outcome of a reply, stored after this reading began. While a reply is on
 * its way, a reading that may show the state before it is dropped; one that shows the reply itself settles it.
 */
@Injectable()
export class ReviewStore {
  constructor(private readonly database: Database) {}

  /** Begins a reading: call it before Google is asked. Locations that are no longer known are left out. */
  async begin(
    owner: GoogleOwner,
    locationIds: readonly string[],
    at: Date,
  ): Promise<Map<string, ReviewReadingStart>> {
    const rows = await nextNumbers(this.database.orm, owner, locationIds);
    return new Map(rows.map(({ locationId, readings }) => [locationId, { no: readings, at }]));
  }

  /**
   * Stores reviews of one location, and writes the notices of new ones in the same transaction, once the location was read
   * whole. With `rating` this is stored as well, unless it is older than the known one.
   * @returns the reviews that cannot be stored; what was known of them stays
   */
  async store(
    owner: GoogleOwner,
    locationId: string,
    read: readonly RemoteReview[],
    start: ReviewReadingStart,
    rating?: GoogleRating,
  ): Promise<LeftOut<RemoteReview>[]> {
    const storeSome = (some: readonly RemoteReview[]) =>
      this.database.transaction(async (tx) => {
        const [reading] = await nextNumbers(tx, owner, [locationId]);
        if (!reading) return;
        await this.storeBatch(tx, owner, reading, some, start);
        if (rating) await storeRating(tx, owner, locationId, rating, start);
      });
    const leftOut: LeftOut<RemoteReview>[] = [];
    for (let first = 0; first === 0 || first < read.length; first += BATCH)
      leftOut.push(...(await storeApart(read.slice(first, first + BATCH), storeSome)));
    // Where no review could be stored, the rating is still that of the location.
    if (leftOut.length > 0) await storeSome([]);
    return leftOut;
  }

  /** Notes that at least `count` reviews of a location could not be read. That holds until it is next read whole. */
  async noteUnreadable(owner: GoogleOwner, locationId: string, count: number): Promise<void> {
    await this.database.orm
      .update(reviewReadings)
      .set({ unreadable: sql`greatest(${reviewReadings.unreadable}, ${count})` })
      .where(and(ownedBy(owner, reviewReadings), eq(reviewReadings.locationId, locationId)));
  }

  /** The reviews that are new, or that differ from what is stored. */
  async changedOf(owner: GoogleOwner, read: readonly RemoteReview[]): Promise<RemoteReview[]> {
    if (read.length === 0) return [];
    const { locationId, googleId, updatedAt, goneAt, replyText, replyUpdatedAt, replyState } = reviews;
    const rows = await this.database.orm
      .select({ locationId, googleId, updatedAt, replyText, replyUpdatedAt, replyState })
      .from(reviews)
      .where(
        and(
          ownedBy(owner, reviews),
          inArray(
            googleId,
            read.map(({ id }) => id),
          ),
          isNull(goneAt),
        ),
      );
    const known = new Set(rows.map((row) => versionOf(row.locationId, row.googleId, row)));
    return read.filter(
      (review) =>
        !known.has(
          versionOf(review.locationId, review.id, {
            ...replyColumns(review.reply),
            updatedAt: review.updatedAt,
          }),
        ),
    );
  }

  /** The stored reviews of a location that a complete reading did not show, and that no later one stored. */
  async absent(
    owner: GoogleOwner,
    locationId: string,
    seen: ReadonlySet<string>,
    start: ReviewReadingStart,
  ): Promise<Pick<ReviewRow, 'id' | 'googleId'>[]> {
    const { id, googleId, goneAt, readingNo } = reviews;
    const rows = await this.database.orm
      .select({ id, googleId })
      .from(reviews)
      .where(and(isOfLocation(owner, locationId), isNull(goneAt), lte(readingNo, start.no)));
    return rows.filter((row) => !seen.has(row.googleId));
  }

  /** Marks reviews as gone that a complete reading did not show, unless they were stored since it began. */
  async markGone(
    owner: GoogleOwner,
    locationId: string,
    ids: readonly string[],
    start: ReviewReadingStart,
  ): Promise<void> {
    for (let first = 0; first < ids.length; first += BATCH)
      await this.database.transaction(async (tx) => {
        const [reading] = await nextNumbers(tx, owner, [locationId]);
        if (!reading) return;
        await tx
          .update(reviews)
          .set({ goneAt: start.at, readAt: start.at, readingNo: reading.readings })
          .where(
            and(
              isOfLocation(owner, locationId),
              inArray(reviews.id, ids.slice(first, first + BATCH)),
              lte(reviews.readingNo, start.no),
            ),
          );
      });
  }

  /**
   * Notes the reply that Google has, in the transaction of what showed it: its position in the lists follows, and readings that
   * began before change nothing of the review.
   */
  async noteReply(tx: Orm, reviewId: string, reply: RemoteReply | null): Promise<void> {
    await note(tx, reviewId, (known) => ({
      ...replyColumns(reply),
      ...positionOf({ ...known, ...replyColumns(reply) }),
      firstAnsweredAt: known.firstAnsweredAt ?? firstAnswer(reply),
    }));
  }

  /** The same for a whole review, as it was read by itself at that time. */
  async noteReview(tx: Orm, reviewId: string, review: RemoteReview, at: Date): Promise<void> {
    await note(tx, reviewId, (known) => toReviewRow(known, review, known, at));
  }

  private async storeBatch(
    tx: Orm,
    owner: GoogleOwner,
    { locationId, readings, wholeAt, locationName, storeCode }: ReviewReadingRow,
    read: readonly RemoteReview[],
    start: ReviewReadingStart,
  ): Promise<void> {
    const unique = [...new Map(read.map((review) => [review.id, review])).values()];
    const known = await lockKnown(tx, owner, locationId, [...unique.map(({ id }) => id)]);
    const onTheWay = await repliesOnTheWay(tx, [...known.values()]);
    const stored = unique.flatMap((review) => {
      const old = known.get(review.id);
      const reply = old && onTheWay.get(old.id);
      if (old && (old.readingNo > start.no || (reply && !isShownBy(reply, review.reply)))) return [];
      const row = { ...toReviewRow(owner, review, old, start.at), readingNo: readings };
      return [{ old, row, shown: reply && { reply, atGoogle: review.reply } }];
    });
    const isSame = ({ old, row }: (typeof stored)[number]) =>
      old !== undefined && isDeepStrictEqual({ ...old, ...MARKS }, { ...row, ...MARKS });
    const same = stored.filter(isSame).map(({ row }) => row.id);
    const changed = stored.filter((one) => !isSame(one)).map(({ row }) => row);
    if (same.length > 0)
      await tx
        .update(reviews)
        .set({ readAt: start.at, readingNo: readings })
        .where(inArray(reviews.id, same));
    if (changed.length > 0)
      await tx.insert(reviews).values(changed).onConflictDoUpdate({ target: reviews.id, set: ALL_COLUMNS });
    await checkStatusNow(
      tx,
      stored.flatMap(({ old, row }) => (old && old.replyState !== row.replyState ? [old.id] : [])),
    );
    for (const { row, shown } of stored)
      if (shown) await settleShown(tx, shown.reply, row, shown.atGoogle, start.at);
    const isNew = ({ old }: (typeof stored)[number]) => old === undefined;
    if (wholeAt !== null)
      await noteEvents(
        tx,
        newReviewEvents(
          stored.filter(isNew).map(({ row }) => row),
          { locationName, storeCode },
          start.at,
        ),
      );
  }
}

/** The columns that say when a review was read, and nothing of the review itself. */
const MARKS = { readAt: null, readingNo: null };

const ALL_COLUMNS = Object.fromEntries(
  Object.entries(getTableColumns(reviews))
    .filter(([key]) => key !== 'id')
    .map(([key, { name }]) => [key, sql.raw(`excluded."${name}"`)]),
);

/** The rows of locations with their next numbers. In a transaction it comes before any lock of reviews. */
async function nextNumbers(
  tx: Orm,
  owner: GoogleOwner,
  locationIds: readonly string[],
): Promise<ReviewReadingRow[]> {
  if (locationIds.length === 0) return [];
  return tx
    .update(reviewReadings)
    .set({ readings: sql`${reviewReadings.readings} + 1` })
    .where(and(ownedBy(owner, reviewReadings), inArray(reviewReadings.locationId, [...locationIds])))
    .returning();
}

/** Changes a review to what was just seen at Google, as a further reading of its location. */
async function note(
  tx: Orm,
  reviewId: string,
  columnsOf: (known: ReviewRow) => Partial<ReviewRow>,
): Promise<void> {
  const [known] = await tx.select().from(reviews).where(eq(reviews.id, reviewId));
  if (!known) return;
  const [reading] = await nextNumbers(tx, known, [known.locationId]);
  const review = await lockReview(tx, reviewId);
  if (!review || !reading) return;
  await tx
    .update(reviews)
    .set({ ...columnsOf(review), readingNo: reading.readings })
    .where(eq(reviews.id, reviewId));
}

async function storeRating(
  tx: Orm,
  owner: GoogleOwner,
  locationId: string,
  rating: GoogleRating,
  { no }: ReviewReadingStart,
): Promise<void> {
  await tx
    .update(reviewReadings)
    .set({ ...rating, ratingNo: no })
    .where(
      and(
        ownedBy(owner, reviewReadings),
        eq(reviewReadings.locationId, locationId),
        lte(reviewReadings.ratingNo, no),
      ),
    );
}

async function lockKnown(
  tx: Orm,
  owner: GoogleOwner,
  locationId: string,
  ids: string[],
): Promise<Map<string, ReviewRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(reviews)
    .where(and(isOfLocation(owner, locationId), inArray(reviews.googleId, ids)))
    .orderBy(reviews.id)
    .for('update');
  return new Map(rows.map((row) => [row.googleId, row]));
}

function isOfLocation(owner: GoogleOwner, locationId: string): SQL | undefined {
  return and(ownedBy(owner, reviews), eq(reviews.locationId, locationId));
}
