// The product without the rule that a location of a campaign gets one post: a process makes those that it found missing
// some time ago, without looking again.
import { setTimeout as delay } from 'node:timers/promises';
import { after, methodsOf } from '../../hooks/product.ts';

/** The second process takes longer, so that the first has made the posts meanwhile. */
const PAUSE_MS = process.env.CHAOS_NUMBER === '0' ? 700 : 1_000;

interface TargetPosts {
  stillUnmade(tx: unknown, campaignId: string, locationIds: string[]): Promise<Set<string>>;
}
interface Scheduler {
  sliceOf(...given: unknown[]): Promise<unknown>;
}

const targetPosts = await methodsOf<TargetPosts>(
  'campaigns/work/target-posts.repository',
  'TargetPostsRepository',
);
targetPosts.stillUnmade = (_tx, _campaignId, locationIds) => Promise.resolve(new Set(locationIds));

const scheduler = await methodsOf<Scheduler>('campaigns/work/campaign-scheduler', 'CampaignScheduler');
after(scheduler, 'sliceOf', () => delay(PAUSE_MS));
