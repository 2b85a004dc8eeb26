import { cut } from '../../config/cut.js';
import type { ReviewReadingRow, ReviewReplyRow, ReviewRow } from '../../database/reviews.schema.js';
import type { NoticeEvent } from '../../notices/events/outbox.js';
import { rejectionReasonOf } from './reply-rejection-words.js';

/** How long a cause may be. */
const CAUSE_LENGTH = 500;

/** The notices of a reply's state: that Google rejected it, or that it couldn't be sent. */
export function replyEvents(
  { id, workspaceId, state, error, violation, attempt }: ReviewReplyRow,
  review: Pick<ReviewRow, 'id' | 'locationId' | 'stars'> &
    Partial<Pick<ReviewReadingRow, 'locationName' | 'storeCode'>>,
  at: Date,
): NoticeEvent[] {
  if (state !== 'rejected' && state !== 'failed' && state !== 'conflict') return [];
  const why = state === 'rejected' ? rejectionReasonOf(violation)?.words : error;
  const reason = cut(why ?? 'Google doesn’t say why.', CAUSE_LENGTH);
  const { locationId, locationName, storeCode, stars } = review;
  return [
    {
      workspaceId,
      kind: state === 'rejected' ? 'reply_rejected' : 'reply_not_sent',
      key: `reply_${state} ${id} ${attempt}`,
      cause: reason,
      subject: {
        reviewId: review.id,
        locationId,
        stars,
        reason,
        ...(locationName && { locationName, storeCode }),
      },
      at,
    },
  ];
}
