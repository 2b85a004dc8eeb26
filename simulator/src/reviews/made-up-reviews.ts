import { createChance, type Chance } from '../random.js';
import type { Review, ReviewReply, Stars } from './review.js';
import { madeUpComment, madeUpReply, madeUpReviewer, TRANSLATED, MEDIA_LABELS } from './made-up-texts.js';

/** Reviews that were written many at once: what makes them again, the same ones. Plain JSON. */
export interface ReviewBatch {
  /** No two batches have the same; it is part of every id. */
  number: number;
  seed: number;
  count: number;
  /** They are dealt out to these in turn: the first ones may get one more. */
  locationIds: string[];
  /** None is later, in ms since 1970. */
  until: number;
}

const DAY_MS = 86_400_000;
const OLDEST_MS = 730 * DAY_MS;
/** Of twenty reviews so many give one star, two and so on. */
const STARS: readonly Stars[] = Object.freeze([1, 1, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]);
/** Google's reasons for which made-up replies are refused. */
const REASONS = Object.freeze(['REPETITIVE', 'ADVERTISING_AND_SOLICITATION', 'PERSONAL_INFO', 'OFF_TOPIC']);

/** The place of each location in a batch. */
export function batchIndex({ locationIds }: ReviewBatch): ReadonlyMap<string, number> {
  return new Map(locationIds.map((id, index) => [id, index]));
}

/** The reviews of a batch at the location with this place in it, oldest first; none without a place. */
export function batchReviews(batch: ReviewBatch, locationId: string, place = batch.count): Review[] {
  const { number, seed, count, locationIds, until } = batch;
  const size = Math.ceil((count - place) / locationIds.length);
  const reviews = Array.from({ length: Math.max(size, 0) }, (_, index) =>
    madeUpReview(createChance(`${seed} ${place + index * locationIds.length}`), {
      id: `review-${locationId}-b${number}x${index + 1}`,
      locationId,
      until,
    }),
  );
  return reviews.sort((a, b) => a.createTime - b.createTime);
}

/**
 * A review of the last two years with everything that reviews can have: no name, no text, a translation, media, an edit
 * after a reply, a reply that was refused, and now and then 4,000 characters.
 */
function madeUpReview(
  chance: Chance,
  { id, locationId, until }: { id: string; locationId: string; until: number },
): Review {
  const { below, pick } = chance;
  const stars = pick(STARS);
  const reviewer = below(20) > 0 ? madeUpReviewer(chance) : undefined;
  const createTime = until - below(OLDEST_MS);
  const reply =
    below(3) === 0
      ? madeUpPastReply(chance, { reviewer: reviewer?.name, after: createTime, until })
      : undefined;
  return {
    id,
    locationId,
    ...(reviewer && { reviewer }),
    stars,
    ...madeUpWords(chance, stars),
    ...(below(20) === 0 && { media: madeUpMedia(chance) }),
    createTime,
    updateTime: below(20) === 0 ? createTime + below(until - createTime + 1) : createTime,
    ...(reply && { reply }),
  };
}

/** What a review says: in one of five nothing, in one of fifteen something that Google translates. */
export function madeUpWords(chance: Chance, stars: Stars): Pick<Review, 'comment' | 'translation'> {
  const { below, pick } = chance;
  if (below(5) === 0) return {};
  if (below(15) > 0) return { comment: madeUpComment(chance, stars) };
  const [comment, text] = pick(TRANSLATED[stars > 2 ? 'good' : 'bad']);
  return { comment, translation: { text, isFirst: below(2) === 0 } };
}

function madeUpMedia({ below, pick }: Chance): Review['media'] {
  return Array.from({ length: 1 + below(3) }, () => ({
    label: pick(MEDIA_LABELS),
    ...(below(5) === 0 && { isVideo: true as const }),
  }));
}

function madeUpPastReply(
  chance: Chance,
  { reviewer, after, until }: { reviewer?: string; after: number; until: number },
): ReviewReply {
  const { below, pick } = chance;
  const at = after + below(Math.min(until - after, 14 * DAY_MS) + 1);
  return {
    comment: madeUpReply(chance, reviewer),
    updateTime: at,
    reviewedAt: at,
    ...(below(25) === 0 ? { verdict: 'REJECTED', policyViolation: pick(REASONS) } : { verdict: 'APPROVED' }),
  };
}
