import type { DraftField } from './post-draft';

/** Which field of the composer shows what the server says of a path of the request; the first that fits. */
const FIELDS: readonly (readonly [path: string, field: DraftField])[] = [
  ['locationId', 'locationId'],
  ['publishAt', 'publishDate'],
  ['timeZone', 'publishDate'],
  ['postBody.summary', 'summary'],
  ['postBody.topicType', 'topicType'],
  ['postBody.callToAction.url', 'actionUrl'],
  ['postBody.callToAction', 'actionType'],
  ['postBody.event.schedule.startTime', 'startTime'],
  ['postBody.event.schedule.endDate', 'endDate'],
  ['postBody.event.schedule.endTime', 'endTime'],
  ['postBody.event.schedule', 'startDate'],
  ['postBody.event', 'title'],
  ['postBody.offer.redeemOnlineUrl', 'redeemOnlineUrl'],
  ['postBody.offer.termsConditions', 'termsConditions'],
  ['postBody.offer', 'couponCode'],
];

/** The field of the composer that a path of the request stands for. */
export function fieldOf(path: string): DraftField | undefined {
  return FIELDS.find(([start]) => path === start || path.startsWith(`${start}.`))?.[1];
}
