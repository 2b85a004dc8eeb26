import type { Schemas } from '../../api/client';
import type { Campaign } from '../../campaigns/campaign-words';
import type { CampaignAgain } from '../../campaigns/use-campaigns';
import type { LocationChoice } from '../../listings/choice/use-selections';
import { addDays } from '../../lib/calendar-days';
import type { Period } from '../../lib/wall-time';
import type { Post, WholePost } from '../../posting/post-words';
import { isWebLink, MAX_SUMMARY, MAX_TITLE, sampleLink } from './draft-rules';
import {
  comingPublishTimeOf,
  countCharacters,
  emptyDraft,
  NO_CAMPAIGN,
  periodOf,
  publishInstants,
  withChange,
  type DraftField,
  type PostDraft,
} from './post-draft';

/** The request that schedules a draft. The draft must break no rule. */
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

/**
 * The request that checks a draft while it is being written; undefined if there is nothing to check yet. Unfinished parts
 * are left out, since the server would refuse them.
 * @param post the post being edited
 */
export function toDraftPost(
  draft: PostDraft,
  timeZone: string,
  post: Post | undefined,
): Schemas['DraftPostDto'] | undefined {
  const { locationId, summary } = draft;
  if (!isText(summary, MAX_SUMMARY)) return undefined;
  const { event, ...body } = toPostBody({
    ...draft,
    actionUrl: finishedLink(sampleLink(draft, draft.actionUrl)),
    redeemOnlineUrl: finishedLink(sampleLink(draft, draft.redeemOnlineUrl)),
  });
  const { chosen } = publishInstants(draft, timeZone);
  return {
    ...(post ? { postId: post.id } : { timeZone }),
    ...(locationId && { locationId }),
    ...(chosen && { publishAt: chosen.toISOString() }),
    postBody: { ...body, ...(event && hasWholeEvent(draft) && { event }) },
  };
}

/** A stored post as a draft to edit. A publish time in the past is replaced by the default one. */
export function draftOf(post: WholePost, now: Date, timeZone: string): PostDraft {
  const { event } = post.postBody;
  const period = event && toPeriod(event.schedule);
  return {
    locationId: post.locationId,
    ...contentOf(bodyOf(post)),
    startDate: period?.start.date ?? '',
    startTime: period?.start.time ?? '',
    endDate: period?.end.date ?? '',
    endTime: period?.end.time ?? '',
    ...NO_CAMPAIGN,
    ...comingPublishTimeOf(new Date(post.publishAt), now, timeZone),
  };
}

/**
 * A new draft with the location and the content of a stored post, but not its dates. Without the location if that
 * belongs to another Google account.
 */
export function draftFrom(post: WholePost, now: Date, timeZone: string): PostDraft {
  const locationId = post.isOfOtherAccount ? '' : post.locationId;
  return withChange(emptyDraft(now, timeZone), { locationId, ...contentOf(bodyOf(post)) });
}

/**
 * A new draft with the locations and the content of a campaign, but not its time and dates. The time is the one that is
 * suggested for many locations: in an hour, a day later.
 */
export function draftAgain({ campaign, choice }: CampaignAgain, now: Date, timeZone: string): PostDraft {
  const empty = emptyDraft(now, timeZone);
  const { wallTime, spreadMinutes, closedDays } = campaign;
  return withChange(empty, {
    audience: 'many',
    choice: JSON.stringify(choice),
    timing: wallTime === null ? 'same' : 'local',
    spreadMinutes: spreadMinutes > 0 ? String(spreadMinutes) : '',
    closedDays,
    publishDate: addDays(empty.publishDate, 1),
    ...contentOf(campaign.postBody),
  });
}

function bodyOf({ postType, summary, postBody }: WholePost): WholePost['postBody'] {
  return { ...postBody, topicType: postType, summary };
}

function contentOf(body: WholePost['postBody'] | Campaign['postBody']) {
  const { topicType, summary, callToAction, event, offer, photoId } = body;
  return {
    topicType,
    summary,
    photoId: photoId ?? '',
    actionType: callToAction?.actionType ?? '',
    actionUrl: callToAction?.url ?? '',
    title: event?.title ?? '',
    couponCode: offer?.couponCode ?? '',
    redeemOnlineUrl: offer?.redeemOnlineUrl ?? '',
    termsConditions: offer?.termsConditions ?? '',
  } as const;
}

/** The period of a stored event or offer. */
export function toPeriod({ startDate, startTime, endDate, endTime }: Schemas['EventScheduleDto']): Period {
  return {
    start: { date: fromDate(startDate), time: fromTime(startTime) },
    end: { date: endDate ? fromDate(endDate) : '', time: endTime ? fromTime(endTime) : '' },
  };
}

/** The fields that show errors and findings about paths of the request. The first matching path counts. */
const FIELDS: readonly (readonly [path: string, field: DraftField])[] = [
  ['locationId', 'locationId'],
  ['publishAt', 'publishDate'],
  ['timeZone', 'publishDate'],
  ['choice', 'choice'],
  ['time.spreadMinutes', 'spreadMinutes'],
  ['time.closedDays', 'closedDays'],
  ['time', 'publishDate'],
  ['postBody.summary', 'summary'],
  ['postBody.photoId', 'photoId'],
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

/** The field of the composer for a path of the request. */
export function fieldOf(path: string): DraftField | undefined {
  return FIELDS.find(([start]) => path === start || path.startsWith(`${start}.`))?.[1];
}

/** The request that plans a campaign. The draft must break no rule. */
export function toCampaign(draft: PostDraft, timeZone: string): Schemas['NewCampaignDto'] {
  const { publishDate, publishTime, timing, spreadMinutes, closedDays } = draft;
  const { chosen } = publishInstants(draft, timeZone);
  const moment =
    timing === 'local'
      ? { wallTime: `${publishDate}T${publishTime}` }
      : { publishAt: chosen?.toISOString() ?? '' };
  return {
    choice: choiceOf(draft) ?? {},
    time: { ...moment, timeZone, spreadMinutes: Number(spreadMinutes), closedDays },
    postBody: toPostBody(draft),
  };
}

/** Which locations a draft is for; undefined if none are chosen. */
export function choiceOf({ choice }: Pick<PostDraft, 'choice'>): LocationChoice | undefined {
  return choice === '' ? undefined : (JSON.parse(choice) as LocationChoice);
}

/** The content of a post, with the objects of its own type only (specification, section 3). */
function toPostBody(draft: PostDraft): Schemas['PostBodyDto'] {
  const { topicType, actionType, actionUrl, photoId } = draft;
  return {
    languageCode: 'en-US',
    summary: draft.summary.trim(),
    topicType,
    ...(photoId && { photoId }),
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

function hasWholeEvent({ topicType, title, ...draft }: PostDraft): boolean {
  const times = topicType === 'EVENT' ? [draft.startTime, draft.endTime] : [];
  return isText(title, MAX_TITLE) && [draft.startDate, draft.endDate, ...times].every((each) => each !== '');
}

function isText(text: string, max: number): boolean {
  return text.trim() !== '' && countCharacters(text) <= max;
}

function finishedLink(link: string): string {
  return isWebLink(link) ? link : '';
}
