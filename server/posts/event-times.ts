import { type CalendarDate, isSkipped, type TimeOfDay, toWallTime } from '../config/wall-time.js';
import type { PostBody } from '../database/schema.js';

/** A post with the times of its event or offer. */
interface TimedPost {
  body: Pick<PostBody, 'topicType' | 'event'>;
  /** Undefined: not chosen yet. */
  publishAt: Date | undefined;
  /** Of the location, where it is known; else of the author. */
  timeZone: string;
}

/** Whether what a post is about will be over when it is published. */
export function isOverWhenPublished({ body, publishAt, timeZone }: TimedPost): boolean {
  if (!body.event || !publishAt) return false;
  const { endDate, endTime } = body.event.schedule;
  const { date, time } = toWallTime(publishAt, timeZone);
  return toNumber(endDate, endTime) <= toNumber(date, time);
}

/** Whether the clocks at the location never show the time at which the event starts or ends. */
export function isTimeSkipped(
  { body: { topicType, event }, timeZone }: TimedPost,
  which: 'start' | 'end',
): boolean {
  if (topicType !== 'EVENT' || !event) return false;
  const { startDate, startTime, endDate, endTime } = event.schedule;
  const wallTime =
    which === 'start' ? { date: startDate, time: startTime } : { date: endDate, time: endTime };
  return isSkipped(wallTime, timeZone);
}

/** Puts wall times in order; the number means nothing else. */
function toNumber({ year, month, day }: CalendarDate, { hours, minutes }: TimeOfDay): number {
  return Date.UTC(year, month - 1, day, hours, minutes);
}
