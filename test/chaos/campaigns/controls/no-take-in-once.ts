// The product without the rule that a location is taken in once: a request takes in what it found left out some time ago,
// without looking again, and forgets the post that the location has got since.
import { setTimeout as delay } from 'node:timers/promises';
import { after, methodsOf } from '../../hooks/product.ts';
import { replace } from '../../hooks/replace.ts';

const FILE = '/campaigns/campaign-left-out.js';
/** Every second request takes longer, so that the posts of the one before it are made by then. */
const PAUSE_MS = 3_000;

replace(FILE, 'if (left === 0)', 'if (false)');
replace(FILE, 'if (row.version !== campaign.version)', 'if (false)');
replace(FILE, 'left_out = null,', 'left_out = null, post_id = null,');
replace(FILE, '${isLeftOutBy(id, { rule })}', '${eq(campaignTargets.campaignId, id)}');

interface LeftOut {
  candidates(...given: unknown[]): Promise<unknown>;
}

const leftOut = await methodsOf<LeftOut>('campaigns/campaign-left-out', 'CampaignLeftOut');
let isSecond = false;
after(leftOut, 'candidates', () => {
  const pauseMs = isSecond ? PAUSE_MS : 0;
  isSecond = !isSecond;
  return delay(pauseMs);
});
