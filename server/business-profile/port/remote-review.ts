import type { REPLY_STATES, ReviewMedia } from '../../database/reviews.schema.js';

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
  /** The ids of reviews that cannot be read; '' for one without an id. */
  unreadable: string[];
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

const TRANSLATED = '(Translated by Google)';
const ORIGINAL = '(Original)';

/** Takes a text apart at Google's two markers, in whichever order they stand. Without both parts it is the original whole. */
export function toReviewText(comment: string | null): ReviewText {
  const text = comment?.replaceAll('\r\n', '\n').trim() || null;
  if (text === null) return { original: null, translation: null, isTranslationFirst: false };
  const [translation, original] = partsAt(afterMarker(text, TRANSLATED), ORIGINAL);
  if (translation && original) return { original, translation, isTranslationFirst: true };
  const [before, after] = partsAt(afterMarker(text, ORIGINAL) ?? text, TRANSLATED);
  if (before && after) return { original: before, translation: after, isTranslationFirst: false };
  return { original: text, translation: null, isTranslationFirst: false };
}

/** The text after a marker at its beginning; undefined if it does not begin with the marker. */
function afterMarker(text: string, marker: string): string | undefined {
  return text.startsWith(marker) && isSpace(text.charAt(marker.length))
    ? text.slice(marker.length).trimStart()
    : undefined;
}

/**
 * The texts before and after the first marker that begins a line. Without a regular expression: strangers write these texts,
 * and one with thousands of empty lines would make it slow.
 */
function partsAt(text: string | undefined, marker: string): [before?: string, after?: string] {
  if (text === undefined) return [];
  for (let at = text.indexOf(`\n${marker}`); at >= 0; at = text.indexOf(`\n${marker}`, at + 1)) {
    const end = at + 1 + marker.length;
    if (isSpace(text.charAt(end))) return [text.slice(0, at).trimEnd(), text.slice(end).trimStart()];
  }
  return [];
}

function isSpace(character: string): boolean {
  return character !== '' && character.trim() === '';
}
