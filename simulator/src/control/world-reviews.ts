import { allLocationsOf } from '../api/access.js';
import { hasVoice } from '../api/location-resource.js';
import { figuresOf, reviewResource, type ReviewResource } from '../api/review-resource.js';
import type { ReviewBatch } from '../reviews/made-up-reviews.js';
import type { Decision } from '../reviews/reply-verdicts.js';
import {
  replyStateOf,
  type ReplyVerdict,
  type Review,
  type ReviewMedia,
  type Stars,
  type Translation,
} from '../reviews/review.js';
import { locationOfReview } from '../reviews/reviews.js';
import { removeReplyElsewhere, replyElsewhere } from './elsewhere.js';
import { createFinder, type WorldParts } from './finder.js';
import { actOnReviews, REVIEW_ACTS, type ReviewAct } from './some-reviews.js';

const MOST_WRITTEN = 1_000_000;
const MOST_ACTS = 100_000;

/** A review as the control API shows it. */
export interface ReviewView {
  id: string;
  name: string;
  locationId: string;
  stars: Stars;
  /** In the words of who wrote it, without Google's translation; null: stars alone. */
  original: string | null;
  /** The review as Google answers it now. */
  resource: ReviewResource;
}

/** All reviews of a location, with Google's figures over them; without reviews there are none. */
export interface LocationReviews {
  location: string;
  averageRating?: number;
  totalReviewCount?: number;
  /** Newest first as they were made. */
  reviews: ReviewView[];
}

/** What the public writes. Null takes away. */
export interface Words {
  stars?: Stars;
  comment?: string | null;
  translation?: Translation | null;
  media?: ReviewMedia[] | null;
}

/** Which locations are meant: these, or those of a person or of all whose reviews Google serves. */
export interface Chosen {
  locations?: readonly string[];
  email?: string;
}

/** The world's reviews, and what the public, the owner elsewhere and Google do with them. */
export function reviewActions(parts: WorldParts) {
  const { state, origin } = parts;
  const { person, findLocation, change } = createFinder(parts);
  const now = () => state.clock.now().getTime();

  function findReview(name: string): Review {
    const id = name.split('/').at(-1) ?? '';
    const location = state.locations.get(locationOfReview(id));
    const review = location && state.reviews.of(location.id).get(id);
    if (!review) throw new Error(`There is no review ${name}.`);
    return review;
  }

  function viewOf(review: Review): ReviewView {
    const { id, locationId, stars, comment } = review;
    const accountId = state.locations.get(locationId)?.accountIds[0] ?? '';
    const resource = reviewResource(state, { origin, review, accountId });
    return { id, name: resource.name, locationId, stars, original: comment ?? null, resource };
  }

  /** Takes over a review that has changed, and shows it. */
  function put(review: Review): ReviewView {
    change(() => state.reviews.put(structuredClone(review)));
    return viewOf(review);
  }

  function chosen({ locations, email }: Chosen): string[] {
    if (locations) return locations.map((name) => findLocation(name).id);
    const all = email === undefined ? [...state.locations.values()] : allLocationsOf(state, person(email));
    return all.filter((location) => !location.isRemoved && hasVoice(location)).map(({ id }) => id);
  }

  return {
    /** The whole set of reviews of a location, of a person's locations, or of all: by location. */
    reviews({ location, email }: { location?: string; email?: string } = {}): LocationReviews[] {
      return chosen({ email, ...(location !== undefined && { locations: [location] }) }).map((id) => {
        const reviews = [...state.reviews.of(id).values()].reverse();
        return { location: id, ...figuresOf(state, reviews), reviews: reviews.map(viewOf) };
      });
    },

    /** Somebody writes a review, now unless another time is given (ISO 8601); without a `reviewer`: anonymously. */
    addReview({
      location,
      reviewer,
      createdAt,
      ...words
    }: Words & { location: string; stars: Stars; reviewer?: string; createdAt?: string }): ReviewView {
      const { id: locationId } = findLocation(location);
      const createTime = createdAt === undefined ? now() : Date.parse(createdAt);
      if (Number.isNaN(createTime)) throw new Error('A review needs a real instant.');
      const id = `review-${locationId}-a${state.nextNumber()}`;
      return put({
        ...withWords({ id, locationId, stars: 5, createTime, updateTime: createTime }, words),
        ...(reviewer !== undefined && { reviewer: { name: reviewer, photo: id } }),
      });
    },

    /** Who wrote a review changes it; a reply stays. */
    editReview({ review, ...words }: Words & { review: string }): ReviewView {
      return put({ ...withWords(findReview(review), words), updateTime: now() });
    },

    /** A review is gone, and its reply with it. */
    removeReview({ review }: { review: string }): void {
      const found = findReview(review);
      change(() => state.reviews.remove(found));
    },

    /**
     * Writes so many reviews at once, of the last two years, dealt out to the locations in turn and the same for the same
     * seed; a third has a reply. Answers how many locations got some.
     */
    writeReviews({ count, seed = 1, ...which }: Chosen & { count: number; seed?: number }): number {
      if (!(Number.isInteger(count) && count >= 0 && count <= MOST_WRITTEN))
        throw new Error(`Between 0 and ${MOST_WRITTEN} reviews can be written.`);
      const locationIds = chosen(which).slice(0, count);
      if (locationIds.length === 0) return 0;
      const batch: ReviewBatch = { number: state.nextNumber(), seed, count, locationIds, until: now() };
      change(() => state.reviews.addBatch(batch));
      return locationIds.length;
    },

    /**
     * Does so many things to reviews over locations, by the public and by the owner elsewhere, the same ones for the same
     * seed in the same world. Answers how many it did of each kind.
     */
    actOnReviews({
      seed,
      count,
      kinds = REVIEW_ACTS,
      ...which
    }: Chosen & { seed: number; count: number; kinds?: readonly ReviewAct[] }): Record<ReviewAct, number> {
      const unknown = kinds.find((kind) => !REVIEW_ACTS.includes(kind));
      if (kinds.length === 0 || unknown) throw new Error(`There is no kind of act ${String(unknown)}.`);
      if (!(count >= 0 && count <= MOST_ACTS))
        throw new Error(`Between 0 and ${MOST_ACTS} acts can be done.`);
      const ids = chosen(which);
      return change(() => actOnReviews(state, { ids, seed, count, kinds }));
    },

    /** The owner replies in Google's own interface, in place of a reply that there may be; null removes it. */
    replyElsewhere({ review, comment }: { review: string; comment: string | null }): ReviewView {
      const found = findReview(review);
      change(() =>
        comment === null ? removeReplyElsewhere(state, found) : replyElsewhere(state, found, comment),
      );
      return viewOf(findReview(review));
    },

    /**
     * What becomes of the replies that are written from now on: of so many (`times`), or of all, at a location or
     * everywhere. A null verdict takes back whatever was set, and replies go by their content again.
     */
    setReplyVerdict({
      verdict,
      policyViolation,
      location,
      times,
    }: {
      verdict: ReplyVerdict | null;
      policyViolation?: string;
      location?: string;
      times?: number;
    }): void {
      if (verdict === null) return change(() => state.replyVerdicts.clear());
      const decision = decisionOf(verdict, policyViolation);
      const locationId = location === undefined ? undefined : findLocation(location).id;
      if (times !== undefined && !(times >= 1)) throw new Error('A verdict is for at least one reply.');
      change(() =>
        state.replyVerdicts.add({
          ...decision,
          ...(locationId !== undefined && { locationId }),
          ...(times !== undefined && { left: times }),
        }),
      );
    },

    /** Google's review of a reply ends now with this verdict, or has ended with it. */
    decideReply({
      review,
      verdict,
      policyViolation,
    }: {
      review: string;
      verdict: ReplyVerdict;
      policyViolation?: string;
    }): ReviewView {
      const found = findReview(review);
      const decision = decisionOf(verdict, policyViolation);
      if (!found.reply) throw new Error(`The review ${review} has no reply.`);
      const { comment, updateTime } = found.reply;
      return put({ ...found, reply: { comment, updateTime, reviewedAt: now(), ...decision } });
    },

    /** Google's review of all replies that are pending, at a location or everywhere, ends now. Answers how many they were. */
    endReplyReviews({ location }: { location?: string } = {}): number {
      const locationId = location === undefined ? undefined : findLocation(location).id;
      const reviewedAt = now();
      const pending = state.reviews
        .changed()
        .filter((review) => locationId === undefined || review.locationId === locationId)
        .flatMap((review) =>
          review.reply && replyStateOf(review.reply, reviewedAt) === 'PENDING'
            ? [{ ...review, reply: { ...review.reply, reviewedAt } }]
            : [],
        );
      change(() => pending.forEach((review) => state.reviews.put(review)));
      return pending.length;
    },
  };
}

function withWords(review: Review, { stars = review.stars, comment, translation, media }: Words): Review {
  if (![1, 2, 3, 4, 5].includes(stars)) throw new Error('A review has 1 to 5 stars.');
  const { comment: oldComment, translation: oldTranslation, media: oldMedia, ...others } = review;
  const now = {
    comment: comment === undefined ? oldComment : comment,
    // A translation is of one text.
    translation: translation === undefined && comment === undefined ? oldTranslation : translation,
    media: media === undefined ? oldMedia : media,
  };
  return {
    ...others,
    stars,
    ...(now.comment && { comment: now.comment }),
    ...(now.comment && now.translation && { translation: now.translation }),
    ...(now.media && now.media.length > 0 && { media: now.media }),
  };
}

function decisionOf(verdict: ReplyVerdict, policyViolation: string | undefined): Decision {
  if (verdict !== 'APPROVED' && verdict !== 'REJECTED')
    throw new Error('The verdict is APPROVED or REJECTED.');
  return { verdict, ...(verdict === 'REJECTED' && policyViolation !== undefined && { policyViolation }) };
}
