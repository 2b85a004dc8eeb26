import { asc, getTableColumns, inArray } from 'drizzle-orm';
import { frozen } from '../config/frozen.js';
import { reviewReplies, type ReviewReplyRow, type ReviewRow, reviews } from '../database/reviews.schema.js';
import type { ExportedList, Unwritten } from './exported-list.js';
import type { ExportedReplyDto, ExportedReviewDto } from './exported-reviews.dto.js';

/** All reviews by location, each with its replies. */
export const REVIEWS: ExportedList<ExportedReviewDto, ReviewRow> = frozen({
  from: reviews,
  owner: reviews.workspaceId,
  order: [reviews.subject, reviews.locationId, reviews.googleId],
  fields: { ...getTableColumns(reviews) },
  toItems: async (rows, orm) => {
    const ids = rows.map(({ id }) => id);
    const replies = await orm
      .select()
      .from(reviewReplies)
      .where(inArray(reviewReplies.reviewId, ids))
      .orderBy(asc(reviewReplies.version));
    const byReview = Map.groupBy(replies, ({ reviewId }) => reviewId);
    return rows.map((row) => toReview(row, byReview.get(row.id) ?? []));
  },
});

function toReview(row: ReviewRow, replies: ReviewReplyRow[]): Unwritten<ExportedReviewDto> {
  const { replyText, replyUpdatedAt, replyState, replyViolation } = row;
  return {
    googleAccount: row.subject,
    googleName: row.googleName,
    locationId: row.locationId,
    stars: row.stars,
    comment: row.comment,
    reviewerName: row.reviewerName,
    isAnonymous: row.isAnonymous,
    media: row.media,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    replyAtGoogle:
      replyText === null
        ? null
        : {
            text: replyText,
            updatedAt: replyUpdatedAt?.toISOString() ?? null,
            state: replyState,
            violation: replyViolation,
          },
    firstSeenAt: row.firstSeenAt.toISOString(),
    readAt: row.readAt.toISOString(),
    goneAt: row.goneAt?.toISOString() ?? null,
    replies: replies.map(toReply),
  };
}

function toReply(row: ReviewReplyRow): Unwritten<ExportedReplyDto> {
  const { kind, text, actor, state, violation, error, timesSent, createdAt, sentAt, endedAt } = row;
  return {
    kind,
    text,
    actor,
    state,
    violation,
    error,
    createdAt: createdAt.toISOString(),
    timesSent,
    sentAt: sentAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}
