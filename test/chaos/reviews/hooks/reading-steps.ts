// Loaded into server processes before their program: strikes the process at a named step of reading reviews when it has
// been told to. Nothing of it is in the product; it holds on to the outer edges of the product's own classes.
import { pass } from '../../hooks/strike.ts';

type Work = (...given: unknown[]) => Promise<unknown>;

const { ReviewStore: store } = (await import(
  `${process.env.CHAOS_SERVER}/reviews/reading/review-store.js`
)) as {
  ReviewStore: { prototype: Record<'begin' | 'store' | 'storeBatch' | 'markGone', Work> };
};

const { begin, store: storeAll, storeBatch, markGone } = store.prototype;
store.prototype.begin = async function (...given) {
  const begun = await begin.apply(this, given);
  await pass('reading-begun');
  return begun;
};
store.prototype.storeBatch = async function (...given) {
  await storeBatch.apply(this, given);
  // Before it commits.
  await pass('in-store');
};
store.prototype.store = async function (...given) {
  await storeAll.apply(this, given);
  await pass('after-store');
};
store.prototype.markGone = async function (...given) {
  await pass('before-gone');
  await markGone.apply(this, given);
};
