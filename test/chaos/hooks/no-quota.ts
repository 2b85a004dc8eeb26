// Loaded into a server process before its program: no call waits for Google's quotas, so that a run takes minutes.
import type { GoogleQuota } from '../../../dist/server/business-profile/calls/quota.js';

const { GoogleQuota: quota } = (await import(
  `${process.env.CHAOS_SERVER}/business-profile/calls/quota.js`
)) as { GoogleQuota: { prototype: GoogleQuota } };
quota.prototype.take = () => Promise.resolve();
quota.prototype.takeEdit = () => Promise.resolve();
