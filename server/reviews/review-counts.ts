import { Injectable } from '@nestjs/common';
import { and, asc, count, eq, gt, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import { Database } from '../database/database.js';
import { type ReviewReadingRow, reviewReadings, reviews } from '../database/reviews.schema.js';

/** The reviews since a moment, of one location or of all. */
export interface RecentCounts {
  count: number;
  answered: number;
  medianFirstAnswerMinutes: number | null;
  months: { month: string; count: number; averageStars: number }[];
  stars: { stars: number; count: number }[];
}

/** Google's own counts and ratings of locations. */
export interface GoogleCounts {
  locations: number;
  total: number;
  lowest: Pick<ReviewReadingRow, 'locationId' | 'locationName' | 'storeCode' | 'averageRating' | 'total'>[];
}

/** What is known of a location's reviews. */
export interface LocationReviews {
  /** Google's own; null: the location has no reviews, or was never read. */
  averageRating: number | null;
  total: number | null;
  /** Those since a moment. */
  count: number;
  answered: number;
}

/** How many of the counted reviews have a reply that Google did not reject. */
const ANSWERED = sql<number>`count(*) filter (where ${reviews.tab} = 'ANSWERED')`.mapWith(Number);

/** Counts reviews, and reads Google's own counts and ratings. */
@Injectable()
export class ReviewCounts {
  constructor(private readonly database: Database) {}

  /** The counts of the reviews that were written since a moment. */
  async recent(owner: GoogleOwner, since: Date, locationId?: string): Promise<RecentCounts> {
    const { createdAt, stars, firstAnsweredAt } = reviews;
    const isCounted = and(
      isRecent(owner, since),
      locationId === undefined ? undefined : eq(reviews.locationId, locationId),
    );
    const minutes = sql`extract(epoch from ${firstAnsweredAt} - ${createdAt}) / 60`;
    const month = sql<string>`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM')`;
    const [[all], months, byStars] = await Promise.all([
      this.database.orm
        .select({
          count: count(),
          answered: ANSWERED,
          median: sql<number | null>`percentile_cont(0.5) within group (order by ${minutes})
            filter (where ${firstAnsweredAt} is not null)`,
        })
        .from(reviews)
        .where(isCounted),
      this.database.orm
        .select({ month, count: count(), averageStars: sql<number>`avg(${stars})`.mapWith(Number) })
        .from(reviews)
        .where(isCounted)
        .groupBy(sql`1`),
      this.database.orm.select({ stars, count: count() }).from(reviews).where(isCounted).groupBy(stars),
    ]);
    const { median = null, ...counts } = all ?? { count: 0, answered: 0 };
    return {
      ...counts,
      medianFirstAnswerMinutes: median === null ? null : Math.max(0, Math.round(Number(median))),
      months,
      stars: byStars,
    };
  }

  /** Google's own counts of all locations together, and the locations with the lowest ratings. */
  async ofGoogle(owner: GoogleOwner, limit: number): Promise<GoogleCounts> {
    const { isListed, total, averageRating, locationId, locationName, storeCode } = reviewReadings;
    const isCounted = and(ownedBy(owner, reviewReadings), eq(isListed, true));
    const [[sum], lowest] = await Promise.all([
      this.database.orm
        .select({ locations: count(), total: sql<number>`coalesce(sum(${total}), 0)`.mapWith(Number) })
        .from(reviewReadings)
        .where(isCounted),
      this.database.orm
        .select({ locationId, locationName, storeCode, averageRating, total })
        .from(reviewReadings)
        .where(and(isCounted, isNotNull(averageRating), gt(total, 0)))
        .orderBy(asc(averageRating), asc(locationId))
        .limit(limit),
    ]);
    return { locations: 0, total: 0, ...sum, lowest };
  }

  /** Some locations' ratings at Google, and their reviews since a moment, by location; not those that were never read. */
  async ofLocations(owner: GoogleOwner, since: Date, ids: string[]): Promise<Map<string, LocationReviews>> {
    const { locationId, averageRating, total } = reviewReadings;
    const [readings, counts] = await Promise.all([
      this.database.orm
        .select({ locationId, averageRating, total })
        .from(reviewReadings)
        .where(and(ownedBy(owner, reviewReadings), inArray(locationId, ids))),
      this.database.orm
        .select({ locationId: reviews.locationId, count: count(), answered: ANSWERED })
        .from(reviews)
        .where(and(isRecent(owner, since), inArray(reviews.locationId, ids)))
        .groupBy(reviews.locationId),
    ]);
    const counted = new Map(counts.map((row) => [row.locationId, row]));
    return new Map(
      readings.map((reading) => [
        reading.locationId,
        { count: 0, answered: 0, ...counted.get(reading.locationId), ...reading },
      ]),
    );
  }

  /** The same of one location; undefined when it is not the owner's. */
  async ofLocation(owner: GoogleOwner, locationId: string): Promise<ReviewReadingRow | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(reviewReadings)
      .where(and(ownedBy(owner, reviewReadings), eq(reviewReadings.locationId, locationId)));
    return row;
  }
}

/** Limits a query to the reviews that were written since a moment. */
function isRecent(owner: GoogleOwner, since: Date): SQL | undefined {
  return and(ownedBy(owner, reviews), isNull(reviews.goneAt), gte(reviews.createdAt, since));
}
