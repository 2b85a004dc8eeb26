import { GoogleQuota } from '../../../dist/server/business-profile/calls/quota.js';
import type { GoogleSimulator } from 'gbp-simulator';

/** Nobody waits for a turn at Google: for tests that are about requests, not about how many there may be. */
export function withoutGoogleLimits(
  google: Pick<GoogleSimulator, 'configure'>,
  app: { get(token: typeof GoogleQuota): GoogleQuota },
): void {
  google.configure({ editsPerMinute: 1_000_000, requestsPerMinute: 1_000_000 });
  const take = () => Promise.resolve();
  Object.assign(app.get(GoogleQuota), { take, takeEdit: take });
}
