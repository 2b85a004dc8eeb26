import { withoutReply, withReply } from '../reviews/replies.js';
import type { Review } from '../reviews/review.js';
import type { State } from '../state.js';

/** The owner replies in Google's own interface, in place of a reply that there may be. */
export function replyElsewhere(state: State, review: Review, comment: string): void {
  state.reviews.put(withReply(state, review, comment));
  record(state, review, { write: 'put', comment });
}

/** The owner removes a reply in Google's own interface. */
export function removeReplyElsewhere(state: State, review: Review): void {
  state.reviews.put(withoutReply(review));
  record(state, review, { write: 'delete' });
}

function record(
  state: State,
  { id, locationId }: Review,
  write: { write: 'put' | 'delete'; comment?: string },
): void {
  state.replyWrites.add({
    at: state.clock.now().toISOString(),
    location: locationId,
    review: id,
    ...write,
    by: 'elsewhere',
    isDone: true,
    status: null,
  });
}
