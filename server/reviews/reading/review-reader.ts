import { Injectable } from '@nestjs/common';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import type { GoogleTurn } from '../../business-profile/calls/google-calls.js';
import { GoogleReviews, REVIEWED_AT_ONCE } from '../../business-profile/google/google-reviews.js';
import { LeftOutThings } from '../../business-profile/calls/left-out.js';
import type { RemoteReview, RemoteReviewPage } from '../../business-profile/port/remote-review.js';
import { Clock } from '../../config/clock.js';
import { AppError } from '../../errors/app-error.js';
import { isUnstorable } from '../../errors/database-errors.js';
import { eachUntilAborted } from '../../jobs/bounded-wait.js';
import type { ReviewedLocation } from './review-schedule.js';
import { type GoogleRating, type ReviewReadingStart, ReviewStore } from './review-store.js';

/** Reviews are read with the lowest priority in the project's quota, so that no save and no post waits for them. */
const TURN: GoogleTurn = { priority: 'mirror', withinMs: 60_000 };

/** With more news than this, a whole location, or a whole batch of locations, is read instead. */
const MOST_NEWS = 40;
const MOST_PAGES = 20;

/** How many reviews are looked up one by one if a reading of several pages lacked them. */
const MOST_ASKED = 100;

/** Which locations are to be read whole because there is too much news, or because they cannot be asked together. */
export type Unread = ReviewedLocation[];

/** A complete reading of a location: when it began, whether all is known, and how many reviews could not be read. */
interface WholeReading {
  at: Date;
  isComplete: boolean;
  unreadable: number;
}

/** Reviews that Google gave together. */
type Given = Pick<RemoteReviewPage, 'reviews' | 'unreadable'>;

/** Reads reviews from Google and stores them. Errors of every method: those of `GoogleReviews`, the signal's reason. */
@Injectable()
export class ReviewReader {
  constructor(
    private readonly google: GoogleReviews,
    private readonly store: ReviewStore,
    private readonly leftOut: LeftOutThings,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads all reviews of a location. A stored review that Google’s list lacks is gone. A list of several pages may skip one
   * while others change, so each review that such a list lacks is looked up by itself.
   * @returns when it began, whether all is known, and how many reviews could not be read; undefined for a location that is
   * not known any more
   */
  async readWhole(
    owner: GoogleOwner,
    location: ReviewedLocation,
    signal: AbortSignal,
  ): Promise<WholeReading | undefined> {
    const { locationId } = location;
    const start = await this.begin(owner, locationId);
    if (!start) return undefined;
    const seen = new Set<string>();
    let pages = 0;
    let unreadable = 0;
    for await (const page of eachUntilAborted(this.google.list(owner, location, TURN), signal)) {
      pages += 1;
      // A review that cannot be read exists all the same.
      for (const id of [...page.reviews.map((review) => review.id), ...page.unreadable]) seen.add(id);
      unreadable += await this.storePage(owner, locationId, page, start, ratingOf(page));
    }
    const absent = await this.store.absent(owner, locationId, seen, start);
    const asked = pages > 1 ? absent.slice(0, MOST_ASKED) : [];
    const gone = new Set((pages > 1 ? asked : absent).map(({ id }) => id));
    for (const { id, googleId } of asked) {
      signal.throwIfAborted();
      const found = await this.find(owner, location, googleId);
      if (!found) continue;
      gone.delete(id);
      unreadable += await this.storePage(owner, locationId, found, start);
    }
    await this.store.markGone(owner, locationId, [...gone], start);
    return { at: start.at, isComplete: asked.length === absent.length || pages === 1, unreadable };
  }

  /**
   * Reads what is new or changed at locations of one account, at most `REVIEWED_AT_ONCE`.
   * @returns the locations that have to be read whole
   */
  async readNews(
    owner: GoogleOwner,
    locations: readonly ReviewedLocation[],
    signal: AbortSignal,
  ): Promise<Unread> {
    const [first] = locations;
    if (!first || locations.length > REVIEWED_AT_ONCE) return [...locations];
    const ids = locations.map(({ locationId }) => locationId);
    const changed: RemoteReview[] = [];
    let pages = 0;
    try {
      for await (const page of eachUntilAborted(
        this.google.listMany(owner, first.accountId, ids, TURN),
        signal,
      )) {
        pages += 1;
        const news = await this.store.changedOf(owner, page);
        changed.push(...news);
        // The latest changed come first: behind a page that is known there is nothing new.
        if (news.length === 0) break;
        if (pages === MOST_PAGES) return [...locations];
      }
    } catch (error) {
      if (!isRefused(error) && !isUnstorable(error)) throw error;
      // Google may refuse all because of one, and one may make the whole answer unreadable.
      return [...locations];
    }
    const byLocation = Map.groupBy(changed, ({ locationId }) => locationId);
    const unread: Unread = [];
    for (const location of locations) {
      const news = byLocation.get(location.locationId) ?? [];
      if (news.length > MOST_NEWS) unread.push(location);
      else if (news.length > 0)
        await this.readFirstPage(owner, location, signal).catch((error: unknown) => {
          if (error instanceof AppError || !isUnstorable(error)) throw error;
          unread.push(location);
        });
    }
    return unread;
  }

  /** Reads the latest changed reviews of a location, with its rating, which Google gives with this list alone. */
  private async readFirstPage(
    owner: GoogleOwner,
    location: ReviewedLocation,
    signal: AbortSignal,
  ): Promise<void> {
    const start = await this.begin(owner, location.locationId);
    if (!start) return;
    for await (const page of eachUntilAborted(this.google.list(owner, location, TURN), signal)) {
      const unreadable = await this.storePage(owner, location.locationId, page, start, ratingOf(page));
      if (unreadable > 0) await this.store.noteUnreadable(owner, location.locationId, unreadable);
      return;
    }
  }

  /** Stores the reviews that can be stored, and notes the others. @returns how many reviews cannot be read or stored */
  private async storePage(
    owner: GoogleOwner,
    location: string,
    { reviews, unreadable }: Given,
    start: ReviewReadingStart,
    rating?: GoogleRating,
  ): Promise<number> {
    const leftOut = await this.store.store(owner, location, reviews, start, rating);
    for (const id of unreadable) this.leftOut.note('review', { location, id });
    for (const { item, error } of leftOut) this.leftOut.note('review', { location, id: item.id }, error);
    return unreadable.length + leftOut.length;
  }

  private async begin(owner: GoogleOwner, locationId: string): Promise<ReviewReadingStart | undefined> {
    return (await this.store.begin(owner, [locationId], this.clock.now())).get(locationId);
  }

  /** A review by its id; undefined when there is none. */
  private async find(
    owner: GoogleOwner,
    { accountId, locationId }: ReviewedLocation,
    id: string,
  ): Promise<Given | undefined> {
    const name = `accounts/${accountId}/locations/${locationId}/reviews/${id}`;
    try {
      return { reviews: [await this.google.get(owner, name, TURN)], unreadable: [] };
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      if (error instanceof AppError && error.code === 'google/unreadable')
        return { reviews: [], unreadable: [id] };
      throw error;
    }
  }
}

function ratingOf({ averageRating, total }: RemoteReviewPage): GoogleRating {
  return { averageRating, total };
}

/** Whether Google does not serve the reviews of a location, or does not show it. */
export function isRefused(error: unknown): error is AppError {
  return (
    error instanceof AppError && ['google/unverified', 'google/refused', 'not_found'].includes(error.code)
  );
}
