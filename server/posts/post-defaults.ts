import { isDeepStrictEqual } from 'node:util';
import { addDays, toWallTime } from '../business-profile/wall-time.js';
import type { PostBody } from '../database/schema.js';
import { MAX_EVENT_TITLE, type PostBodyDto } from './post-body.dto.js';

type PostEvent = NonNullable<PostBody['event']>;

/** When a post goes out, and in which zone its wall times are meant. */
export interface PostTime {
  publishAt: Date;
  timeZone: string;
}

const OFFER_DAYS = 7;
const END_OF_DAY = { hours: 23, minutes: 59 };

/**
 * A body as it is stored: texts without white space at their ends, and what the caller left out filled in. An event
 * ends at 23:59 on its start day; an offer runs 7 days from its publish time under the beginning of its text.
 */
export function completeBody(body: PostBodyDto, time: PostTime): PostBody {
  const { languageCode, topicType, callToAction, offer } = body;
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
        couponCode: offer.couponCode?.trim() || undefined,
        redeemOnlineUrl: offer.redeemOnlineUrl ?? undefined,
        termsConditions: offer.termsConditions?.trim() || undefined,
      },
    }),
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
