import type { Beginnings } from '../beginnings.js';
import { batchIndex, batchReviews, type ReviewBatch } from './made-up-reviews.js';
import type { Review } from './review.js';
import { seededReviews } from './seeded-reviews.js';

/** What differs from the seed, as plain JSON: what was written many at once, and single reviews by id; null: removed. */
export interface ReviewsSnapshot {
  batches: ReviewBatch[];
  changed: [id: string, review: Review | null][];
}

/**
 * The reviews of all locations. Those of a location are made when they are first asked for, from the seed and the
 * batches; only what has changed since is kept and saved, so that 100,000 reviews cost what is done to them.
 */
export class Reviews {
  /** With the beginning of their world, by which the seed dates them. */
  private readonly made = new Map<string, { began: number; reviews: Map<string, Review> }>();
  private readonly changedAt = new Map<string, Map<string, Review | null>>();
  private batches: { batch: ReviewBatch; index: ReadonlyMap<string, number> }[] = [];

  constructor(private readonly beginnings: Beginnings) {}

  /** The reviews of a location by id, oldest first as they were made. */
  of(locationId: string): ReadonlyMap<string, Review> {
    return this.at(locationId);
  }

  /** Adds a review, or puts it in the place of what it was. */
  put(review: Review): void {
    this.at(review.locationId).set(review.id, review);
    this.changesAt(review.locationId).set(review.id, review);
  }

  remove({ id, locationId }: Review): void {
    this.at(locationId).delete(id);
    this.changesAt(locationId).set(id, null);
  }

  /** Writes many reviews at once. */
  addBatch(batch: ReviewBatch): void {
    this.batches.push({ batch, index: batchIndex(batch) });
    for (const id of batch.locationIds) this.made.delete(id);
  }

  /** All reviews that are there and are no longer as they were made. */
  changed(): Review[] {
    return [...this.changedAt.values()].flatMap((changes) =>
      [...changes.values()].filter((each) => each !== null),
    );
  }

  /** Forgets what is about a location. */
  forget(locationId: string): void {
    this.made.delete(locationId);
    this.changedAt.delete(locationId);
  }

  snapshot(): ReviewsSnapshot {
    return {
      batches: this.batches.map(({ batch }) => batch),
      changed: [...this.changedAt.values()].flatMap((changes) => [...changes]),
    };
  }

  restore({ batches, changed }: ReviewsSnapshot = { batches: [], changed: [] }): void {
    this.made.clear();
    this.changedAt.clear();
    this.batches = batches.map((batch) => ({ batch, index: batchIndex(batch) }));
    for (const [id, review] of changed) this.changesAt(locationOfReview(id)).set(id, review);
  }

  private at(locationId: string): Map<string, Review> {
    const began = this.beginnings.of(locationId);
    const known = this.made.get(locationId);
    if (known?.began === began) return known.reviews;
    const written = this.batches.flatMap(({ batch, index }) =>
      batchReviews(batch, locationId, index.get(locationId)),
    );
    const seeded = seededReviews(locationId, began);
    const all = new Map([...seeded, ...written].map((review) => [review.id, review]));
    for (const [id, review] of this.changedAt.get(locationId) ?? [])
      if (review) all.set(id, review);
      else all.delete(id);
    this.made.set(locationId, { began, reviews: all });
    return all;
  }

  private changesAt(locationId: string): Map<string, Review | null> {
    const known = this.changedAt.get(locationId) ?? new Map<string, Review | null>();
    this.changedAt.set(locationId, known);
    return known;
  }
}

/** The id of the location that a review is about. */
export function locationOfReview(id: string): string {
  return id.split('-')[1] ?? '';
}
