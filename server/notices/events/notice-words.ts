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
  connection_lost: 'The connection to Google was lost. Reconnect to publish the held posts.',
  connection_held: 'Choose whether to keep the connection to Google.',
  waiting_for_quota: 'Google isn’t accepting more posts right now.',
  unconfirmed: 'We don’t know whether Google has it already.',
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
