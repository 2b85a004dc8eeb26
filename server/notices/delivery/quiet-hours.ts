import { addDays, instantAt, toWallTime, type WallTime } from '../../config/wall-time.js';
import type { QuietHours } from '../channels/channel-listeners.js';

/**
 * Postpones an instant within the quiet hours to their end; any other stays. Quiet hours may cross midnight. Which messages wait
 * for them is decided by `dueTime` (`delivery-due-time.ts`).
 */
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

function timeOf(text: string): WallTime['time'] {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return { hours, minutes };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
