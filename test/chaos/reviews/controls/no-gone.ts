// The product without noticing what is gone.
import type { ReviewStore } from '../../../../dist/server/reviews/reading/review-store.js';
import { methodsOf } from '../../hooks/product.ts';

const store = await methodsOf<ReviewStore>('reviews/reading/review-store', 'ReviewStore');
store.markGone = () => Promise.resolve();
