import { Injectable } from '@nestjs/common';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { Database } from '../database/database.js';
import {
  reviewReplies,
  type ReviewReplyRow,
  type ReviewRow,
  reviews,
  savedReplies,
} from '../database/reviews.schema.js';
import type { ExportedReplyDto, ExportedReviewDto, ExportedSavedReplyDto } from './exported-reviews.dto.js';

/** A user's reviews, replies and saved replies for the export. */
@Injectable()
export class ExportedReviews {
  constructor(private readonly database: Database) {}

  /** All reviews with their replies, in pages, by location. */
  async *reviews(uid: string, limit: number): AsyncGenerator<ExportedReviewDto[]> {
    let rows = await this.page(uid, undefined, limit);
    while (rows.length > 0) {
      const replies = await this.repliesOf(rows.map(({ id }) => id));
      yield rows.map((row) => toExportedReview(row, replies.get(row.id) ?? []));
      rows = await this.page(uid, rows.at(-1), limit);
    }
  }

  async savedReplies(uid: string): Promise<ExportedSavedReplyDto[]> {
    const rows = await this.database.orm
      .select()
      .from(savedReplies)
      .where(eq(savedReplies.workspaceId, uid))
      .orderBy(asc(savedReplies.title));
    return rows.map(({ title, text, actor, createdAt, updatedAt }) => ({
      title,
      text,
      actor,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }));
  }

  private page(uid: string, after: ReviewRow | undefined, limit: number): Promise<ReviewRow[]> {
    const { workspaceId, subject, locationId, googleId } = reviews;
    const isNext =
      after &&
      sql`(${subject}, ${locationId}, ${googleId}) > (${after.subject}, ${after.locationId}, ${after.googleId})`;
    return this.database.orm
      .select()
      .from(reviews)
      .where(and(eq(workspaceId, uid), isNext))
      .orderBy(asc(subject), asc(locationId), asc(googleId))
      .limit(limit);
  }

  private async repliesOf(ids: string[]): Promise<Map<string, ReviewReplyRow[]>> {
    const rows = await this.database.orm
      .select()
      .from(reviewReplies)
      .where(inArray(reviewReplies.reviewId, ids))
      .orderBy(asc(reviewReplies.version));
    return Map.groupBy(rows, ({ reviewId }) => reviewId);
  }
}

function toExportedReview(row: ReviewRow, replies: ReviewReplyRow[]): ExportedReviewDto {
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
    replies: replies.map(toExportedReply),
  };
}

function toExportedReply(row: ReviewReplyRow): ExportedReplyDto {
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
