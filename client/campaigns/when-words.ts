import { clockWords, longDayWords, nearDayWords, timeWords, zoneName } from '../lib/time-words';
import { toWallTime } from '../lib/wall-time';
import type { ListedCampaign } from './campaign-words';

/**
 * When a campaign goes out: '09:00 at each location on Friday 27 November', '09:00 on Friday 27 November, everywhere at
 * once (Europe/London, GMT)'.
 * @param timeZone of the reader
 */
export function whenWords(
  { wallTime, publishAt }: Pick<ListedCampaign, 'wallTime' | 'publishAt'>,
  now: Date,
  timeZone: string,
): string {
  const today = toWallTime(now, timeZone).date;
  if (wallTime !== null) {
    const [day = '', time = ''] = wallTime.split('T');
    return `${clockWords(time)} at each location on ${dayInYear(day, today)}`;
  }
  const at = new Date(publishAt ?? now);
  const day = dayInYear(toWallTime(at, timeZone).date, today);
  return `${timeWords(at, timeZone)} on ${day}, everywhere at once (${zoneName(at, timeZone)})`;
}

/** A day, with its year where it is another one. */
function dayInYear(day: string, today: string): string {
  return day.slice(0, 4) === today.slice(0, 4) ? nearDayWords(day).long : longDayWords(day);
}
