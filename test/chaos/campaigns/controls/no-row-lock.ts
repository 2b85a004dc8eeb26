// The product without the lock of a campaign's row: several processes make the same posts, which takes them a while.
import { setTimeout as delay } from 'node:timers/promises';
import { replace } from '../../hooks/replace.ts';

/** Longer than until the other process looks. */
const PAUSE_MS = 1_500;

replace('/campaigns/work/campaign-locks.js', ".for('no key update', { skipLocked: true })", '');

const { TargetPostsRepository: targetPosts } = (await import(
  `${process.env.CHAOS_SERVER}/campaigns/work/target-posts.repository.js`
)) as { TargetPostsRepository: { prototype: { stillUnmade(...given: unknown[]): Promise<Set<string>> } } };
const { stillUnmade } = targetPosts.prototype;
targetPosts.prototype.stillUnmade = async function (...given) {
  const unmade = await stillUnmade.apply(this, given);
  await delay(PAUSE_MS);
  return unmade;
};
