import type { V4Detail } from '../errors.js';
import { isFetchAddress } from './photo-fetch.js';
import type { Location, Post, PostFields } from '../model.js';
import {
  isObject,
  isWebAddress,
  type JsonObject,
  instantOf,
  dayNumber,
  isDate,
  isTimeOfDay,
  minutesOf,
} from './request-format.js';

const TOPICS = ['STANDARD', 'EVENT', 'OFFER', 'ALERT'];
const ACTIONS = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL'];
const MAX_SUMMARY = 1500;
const MAX_TITLE = 58;
const DAY_MS = 86_400_000;

// What looks like a telephone number but is a date, and what may be one.
const DATES = /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g;
const SEPARATED_DIGITS = /\+?\(?\d[\d ().-]{5,}\d/g;

/** The fields that Google writes; in a request they are ignored. */
export const OUTPUT_ONLY = Object.freeze(['name', 'createTime', 'updateTime', 'state', 'searchUrl']);
/** The fields that an author writes. */
export const POST_FIELDS: readonly (keyof PostFields)[] = Object.freeze([
  'topicType',
  'languageCode',
  'summary',
  'callToAction',
  'scheduledTime',
  'event',
  'offer',
  'media',
]);
/** What Google finds wrong with a post that fits the schema. `now`: ms since 1970. */
export function faultsOfPost(post: JsonObject, now: number): V4Detail[] {
  return [
    ...faultsOfTopic(post),
    ...faultsOfSummary(post),
    ...faultsOfLanguage(post),
    ...faultsOfAction(post),
    ...faultsOfEvent(post, now),
    ...faultsOfOffer(post),
    ...faultsOfScheduledTime(post, now),
    ...faultsOfMedia(post),
  ];
}

/** The verdict of Google's review: it refuses phone numbers in the text (content policy) and offers of hotels. */
export function verdictOn(
  { summary = '', event, topicType }: PostFields,
  { fields }: Location,
): Post['verdict'] {
  const isHotel = fields.categories.primaryCategory.name === 'categories/gcid:hotel';
  const isRefused = hasPhoneNumber(`${event?.title ?? ''}\n${summary}`) || (isHotel && topicType === 'OFFER');
  return isRefused ? 'REJECTED' : 'LIVE';
}

/** Whether a text holds what Google's review takes for a telephone number: 7 to 15 digits in a row that is no date. */
export function hasPhoneNumber(text: string): boolean {
  const rows = text.replace(DATES, '|').match(SEPARATED_DIGITS) ?? [];
  return rows.some((row) => {
    const { length } = row.replace(/\D/g, '');
    return length >= 7 && length <= 15;
  });
}

/** A post with a video: Google fails over it instead of refusing it. */
export function hasVideo({ media }: JsonObject): boolean {
  return Array.isArray(media) && media.some((item) => isObject(item) && item.mediaFormat === 'VIDEO');
}

function faultsOfTopic({ topicType }: JsonObject): V4Detail[] {
  const field = 'topic_type';
  if (topicType === undefined) return [{ code: 'MISSING_VALUE', field, message: `${field} is required` }];
  if (topicType === 'ALERT')
    return [
      { code: 'UNSUPPORTED_VALUE', field, message: 'Alerts are not accepted at present', value: 'ALERT' },
    ];
  if (TOPICS.some((topic) => topic === topicType)) return [];
  return [{ code: 'INVALID_VALUE', field, message: 'Invalid topic type', value: JSON.stringify(topicType) }];
}

function faultsOfSummary({ summary, topicType, media }: JsonObject): V4Detail[] {
  const field = 'summary';
  if (summary === undefined || summary === '') {
    const isNeeded = topicType === 'STANDARD' && media === undefined;
    return isNeeded ? [{ code: 'MISSING_VALUE', field, message: 'summary is required' }] : [];
  }
  if ([...(summary as string)].length <= MAX_SUMMARY) return [];
  return [
    { code: 'VALUE_OUTSIDE_ALLOWED_RANGE', field, message: `Must be at most ${MAX_SUMMARY} characters` },
  ];
}

function faultsOfLanguage({ languageCode }: JsonObject): V4Detail[] {
  const isGood =
    languageCode === undefined || /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/i.test(languageCode as string);
  return isGood ? [] : [{ code: 'INVALID_VALUE', field: 'language_code', message: 'Invalid language code' }];
}

/** Every button but CALL needs an address; an offer's button is ignored. */
function faultsOfAction({ callToAction, topicType }: JsonObject): V4Detail[] {
  if (callToAction === undefined || topicType === 'OFFER') return [];
  const { actionType, url } = isObject(callToAction) ? callToAction : {};
  if (!ACTIONS.some((action) => action === actionType))
    return [{ code: 'INVALID_VALUE', field: 'call_to_action.action_type', message: 'Invalid action type' }];
  const field = 'call_to_action.url';
  if (actionType === 'CALL')
    return url === undefined || url === ''
      ? []
      : [{ code: 'INVALID_VALUE', field, message: 'The URL must be unset for a CALL action' }];
  if (url === undefined || url === '')
    return [{ code: 'MISSING_VALUE', field, message: `${field} is required` }];
  return isWebAddress(url) ? [] : [{ code: 'INVALID_VALUE', field, message: 'Invalid URL' }];
}

function faultsOfOffer({ offer, topicType }: JsonObject): V4Detail[] {
  if (offer === undefined) return [];
  if (topicType !== 'OFFER')
    return [{ code: 'UNSUPPORTED_VALUE', field: 'offer', message: 'Only an offer can have offer details' }];
  const { redeemOnlineUrl } = isObject(offer) ? offer : {};
  return !redeemOnlineUrl || isWebAddress(redeemOnlineUrl)
    ? []
    : [{ code: 'INVALID_VALUE', field: 'offer.redeem_online_url', message: 'Invalid URL' }];
}

function faultsOfScheduledTime({ scheduledTime }: JsonObject, now: number): V4Detail[] {
  if (scheduledTime === undefined) return [];
  const field = 'scheduled_time';
  const time = instantOf(scheduledTime);
  if (time === undefined) return [{ code: 'INVALID_VALUE', field, message: 'Invalid time' }];
  return time > now ? [] : [{ code: 'EXPIRED_VALUE', field, message: 'The time must be in the future' }];
}

function faultsOfMedia({ media }: JsonObject): V4Detail[] {
  if (media === undefined) return [];
  const field = 'media';
  if (!Array.isArray(media)) return [{ code: 'INVALID_VALUE', field, message: 'Invalid media' }];
  if (media.length > 1) return [{ code: 'TOO_MANY_ITEMS', field, message: 'Only one photo is accepted' }];
  const isGood = (item: unknown) =>
    isObject(item) &&
    item.mediaFormat === 'PHOTO' &&
    item.dataRef === undefined &&
    isFetchAddress(item.sourceUrl);
  return media.every(isGood) ? [] : [{ code: 'INVALID_VALUE', field, message: 'Invalid media' }];
}

/** What Google finds wrong with the event of a post: events and offers have one, with title and whole schedule. */
function faultsOfEvent({ event, topicType }: JsonObject, now: number): V4Detail[] {
  const needsOne = topicType === 'EVENT' || topicType === 'OFFER';
  if (event === undefined)
    return needsOne ? [{ code: 'MISSING_VALUE', field: 'event', message: 'event is required' }] : [];
  if (!needsOne)
    return [
      { code: 'UNSUPPORTED_VALUE', field: 'event', message: 'Only an event or an offer can have an event' },
    ];
  const { title, schedule, recurrenceInfo } = isObject(event) ? event : {};
  return [...faultsOfTitle(title), ...faultsOfSchedule(schedule, now), ...faultsOfRecurrence(recurrenceInfo)];
}

function faultsOfTitle(title: unknown): V4Detail[] {
  const field = 'event.title';
  if (title === undefined || title === '')
    return [{ code: 'MISSING_VALUE', field, message: `${field} is required` }];
  if ([...(title as string)].length <= MAX_TITLE) return [];
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

/** One pattern; an end of the series is optional. */
function faultsOfRecurrence(info: unknown): V4Detail[] {
  if (info === undefined) return [];
  const { seriesEndTime, ...given } = isObject(info) ? info : {};
  const hasGoodEnd = seriesEndTime === undefined || instantOf(seriesEndTime) !== undefined;
  const isGood = Object.keys(given).length === 1 && hasGoodEnd && isMonthly(given.monthlyPattern);
  return isGood
    ? []
    : [{ code: 'INVALID_VALUE', field: 'event.recurrence_info', message: 'Invalid recurrence' }];
}

/** A day of the month, or which of its weekdays; no pattern of that kind is good too. */
function isMonthly(pattern: unknown): boolean {
  if (!isObject(pattern)) return true;
  const { dayOfMonth, ...occurrence } = pattern;
  if (dayOfMonth === undefined) return Object.keys(occurrence).length === 1;
  return Object.keys(occurrence).length === 0 && Number(dayOfMonth) >= 1 && Number(dayOfMonth) <= 31;
}

/** v4 names fields in its errors as its protocol buffers do. */
function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
