import { frozen } from '../config/frozen.js';

/** Why a location of a bulk edit is left out, or what may go wrong there although it changes. */
export interface BulkRule {
  id: BulkRuleId;
  /** In two or three words. */
  title: string;
  /** The sentence for a person; a single location may have a more precise one. */
  message: string;
}

/** Why a location is left out. The first that applies counts. */
const LEFT_OUT = frozen([
  { id: 'location-gone', title: 'No longer yours', message: 'You no longer manage this location.' },
  {
    id: 'location-suspended',
    title: 'Suspended',
    message: 'Google has suspended this location and doesn’t take changes to it.',
  },
  { id: 'missing-name', title: 'No name', message: 'This location has no name for {name}.' },
  { id: 'missing-city', title: 'No city', message: 'The address of this location has no city for {city}.' },
  {
    id: 'missing-street',
    title: 'No street',
    message: 'The address of this location has no street for {street}.',
  },
  {
    id: 'missing-store-code',
    title: 'No store code',
    message: 'This location has no store code for {storeCode}.',
  },
  { id: 'missing-website', title: 'No website', message: 'This location has no website for {website}.' },
  {
    id: 'description-too-long',
    title: 'Description too long',
    message: 'With this location’s values, the description has more than 750 characters.',
  },
  {
    id: 'description-with-link',
    title: 'Link in description',
    message: 'With this location’s values, the description has a web address, which Google doesn’t allow.',
  },
  {
    id: 'link-invalid',
    title: 'Unusable website',
    message: 'With this location’s values, the website isn’t a public web address.',
  },
  {
    id: 'hours-overlap',
    title: 'Hours overlap',
    message: 'Together with the special hours of this location, the new ones overlap.',
  },
] as const);

/** What Google does not let a location change: left out where nothing else is to change there, else only that field stays. */
const STAYS = frozen([
  {
    id: 'date-past',
    title: 'Date has passed',
    message: 'The dates have already passed at this location.',
  },
  {
    id: 'no-regular-hours',
    title: 'No business hours',
    message: 'Google takes special hours only where a location has business hours.',
  },
  {
    id: 'cannot-reopen',
    title: 'Can’t reopen',
    message: 'Google doesn’t let this location be marked as open again.',
  },
  {
    id: 'phone-required',
    title: 'Phone needed',
    message: 'Google needs a primary phone number while a location has others.',
  },
] as const);

/** What may go wrong, although the location changes. */
const WARNINGS = frozen([
  {
    id: 'dates-past',
    title: 'Dates have passed',
    message: 'Some of the dates have already passed at this location. They are left as they are.',
  },
  {
    id: 'in-review',
    title: 'In review',
    message: 'Google is still reviewing the last value of this field. The new one takes its place.',
  },
  {
    id: 'waits-elsewhere',
    title: 'Another change waits',
    message: 'Another change of this field still waits to be sent. That one is sent first.',
  },
  {
    id: 'field-locked',
    title: 'Locked',
    message: 'This field is locked here. From now on the lock keeps the new value.',
  },
  {
    id: 'closed-after-midnight',
    title: 'Closed after midnight',
    message: 'Special hours go on past midnight into a day that is closed.',
  },
  {
    id: 'hours-replaced',
    title: 'Had special hours',
    message: 'These dates already had special hours here. They are replaced.',
  },
  {
    id: 'location-unverified',
    title: 'Unverified',
    message: 'This location isn’t verified, so customers may not see the change.',
  },
  {
    id: 'google-refuses',
    title: 'Google refuses',
    message: 'Google says that it wouldn’t accept this.',
  },
] as const);

export const BULK_RULE_IDS = Object.freeze([
  ...LEFT_OUT.map(({ id }) => id),
  ...STAYS.map(({ id }) => id),
  ...WARNINGS.map(({ id }) => id),
] as const);
export type BulkRuleId = (typeof BULK_RULE_IDS)[number];

const BY_ID: ReadonlyMap<string, BulkRule> = new Map(
  [...LEFT_OUT, ...STAYS, ...WARNINGS].map((rule) => [rule.id, rule]),
);

/** The rule with an id. */
export function bulkRule(id: BulkRuleId): BulkRule {
  return BY_ID.get(id)!;
}
