import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../config/durations.js';
import { AppError } from '../../errors/app-error.js';
import type { SaveRow } from '../../database/changes.schema.js';
import { backOff } from '../../jobs/back-off.js';
import { whyNotNow } from '../changes/change-failures.js';

/** How long until an edit is tried again for which it was not the turn. */
const TURN_AGAIN_MS = 30_000;
/** How long until an edit is tried again for which the day has no room. */
const ROOM_AGAIN_MS = 10 * MINUTE_MS;
/** How long until an edit is tried again that Google does not take for now, and when it is given up. */
const TRIES = { firstMs: 30_000, mostMs: 4 * HOUR_MS };
const GIVEN_UP_AFTER_MS = DAY_MS;

/** When an edit is tried again, and why it was not sent, in words; `isCounted`: it was Google that did not take it. */
interface NextTry {
  ms: number;
  reason?: string;
  isCounted?: boolean;
}

/** When an edit that waits is tried again of which Google has nothing; undefined: it is given up, after a day. */
export function nextTry(
  { putOffSince, timesPutOff }: SaveRow,
  error: unknown,
  now: Date,
): NextTry | undefined {
  const reason = whyNotNow(error);
  if (reason === undefined) return { ms: TURN_AGAIN_MS };
  if (error instanceof AppError && error.code === 'google/day-full') return { ms: ROOM_AGAIN_MS, reason };
  const isOver = putOffSince !== null && now.getTime() - putOffSince.getTime() >= GIVEN_UP_AFTER_MS;
  return isOver ? undefined : { ms: backOff(timesPutOff + 1, TRIES), reason, isCounted: true };
}
