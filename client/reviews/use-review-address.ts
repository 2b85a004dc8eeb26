import { isDay } from '../lib/calendar-days';
import { type AddressOf, choicePart, flagPart, inLowerCase, textPart, useAddress } from '../lib/use-address';
import type { ReviewFilters } from './data/use-reviews';

export const TABS = ['UNANSWERED', 'ANSWERED', 'REJECTED', 'ALL'] as const;

export type ReviewTab = (typeof TABS)[number];

/** The choices of stars. */
export const STAR_CHOICES = Object.freeze({
  '1': '1 star',
  '2': '2 stars',
  '3': '3 stars',
  '4': '4 stars',
  '5': '5 stars',
  '1-2': '1 or 2 stars',
  '4-5': '4 or 5 stars',
});

export type StarChoice = keyof typeof STAR_CHOICES;

/** The tab and the filters of the inbox, and the review that is read. */
const REVIEW_ADDRESS = {
  tab: inLowerCase(choicePart('tab', TABS, 'UNANSWERED')),
  review: textPart('review'),
  locationId: textPart('location'),
  stars: choicePart('stars', Object.keys(STAR_CHOICES) as StarChoice[]),
  withText: flagPart('text'),
  withPhoto: flagPart('photo'),
  /** The first and the last day. */
  from: textPart('from', isDay),
  to: textPart('to', isDay),
};

export type ReviewAddress = AddressOf<typeof REVIEW_ADDRESS>;

/** All reviews. */
export const NO_FILTERS = Object.freeze({
  locationId: undefined,
  stars: undefined,
  withText: false,
  withPhoto: false,
  from: undefined,
  to: undefined,
}) satisfies Partial<ReviewAddress>;

/** The tab and the filters of the inbox, and the review that is read, in the address. */
export const useReviewAddress = () => useAddress(REVIEW_ADDRESS);

/** The server's filters. Days are those of the viewer. */
export function toFilters(
  { tab, locationId, stars, withText, withPhoto, from, to }: ReviewAddress,
  timeZone: string,
): ReviewFilters {
  return {
    tab,
    locationId,
    stars: stars?.replace('-', ','),
    withText: withText ? 'true' : undefined,
    withPhoto: withPhoto ? 'true' : undefined,
    from,
    to,
    timeZone: (from ?? to) && timeZone,
  };
}
