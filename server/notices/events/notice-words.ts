import { cut } from '../../config/cut.js';
import { figure } from '../../config/figure.js';
import { frozen } from '../../config/frozen.js';
import type { NoticeKind, NoticeSubject } from '../../database/notices.schema.js';

/** What a notice is put into words by: all its events in the product, the new ones in a delivery. */
export interface NoticeFacts {
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
export const HELD_WORDS: Readonly<Record<string, string>> = frozen({
  connection_lost: 'The connection to Google was lost. Reconnect to publish.',
  connection_held: 'Choose whether to keep the connection to Google.',
  waiting_for_quota: 'Google isn’t accepting more posts right now.',
  unconfirmed: 'We don’t know whether Google has it already.',
});

/** Why a lock leaves a field to a person. */
export const LOCK_WORDS: Readonly<Record<string, string>> = frozen({
  value: 'The lock restored your value twice, and the same value came again.',
  field: 'The lock restored your value five times within 30 days.',
});

/** What is missing while Google does not let the server use an API, and what becomes of it. */
export const CLOSED_WORDS: Readonly<Record<string, { what: string; text: string }>> = frozen({
  v4: {
    what: 'publish posts or read reviews',
    text: 'Due posts wait, and are published as soon as it does.',
  },
  performance: { what: 'read figures', text: 'Figures are read as soon as it does.' },
  verifications: {
    what: 'see which locations are verified',
    text: 'Some locations may show as not verified until it does.',
  },
});

/** A text with a full stop, unless it ends in a mark already. */
export function asSentence(text: string): string {
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** A text that begins with a capital letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How long a reason is at most in a notice: two lines on a phone. What the notice leads to has all of it. */
const REASON_LENGTH = 100;

/** The first sentence of a reason, with an ellipsis where it is too long. */
export function inShort(reason: string): string {
  const [first = reason] = /^.*?[.!?…](?=\s|$)/su.exec(reason) ?? [];
  if (first.length <= REASON_LENGTH) return asSentence(first);
  const kept = cut(first, REASON_LENGTH - 1);
  const end = kept.lastIndexOf(' ');
  return `${(end > 0 ? kept.slice(0, end) : kept).replace(/[\p{P}\s]$/u, '')}…`;
}

/** The kinds of posts as a title begins with them. */
const POST_WORDS = frozen({
  STANDARD: 'Update',
  CALL_TO_ACTION: 'Call to action',
  EVENT: 'Event',
  OFFER: 'Offer',
});

/** The location at which all of it happened; undefined where there are several, or others may be among them. */
export function onlyPlace({ count, subjects }: NoticeFacts): NoticeSubject | undefined {
  const ids = new Set(subjects.map(({ locationId }) => locationId));
  return ids.size === 1 && count <= subjects.length ? subjects.at(-1) : undefined;
}

/** The store code of that location. */
export function storeCodeIn(notice: NoticeFacts): string | null {
  return onlyPlace(notice)?.storeCode ?? null;
}

/** Which posts: “Offer at The Quayside”, “3 posts at The Quayside” or “214 posts”. */
export function postWords(notice: NoticeFacts): string {
  const { count } = notice;
  const { postType, locationName } = onlyPlace(notice) ?? {};
  const one = locationName === undefined ? 'A post' : postType ? POST_WORDS[postType] : 'Post';
  const posts = count === 1 ? one : `${figure(count)} posts`;
  return locationName === undefined ? posts : `${posts} at ${locationName}`;
}

/** The stars of the first review. */
export function starsOf({ subjects }: NoticeFacts): string {
  const stars = subjects[0]?.stars ?? 0;
  return stars === 1 ? '1 star' : `${stars} stars`;
}

/** How many locations it is about. Events beyond those that are named count as one location each. */
export function locationsIn({ count, subjects }: NoticeFacts): number {
  const named = new Set(subjects.map(({ locationId, locationName }) => locationId ?? locationName));
  return named.size + Math.max(0, count - subjects.length);
}

/** “a location”, or how many. */
export function locationWords(notice: NoticeFacts): string {
  const count = locationsIn(notice);
  return count === 1 ? 'a location' : `${figure(count)} locations`;
}

/** The names of the locations; empty where none has one. */
export function namesIn({ count, subjects }: NoticeFacts): string {
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

/** What happened once, or how often. */
export const counted = (one: string, many: string) => (notice: NoticeFacts) =>
  notice.count === 1 ? one : `${figure(notice.count)} ${many}`;

/** How the edits of a notice ended: all in the same way, as they have one cause. */
export function editState({ subjects }: NoticeFacts): string {
  return subjects[0]?.state ?? 'refused';
}

/** How edits ended, and how many. */
export function editTitle(notice: NoticeFacts): string {
  const { count } = notice;
  switch (editState(notice)) {
    case 'refused':
      return count === 1 ? 'Google refused an edit' : `Google refused ${figure(count)} edits`;
    case 'not_known':
      return counted('An edit couldn’t be confirmed', 'edits couldn’t be confirmed')(notice);
    default:
      return counted('An edit wasn’t made', 'edits weren’t made')(notice);
  }
}
