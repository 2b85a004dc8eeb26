// Loaded into server processes before their program: what keeps a location waiting for tens of seconds takes seconds, in
// about the same proportions, so that a run takes minutes. Replies have the same in reviews/hooks/quick.ts.
import { replace } from '../../hooks/replace.ts';

const LEDGER = '/business-profile/changes/change-ledger.js';
replace(LEDGER, 'LEASE_MS = 60_000', 'LEASE_MS = 8_000');
replace(LEDGER, 'SENDING_LEASE_MS = 30_000', 'SENDING_LEASE_MS = 4_000');
replace('/business-profile/changes/location-turns.js', 'READING_MS = 60_000', 'READING_MS = 8_000');
replace('/business-profile/google/profile-changer.js', 'TURN_MS = 1_000', 'TURN_MS = 300');
const WATCH = '/business-profile/google/change-watch.js';
replace(WATCH, 'SETTLE_MS = 30_000', 'SETTLE_MS = 4_000');
replace(WATCH, 'WATCHED_WITHIN_MS = 20_000', 'WATCHED_WITHIN_MS = 3_000');
const SENDER = '/business-profile/google/change-sender.js';
replace(SENDER, 'WATCH_MS = 10_000', 'WATCH_MS = 1_300');
replace(SENDER, 'firstMs: 10_000, mostMs: 10 * MINUTE_MS', 'firstMs: 1_000, mostMs: 10_000');
// What the owner posts a few seconds before is no more ours than what they post half a minute before.
replace('/posts/find-sent.js', 'TOLERANCE_MS = 30_000', 'TOLERANCE_MS = 3_000');
const TRIES = '/business-profile/google/change-tries.js';
replace(TRIES, 'TURN_AGAIN_MS = 30_000', 'TURN_AGAIN_MS = 2_000');
replace(TRIES, 'firstMs: 30_000, mostMs: 4 * HOUR_MS', 'firstMs: 2_000, mostMs: 10_000');
