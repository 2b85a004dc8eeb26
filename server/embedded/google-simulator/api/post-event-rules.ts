import type { V4Detail } from '../google-error.js';
import { isObject, unknownNames, type JsonObject } from './json-body.js';
import { dayNumber, instantOf, isDate, isTimeOfDay, minutesOf } from './times.js';

const MAX_TITLE = 58;
const DAY_MS = 86_400_000;
const PATTERNS = ['dailyPattern', 'weeklyPattern', 'monthlyPattern'];

/** What Google finds wrong with the event of a post: events and offers have one, with title and whole schedule. */
export function faultsOfEvent({ event, topicType }: JsonObject, now: number): V4Detail[] {
  const needsOne = topicType === 'EVENT' || topicType === 'OFFER';
  if (event === undefined)
    return needsOne ? [{ code: 'MISSING_VALUE', field: 'event', message: 'event is required' }] : [];
  if (!needsOne)
    return [
      { code: 'UNSUPPORTED_VALUE', field: 'event', message: 'Only an event or an offer can have an event' },
    ];
  if (!isObject(event) || unknownNames(event, ['title', 'schedule', 'recurrenceInfo']).length > 0)
    return [{ code: 'INVALID_VALUE', field: 'event', message: 'Invalid event' }];
  return [
    ...faultsOfTitle(event.title),
    ...faultsOfSchedule(event.schedule, now),
    ...faultsOfRecurrence(event.recurrenceInfo),
  ];
}

function faultsOfTitle(title: unknown): V4Detail[] {
  const field = 'event.title';
  if (title === undefined || title === '')
    return [{ code: 'MISSING_VALUE', field, message: `${field} is required` }];
  if (typeof title !== 'string') return [{ code: 'INVALID_VALUE', field, message: 'Invalid title' }];
  if ([...title].length <= MAX_TITLE) return [];
  return [{ code: 'VALUE_OUTSIDE_ALLOWED_RANGE', field, message: `Must be at most ${MAX_TITLE} characters` }];
}

/** "Must contain all fields to be valid." There is no time zone: a day after the end it is over everywhere. */
function faultsOfSchedule(schedule: unknown, now: number): V4Detail[] {
  const parts = isObject(schedule) ? schedule : {};
  const missing = ['startDate', 'startTime', 'endDate', 'endTime'].filter(
    (name) => parts[name] === undefined,
  );
  if (missing.length > 0)
    return missing.map((name) => ({
      code: 'MISSING_VALUE',
      field: `event.schedule.${snake(name)}`,
      message: 'The schedule must contain all fields to be valid',
    }));
  const { startDate, startTime, endDate, endTime } = parts;
  const field = 'event.schedule';
  if (!isDate(startDate) || !isDate(endDate) || !isTimeOfDay(startTime) || !isTimeOfDay(endTime))
    return [{ code: 'INVALID_VALUE', field, message: 'Invalid schedule' }];
  const start = dayNumber(startDate) + minutesOf(startTime) * 60_000;
  const end = dayNumber(endDate) + minutesOf(endTime) * 60_000;
  if (end < start) return [{ code: 'INVERTED_RANGE', field, message: 'The end lies before the start' }];
  return end + DAY_MS < now ? [{ code: 'EXPIRED_VALUE', field, message: 'The event is over' }] : [];
}

function faultsOfRecurrence(info: unknown): V4Detail[] {
  if (info === undefined) return [];
  const patterns = isObject(info) ? PATTERNS.filter((name) => isObject(info[name])) : [];
  const isGood = isObject(info) && patterns.length === 1 && instantOf(info.seriesEndTime) !== undefined;
  return isGood
    ? []
    : [{ code: 'INVALID_VALUE', field: 'event.recurrence_info', message: 'Invalid recurrence' }];
}

/** v4 names fields in its errors as its protocol buffers do. */
function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
