import { addDays } from '../business-profile/wall-time.js';
import type { CalendarDate, TimeOfDay } from '../database/schema.js';
import type { FieldError } from '../errors/app-error.js';
import type { EventScheduleDto, PostBodyDto } from './post-body.dto.js';

const MAX_YEARS_AHEAD = 5;

/** Which part of a body belongs to which post types, and the words for one that stands elsewhere. */
const PARTS = [
  { part: 'callToAction', types: ['CALL_TO_ACTION'], message: 'Only a call-to-action post has a button' },
  { part: 'event', types: ['EVENT', 'OFFER'], message: 'Only an event or an offer has a title and dates' },
  { part: 'offer', types: ['OFFER'], message: 'Only an offer has offer details' },
] as const satisfies { part: keyof PostBodyDto; types: PostBodyDto['topicType'][]; message: string }[];

/** A publish time lies in the future (specification, section 5) and within 5 years. */
export function faultsOfPublishTime(publishAt: Date, now: Date): FieldError[] {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS_AHEAD);
  if (publishAt <= now) return [{ field: 'publishAt', message: 'Publish time must be in the future' }];
  if (publishAt > latest)
    return [{ field: 'publishAt', message: `Publish time must be within ${MAX_YEARS_AHEAD} years` }];
  return [];
}

/** What is wrong with a body whose fields are each right by themselves: parts of other types, parts missing, dates. */
export function faultsOfBody(body: PostBodyDto): FieldError[] {
  const { topicType, callToAction, event } = body;
  const faults: FieldError[] = PARTS.filter(
    ({ part, types }) => body[part] && !types.some((type) => type === topicType),
  ).map(({ part, message }) => ({ field: `postBody.${part}`, message }));
  if (topicType === 'CALL_TO_ACTION' && !callToAction)
    faults.push({
      field: 'postBody.callToAction.actionType',
      message: 'Please select a call-to-action type',
    });
  if (topicType === 'CALL_TO_ACTION' && callToAction?.actionType === 'CALL' && callToAction.url)
    faults.push({
      field: 'postBody.callToAction.url',
      message: "A call button has no link: it dials the location's phone number",
    });
  if (topicType === 'EVENT' && !event)
    faults.push(
      { field: 'postBody.event.title', message: 'Event title is required' },
      { field: 'postBody.event.schedule', message: 'Event dates are required' },
    );
  if (event) faults.push(...faultsOfSchedule(event.schedule));
  return faults;
}

function faultsOfSchedule({ startDate, startTime, endDate, endTime }: EventScheduleDto): FieldError[] {
  const path = 'postBody.event.schedule';
  const faults = Object.entries({ startDate, endDate })
    .filter(([, date]) => date && !isRealDate(date))
    .map(([name]) => ({ field: `${path}.${name}`, message: 'This day does not exist' }));
  if (faults.length > 0) return faults;
  const message = 'Event must end after it starts';
  const lastDay = endDate ?? startDate;
  if (toNumber(lastDay) < toNumber(startDate)) return [{ field: `${path}.endDate`, message }];
  if (endTime && toNumber(lastDay, endTime) < toNumber(startDate, startTime))
    return [{ field: `${path}.endTime`, message }];
  return [];
}

function isRealDate(date: CalendarDate): boolean {
  return addDays(date, 0).day === date.day;
}

/** Puts wall times in order; the number means nothing else. */
function toNumber({ year, month, day }: CalendarDate, time: TimeOfDay = { hours: 0, minutes: 0 }): number {
  return Date.UTC(year, month - 1, day, time.hours, time.minutes);
}
