import type {
  OwnReply,
  ReplyAtGoogle,
  Review,
  ReviewDetails,
  ReviewList,
  ReviewSummary,
  SavedReply,
} from '../../../client/reviews/data/review-types.js';

/** An id of the given number. */
export const uuid = (number: number) => `7b1e8f52-7d3a-4a52-9c2d-${String(number).padStart(12, '0')}`;

/** One star by Dorothea Vance, not answered. */
export function review(own: Partial<Review> = {}): Review {
  const { id = uuid(1) } = own;
  return {
    id,
    googleName: `accounts/1/locations/1/reviews/${id}`,
    accountId: 'account-1',
    locationId: 'location-1',
    locationName: 'Hearth & Crumb, Market Square',
    storeCode: 'HC-01',
    stars: 1,
    reviewerName: 'Dorothea Vance',
    isAnonymous: false,
    reviewerPhotoUrl: null,
    text: 'Closed at 15:00 although Google says 17:30.',
    translation: null,
    translationIsFirst: false,
    media: [],
    createdAt: '2026-11-19T15:12:00.000Z',
    updatedAt: '2026-11-19T15:12:00.000Z',
    isEditedAfterReply: false,
    googleUrl: 'https://business.google.com/reviews/1',
    replyAtGoogle: null,
    ownReply: null,
    tab: 'UNANSWERED',
    readAt: '2026-11-21T14:30:00.000Z',
    isStale: false,
    goneAt: null,
    basis: `basis of ${id}`,
    ...own,
  };
}

/** A public reply. */
export function atGoogle(own: Partial<ReplyAtGoogle> = {}): ReplyAtGoogle {
  return {
    text: 'We are sorry, Dorothea.',
    updatedAt: '2026-11-20T09:00:00.000Z',
    state: 'PUBLIC',
    violation: null,
    reason: null,
    ...own,
  };
}

/** A reply that Google rejected for a phone number. */
export const rejected = () =>
  atGoogle({
    text: 'Call us on 01632 960101.',
    state: 'REJECTED',
    violation: 'ADVERTISING_AND_SOLICITATION',
    reason: {
      code: 'ADVERTISING_AND_SOLICITATION',
      words: 'Google considers this reply advertising.',
      cure: 'Leave out phone numbers and links, then send it again.',
    },
  });

/** A reply that waits to be sent. */
export function ownReply(own: Partial<OwnReply> = {}): OwnReply {
  return {
    kind: 'PUT',
    text: 'We are sorry, Dorothea.',
    state: 'WAITING',
    error: null,
    theirs: null,
    actorName: 'Robin Baker',
    createdAt: '2026-11-21T15:00:00.000Z',
    nextTryAt: null,
    version: 1,
    isEarlierBeingSent: false,
    isReviewChanged: false,
    ...own,
  };
}

/** A review as it is read alone. */
export function details(of: Review, own: Partial<ReviewDetails> = {}): ReviewDetails {
  return { ...of, history: [], lastReviews: [], categoryIsSensitive: false, ...own };
}

/** A page of reviews with counts for the tabs. */
export function reviewList(items: Review[], own: Partial<ReviewList> = {}): ReviewList {
  const of = (tab: Review['tab']) => items.filter((item) => item.tab === tab).length;
  const counts = { unanswered: of('UNANSWERED'), answered: of('ANSWERED'), rejected: of('REJECTED') };
  return {
    items,
    counts: { ...counts, all: items.length },
    nextCursor: null,
    readAt: '2026-11-21T14:30:00.000Z',
    isReading: false,
    locations: 1,
    notRead: 0,
    unreadable: 0,
    ...own,
  };
}

/** The figures of one location. */
export function summary(own: Partial<ReviewSummary> = {}): ReviewSummary {
  return {
    locations: 1,
    averageRating: 4.4,
    total: 420,
    averages: [],
    answeredShare: 0.86,
    medianFirstAnswerMinutes: 190,
    months: Array.from({ length: 12 }, (_, index) => ({
      month: new Date(Date.UTC(2025, 11 + index)).toISOString().slice(0, 7),
      count: index,
      averageStars: index === 0 ? null : 4.2,
    })),
    stars: [3, 2, 8, 20, 33],
    newReviewUrl: 'https://search.google.com/local/writereview?placeid=1',
    reviewsUrl: 'https://maps.google.com/?cid=1',
    unanswered: 2,
    rejected: 1,
    ...own,
  };
}

export function savedReply(own: Partial<SavedReply> = {}): SavedReply {
  return {
    id: uuid(501),
    title: 'Thanks',
    text: 'Dear {name}, thank you. See you at {location}!',
    createdAt: '2026-11-01T08:00:00.000Z',
    updatedAt: '2026-11-01T08:00:00.000Z',
    ...own,
  };
}
