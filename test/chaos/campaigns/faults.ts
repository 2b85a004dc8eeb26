import type { FaultRate } from '../google.ts';
import { FAULTS } from '../publishing/faults.ts';

/**
 * What goes wrong at Google while a campaign goes out and is undone. Google rejects none of its posts by chance, so that
 * each location has to have its own at the end.
 */
export const CAMPAIGN_FAULTS: FaultRate[] = [
  ...FAULTS.filter(([, kind]) => kind !== 'rejected'),
  ['localPosts.delete', 'error-before', 0.08],
  ['localPosts.delete', 'error-after', 0.08],
  ['localPosts.delete', 'reset-after', 0.04],
  ['localPosts.delete', 'rate-limited', 0.02, { retryAfter: 3 }],
  ['localPosts.delete', 'unauthenticated', 0.02],
  ['localPosts.delete', 'slow', 0.02, { ms: 10_000 }],
  ['localPosts.delete', 'silent', 0.01],
];
