// The product without noticing what is gone.
import type { ReviewStore } from '../../../../dist/server/reviews/reading/review-store.js';

const { ReviewStore: store } = (await import(
  `${process.env.CHAOS_SERVER}/reviews/reading/review-store.js`
)) as {
  ReviewStore: { prototype: ReviewStore };
};
store.prototype.markGone = () => Promise.resolve();
