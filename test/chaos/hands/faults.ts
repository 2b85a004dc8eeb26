import { CAMPAIGN_FAULTS } from '../campaigns/faults.ts';
import { RECORD_FAULTS } from '../changes/faults.ts';
import type { FaultRate } from '../google.ts';

/**
 * What goes wrong at Google while several people work. What is late arrives before it can be sent again. Some readings are
 * slow, so that owners write between them and the edit that was compared with them.
 */
export const HANDS_FAULTS: FaultRate[] = [
  ...RECORD_FAULTS,
  ['locations.patch', 'late', 0.06, { ms: 2_500 }],
  ['locations.get', 'slow', 0.08, { ms: 900 }],
  ['reviews.updateReply', 'error-before', 0.04],
  ['reviews.updateReply', 'error-after', 0.06],
  ['reviews.updateReply', 'late', 0.04, { ms: 2_500 }],
  ['reviews.updateReply', 'reset-after', 0.04],
  ['reviews.updateReply', 'slow', 0.05, { ms: 2_000 }],
  ['reviews.deleteReply', 'error-after', 0.1],
  ['reviews.get', 'error-before', 0.05],
  ...CAMPAIGN_FAULTS,
];
