import { isDay } from '../lib/calendar-days';
import { useAddress } from '../lib/use-address';
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

/** The parts of the inbox's address. */
export interface ReviewAddress {
  tab: ReviewTab;
  /** The review that is read. */
  review: string | undefined;
  locationId: string | undefined;
  stars: StarChoice | undefined;
  withText: boolean;
  withPhoto: boolean;
  /** `yyyy-mm-dd`, the first day. */
  from: string | undefined;
  /** `yyyy-mm-dd`, the last day. */
  to: string | undefined;
}

/** All reviews. */
export const NO_FILTERS = Object.freeze({
  locationId: undefined,
  stars: undefined,
  withText: false,
  withPhoto: false,
  from: undefined,
  to: undefined,
}) satisfies Partial<ReviewAddress>;

const YES = 'yes';

/** Keeps tab, filters and the open review in the address, so that Reload, Back and links restore them. */
export function useReviewAddress() {
  const { query, change, linkTo } = useAddress();
  const stars = query.get('stars') ?? '';
  const [from, to] = [query.get('from'), query.get('to')];
  const address: ReviewAddress = {
    tab: TABS.find((tab) => tab === query.get('tab')?.toUpperCase()) ?? 'UNANSWERED',
    review: query.get('review') || undefined,
    locationId: query.get('location') || undefined,
    stars: Object.hasOwn(STAR_CHOICES, stars) ? (stars as StarChoice) : undefined,
    withText: query.get('text') === YES,
    withPhoto: query.get('photo') === YES,
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
  };

  return {
    address,
    /** @param step whether Back undoes it */
    change: (next: Partial<ReviewAddress>, step?: { isStep: boolean }) =>
      change(toParameters({ ...address, ...next }), step),
    /** The address of a review among these. */
    linkTo: (review: string) => linkTo(toParameters({ ...address, review })),
  };
}

function toParameters({ tab, review, locationId, stars, withText, withPhoto, from, to }: ReviewAddress) {
  return {
    tab: tab === 'UNANSWERED' ? undefined : tab.toLowerCase(),
    review,
    location: locationId,
    stars,
    text: withText ? YES : undefined,
    photo: withPhoto ? YES : undefined,
    from,
    to,
  };
}

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
