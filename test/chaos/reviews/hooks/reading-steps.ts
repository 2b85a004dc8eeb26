// Loaded into server processes before their program: strikes the process at a named step of reading reviews when it has
// been told to. Nothing of it is in the product; it holds on to the outer edges of the product's own classes.
import { after, before, methodsOf } from '../../hooks/product.ts';
import { pass } from '../../hooks/strike.ts';

type Work = (...given: unknown[]) => Promise<unknown>;
type Store = Record<'begin' | 'store' | 'storeBatch' | 'markGone', Work>;

const store = await methodsOf<Store>('reviews/reading/review-store', 'ReviewStore');
after(store, 'begin', () => pass('reading-begun'));
// Before it commits.
after(store, 'storeBatch', () => pass('in-store'));
after(store, 'store', () => pass('after-store'));
before(store, 'markGone', () => pass('before-gone'));
