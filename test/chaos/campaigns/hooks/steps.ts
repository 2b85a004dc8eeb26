// Loaded into server processes before their program: strikes the process at a named step of a campaign when it has been
// told to. Nothing of it is in the product; it holds on to the outer edges of the product's own classes.
import type { CampaignLocks } from '../../../../dist/server/campaigns/work/campaign-locks.js';
import { methodsOf } from '../../hooks/product.ts';
import { pass, passRequests } from '../../hooks/strike.ts';

const locks = await methodsOf<CampaignLocks>('campaigns/work/campaign-locks', 'CampaignLocks');
const { hold } = locks;
locks.hold = async function (campaign, work) {
  const done = await hold.call(this, campaign, async (tx) => {
    const result = await work(tx);
    if (result) await pass('in-slice');
    return result;
  });
  if (done) await pass('after-slice');
  return done as never;
};

passRequests((method, path) => method === 'DELETE' && path.includes('/localPosts/'), {
  before: 'before-delete',
  after: 'after-delete',
});
