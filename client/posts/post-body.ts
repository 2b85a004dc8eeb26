import type { Schemas } from '../api/client';
import { comingPublishTimeOf, publishInstants, type PostDraft } from './post-draft';
import type { WholePost } from './post-words';
import type { WallTime } from './wall-time';

/** An offer without times runs through whole days. */
const WHOLE_DAYS = { start: '00:00', end: '23:59' };

/** The specified content of a post, with the objects of its type alone (specification, section 3). */
export function toPostBody(draft: PostDraft): Schemas['PostBodyDto'] {
  const { topicType, actionType, actionUrl } = draft;
  return {
    languageCode: 'en-US',
    summary: draft.summary.trim(),
    topicType,
    ...(topicType === 'CALL_TO_ACTION' &&
      actionType && {
        callToAction: { actionType, url: actionType === 'CALL' ? undefined : textOrNothing(actionUrl) },
      }),
    ...((topicType === 'EVENT' || topicType === 'OFFER') && {
      event: { title: draft.title.trim(), schedule: toSchedule(draft) },
    }),
    ...(topicType === 'OFFER' && {
      offer: {
        couponCode: textOrNothing(draft.couponCode),
        redeemOnlineUrl: textOrNothing(draft.redeemOnlineUrl),
        termsConditions: textOrNothing(draft.termsConditions),
      },
    }),
  };
}

/** The request that schedules a draft which breaks no rule, its publish time as an instant. */
export function toNewPost(draft: PostDraft, timeZone: string): Schemas['NewPostDto'] {
  const { chosen } = publishInstants(draft, timeZone);
  if (chosen === undefined) throw new Error('A draft without a publish time cannot be sent.');
  return {
    locationId: draft.locationId,
    publishAt: chosen.toISOString(),
    timeZone,
    postBody: toPostBody(draft),
  };
}

/** The draft that a post was made from; a publish time that is over gives way to the default one. */
export function draftOf(post: WholePost, now: Date, timeZone: string): PostDraft {
  const { callToAction, event, offer } = post.postBody;
  const period = event && toPeriod(event.schedule);
  return {
    locationId: post.locationId,
    topicType: post.postType,
    summary: post.summary,
    actionType: callToAction?.actionType ?? '',
    actionUrl: callToAction?.url ?? '',
    title: event?.title ?? '',
    startDate: period?.start.date ?? '',
    startTime: period?.start.time ?? '',
    endDate: period?.end.date ?? '',
    endTime: period?.end.time ?? '',
    couponCode: offer?.couponCode ?? '',
    redeemOnlineUrl: offer?.redeemOnlineUrl ?? '',
    termsConditions: offer?.termsConditions ?? '',
    ...comingPublishTimeOf(new Date(post.publishAt), now, timeZone),
  };
}

/** Start and end of an event or an offer, in the place's own time; what is not known is empty. */
export interface Period {
  start: WallTime;
  end: WallTime;
}

/** The period of a draft, as far as it is set. */
export function periodOf(draft: PostDraft): Period {
  const defaults = draft.topicType === 'OFFER' ? WHOLE_DAYS : { start: '', end: '' };
  return {
    start: { date: draft.startDate, time: draft.startTime || defaults.start },
    end: { date: draft.endDate, time: draft.endTime || defaults.end },
  };
}

/** The period of a stored event or offer. */
export function toPeriod({ startDate, startTime, endDate, endTime }: Schemas['EventScheduleDto']): Period {
  return {
    start: { date: fromDate(startDate), time: fromTime(startTime) },
    end: { date: endDate ? fromDate(endDate) : '', time: endTime ? fromTime(endTime) : '' },
  };
}

function toSchedule(draft: PostDraft): Schemas['EventScheduleDto'] {
  const { start, end } = periodOf(draft);
  return {
    startDate: toDate(start.date),
    startTime: toTime(start.time),
    endDate: toDate(end.date),
    endTime: toTime(end.time),
  };
}

function textOrNothing(text: string): string | undefined {
  return text.trim() || undefined;
}

function toDate(date: string): Schemas['CalendarDateDto'] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { year, month, day };
}

function toTime(time: string): Schemas['TimeOfDayDto'] {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { hours, minutes };
}

function fromDate({ year, month, day }: Schemas['CalendarDateDto']): string {
  return [padded(year, 4), padded(month), padded(day)].join('-');
}

function fromTime({ hours, minutes }: Schemas['TimeOfDayDto']): string {
  return `${padded(hours)}:${padded(minutes)}`;
}

function padded(value: number, digits = 2): string {
  return String(value).padStart(digits, '0');
}
