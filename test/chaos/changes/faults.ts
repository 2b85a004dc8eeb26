import type { FaultRate } from '../google.ts';

/** Faults of Google while profiles are read and changed, and how often they occur: at about a third of all changes. */
export const RECORD_FAULTS: FaultRate[] = [
  ['locations.patch', 'error-before', 0.04],
  ['locations.patch', 'error-after', 0.06],
  ['locations.patch', 'reset-before', 0.02],
  ['locations.patch', 'reset-after', 0.05],
  ['locations.patch', 'timeout-after', 0.02],
  ['locations.patch', 'garbled', 0.03],
  ['locations.patch', 'half-sent', 0.02],
  ['locations.patch', 'slow', 0.08, { ms: 2_500 }],
  ['locations.patch', 'silent', 0.01],
  ['locations.patch', 'masked-answer', 0.05],
  ['locations.patch', 'rate-limited', 0.02, { retryAfter: 3 }],
  ['locations.patch', 'unauthenticated', 0.02],
  ['locations.patch', 'throttled', 0.02],
  ['locations.get', 'error-before', 0.05],
  ['locations.get', 'garbled', 0.02],
  ['locations.getGoogleUpdated', 'error-before', 0.05],
  ['locations.list', 'error-before', 0.03],
  ['locations.list', 'slow', 0.03, { ms: 1_500 }],
];
