// Loaded into server processes before their program: what takes the product minutes takes seconds, in about the same
// proportions, so that a run takes minutes.
import { replace } from '../../hooks/replace.ts';

const LEDGER = '/reviews/sending/reply-ledger.js';
replace(LEDGER, 'LEASE_MS = 60_000', 'LEASE_MS = 6_000');
replace(LEDGER, 'SENDING_LEASE_MS = 30_000', 'SENDING_LEASE_MS = 4_000');
replace('/jobs/claims.js', 'INTENT_WITHIN_MS = 10_000', 'INTENT_WITHIN_MS = 1_500');
const STEPS = '/reviews/replies/reply-steps.js';
replace(STEPS, 'SETTLE_MS = 30 * SECOND_MS', 'SETTLE_MS = 4 * SECOND_MS');
replace(STEPS, 'minutes * MINUTE_MS', 'minutes * SECOND_MS');
replace(STEPS, 'WITHOUT_ACCESS_MS = 5 * MINUTE_MS', 'WITHOUT_ACCESS_MS = 5 * SECOND_MS');
replace(STEPS, '15 * MINUTE_MS', '15 * SECOND_MS');
// One person has all the replies of a run.
replace('/reviews/sending/replies.service.js', 'perMinute: 30', 'perMinute: 3_000');
replace('/business-profile/calls/google-clock.js', 'requestMs = 8_000', 'requestMs = 1_500');
