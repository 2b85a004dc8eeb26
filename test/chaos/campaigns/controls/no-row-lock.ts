// The product without the lock of a campaign's row: several processes make the same posts, which takes them a while.
import { setTimeout as delay } from 'node:timers/promises';
import { after, methodsOf } from '../../hooks/product.ts';
import { replace } from '../../hooks/replace.ts';

/** Longer than until the other process looks. */
const PAUSE_MS = 1_500;

replace('/campaigns/work/campaign-locks.js', ".for('no key update', { skipLocked: true })", '');

interface TargetPosts {
  stillUnmade(...given: unknown[]): Promise<Set<string>>;
}

const targetPosts = await methodsOf<TargetPosts>(
  'campaigns/work/target-posts.repository',
  'TargetPostsRepository',
);
after(targetPosts, 'stillUnmade', () => delay(PAUSE_MS));
