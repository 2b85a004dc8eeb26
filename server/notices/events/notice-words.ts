import { frozen } from '../../config/frozen.js';
import type { NoticeKind, NoticeSubject } from '../../database/notices.schema.js';

/** What is told of a notice: all its events in the product, those that are new in a delivery. */
export interface ToldNotice {
  kind: NoticeKind;
  cause: string;
  /** How many events. */
  count: number;
  /** The first of them. */
  subjects: readonly NoticeSubject[];
}

/** How many locations a line names; where there are more than one further, it counts the rest. */
const NAMED = 2;

/** The fields of a profile as a sentence names them. */
export const FIELD_WORDS: Readonly<Record<string, string>> = frozen({
  name: 'business name',
  storeCode: 'store code',
  address: 'address',
  serviceArea: 'service area',
  phoneNumber: 'phone number',
  additionalPhones: 'additional phone numbers',
  websiteUri: 'website',
  categoryIds: 'categories',
  openStatus: 'open or closed state',
  openingDate: 'opening date',
  regularHours: 'business hours',
  specialHours: 'special hours',
  moreHours: 'more hours',
  description: 'description',
  services: 'services',
  labels: 'labels',
  presence: 'listing',
});

/** Why posts are held, by their detail. */
const HELD_WORDS: Readonly<Record<string, string>> = frozen({
  connection_lost: 'The connection to Google was lost. Reconnect to publish what is held.',
  connection_held: 'Choose whether to keep the connection to Google.',
  waiting_for_quota: 'Google takes no more posts for now.',
  unconfirmed: 'It isn’t known whether Google has it already.',
});

/** What is missing while Google does not let the server use an API, and what becomes of it. */
const CLOSED_WORDS: Readonly<Record<string, { what: string; text: string }>> = frozen({
  v4: {
    what: 'publish posts or read reviews',
    text: 'Posts that are due wait, and are published as soon as it does.',
  },
  performance: { what: 'read figures', text: 'They’re read as soon as it does.' },
  verifications: {
    what: 'see which locations are verified',
    text: 'Some may show as not verified until it does.',
  },
});

const TITLES: Readonly<Record<NoticeKind, (notice: ToldNotice) => string>> = frozen({
  post_failed: ({ count }) => (count === 1 ? 'A post failed' : `${figure(count)} posts failed`),
  post_held: ({ count }) => (count === 1 ? 'A post is held' : `${figure(count)} posts are held`),
  connection_lost: () => 'The connection to Google ended',
  connection_ending: () => 'The connection to Google will end before posts are due',
  api_closed: ({ cause }) =>
    `Google doesn’t let this server ${CLOSED_WORDS[cause]?.what ?? 'use one of its APIs'}`,
  profile_changed: (notice) =>
    `Google or the public changed the ${FIELD_WORDS[notice.cause] ?? 'profile'} of ${locations(notice)}`,
  location_closed: (notice) =>
    isOne(notice)
      ? `A location shows as ${notice.cause} closed`
      : `${figure(placesIn(notice))} locations show as ${notice.cause} closed`,
  location_suspended: (notice) => `Google suspended ${locations(notice)}`,
  location_unverified: (notice) =>
    isOne(notice)
      ? 'A location is no longer verified'
      : `${figure(placesIn(notice))} locations are no longer verified`,
  edit_refused: editTitle,
  // It is about a Google account, and names no location.
  reading_stuck: () => 'Your locations couldn’t be read for a day',
  zone_changed: ({ count }) =>
    count === 1
      ? 'A post keeps its time of day under new time zone rules'
      : `${figure(count)} posts keep their time of day under new time zone rules`,
  new_review_low: ({ count, subjects }) =>
    count === 1 ? `A new review with ${starsOf(subjects)}` : `${figure(count)} new reviews with 1 or 2 stars`,
  new_review: ({ count, subjects }) =>
    count === 1 ? `A new review with ${starsOf(subjects)}` : `${figure(count)} new reviews`,
  reply_rejected: ({ count }) =>
    count === 1 ? 'Google rejected a reply' : `Google rejected ${figure(count)} replies`,
  reply_not_sent: ({ count }) =>
    count === 1 ? 'A reply couldn’t be sent' : `${figure(count)} replies couldn’t be sent`,
});

/** What happened, in a few words and without a full stop: “214 posts failed”. */
export function noticeTitle(notice: ToldNotice): string {
  return TITLES[notice.kind](notice);
}

/** Why it happened, and where: “The connection to Google was lost. Marlowe & Finch, Old Wharf and others.” */
export function noticeText(notice: ToldNotice): string {
  return [reasonOf(notice), asSentence(namesIn(notice))].filter(Boolean).join(' ');
}

/** Where it leads in the product: a path from the root. */
export function noticePath({ kind, count, subjects }: ToldNotice): string {
  const ids = new Set(subjects.map(({ locationId }) => locationId));
  const [locationId] = ids.size === 1 && count <= subjects.length ? ids : [];
  const reviewId = subjects.length === 1 ? subjects[0]?.reviewId : undefined;
  switch (kind) {
    case 'post_failed':
      return pathOf({ view: 'calendar', status: 'failed', location: locationId });
    case 'post_held':
    case 'zone_changed':
      return pathOf({ view: 'calendar', status: 'scheduled', location: locationId });
    case 'connection_lost':
    case 'connection_ending':
    case 'api_closed':
    case 'reading_stuck':
      return pathOf({ view: 'setup' });
    case 'profile_changed':
      return pathOf({ view: 'change-log', tab: 'google-edits', location: locationId });
    case 'edit_refused':
      return pathOf({ view: 'change-log', state: editState(subjects), location: locationId });
    case 'location_closed':
    case 'location_suspended':
    case 'location_unverified':
      return locationId === undefined
        ? pathOf({ view: 'locations', sort: 'state' })
        : pathOf({ view: 'location-details', location: locationId });
    case 'new_review_low':
    case 'new_review':
    case 'reply_rejected':
    case 'reply_not_sent':
      return pathOf({ view: 'reputation', location: locationId, review: reviewId });
  }
}

/** An address of the dashboard; `client/lib/views.ts` has the same names. */
function pathOf(query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((part): part is [string, string] => part[1] !== undefined);
  return `/dashboard?${new URLSearchParams(given).toString()}`;
}

function reasonOf({ kind, cause }: ToldNotice): string {
  switch (kind) {
    case 'post_failed':
    case 'edit_refused':
    case 'reading_stuck':
    case 'reply_rejected':
    case 'reply_not_sent':
      return asSentence(cause);
    case 'post_held':
      return HELD_WORDS[cause] ?? '';
    case 'connection_lost':
      return `Nothing is published until you reconnect ${cause}.`;
    case 'connection_ending':
      return `Reconnect ${cause} so that they go out in time.`;
    case 'api_closed':
      return [CLOSED_WORDS[cause]?.text, 'Connection says what is missing and what to do.'].join(' ').trim();
    case 'zone_changed':
      return `The rules of ${cause} changed.`;
    case 'profile_changed':
    case 'location_closed':
    case 'location_suspended':
    case 'location_unverified':
    case 'new_review_low':
    case 'new_review':
      return '';
  }
}

/** How the edits of a notice ended: all in the same way, as they have one cause. */
function editState(subjects: readonly NoticeSubject[]): string {
  return subjects[0]?.state ?? 'refused';
}

function editTitle({ count, subjects }: ToldNotice): string {
  const isOneEdit = count === 1;
  switch (editState(subjects)) {
    case 'refused':
      return isOneEdit ? 'Google refused an edit' : `Google refused ${figure(count)} edits`;
    case 'not_known':
      return isOneEdit ? 'An edit couldn’t be confirmed' : `${figure(count)} edits couldn’t be confirmed`;
    default:
      return isOneEdit ? 'An edit wasn’t made' : `${figure(count)} edits weren’t made`;
  }
}

function starsOf(subjects: readonly NoticeSubject[]): string {
  const stars = subjects[0]?.stars ?? 0;
  return stars === 1 ? '1 star' : `${stars} stars`;
}

/** How many locations it is about. Events beyond those that are named count as one location each. */
function placesIn({ count, subjects }: ToldNotice): number {
  const named = new Set(subjects.map(({ locationId, locationName }) => locationId ?? locationName));
  return named.size + Math.max(0, count - subjects.length);
}

const isOne = (notice: ToldNotice): boolean => placesIn(notice) === 1;

const locations = (notice: ToldNotice): string =>
  isOne(notice) ? 'a location' : `${figure(placesIn(notice))} locations`;

/** The locations by name; empty where none has one. */
function namesIn({ count, subjects }: ToldNotice): string {
  const places = new Map(
    subjects.flatMap(({ locationId, locationName }) =>
      locationName === undefined ? [] : [[locationId ?? locationName, locationName] as const],
    ),
  );
  const names = [...places.values()];
  if (names.length === 0) return '';
  // Where not every event is known here, further ones may be at the same locations.
  if (count > subjects.length) return `${names.slice(0, NAMED).join(', ')} and others`;
  const parts =
    names.length > NAMED + 1 ? [...names.slice(0, NAMED), `${figure(names.length - NAMED)} more`] : names;
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function asSentence(text: string): string {
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`;
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
