import { Injectable } from '@nestjs/common';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { toGoogleOwner } from '../business-profile/port/google-owner.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { MirrorRepository } from '../business-profile/mirror/mirror.repository.js';
import { dayAfter, dayOf, startOfDay } from '../config/days.js';
import { Clock } from '../config/clock.js';
import { fromWallText, instantAt } from '../config/wall-time.js';
import { AppError } from '../errors/app-error.js';
import { toPage } from '../security/list-cursor.js';
import { MAX_PAGE } from '../security/validation.js';
import { webLink } from '../security/web-address.js';
import { fromReviewCursor, toReviewCursor } from './review-cursor.js';
import { ReviewCounts } from './review-counts.js';
import { toHistory, toReview } from './review-mapping.js';
import { ReviewReadingService } from './reading/review-reading.service.js';
import {
  LAST_REVIEWS,
  type ReviewDetailsDto,
  type ReviewListDto,
  type ReviewQueryDto,
} from './review.dto.js';
import { NAMED_LOCATIONS, type ReviewSummaryDto } from './review-summary.dto.js';
import { type ReviewFilter, ReviewsRepository } from './reviews.repository.js';
import { isSensitiveCategory } from './replies/sensitive-categories.js';

const MONTHS = 12;

/** The Google account whose reviews are shown. */
interface ShownOwner extends GoogleOwner {
  /** Whether Google cannot be asked for it at present. */
  isAway: boolean;
}

/** What a location's reviews say of it. */
export interface LocationRatings {
  /** Google's own; null: it has no reviews, or they were never read. */
  averageRating: number | null;
  /** Google's own; null: they were never read. */
  reviewCount: number | null;
  answeredShare: number | null;
}

/** Shows the copy of reviews. Errors of every method: `connect/not-connected`. */
@Injectable()
export class ReviewsService {
  constructor(
    private readonly providers: BusinessProfileProviders,
    private readonly reviews: ReviewsRepository,
    private readonly reviewCounts: ReviewCounts,
    private readonly reading: ReviewReadingService,
    private readonly mirror: MirrorRepository,
    private readonly clock: Clock,
  ) {}

  /** Errors: `validation_failed` for an invalid cursor. */
  async list(workspaceId: string, query: ReviewQueryDto): Promise<ReviewListDto> {
    const after = query.cursor === undefined ? undefined : fromReviewCursor(query.cursor);
    const owner = await this.ownerOf(workspaceId);
    const filter = toFilter(query);
    const limit = query.limit ?? MAX_PAGE;
    const tab = query.tab === 'ALL' ? undefined : query.tab;
    const [rows, counts, state] = await Promise.all([
      this.reviews.list(owner, filter, { tab, after, limit: limit + 1 }),
      this.reviews.count(owner, filter),
      this.reviews.readState(owner),
    ]);
    const locations = state?.locations ?? (await this.mirror.count(owner)).locations;
    const isFirst = !state && (locations > 0 || !(await this.mirror.isComplete(owner)));
    // A first look at the list does not wait for the next regular reading.
    if (isFirst && !owner.isAway) await this.reading.begin(owner);
    const { page, nextCursor } = toPage(rows, limit, ({ review }) => toReviewCursor(review));
    const { UNANSWERED: unanswered, ANSWERED: answered, REJECTED: rejected } = counts;
    return {
      items: page.map((row) => toReview(row, owner)),
      counts: { unanswered, answered, rejected, all: unanswered + answered + rejected },
      nextCursor,
      readAt: state?.readAt?.toISOString() ?? null,
      isReading: !owner.isAway && (isFirst || (state?.unread ?? 0) > 0),
      locations,
      notRead: state?.notRead ?? 0,
      unreadable: state?.unreadable ?? 0,
    };
  }

  /** Errors: `not_found`. */
  async get(workspaceId: string, id: string): Promise<ReviewDetailsDto> {
    const owner = await this.ownerOf(workspaceId);
    const row = await this.reviews.find(owner, id);
    if (!row) throw AppError.of('not_found');
    const [lastReviews, replies, location] = await Promise.all([
      this.reviews.lastOf(owner, row.review, LAST_REVIEWS),
      this.reviews.repliesOf(id),
      this.mirror.findRaw(owner, row.review.locationId),
    ]);
    const { primaryCategory, additionalCategories = [] } = location?.google.categories ?? {};
    const categories = [...(primaryCategory ? [primaryCategory] : []), ...additionalCategories];
    return {
      ...toReview(row, owner),
      history: toHistory(row.review, replies),
      lastReviews: lastReviews.map((other) => toReview(other, owner)),
      categoryIsSensitive: isSensitiveCategory(
        categories.map(({ name, displayName }) => displayName ?? name.replace(/^categories\//, '')),
      ),
    };
  }

  /** The counts and ratings of a location, or of all. Errors: `not_found`. */
  async summary(workspaceId: string, locationId?: string): Promise<ReviewSummaryDto> {
    const owner = await this.ownerOf(workspaceId);
    const { months, since } = this.lastMonths();
    const [recent, counts, google] = await Promise.all([
      this.reviewCounts.recent(owner, since, locationId),
      this.reviews.count(owner, { locationId }),
      locationId === undefined ? this.googleOfAll(owner) : this.googleOf(owner, locationId),
    ]);
    return {
      ...google,
      answeredShare: shareOf(recent),
      medianFirstAnswerMinutes: recent.medianFirstAnswerMinutes,
      months: months.map((month) => {
        const found = recent.months.find((one) => one.month === month);
        return { month, count: found?.count ?? 0, averageStars: found?.averageStars ?? null };
      }),
      stars: [1, 2, 3, 4, 5].map((given) => recent.stars.find(({ stars }) => stars === given)?.count ?? 0),
      unanswered: counts.UNANSWERED,
      rejected: counts.REJECTED,
    };
  }

  /** The ratings of some locations, by location; their answered share is over the same months as in `summary`. */
  async ratingsOf(owner: GoogleOwner, locationIds: string[]): Promise<Map<string, LocationRatings>> {
    const found = await this.reviewCounts.ofLocations(owner, this.lastMonths().since, locationIds);
    return new Map(
      [...found].map(([id, { averageRating, total, ...recent }]) => [
        id,
        { averageRating, reviewCount: total, answeredShare: shareOf(recent) },
      ]),
    );
  }

  /** The Google account whose reviews a workspace sees. */
  async ownerOf(workspaceId: string): Promise<ShownOwner> {
    const { owner, connection, closedApis } = await this.providers.sourceToShow(workspaceId);
    const isAway = connection !== 'connected' || closedApis.includes('v4');
    return { ...toGoogleOwner(owner), isAway };
  }

  /** The last 12 months with the current one, the oldest first: `YYYY-MM`; and when they began. */
  private lastMonths(): { months: string[]; since: Date } {
    const now = this.clock.now();
    const firsts = Array.from({ length: MONTHS }, (_, index) =>
      dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1 - index), 1))),
    );
    return { months: firsts.map((first) => first.slice(0, 7)), since: startOfDay(firsts[0]!) };
  }

  private async googleOfAll(owner: GoogleOwner) {
    const { locations, total, lowest } = await this.reviewCounts.ofGoogle(owner, NAMED_LOCATIONS);
    return {
      locations,
      total,
      averageRating: null,
      averages: lowest.map((location) => ({
        locationId: location.locationId,
        locationName: location.locationName,
        storeCode: location.storeCode,
        averageRating: location.averageRating ?? 0,
        total: location.total ?? 0,
      })),
      newReviewUrl: null,
      reviewsUrl: null,
    };
  }

  private async googleOf(owner: GoogleOwner, locationId: string) {
    const [reading, location] = await Promise.all([
      this.reviewCounts.ofLocation(owner, locationId),
      this.mirror.findRaw(owner, locationId),
    ]);
    if (!reading && !location) throw AppError.of('not_found');
    const { newReviewUri, mapsUri } = location?.google.metadata ?? {};
    return {
      locations: 1,
      total: reading?.total ?? 0,
      averageRating: reading?.averageRating ?? null,
      averages: [],
      newReviewUrl: webLink(newReviewUri),
      reviewsUrl: webLink(mapsUri),
    };
  }
}

function toFilter(query: ReviewQueryDto): ReviewFilter {
  const { stars, locationId, withText, withPhoto, search, from, to, timeZone = 'UTC' } = query;
  const startOf = (day: string) => instantAt(fromWallText(`${day}T00:00`), timeZone);
  return {
    stars: stars?.split(',').map(Number),
    locationId,
    withText: withText === 'true',
    withPhoto: withPhoto === 'true',
    search: search?.trim(),
    from: from === undefined ? undefined : startOf(from),
    to: to === undefined ? undefined : startOf(dayAfter(to)),
  };
}

function shareOf({ count, answered }: { count: number; answered: number }): number | null {
  return count === 0 ? null : answered / count;
}
