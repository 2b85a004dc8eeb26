import { addDays } from '../../lib/calendar-days';
import { instantsAt, toWallTime, type Period } from '../../lib/wall-time';
import type { Schemas } from '../../api/client';
import type { ActionType, PostType } from '../../posting/post-words';

/**
 * The values of the composer's fields, as text. It has the fields of all post types, so that changing the type loses
 * nothing. Event and offer share title and dates. Dates are `yyyy-mm-dd`, times `hh:mm`; empty means not set.
 */
export interface PostDraft {
  locationId: string;
  topicType: PostType;
  summary: string;
  /** Of a photo that the server has; empty: none. */
  photoId: string;
  actionType: ActionType | '';
  actionUrl: string;
  title: string;
  startDate: string;
  startTime: string;
  endDate: string;
  endTime: string;
  couponCode: string;
  redeemOnlineUrl: string;
  termsConditions: string;
  publishDate: string;
  publishTime: string;
  /** Which of the two instants is meant if the clock shows this time twice. */
  occurrence: 'first' | 'second';
  /** Whether it is one post, or a campaign for many locations. The fields below are those of a campaign. */
  audience: 'one' | 'many';
  /** Which locations: a `LocationChoice` as JSON; empty: none yet. */
  choice: string;
  /** Whether the time is that of each location, or the viewer's. */
  timing: 'local' | 'same';
  /** Over how many minutes the posts of one moment are spread. */
  spreadMinutes: string;
  /** What happens to the post of a location that is closed that day. */
  closedDays: ClosedDays;
  /** The plan that was made of this draft and is not confirmed yet; empty: none. */
  planId: string;
}

export type ClosedDays = NonNullable<Schemas['CampaignTimeDto']['closedDays']>;

export type DraftField = keyof PostDraft;

/** The location or the locations, and the day (`yyyy-mm-dd`), that were chosen before the composer opened. */
export interface Preset {
  locationId?: string | undefined;
  /** Many locations: a campaign. */
  choice?: Schemas['LocationChoiceDto'] | undefined;
  date?: string | undefined;
}

/** The values of the publish fields. */
export type PublishTime = Pick<PostDraft, 'publishDate' | 'publishTime' | 'occurrence'>;

/** The zone in which a time of day comes last. */
export const LAST_ZONE = 'Etc/GMT+12';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WHOLE_DAYS = { start: '00:00', end: '23:59' };

/** The fields that only a campaign needs, as it begins. */
export const NO_CAMPAIGN = Object.freeze({
  audience: 'one',
  choice: '',
  timing: 'local',
  spreadMinutes: '',
  closedDays: 'publish',
  planId: '',
} satisfies Partial<PostDraft>);

/** An empty draft, to be published in one hour (specification, section 9). */
export function emptyDraft(now: Date, timeZone: string): PostDraft {
  return {
    locationId: '',
    topicType: 'STANDARD',
    summary: '',
    photoId: '',
    actionType: '',
    actionUrl: '',
    title: '',
    startDate: '',
    startTime: '',
    endDate: '',
    endTime: '',
    couponCode: '',
    redeemOnlineUrl: '',
    termsConditions: '',
    ...NO_CAMPAIGN,
    ...inOneHour(now, timeZone),
  };
}

/** The draft with a preset. A location makes it one post, a choice of locations a campaign. A publish time in the past is replaced by the default one. */
export function withPreset(
  draft: PostDraft,
  { locationId, choice, date }: Preset,
  now: Date,
  timeZone: string,
): PostDraft {
  const where =
    locationId !== undefined
      ? { locationId, audience: 'one' as const }
      : choice !== undefined
        ? { choice: JSON.stringify(choice), audience: 'many' as const }
        : {};
  const { audience } = { ...draft, ...where };
  const isLocal = audience === 'many' && draft.timing === 'local';
  const candidates: PublishTime[] = [{ ...draft, publishDate: date ?? draft.publishDate }, draft];
  const { publishDate, publishTime, occurrence } =
    candidates.find((candidate) => !isOver(candidate, now, isLocal ? LAST_ZONE : timeZone)) ??
    inOneHour(now, timeZone);
  return withChange(draft, { ...where, publishDate, publishTime, occurrence });
}

/**
 * The draft with a change. An event starts when the post is published and lasts an hour, an offer starts that day and
 * lasts seven; both follow the publish time until the user sets them.
 */
export function withChange(draft: PostDraft, change: Partial<PostDraft>): PostDraft {
  const changed = { ...draft, ...change };
  const expected = Object.entries(suggestedPeriod(draft)) as [keyof PeriodFields, string][];
  const isUntouched = expected.every(([field, value]) => draft[field] === value && changed[field] === value);
  return isUntouched ? { ...changed, ...suggestedPeriod(changed) } : changed;
}

/** The values of the publish fields for an instant. */
export function publishTimeOf(instant: Date, timeZone: string): PublishTime {
  const wallTime = toWallTime(instant, timeZone);
  const [first] = instantsAt(wallTime, timeZone);
  // Compared by the minute, since an instant may have seconds and the fields have none.
  const isFirst = first === undefined || instant.getTime() - first.getTime() < MINUTE_MS;
  return {
    publishDate: wallTime.date,
    publishTime: wallTime.time,
    occurrence: isFirst ? 'first' : 'second',
  };
}

/** Whether the publish fields have the same values. */
export function isSameTime(one: PublishTime, other: PublishTime): boolean {
  return (
    one.publishDate === other.publishDate &&
    one.publishTime === other.publishTime &&
    one.occurrence === other.occurrence
  );
}

/** The values of the publish fields for an instant. For one in the past, those of the default publish time. */
export function comingPublishTimeOf(instant: Date, now: Date, timeZone: string): PublishTime {
  const publishTime = publishTimeOf(instant, timeZone);
  return isOver(publishTime, now, timeZone) ? inOneHour(now, timeZone) : publishTime;
}

/** All instants that the publish fields can mean (none if unset or skipped by the clocks), and the chosen one. */
export function publishInstants(
  { publishDate, publishTime, occurrence }: PublishTime,
  timeZone: string,
): { all: Date[]; chosen: Date | undefined } {
  const all = instantsAt({ date: publishDate, time: publishTime }, timeZone);
  return { all, chosen: occurrence === 'second' ? all.at(-1) : all[0] };
}

/** The period of an event or an offer, as far as it is set. An offer without times lasts whole days. */
export function periodOf(draft: PostDraft): Period {
  const defaults = draft.topicType === 'OFFER' ? WHOLE_DAYS : { start: '', end: '' };
  return {
    start: { date: draft.startDate, time: draft.startTime || defaults.start },
    end: { date: draft.endDate, time: draft.endTime || defaults.end },
  };
}

type PeriodFields = Pick<PostDraft, 'startDate' | 'startTime' | 'endDate' | 'endTime'>;

const OFFER_DAYS = 7;

/** The period that an event or an offer gets until the user sets one; other types have none. */
function suggestedPeriod({ topicType, publishDate, publishTime }: PostDraft): PeriodFields {
  const none = { startDate: '', startTime: '', endDate: '', endTime: '' };
  if (topicType === 'OFFER' && publishDate)
    return { ...none, startDate: publishDate, endDate: addDays(publishDate, OFFER_DAYS - 1) };
  if (topicType !== 'EVENT' || !publishDate || !publishTime) return none;
  // Wall times: an event that spans a change of the clocks still shows one hour.
  const end = toWallTime(new Date(Date.parse(`${publishDate}T${publishTime}Z`) + HOUR_MS), 'UTC');
  return { startDate: publishDate, startTime: publishTime, endDate: end.date, endTime: end.time };
}

/** Counts characters as the server does: by code points, so that an emoji is one. */
export function countCharacters(text: string): number {
  return [...text].length;
}

function inOneHour(now: Date, timeZone: string): PublishTime {
  const wholeMinute = Math.round((now.getTime() + HOUR_MS) / MINUTE_MS) * MINUTE_MS;
  return publishTimeOf(new Date(wholeMinute), timeZone);
}

function isOver(publishTime: PublishTime, now: Date, timeZone: string): boolean {
  const { chosen } = publishInstants(publishTime, timeZone);
  return chosen !== undefined && chosen <= now;
}
