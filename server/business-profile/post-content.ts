import { createHash } from 'node:crypto';
import type { CalendarDate } from '../database/schema.js';
import { toCanonicalText } from './canonical-text.js';

/** What a post says, in the shape of `PostBody`, as far as whoever shows it tells. */
export interface PostContent {
  topicType: string;
  summary?: string;
  callToAction?: { actionType?: string; url?: string };
  event?: {
    title?: string;
    schedule?: {
      startDate?: CalendarDate;
      startTime?: WallClock;
      endDate?: CalendarDate;
      endTime?: WallClock;
    };
  };
  offer?: { couponCode?: string; redeemOnlineUrl?: string; termsConditions?: string };
}

/** Parts that are 0 may be left out. */
interface WallClock {
  hours?: number;
  minutes?: number;
}

/** SHA-256 (hex) of what a post says, the same for all spellings of it that Google may give back. */
export function hashOfPost({ topicType, summary, callToAction, event, offer }: PostContent): string {
  const { startDate, startTime, endDate, endTime } = event?.schedule ?? {};
  const parts = [
    topicType,
    toCanonicalText(summary ?? ''),
    callToAction && [callToAction.actionType, toLink(callToAction.url)],
    event && [
      toCanonicalText(event.title ?? ''),
      ...[startDate, endDate].map((date) => date && [date.year, date.month, date.day]),
      ...[startTime, endTime].map((time) => [time?.hours ?? 0, time?.minutes ?? 0]),
    ],
    [offer?.couponCode, offer?.termsConditions].map((text) => toCanonicalText(text ?? '')),
    toLink(offer?.redeemOnlineUrl),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function toLink(url = ''): string {
  return URL.parse(url)?.href ?? url;
}
