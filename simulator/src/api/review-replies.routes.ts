import { notFound, v4Invalid } from '../errors.js';
import { withoutReply, withReply } from '../reviews/replies.js';
import type { ApiRoute, Exchange, Outcome } from '../routes.js';
import type { State } from '../state.js';
import { readPayload, type Schema } from './payload.js';
import { readObject } from './request-format.js';
import { replyResource } from './review-resource.js';
import { reviewUnder } from './reviews.routes.js';

const REPLY = '/v4/accounts/{account}/locations/{location}/reviews/{review}/reply';
const MAX_BYTES = 4096;

/** All but the comment is Google's own, and ignored. */
const BODY = Object.freeze<Schema>({
  fields: { comment: 'string', updateTime: 'any', reviewReplyState: 'any', policyViolation: 'any' },
});

/** Google My Business, v4: the owner's replies to reviews. */
export function reviewReplyRoutes(state: State): ApiRoute[] {
  const isEdit = () => state.settings.repliesCountAsEdits;
  return [
    {
      operation: 'reviews.updateReply',
      api: 'v4',
      method: 'PUT',
      path: REPLY,
      query: [],
      isEdit,
      record: (exchange, outcome) => {
        const { comment } = readObject(exchange.body) ?? {};
        return record(state, exchange, {
          ...outcome,
          write: 'put',
          ...(typeof comment === 'string' && { comment }),
        });
      },
      answer: (exchange) => {
        const comment = readComment(exchange);
        const review = reviewUnder(state, exchange);
        const replied = withReply(state, review, comment);
        state.reviews.put(replied);
        state.touch();
        return { json: replied.reply && replyResource(state, replied.reply), accepted: nameOf(exchange) };
      },
    },
    {
      operation: 'reviews.deleteReply',
      api: 'v4',
      method: 'DELETE',
      path: REPLY,
      query: [],
      isEdit,
      record: (exchange, outcome) => record(state, exchange, { ...outcome, write: 'delete' }),
      answer: (exchange) => {
        const review = reviewUnder(state, exchange);
        if (!review.reply && state.settings.missingReplyIsNotFound) throw notFound();
        state.reviews.put(withoutReply(review));
        state.touch();
        return { json: {}, accepted: nameOf(exchange) };
      },
    },
  ];
}

/** Writes a request into the journal of replies, and answers what writes down the status of its answer. */
function record(
  state: State,
  { params }: Exchange,
  outcome: Outcome & { write: 'put' | 'delete'; comment?: string },
): (status: number) => void {
  const entry = state.replyWrites.add({
    at: state.clock.now().toISOString(),
    location: params.location ?? '',
    review: params.review ?? '',
    by: 'api',
    ...outcome,
    status: null,
  });
  state.touch();
  return (status) => {
    entry.status = status;
    state.touch();
  };
}

/** The text of a reply. @throws GoogleError 400. */
function readComment({ body }: Exchange): string {
  const read = readPayload(body, BODY, 'review_reply');
  const comment = (read.comment as string | null | undefined) ?? '';
  const field = 'comment';
  if (comment.trim() === '')
    throw v4Invalid([{ code: 'MISSING_VALUE', field, message: `${field} is required` }]);
  if (Buffer.byteLength(comment) > MAX_BYTES)
    throw v4Invalid([
      { code: 'VALUE_OUTSIDE_ALLOWED_RANGE', field, message: `Must be at most ${MAX_BYTES} bytes` },
    ]);
  return comment;
}

function nameOf({ params }: Exchange): string {
  return `accounts/${params.account}/locations/${params.location}/reviews/${params.review}`;
}
