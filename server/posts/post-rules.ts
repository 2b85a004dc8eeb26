import { isDeepStrictEqual } from 'node:util';
import { addDays, type CalendarDate, type TimeOfDay, toWallTime } from '../config/wall-time.js';
import type { PostBody } from '../database/schema.js';
import type { FieldError } from '../errors/app-error.js';
import { hasVisible } from '../security/visible-text.js';
import { type EventScheduleDto, MAX_EVENT_TITLE, type PostBodyDto } from './post-body.dto.js';
import type { UpdatePostDto } from './post.dto.js';
import type { PostRow } from './posts.repository.js';

const MAX_YEARS_AHEAD = 5;

const OFFER_DAYS = 7;
const END_OF_DAY = { hours: 23, minutes: 59 };

/** Which part of a body belongs to which post types, and the message for a part in another type. */
const PARTS = [
  { part: 'callToAction', types: ['CALL_TO_ACTION'], message: 'Only a call-to-action post has a button' },
  { part: 'event', types: ['EVENT', 'OFFER'], message: 'Only an event or an offer has a title and dates' },
  { part: 'offer', types: ['OFFER'], message: 'Only an offer has offer details' },
] as const satisfies { part: keyof PostBodyDto; types: PostBodyDto['topicType'][]; message: string }[];

/** When a post goes out, and the zone of its wall times. */
interface PostTime {
  publishAt: Date;
  timeZone: string;
}

/** The content and time of a post after a change, and their errors. */
export interface PlannedChange {
  faults: FieldError[];
  planned: Pick<PostRow, 'publishAt' | 'timeZone' | 'postType' | 'body'>;
}

/** The content of a new post as it is stored, and its errors. Without a publish time it counts as due now. */
export function planPost(
  given: PostBodyDto,
  { publishAt, timeZone }: Partial<PostTime> & Pick<PostTime, 'timeZone'>,
  now: Date,
): { faults: FieldError[]; body: PostBody } {
  return {
    faults: [...(publishAt ? faultsOfPublishTime(publishAt, now) : []), ...faultsOfBody(given)],
    body: completeBody(given, { publishAt: publishAt ?? now, timeZone }),
  };
}

/**
 * Applies a change to a post. Fields that are left out keep their value. A new publish time must be in the future, and so
 * must that of a failed post, because it will go out again. An unchanged one may be in the past.
 */
export function planChange(post: PostRow, change: UpdatePostDto, now: Date): PlannedChange {
  const publishAt = change.publishAt ? new Date(change.publishAt) : post.publishAt;
  const timeZone = change.timeZone ?? post.timeZone;
  const isScheduledAgain = post.status === 'FAILED' || publishAt.getTime() !== post.publishAt.getTime();
  const given = change.postBody ?? withoutDefaultEvent(post.body, post);
  const faults = [...(isScheduledAgain ? faultsOfPublishTime(publishAt, now) : []), ...faultsOfBody(given)];
  const body = completeBody(given, { publishAt, timeZone });
  return { faults, planned: { publishAt, timeZone, postType: body.topicType, body } };
}

/** A publish time is in the future (specification, section 5) and within 5 years. */
export function faultsOfPublishTime(publishAt: Date, now: Date): FieldError[] {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS_AHEAD);
  if (publishAt <= now) return [{ field: 'publishAt', message: 'Publish time must be in the future' }];
  if (publishAt > latest)
    return [{ field: 'publishAt', message: `Publish time must be within ${MAX_YEARS_AHEAD} years` }];
  return [];
}

/** The errors of a body whose single fields are valid: parts of other types, missing parts, dates. */
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
      message: 'A call button has no link: it dials the location’s phone number',
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
    .map(([name]) => ({ field: `${path}.${name}`, message: 'This day doesn’t exist' }));
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

type PostEvent = NonNullable<PostBody['event']>;

/**
 * A body as it is stored: texts without surrounding white space, and left-out parts filled in. An event
 * ends at 23:59 on its start day; an offer runs 7 days from its publish time under the beginning of its text.
 */
export function completeBody(body: PostBodyDto, time: PostTime): PostBody {
  const { languageCode, topicType, callToAction, offer, photoId } = body;
  const summary = body.summary.trim();
  const event = body.event
    ? completeEvent(body.event)
    : topicType === 'OFFER' && defaultOfferEvent(summary, time);
  return {
    languageCode,
    summary,
    topicType,
    ...(callToAction && {
      callToAction: { actionType: callToAction.actionType, url: callToAction.url ?? undefined },
    }),
    ...(event && { event }),
    ...(offer && {
      offer: {
        couponCode: whereVisible(offer.couponCode),
        redeemOnlineUrl: offer.redeemOnlineUrl ?? undefined,
        termsConditions: whereVisible(offer.termsConditions),
      },
    }),
    ...(photoId && { photoId: photoId.toLowerCase() }),
  };
}

/** A stored body without the offer dates that `completeBody` filled in, so that they can follow a new publish time. */
export function withoutDefaultEvent(body: PostBody, time: PostTime): PostBodyDto {
  const isDefault =
    body.topicType === 'OFFER' && isDeepStrictEqual(body.event, defaultOfferEvent(body.summary, time));
  return isDefault ? { ...body, event: undefined } : body;
}

function completeEvent({ title, schedule }: NonNullable<PostBodyDto['event']>): PostEvent {
  const { startDate, startTime, endDate, endTime } = schedule;
  return {
    title: title.trim(),
    schedule: { startDate, startTime, endDate: endDate ?? startDate, endTime: endTime ?? END_OF_DAY },
  };
}

function defaultOfferEvent(summary: string, { publishAt, timeZone }: PostTime): PostEvent {
  const { date, time } = toWallTime(publishAt, timeZone);
  const words = [...summary.replace(/\s+/g, ' ')];
  return {
    title: words.slice(0, MAX_EVENT_TITLE).join('').trim(),
    schedule: { startDate: date, startTime: time, endDate: addDays(date, OFFER_DAYS), endTime: time },
  };
}

/** A text without surrounding white space; undefined where nothing of it can be seen. */
function whereVisible(text: string | null | undefined): string | undefined {
  return text && hasVisible(text) ? text.trim() : undefined;
}
