// The product without the rule that a location of a campaign gets one post: a process makes those that it found missing,
// some time ago, without looking again.
import { setTimeout as delay } from 'node:timers/promises';

const MOST_PAUSE_MS = 1_500;

interface Scheduler {
  sliceOf(...given: unknown[]): Promise<unknown>;
  stillUnmade(tx: unknown, campaignId: string, locationIds: string[]): Promise<Set<string>>;
}

const { CampaignScheduler: scheduler } = (await import(
  `${process.env.CHAOS_SERVER}/campaigns/campaign-scheduler.js`
)) as { CampaignScheduler: { prototype: Scheduler } };
scheduler.prototype.stillUnmade = (_tx, _campaignId, locationIds) => Promise.resolve(new Set(locationIds));

const { sliceOf } = scheduler.prototype;
scheduler.prototype.sliceOf = async function (...given) {
  await delay(Math.random() * MOST_PAUSE_MS);
  return sliceOf.apply(this, given);
};
