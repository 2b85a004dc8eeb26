import { createChance, type Chance } from '../random.js';
import { madeUpWords } from '../reviews/made-up-reviews.js';
import { madeUpReply, madeUpReviewer } from '../reviews/made-up-texts.js';
import type { Review, Stars } from '../reviews/review.js';
import type { State } from '../state.js';
import { removeReplyElsewhere, replyElsewhere } from './elsewhere.js';

/**
 * What happens to reviews. `add`, `edit`, `remove`: by the public. `reply`: the owner writes or replaces a reply in
 * Google's own interface. `removeReply`: they remove one there.
 */
export const REVIEW_ACTS = Object.freeze(['add', 'edit', 'remove', 'reply', 'removeReply'] as const);
export type ReviewAct = (typeof REVIEW_ACTS)[number];

const ANY_STARS: readonly Stars[] = Object.freeze([1, 2, 3, 4, 5]);

/** Does so many acts over locations, given by their ids, chosen by the seed. Answers how many of each kind it did. */
export function actOnReviews(
  state: State,
  { ids, seed, count, kinds }: { ids: string[]; seed: number; count: number; kinds: readonly ReviewAct[] },
): Record<ReviewAct, number> {
  const chance = createChance(seed);
  const done = Object.fromEntries(REVIEW_ACTS.map((kind) => [kind, 0])) as Record<ReviewAct, number>;
  if (ids.length === 0) return done;
  for (let number = 0; number < count; number++) {
    const locationId = chance.pick(ids);
    const act = actAt(state, locationId, chance.pick(kinds), chance);
    done[act] += 1;
  }
  return done;
}

/** Does an act at a location, or the nearest one that is possible there. */
function actAt(state: State, locationId: string, wanted: ReviewAct, chance: Chance): ReviewAct {
  const { reviews } = state;
  const all = [...reviews.of(locationId).values()];
  const replied = all.filter(({ reply }) => reply);
  const possible = wanted === 'removeReply' && replied.length === 0 ? 'reply' : wanted;
  const act = all.length === 0 ? 'add' : possible;
  switch (act) {
    case 'add':
      reviews.put(madeUpReview(state, locationId, chance));
      break;
    case 'edit':
      reviews.put(edited(state, chance.pick(all), chance));
      break;
    case 'remove':
      reviews.remove(chance.pick(all));
      break;
    case 'reply': {
      const review = chance.pick(all);
      replyElsewhere(state, review, madeUpReply(chance, review.reviewer?.name));
      break;
    }
    case 'removeReply':
      removeReplyElsewhere(state, chance.pick(replied));
  }
  return act;
}

function madeUpReview(state: State, locationId: string, chance: Chance): Review {
  const now = state.clock.now().getTime();
  const stars = chance.pick(ANY_STARS);
  return {
    id: `review-${locationId}-a${state.nextNumber()}`,
    locationId,
    ...(chance.below(10) > 0 && { reviewer: madeUpReviewer(chance) }),
    stars,
    ...madeUpWords(chance, stars),
    createTime: now,
    updateTime: now,
  };
}

/** Other stars, other words, or none. */
function edited(state: State, { comment: _, translation: __, ...review }: Review, chance: Chance): Review {
  const stars = chance.pick(ANY_STARS);
  return { ...review, stars, ...madeUpWords(chance, stars), updateTime: state.clock.now().getTime() };
}
