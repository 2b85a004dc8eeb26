import type { REPLY_STATES, ReviewMedia } from '../database/reviews.schema.js';

/** A review as the place's platform gives it. */
export interface RemoteReview {
  /** The platform's name of it, under the account that it was asked for under. */
  name: string;
  accountId: string;
  locationId: string;
  /** Its id within the location. */
  id: string;
  stars: number;
  /** As the platform gives it, a translation included; null: stars alone. */
  comment: string | null;
  /** Null where the platform names nobody. */
  reviewerName: string | null;
  reviewerPhotoUrl: string | null;
  isAnonymous: boolean;
  media: ReviewMedia[];
  createdAt: Date;
  updatedAt: Date;
  /** The page on which it can be answered. */
  url: string | null;
  reply: RemoteReply | null;
}

/** The owner's reply as the platform has it. */
export interface RemoteReply {
  text: string;
  updatedAt: Date | null;
  state: (typeof REPLY_STATES)[number];
  /** The platform's name of the reason for a rejection. */
  violation: string | null;
}

/** A page of a location's reviews, with the platform's own figures over all of them. */
export interface RemoteReviewPage {
  reviews: RemoteReview[];
  /** Null without reviews. */
  averageRating: number | null;
  total: number;
}

/** A review's text in the words of who wrote it, and the platform's translation of it. */
export interface ReviewText {
  original: string | null;
  translation: string | null;
  isTranslationFirst: boolean;
}

const TRANSLATION_FIRST = /^\(Translated by Google\)\s+(.*?)\n+\(Original\)\s+(.*)$/s;
const ORIGINAL_FIRST = /^(?:\(Original\)\s+)?(.*?)\n+\(Translated by Google\)\s+(.*)$/s;

/** Takes a text apart at Google's two markers, in whichever order they stand. Without both parts it is the original whole. */
export function toReviewText(comment: string | null): ReviewText {
  const text = comment?.replaceAll('\r\n', '\n').trim() || null;
  const [, translation, original] = TRANSLATION_FIRST.exec(text ?? '') ?? [];
  if (translation && original) return { original, translation, isTranslationFirst: true };
  const [, before, after] = ORIGINAL_FIRST.exec(text ?? '') ?? [];
  if (before && after) return { original: before, translation: after, isTranslationFirst: false };
  return { original: text, translation: null, isTranslationFirst: false };
}
