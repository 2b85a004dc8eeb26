/** A review as the API answers it. */
export interface Review {
  id: string;
  googleName: string;
  locationId: string;
  locationName: string;
  storeCode: string | null;
  accountId: string;
  stars: number;
  reviewerName: string | null;
  isAnonymous: boolean;
  reviewerPhotoUrl: string | null;
  /** In the words of who wrote it. */
  text: string | null;
  translation: string | null;
  translationIsFirst: boolean;
  media: { label: string | null; thumbnailUrl: string; videoUrl: string | null }[];
  createdAt: string;
  updatedAt: string;
  isEditedAfterReply: boolean;
  googleUrl: string | null;
  replyAtGoogle: ReplyAtGoogle | null;
  ownReply: OwnReply | null;
  tab: 'UNANSWERED' | 'ANSWERED' | 'REJECTED';
  readAt: string;
  isStale: boolean;
  goneAt: string | null;
  basis: string;
}

/** A reply as Google has it. */
export interface ReplyAtGoogle {
  text: string;
  updatedAt: string | null;
  state: 'IN_REVIEW' | 'PUBLIC' | 'REJECTED';
  violation: string | null;
  reason: { code: string; words: string; cure: string | null } | null;
}

/** What was done here and is not settled. */
export interface OwnReply {
  kind: 'PUT' | 'DELETE';
  text: string | null;
  state: 'WAITING' | 'SENDING' | 'UNCONFIRMED' | 'FAILED' | 'CONFLICT';
  error: string | null;
  theirs: ReplyAtGoogle | null;
  actorName: string;
  createdAt: string;
  nextTryAt: string | null;
  version: number;
}

export interface ReviewList {
  items: Review[];
  counts: { unanswered: number; answered: number; rejected: number; all: number };
  nextCursor: string | null;
  readAt: string | null;
  isReading: boolean;
  notRead: number;
}

export interface ReviewSummary {
  locations: number;
  averageRating: number | null;
  total: number;
  averages: {
    locationId: string;
    locationName: string;
    storeCode: string | null;
    averageRating: number;
    total: number;
  }[];
  answeredShare: number | null;
  medianFirstAnswerMinutes: number | null;
  months: { month: string; count: number; averageStars: number | null }[];
  stars: number[];
  newReviewUrl: string | null;
  reviewsUrl: string | null;
  unanswered: number;
  rejected: number;
}

export interface ReviewDetails extends Review {
  history: { state: string; at: string; words: string }[];
  lastReviews: Review[];
  categoryIsSensitive: boolean;
}

export interface ReplyFinding {
  id: string;
  reason: string;
}

export interface ReplyCheck {
  bytes: number;
  limit: number;
  faults: ReplyFinding[];
  warnings: ReplyFinding[];
}

export interface SavedReply {
  id: string;
  title: string;
  text: string;
  createdAt: string;
  updatedAt: string;
}

interface Answers<Data> {
  responses: { 200: { content: { 'application/json': Data } } };
}
interface WithId {
  parameters: { path: { id: string } };
}
interface Sends<Body> {
  requestBody: { content: { 'application/json': Body } };
}

/** What the list of reviews can be asked for. */
export interface ReviewQuery {
  tab?: 'UNANSWERED' | 'ANSWERED' | 'REJECTED' | 'ALL';
  stars?: ('1' | '2' | '3' | '4' | '5')[];
  locationId?: string;
  withText?: 'true';
  withPhoto?: 'true';
  search?: string;
  from?: string;
  to?: string;
  cursor?: string;
  limit?: number;
}

/** The routes of reviews. */
export interface ReviewPaths {
  '/api/reviews': { get: Answers<ReviewList> & { parameters: { query?: ReviewQuery } } };
  '/api/reviews/summary': {
    get: Answers<ReviewSummary> & { parameters: { query?: { locationId?: string } } };
  };
  '/api/reviews/{id}': { get: Answers<ReviewDetails> & WithId };
  '/api/reviews/{id}/reply': {
    put: Answers<ReviewDetails> & WithId & Sends<{ text: string; basedOn: string }>;
    delete: Answers<ReviewDetails> & { parameters: { path: { id: string }; query: { basedOn: string } } };
  };
  '/api/reviews/{id}/reply/retry': { post: Answers<ReviewDetails> & WithId };
  '/api/reviews/{id}/reply/discard': { post: Answers<ReviewDetails> & WithId };
  '/api/reviews/check': { post: Answers<ReplyCheck> & Sends<{ reviewId: string; text: string }> };
  '/api/saved-replies': {
    get: Answers<{ items: SavedReply[] }>;
    post: Answers<SavedReply> & Sends<{ title: string; text: string }>;
  };
  '/api/saved-replies/{id}': {
    patch: Answers<SavedReply> & WithId & Sends<{ title?: string; text?: string }>;
    delete: { responses: { 204: { content?: never } } } & WithId;
  };
}
