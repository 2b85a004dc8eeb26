import { ApiProperty } from '@nestjs/swagger';
import type { OWN_REPLY_KINDS, OWN_REPLY_STATES, REPLY_STATES } from '../database/reviews.schema.js';
import { ReviewMediaDto } from '../reviews/review.dto.js';

/** The reply that Google has. */
export class ExportedGoogleReplyDto {
  text!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string | null;
  state!: (typeof REPLY_STATES)[number] | null;
  violation!: string | null;
}

/** A person’s change of the reply to a review, and its outcome. */
export class ExportedReplyDto {
  kind!: (typeof OWN_REPLY_KINDS)[number];
  text!: string | null;

  /** The uid of the person who did it. */
  actor!: string;
  state!: (typeof OWN_REPLY_STATES)[number];
  violation!: string | null;
  error!: string | null;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  /** How many times it was sent to Google, and when last, ISO 8601. */
  timesSent!: number;

  @ApiProperty({ format: 'date-time' })
  sentAt!: string | null;

  @ApiProperty({ format: 'date-time' })
  endedAt!: string | null;
}

/**
 * A review and its replies. They are Google’s content: this server deletes a review that it could not read again for
 * 30 days, and a copy should be kept no longer.
 */
export class ExportedReviewDto {
  /** Google's key of the Google account that it was read with. */
  googleAccount!: string;
  googleName!: string;
  locationId!: string;
  stars!: number;

  /** As Google gives it, with its translation inside. */
  comment!: string | null;
  reviewerName!: string | null;
  isAnonymous!: boolean;
  media!: ReviewMediaDto[];

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;
  replyAtGoogle!: ExportedGoogleReplyDto | null;

  @ApiProperty({ format: 'date-time' })
  firstSeenAt!: string;

  /** When it was last read, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  readAt!: string;

  /** When it was seen to be gone, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  goneAt!: string | null;

  /** Oldest first. */
  replies!: ExportedReplyDto[];
}

/** A text that is kept for replies. */
export class ExportedSavedReplyDto {
  title!: string;
  text!: string;

  /** The uid of the person who wrote it last. */
  actor!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;
}
