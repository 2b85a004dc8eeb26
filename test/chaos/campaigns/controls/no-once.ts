// The product without the rule that a location of a campaign gets one post: a process makes those that it found missing
// some time ago, without looking again.
import { setTimeout as delay } from 'node:timers/promises';

/** The second process takes longer, so that the first has made the posts meanwhile. */
const PAUSE_MS = process.env.CHAOS_NUMBER === '0' ? 700 : 1_000;

interface Prototype<Methods> {
  prototype: Methods;
}

const server = `${process.env.CHAOS_SERVER}/campaigns`;
const { TargetPostsRepository: targetPosts } = (await import(
  `${server}/work/target-posts.repository.js`
)) as {
  TargetPostsRepository: Prototype<{
    stillUnmade(tx: unknown, campaignId: string, locationIds: string[]): Promise<Set<string>>;
  }>;
};
const { CampaignScheduler: scheduler } = (await import(`${server}/work/campaign-scheduler.js`)) as {
  CampaignScheduler: Prototype<{ sliceOf(...given: unknown[]): Promise<unknown> }>;
};

targetPosts.prototype.stillUnmade = (_tx, _campaignId, locationIds) => Promise.resolve(new Set(locationIds));
const { sliceOf } = scheduler.prototype;
scheduler.prototype.sliceOf = async function (...given) {
  const slice = await sliceOf.apply(this, given);
  await delay(PAUSE_MS);
  return slice;
};
