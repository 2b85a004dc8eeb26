import { ApiProperty } from '@nestjs/swagger';
import { OWN_REPLY_KINDS, REPLY_STATES } from '../../database/reviews.schema.js';

/** The states of a reply or removal that was made here, while Google doesn’t have it. */
export const OWN_REPLY_STEPS = Object.freeze([
  'WAITING',
  'SENDING',
  'UNCONFIRMED',
  'FAILED',
  'CONFLICT',
] as const);

/** Why Google rejected a reply. */
export class ViolationDto {
  /** Google’s own name of it. */
  code!: string;

  /** What it means, as a sentence. */
  words!: string;

  /** What to do, as a sentence; null: nothing is known. */
  cure!: string | null;
}

/** The owner’s reply to a review, as Google has it. */
export class ReplyDto {
  text!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string | null;

  /** `IN_REVIEW`: the public does not see it yet. `REJECTED`: the public never sees it. */
  state!: (typeof REPLY_STATES)[number];

  /** Google’s name of the reason for a rejection. */
  violation!: string | null;

  /** The same in words; null unless it is rejected. */
  reason!: ViolationDto | null;
}

/** A reply or removal that was made here and is not settled: Google doesn’t have it, or that is not known. */
export class OwnReplyDto {
  /** `PUT`: a text for Google. `DELETE`: the reply is to be removed. */
  kind!: (typeof OWN_REPLY_KINDS)[number];

  /** Null for a removal. */
  text!: string | null;

  /** `CONFLICT`: the reply had been changed elsewhere, or the review had been, and nothing was sent. */
  state!: (typeof OWN_REPLY_STEPS)[number];

  /** Why Google doesn’t have it, as a sentence. */
  error!: string | null;

  /** For a conflict, the reply that Google has; null: it has none. */
  theirs!: ReplyDto | null;

  /** Who did it. */
  actorName!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  /** When it is tried next. */
  @ApiProperty({ format: 'date-time' })
  nextTryAt!: string | null;

  /** Grows with each thing that is done to the reply. */
  version!: number;

  /** Whether an earlier one may be on its way to Google: that can’t be stopped, and this one follows once it is known. */
  isEarlierBeingSent!: boolean;

  /** Whether this answers what the review no longer says: its stars or its text were changed since. */
  isReviewChanged!: boolean;
}
