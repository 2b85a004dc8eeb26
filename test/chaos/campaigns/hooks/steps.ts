// Loaded into server processes before their program: strikes the process at a named step of a campaign when it has been
// told to. Nothing of it is in the product; it holds on to the outer edges of the product's own classes.
import type { CampaignLocks } from '../../../../dist/server/campaigns/work/campaign-locks.js';
import { pass } from '../../hooks/strike.ts';

const { CampaignLocks: locks } = (await import(
  `${process.env.CHAOS_SERVER}/campaigns/work/campaign-locks.js`
)) as { CampaignLocks: { prototype: CampaignLocks } };

const { hold } = locks.prototype;
locks.prototype.hold = async function (campaign, work) {
  const done = await hold.call(this, campaign, async (tx) => {
    const result = await work(tx);
    if (result) await pass('in-slice');
    return result;
  });
  if (done) await pass('after-slice');
  return done as never;
};

const send = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const isDeletion = init?.method === 'DELETE' && pathname.includes('/localPosts/');
  if (isDeletion) await pass('before-delete');
  const answer = await send(input, init);
  if (isDeletion && answer.ok) await pass('after-delete');
  return answer;
};
