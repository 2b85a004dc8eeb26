import { Injectable } from '@nestjs/common';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import { containing, toSearchText } from '../business-profile/port/search-text.js';
import { Database, type Orm } from '../database/database.js';
import {
  type REVIEW_TABS,
  type ReviewReadingRow,
  reviewReadings,
  reviewReplies,
  type ReviewReplyRow,
  type ReviewRow,
  reviews,
} from '../database/reviews.schema.js';
import { users } from '../database/schema.js';
import { mayBeSent, UNSETTLED } from './replies/reply-states.js';
import type { ReviewPosition } from './review-cursor.js';

/** A reply of ours that is not settled, with its author’s name. */
export interface OwnReply extends ReviewReplyRow {
  actorName: string | null;
  /** Whether an earlier one may be on its way to Google. */
  isEarlierBeingSent: boolean;
}

/** A review as it was found, and the number of the last reply or removal that was written here; 0: none. */
interface FoundReview {
  review: ReviewRow;
  version: number;
}

/** A review with its location’s last known name, and the reply of ours. */
export interface ListedReview extends FoundReview {
  location: Pick<ReviewReadingRow, 'locationName' | 'storeCode' | 'hasVoice' | 'isListed' | 'error'>;
  /** Undefined: all replies are settled. */
  own: OwnReply | undefined;
}

export interface ReviewFilter {
  stars?: number[];
  locationId?: string;
  withText?: boolean;
  withPhoto?: boolean;
  search?: string;
  /** Written at or after. */
  from?: Date;
  /** Written before. */
  to?: Date;
}

/** How far an owner's locations are read. */
export interface ReadState {
  /** How many locations there are. */
  locations: number;
  readAt: Date | null;
  /** How many are read for the first time, and how many can't be read. */
  unread: number;
  notRead: number;
  /** How many single reviews could not be read. */
  unreadable: number;
}

type Tab = (typeof REVIEW_TABS)[number];

/**
 * The number of the last reply or removal that was written here. It comes from the same moment as the review, and the reply
 * that is shown beside it from a later one: a basis never names a reply that its reader has not seen.
 */
const LAST_VERSION = sql`(
  select coalesce(max(done.version), 0) from ${reviewReplies} done where done.review_id = ${sql.raw('"reviews"."id"')}
)`.mapWith(Number);

/** Reads the copy of reviews. */
@Injectable()
export class ReviewsRepository {
  constructor(private readonly database: Database) {}

  /** Reviews after a position, of one tab or of all, in the order of `review-position.ts`. */
  async list(
    owner: GoogleOwner,
    filter: ReviewFilter,
    { tab, after, limit }: { tab?: Tab; after?: ReviewPosition; limit: number },
  ): Promise<ListedReview[]> {
    const { position, id } = reviews;
    // The first condition is redundant with the next; it lets Postgres begin at this row of the index.
    const isAfter =
      after && and(gte(position, after.position), or(gt(position, after.position), gt(id, after.id)));
    const rows = await this.database.orm
      .select({ review: reviews, version: LAST_VERSION })
      .from(reviews)
      .where(and(matching(owner, filter), tab && eq(reviews.tab, tab), isAfter))
      .orderBy(asc(position), asc(id))
      .limit(limit);
    return this.listed(owner, rows);
  }

  /** How many reviews the filter leaves in each tab. */
  async count(owner: GoogleOwner, filter: ReviewFilter): Promise<Record<Tab, number>> {
    const rows = await this.database.orm
      .select({ tab: reviews.tab, count: count() })
      .from(reviews)
      .where(matching(owner, filter))
      .groupBy(reviews.tab);
    return {
      UNANSWERED: 0,
      ANSWERED: 0,
      REJECTED: 0,
      ...Object.fromEntries(rows.map((row) => [row.tab, row.count])),
    };
  }

  /** Undefined unless it is the owner's. Reviews that are gone are found as well, until they are dropped. */
  async find(owner: GoogleOwner, id: string): Promise<ListedReview | undefined> {
    const rows = await this.database.orm
      .select({ review: reviews, version: LAST_VERSION })
      .from(reviews)
      .where(and(ownedBy(owner, reviews), eq(reviews.id, id)));
    return (await this.listed(owner, rows))[0];
  }

  /** The latest other reviews of the same location. */
  async lastOf(owner: GoogleOwner, { id, locationId }: ReviewRow, limit: number): Promise<ListedReview[]> {
    const rows = await this.database.orm
      .select({ review: reviews, version: LAST_VERSION })
      .from(reviews)
      .where(
        and(
          ownedBy(owner, reviews),
          eq(reviews.locationId, locationId),
          isNull(reviews.goneAt),
          ne(reviews.id, id),
        ),
      )
      .orderBy(desc(reviews.createdAt), asc(reviews.id))
      .limit(limit);
    return this.listed(owner, rows);
  }

  /** All that was done here to the reply of a review, the latest first. */
  repliesOf(reviewId: string): Promise<ReviewReplyRow[]> {
    return this.database.orm
      .select()
      .from(reviewReplies)
      .where(eq(reviewReplies.reviewId, reviewId))
      .orderBy(desc(reviewReplies.version));
  }

  /** How far the locations are read; undefined before any was noted. */
  async readState(owner: GoogleOwner): Promise<ReadState | undefined> {
    const { wholeAt, hasVoice, error, isListed, unreadable } = reviewReadings;
    const cannot = or(eq(hasVoice, false), isNotNull(error));
    const [row] = await this.database.orm
      .select({
        locations: count(),
        readAt: sql`min(${wholeAt}) filter (where ${hasVoice})`.mapWith(wholeAt),
        unread: sql<number>`count(*) filter (where ${wholeAt} is null and not (${cannot}))`.mapWith(Number),
        notRead: sql<number>`count(*) filter (where ${cannot})`.mapWith(Number),
        unreadable: sql<number>`coalesce(sum(${unreadable}), 0)`.mapWith(Number),
      })
      .from(reviewReadings)
      .where(and(ownedBy(owner, reviewReadings), eq(isListed, true)));
    if (!row || row.locations === 0) return undefined;
    return row;
  }

  /** Looks up the rest after the reviews were found: finding them alone always walks along one index. */
  private async listed(owner: GoogleOwner, rows: readonly FoundReview[]): Promise<ListedReview[]> {
    if (rows.length === 0) return [];
    const { orm } = this.database;
    const found = rows.map(({ review }) => review);
    const [locations, own] = await Promise.all([
      locationsOf(orm, owner, found),
      ownReplies(
        orm,
        found.map(({ id }) => id),
      ),
    ]);
    return rows.map(({ review, version }) => ({
      review,
      location: locations.get(review.locationId) ?? UNKNOWN_LOCATION,
      own: own.get(review.id),
      version,
    }));
  }
}

async function locationsOf(
  orm: Orm,
  owner: GoogleOwner,
  rows: readonly ReviewRow[],
): Promise<Map<string, ListedReview['location']>> {
  const { locationId, locationName, storeCode, hasVoice, isListed, error } = reviewReadings;
  const ids = [...new Set(rows.map((row) => row.locationId))];
  const locations = await orm
    .select({ locationId, locationName, storeCode, hasVoice, isListed, error })
    .from(reviewReadings)
    .where(and(ownedBy(owner, reviewReadings), inArray(locationId, ids)));
  return new Map(locations.map(({ locationId: id, ...location }) => [id, location]));
}

/** The replies of ours that are not settled, by the review's id: of each review the latest. */
async function ownReplies(orm: Orm, reviewIds: readonly string[]): Promise<Map<string, OwnReply>> {
  const { reviewId, state, version, actor } = reviewReplies;
  const rows = await orm
    .select({ reply: reviewReplies, actorName: users.displayName })
    .from(reviewReplies)
    .leftJoin(users, eq(users.uid, actor))
    .where(and(inArray(reviewId, [...reviewIds]), inArray(state, [...UNSETTLED])))
    .orderBy(asc(version));
  const own = new Map<string, OwnReply>();
  for (const { reply, actorName } of rows) {
    const earlier = own.get(reply.reviewId);
    const isEarlierBeingSent = earlier !== undefined && (earlier.isEarlierBeingSent || mayBeSent(earlier));
    own.set(reply.reviewId, { ...reply, actorName, isEarlierBeingSent });
  }
  return own;
}

/** For reviews of a location that was deleted since they were found. */
const UNKNOWN_LOCATION: ListedReview['location'] = Object.freeze({
  locationName: '',
  storeCode: null,
  hasVoice: false,
  isListed: false,
  error: null,
});

function matching(owner: GoogleOwner, filter: ReviewFilter): SQL | undefined {
  const { stars, locationId, withText, withPhoto, search, from, to } = filter;
  const wanted = toSearchText(search ?? '');
  return and(
    ownedBy(owner, reviews),
    isNull(reviews.goneAt),
    stars && stars.length > 0 ? inArray(reviews.stars, stars) : undefined,
    locationId === undefined ? undefined : eq(reviews.locationId, locationId),
    withText ? isNotNull(reviews.original) : undefined,
    withPhoto ? sql`jsonb_array_length(${reviews.media}) > 0` : undefined,
    from && gte(reviews.createdAt, from),
    to && lt(reviews.createdAt, to),
    wanted ? like(reviews.searchText, containing(wanted)) : undefined,
  );
}
