import { MINUTE_MS } from '../../config/durations.js';
import { addDays, instantAt, toWallTime, type WallTime } from '../../config/wall-time.js';
import type { noticeChannels } from '../../database/notices.schema.js';

/** When daily and weekly messages are made, by the person's clock; the weekly ones on Mondays. */
const DIGEST_TIME = { hours: 8, minutes: 0 };
const MONDAY = 1;

/**
 * A daily or weekly message tells of what happened until this long before it, so that every event of that time is
 * committed when it is made.
 */
const SETTLING_MS = 5 * MINUTE_MS;

/** Hours without email, each `HH:MM`. */
export interface QuietHours {
  from: string;
  until: string;
}

/** An instant if it is outside the quiet hours of a zone, else their end. They may go over midnight. */
export function afterQuietHours(at: Date, quiet: QuietHours | null, timeZone: string): Date {
  if (!quiet || quiet.from === quiet.until) return at;
  const { date, time } = toWallTime(at, timeZone);
  const now = `${twoDigits(time.hours)}:${twoDigits(time.minutes)}`;
  const isOverMidnight = quiet.from > quiet.until;
  const isEvening = isOverMidnight && now >= quiet.from;
  const isWithin = isOverMidnight ? isEvening || now < quiet.until : now >= quiet.from && now < quiet.until;
  if (!isWithin) return at;
  const end: WallTime = { date: isEvening ? addDays(date, 1) : date, time: timeOf(quiet.until) };
  return instantAt(end, timeZone);
}

/** Up to when the latest daily or weekly message that should be there by now tells of what happened. */
export function digestEnd(
  now: Date,
  schedule: Exclude<(typeof noticeChannels.$inferSelect)['schedule'], 'now'>,
  timeZone: string,
): Date {
  let { date } = toWallTime(now, timeZone);
  const at = () => instantAt({ date, time: DIGEST_TIME }, timeZone);
  const isDay = () => schedule === 'daily' || dayOfWeek(date) === MONDAY;
  while (!isDay() || at() > now) date = addDays(date, -1);
  return new Date(at().getTime() - SETTLING_MS);
}

function dayOfWeek({ year, month, day }: WallTime['date']): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

function timeOf(text: string): WallTime['time'] {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return { hours, minutes };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
