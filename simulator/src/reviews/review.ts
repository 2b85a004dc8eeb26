/** How many stars a review gives. */
export type Stars = 1 | 2 | 3 | 4 | 5;

/** A review of a location by somebody of the public. Times are in ms since 1970, by the simulator's clock. */
export interface Review {
  /** `review-LOCATION-NUMBER` */
  id: string;
  locationId: string;
  /** Who wrote it, with the name of their picture; none: anonymous. */
  reviewer?: { name: string; photo: string };
  stars: Stars;
  /** In the words of who wrote it; none: stars alone. */
  comment?: string;
  translation?: Translation;
  media?: ReviewMedia[];
  createTime: number;
  updateTime: number;
  reply?: ReviewReply;
}

/** Google's translation, which it writes into the comment itself. */
export interface Translation {
  text: string;
  /** It stands before the original; else after it. Both have been seen. */
  isFirst: boolean;
}

/** A picture, or a video. */
export interface ReviewMedia {
  label: string;
  isVideo?: true;
}

export interface ReviewReply {
  comment: string;
  updateTime: number;
  /** Until then it is PENDING, from then on the verdict holds. */
  reviewedAt: number;
  verdict: ReplyVerdict;
  /** Why it is REJECTED: one of Google's reasons, or one that is not documented yet. */
  policyViolation?: string;
}

export type ReplyVerdict = 'APPROVED' | 'REJECTED';
export type ReplyState = 'PENDING' | ReplyVerdict;

/** The state of a reply at a moment of the simulator's clock. */
export function replyStateOf({ reviewedAt, verdict }: ReviewReply, now: number): ReplyState {
  return now < reviewedAt ? 'PENDING' : verdict;
}
