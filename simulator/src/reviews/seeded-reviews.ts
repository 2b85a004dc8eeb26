import { numberFor } from '../random.js';
import { sharedIdOf } from '../seed/private-worlds.js';
import type { ReviewSeed } from '../seed/reviews/review-seed.js';
import { CHAIN_REVIEWS, REVIEWS_OF } from '../seed/reviews/seeds.js';
import type { Review } from './review.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A location of a chain has up to so many. */
const MOST_OF_CHAIN = 6;
/** The ids of travel desks; the other chains are parcel shops. */
const TRAVEL_DESK = /^44\d{8}$/;

/**
 * The reviews that a location has before anything happens, always the same ones, oldest first: their own, or of a chain
 * up to six of those that its shops share.
 * @param began When the world began, in ms since 1970. None is later.
 */
export function seededReviews(locationId: string, began: number): Review[] {
  const sharedId = sharedIdOf(locationId);
  const seeds = REVIEWS_OF[sharedId] ?? chosenOfChain(sharedId);
  return seeds
    .map((seed, index) => ({ seed, createTime: began - ageOf(seed, `${sharedId} ${index}`) }))
    .sort((a, b) => a.createTime - b.createTime)
    .map(({ seed, createTime }, index) => {
      const id = `review-${locationId}-${index + 1}`;
      return reviewOf(seed, { id, locationId, createTime, began });
    });
}

/** In ms. A day is a whole one: it says only roughly when. */
function ageOf({ age }: ReviewSeed, key: string): number {
  const [count, unit] = age.split(' ');
  const chance = numberFor(`age ${key}`);
  return Math.round((Number(count) + chance) * (unit === 'h' ? HOUR_MS : DAY_MS));
}

function reviewOf(
  { by, stars, text, english, photos, reply, refused }: ReviewSeed,
  { id, locationId, createTime, began }: Pick<Review, 'id' | 'locationId' | 'createTime'> & { began: number },
): Review {
  const chance = numberFor(`reply ${sharedIdOf(locationId)} ${createTime - began}`);
  const repliedAt = Math.round(createTime + Math.min(began - createTime, 2 * DAY_MS) * (0.1 + 0.8 * chance));
  return {
    id,
    locationId,
    ...(by !== undefined && { reviewer: { name: by, photo: `reviewer-${by.length}` } }),
    stars,
    ...(text !== undefined && { comment: text }),
    ...(english !== undefined && { translation: { text: english, isFirst: true } }),
    ...(photos && { media: photos.map((label) => ({ label })) }),
    createTime,
    updateTime: createTime,
    ...(reply !== undefined && {
      reply: {
        comment: reply,
        updateTime: repliedAt,
        reviewedAt: repliedAt,
        ...(refused === undefined
          ? { verdict: 'APPROVED' }
          : { verdict: 'REJECTED', policyViolation: refused }),
      },
    }),
  };
}

/** Neighbours in the list of the chain, so that no two of a location are the same; each as old as it is there, or younger. */
function chosenOfChain(sharedId: string): ReviewSeed[] {
  const all = TRAVEL_DESK.test(sharedId) ? CHAIN_REVIEWS.travelDesks : CHAIN_REVIEWS.parcelShops;
  const count = Math.floor(numberFor(`reviews ${sharedId}`) * (MOST_OF_CHAIN + 1));
  const first = Math.floor(numberFor(`first review ${sharedId}`) * all.length);
  const share = 0.3 + 0.7 * numberFor(`reviews since ${sharedId}`);
  return Array.from({ length: count }, (_, index) => {
    const seed = all[(first + index) % all.length] as ReviewSeed;
    const days = Math.max(1, Math.floor(Number(seed.age.split(' ')[0]) * share));
    return { ...seed, age: `${days} d` };
  });
}
