import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../config/durations.js';
import { AppError } from '../../errors/app-error.js';
import type { LocationChangeRow } from '../../database/changes.schema.js';
import { backOff } from '../../jobs/back-off.js';
import { whyNotNow } from '../changes/change-failures.js';

/** How long until a change is tried again if another one had the turn of the location. */
const TURN_AGAIN_MS = 30_000;
/** How long until a change is tried again if the changes of the day are used up. */
const ROOM_AGAIN_MS = 10 * MINUTE_MS;
/** How long until a change is tried again if Google does not accept it for now, and when it is given up. */
const TRIES = { firstMs: 30_000, mostMs: 4 * HOUR_MS };
const GIVEN_UP_AFTER_MS = DAY_MS;

/** When a change is tried again, and why it was not sent, in words; `isCounted`: because Google did not accept it. */
interface NextTry {
  ms: number;
  reason?: string;
  isCounted?: boolean;
}

/** When a change that was not sent is tried again; undefined: it is given up, after a day. */
export function nextTry(
  { putOffSince, timesPutOff }: LocationChangeRow,
  error: unknown,
  now: Date,
): NextTry | undefined {
  const reason = whyNotNow(error);
  if (reason === undefined) return { ms: TURN_AGAIN_MS };
  if (error instanceof AppError && error.code === 'google/day-full') return { ms: ROOM_AGAIN_MS, reason };
  const isOver = putOffSince !== null && now.getTime() - putOffSince.getTime() >= GIVEN_UP_AFTER_MS;
  return isOver ? undefined : { ms: backOff(timesPutOff + 1, TRIES), reason, isCounted: true };
}

/** How long until lines are sent that Google did not accept for now. */
export function pauseOf({ timesPutOff }: Pick<LocationChangeRow, 'timesPutOff'>): number {
  return backOff(timesPutOff, TRIES);
}
