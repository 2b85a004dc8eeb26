import type { Allowance } from '../../database/token-bucket.js';

/**
 * At most 290 queries in any minute for each API and project, including the full bucket. Google allows 300
 * (google-apis.md, D7) and counts them as they arrive, which on a busy machine is some time after they leave.
 */
export const API_ALLOWANCE: Readonly<Allowance> = Object.freeze({ capacity: 50, perMinute: 240 });

/** What one queued change of a location asks of Google: a reading, the change, and a reading after it. */
const CALLS_PER_CHANGE = 3;

/** About how long so many queued changes of locations take, in seconds, while nothing else is asked of Google. */
export function secondsOfChanges(locations: number): number {
  return Math.ceil((locations * CALLS_PER_CHANGE * 60) / API_ALLOWANCE.perMinute);
}
