import { MINUTE_MS } from '../../config/durations.js';
import { addDays, instantAt, toWallTime, type WallTime } from '../../config/wall-time.js';
import type { ChannelRow } from '../../database/notices.schema.js';

/** When digests are made, by the person's clock; the weekly ones on Mondays. */
const DIGEST_TIME = { hours: 8, minutes: 0 };
const MONDAY = 1;

/** A digest ends this long before it is made, so that every event of its time is committed by then. */
const SETTLING_MS = 5 * MINUTE_MS;

/** The digest that a channel should have by now, but has not. */
export interface PendingDigest {
  /** It has the events up to this time. Null: those that other channels have had, and it is the last digest. */
  until: Date | null;
}

/**
 * The digest that is pending for a channel; undefined: none. When a person switches from digest to immediate, what the next
 * digest would have had is pending at once.
 */
export function pendingDigest(
  { schedule, deliveredUntil, onSince }: Pick<ChannelRow, 'schedule' | 'deliveredUntil' | 'onSince'>,
  timeZone: string,
  now: Date,
): PendingDigest | undefined {
  if (schedule === 'now') return deliveredUntil === null ? undefined : { until: null };
  const until = latestDigestEnd(now, schedule, timeZone);
  return until > (deliveredUntil ?? onSince) ? { until } : undefined;
}

/** The time up to which the latest digest that should be there by now has events. */
function latestDigestEnd(now: Date, schedule: 'daily' | 'weekly', timeZone: string): Date {
  let { date } = toWallTime(now, timeZone);
  const at = () => instantAt({ date, time: DIGEST_TIME }, timeZone);
  const isDay = () => schedule === 'daily' || dayOfWeek(date) === MONDAY;
  while (!isDay() || at() > now) date = addDays(date, -1);
  return new Date(at().getTime() - SETTLING_MS);
}

function dayOfWeek({ year, month, day }: WallTime['date']): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}
