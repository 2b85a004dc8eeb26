// Loaded into server processes before their program, after the quotas are gone: each post waits for Google's quota for a
// moment once it was claimed, so that its campaign can be stopped before the intent to send it is committed.
import { setTimeout as delay } from 'node:timers/promises';
import type { GoogleQuota } from '../../../../dist/server/business-profile/calls/quota.js';
import { before, methodsOf } from '../../hooks/product.ts';

const WAIT_MS = 700;

const quota = await methodsOf<GoogleQuota>('business-profile/calls/quota', 'GoogleQuota');
before(quota, 'take', async (_service, claim) => {
  if (claim.priority === 'publish') await delay(WAIT_MS);
});
