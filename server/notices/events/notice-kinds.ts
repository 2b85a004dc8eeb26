import { figure } from '../../config/figure.js';
import { MINUTE_MS } from '../../config/durations.js';
import { frozen } from '../../config/frozen.js';
import type { NoticeKind } from '../../database/notices.schema.js';
import type { NoticePlace, NoticeRule, PageQuery } from './notice-rule.js';
import {
  asSentence,
  capitalised,
  CLOSED_WORDS,
  counted,
  editState,
  editTitle,
  FIELD_WORDS,
  HELD_WORDS,
  inShort,
  locationsIn,
  locationWords,
  LOCK_WORDS,
  namesIn,
  type NoticeFacts,
  onlyPlace,
  postWords,
  starsOf,
} from './notice-words.js';

/** How many locations or posts a message names; it counts the rest. */
export const MAX_SUBJECTS = 20;

/** How long further events of a cause belong to the same notice. */
export const GATHERED_FOR_MS = 10 * MINUTE_MS;

/** How long channels wait after the first event, so that events at about the same time come in one message. */
export const GATHERING_MS = 20_000;

/** How the reason of a post’s failure may begin, which the title says. */
const NOT_PUBLISHED = /^This post (?:wasn’t|won’t be) published: /;

const calendarOf =
  (status: string) =>
  ({ location }: NoticePlace): PageQuery => ({ view: 'calendar', status, location });
/** The page of a set of changes; of several the log. */
const setPage = (_place: NoticePlace, { count, subjects }: NoticeFacts): PageQuery => ({
  view: 'change-log',
  set: count === 1 ? subjects[0]?.setId : undefined,
});
const locks = (): PageQuery => ({ view: 'change-log', tab: 'locks' });
const setup = (): PageQuery => ({ view: 'setup' });
const reputation = (place: NoticePlace): PageQuery => ({ view: 'reputation', ...place });
const locationState = ({ location }: NoticePlace): PageQuery =>
  location === undefined ? { view: 'locations', sort: 'state' } : { view: 'location-details', location };

/**
 * The one table of what people get notices of. A new capability adds its kinds here and to `NOTICE_KINDS`. The comment at
 * a kind says what its `cause` is.
 */
export const NOTICE_RULES: Readonly<Record<NoticeKind, NoticeRule>> = frozen({
  // Why, in words.
  post_failed: {
    setting: 'A post failed',
    group: 'posts',
    isFailure: true,
    isPlaceInTitle: true,
    title: (notice) => `${postWords(notice)} failed`,
    reason: (why) => inShort(capitalised(why.replace(NOT_PUBLISHED, ''))),
    page: calendarOf('failed'),
  },
  // Why it waits: a detail of the post.
  post_held: {
    setting: 'A post is held',
    group: 'posts',
    isFailure: true,
    isPlaceInTitle: true,
    title: (notice) => `${postWords(notice)} ${notice.count === 1 ? 'is' : 'are'} held`,
    reason: (detail) => HELD_WORDS[detail] ?? '',
    page: calendarOf('scheduled'),
  },
  // The Google account’s address.
  connection_lost: {
    setting: 'The connection to Google ended',
    group: 'connection',
    isFailure: true,
    isUrgent: true,
    reason: (address) => `Nothing is published until you reconnect ${address}.`,
    page: setup,
  },
  // The Google account’s address.
  connection_ending: {
    setting: 'The connection to Google will end before posts are due',
    group: 'connection',
    isFailure: true,
    reason: (address) => `Reconnect ${address} so that posts go out in time.`,
    page: setup,
  },
  // The API: `v4`, `performance` or `verifications`.
  api_closed: {
    setting: 'Google limits what this server can do',
    group: 'connection',
    title: ({ cause }) =>
      `Google doesn’t let this server ${CLOSED_WORDS[cause]?.what ?? 'use one of its APIs'}`,
    reason: (name) =>
      [CLOSED_WORDS[name]?.text, 'See Connection for what’s missing and what to do.'].join(' ').trim(),
    page: setup,
  },
  // The field that changed.
  profile_changed: {
    setting: 'Google or the public changed a profile',
    group: 'profiles',
    title: (notice) =>
      `Google or the public changed the ${FIELD_WORDS[notice.cause] ?? 'profile'} of ${locationWords(notice)}`,
    page: ({ location }) => ({ view: 'change-log', tab: 'google-edits', location }),
  },
  // `permanently` or `temporarily`.
  location_closed: {
    setting: 'A location shows as closed',
    group: 'locations',
    isFailure: true,
    isUrgent: true,
    title: (notice) =>
      locationsIn(notice) === 1
        ? `A location shows as ${notice.cause} closed`
        : `${locationWords(notice)} show as ${notice.cause} closed`,
    page: locationState,
  },
  // Always `suspended`.
  location_suspended: {
    setting: 'Google suspended a location',
    group: 'locations',
    isFailure: true,
    isUrgent: true,
    title: (notice) => `Google suspended ${locationWords(notice)}`,
    page: locationState,
  },
  // Always `unverified`.
  location_unverified: {
    setting: 'A location is no longer verified',
    group: 'locations',
    title: (notice) =>
      locationsIn(notice) === 1
        ? 'A location is no longer verified'
        : `${locationWords(notice)} are no longer verified`,
    page: locationState,
  },
  // Why, in words.
  edit_refused: {
    setting: 'An edit was refused, not made or not confirmed',
    group: 'profiles',
    isFailure: true,
    title: editTitle,
    reason: inShort,
    page: ({ location }, notice) => ({ view: 'change-log', state: editState(notice), location }),
  },
  // How many locations have it, in words.
  changes_ended: {
    setting: 'Changes to many locations are done',
    group: 'profiles',
    title: counted('Changes to many locations are done', 'changes to many locations are done'),
    reason: asSentence,
    page: setPage,
  },
  // How many locations have it and how many do not, in words.
  changes_ended_badly: {
    setting: 'Changes to many locations ended, and some weren’t made',
    group: 'profiles',
    isFailure: true,
    title: counted(
      'Changes to many locations ended, and some weren’t made',
      'changes to many locations ended, and some weren’t made',
    ),
    reason: asSentence,
    page: setPage,
  },
  // Always `put_back`.
  lock_put_back: {
    setting: 'A lock put your value back',
    group: 'profiles',
    title: ({ count, subjects }) =>
      count === 1
        ? `A lock put your ${FIELD_WORDS[subjects[0]?.field ?? ''] ?? 'value'} back`
        : `Locks put ${figure(count)} of your values back`,
    page: locks,
  },
  // Why: `value` or `field`.
  lock_waits: {
    setting: 'A locked field is yours to decide',
    group: 'profiles',
    isFailure: true,
    title: counted('A locked field is yours to decide', 'locked fields are yours to decide'),
    reason: (why) => LOCK_WORDS[why] ?? '',
    page: locks,
  },
  // How many locations, and how many days it takes, in words.
  changes_spread: {
    setting: 'Changes to many locations take more than a day',
    group: 'profiles',
    reason: asSentence,
    page: setPage,
  },
  // Why, in words. It is about a Google account, and names no location.
  reading_stuck: {
    setting: 'Locations couldn’t be read for a day',
    group: 'locations',
    title: () => 'Your locations couldn’t be read for a day',
    reason: inShort,
    page: setup,
  },
  // The IANA name of the zone.
  zone_changed: {
    setting: 'The rules of a time zone changed',
    group: 'locations',
    title: counted(
      'A post keeps its time of day under new time zone rules',
      'posts keep their time of day under new time zone rules',
    ),
    reason: (zone) => `The rules of ${zone} changed.`,
    page: calendarOf('scheduled'),
  },
  // Always `low`.
  new_review_low: {
    setting: 'A new review has 1 or 2 stars',
    group: 'reviews',
    title: (notice) =>
      counted(`A new review with ${starsOf(notice)}`, 'new reviews with 1 or 2 stars')(notice),
    page: reputation,
  },
  // Always `new`.
  new_review: {
    setting: 'A new review has 3 stars or more',
    group: 'reviews',
    isForDigests: true,
    title: (notice) => counted(`A new review with ${starsOf(notice)}`, 'new reviews')(notice),
    page: reputation,
  },
  // Why, in words.
  reply_rejected: {
    setting: 'Google rejected a reply to a review',
    group: 'reviews',
    isFailure: true,
    title: ({ count }) =>
      count === 1 ? 'Google rejected a reply' : `Google rejected ${figure(count)} replies`,
    reason: inShort,
    page: reputation,
  },
  // Why, in words.
  reply_not_sent: {
    setting: 'A reply to a review couldn’t be sent',
    group: 'reviews',
    title: counted('A reply couldn’t be sent', 'replies couldn’t be sent'),
    reason: inShort,
    page: reputation,
  },
});

/** What happened, in a few words and without a full stop: “214 posts failed”. */
export function noticeTitle(notice: NoticeFacts): string {
  const { title, setting } = NOTICE_RULES[notice.kind];
  return title?.(notice) ?? setting;
}

/**
 * Why it happened, in short, and where, unless the title says it: “The connection to Google was lost. Marlowe & Finch, Old
 * Wharf and others.”
 */
export function noticeText(notice: NoticeFacts): string {
  const { reason, isPlaceInTitle } = NOTICE_RULES[notice.kind];
  const names = isPlaceInTitle && onlyPlace(notice) ? '' : namesIn(notice);
  return [reason?.(notice.cause), asSentence(names)].filter(Boolean).join(' ');
}

/** The titles of several notices in one line: the first, and how many more there are; empty without any. */
export function titleOfAll([first, ...others]: readonly NoticeFacts[]): string {
  if (!first) return '';
  return others.length === 0 ? noticeTitle(first) : `${noticeTitle(first)} and ${figure(others.length)} more`;
}

/** The page of the product that shows it: a path from the root. */
export function noticePath(notice: NoticeFacts): string {
  const { kind, subjects } = notice;
  const location = onlyPlace(notice)?.locationId;
  const review = subjects.length === 1 ? subjects[0]?.reviewId : undefined;
  const query = Object.entries(NOTICE_RULES[kind].page({ location, review }, notice));
  const given = query.filter((part): part is [string, string] => part[1] !== undefined);
  return `/dashboard?${new URLSearchParams(given).toString()}`;
}
