// Loaded into server processes before their program, after the quotas are gone: each post waits for Google's quota for a
// moment once it was claimed, so that its campaign can be stopped before the intent to send it is committed.
import { setTimeout as delay } from 'node:timers/promises';
import type { GoogleQuota } from '../../../../dist/server/business-profile/calls/quota.js';

const WAIT_MS = 700;

const { GoogleQuota: quota } = (await import(
  `${process.env.CHAOS_SERVER}/business-profile/calls/quota.js`
)) as { GoogleQuota: { prototype: GoogleQuota } };

const { take } = quota.prototype;
quota.prototype.take = async function (service, claim) {
  if (claim.priority === 'publish') await delay(WAIT_MS);
  return take.call(this, service, claim);
};
