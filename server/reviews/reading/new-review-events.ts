import { DAY_MS } from '../../config/durations.js';
import type { ReviewReadingRow, ReviewRow } from '../../database/reviews.schema.js';
import type { NoticeEvent } from '../../notices/events/outbox.js';

/** A review with at most so many stars makes a notice of another kind, which is sent at once. */
const FEW_STARS = 2;

/** An older review that was not known before has only come back: there is no notice of it. */
const NEW_FOR_MS = 7 * DAY_MS;

/** The notices of reviews that were seen for the first time. */
export function newReviewEvents(
  seen: readonly Pick<ReviewRow, 'id' | 'workspaceId' | 'locationId' | 'stars' | 'createdAt'>[],
  place: Pick<ReviewReadingRow, 'locationName' | 'storeCode'>,
  at: Date,
): NoticeEvent[] {
  return seen
    .filter(({ createdAt }) => at.getTime() - createdAt.getTime() < NEW_FOR_MS)
    .map(({ id, workspaceId, locationId, stars }) => ({
      workspaceId,
      kind: stars <= FEW_STARS ? 'new_review_low' : 'new_review',
      key: `new_review ${id}`,
      cause: stars <= FEW_STARS ? 'low' : 'new',
      subject: {
        locationId,
        locationName: place.locationName,
        storeCode: place.storeCode,
        reviewId: id,
        stars,
      },
      at,
    }));
}
