import { useSearchParams } from 'react-router-dom';
import { isDay } from '../lib/calendar-days';
import type { ReviewFilters } from './use-reviews';

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

/** Nothing is left out. */
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
  const [query, setQuery] = useSearchParams();
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

  /** @param isStep whether Back undoes it */
  function change(next: Partial<ReviewAddress>, { isStep = false } = {}): void {
    const wanted = { ...address, ...next };
    setQuery((current) => toQuery(wanted, current), {
      replace: !isStep,
      preventScrollReset: true,
      // Otherwise a chosen option jumps back until the view is drawn.
      flushSync: true,
    });
  }

  return {
    address,
    change,
    /** The address of a review among these. */
    linkTo: (review: string) => `?${toQuery({ ...address, review }, new URLSearchParams(query))}`,
  };
}

function toQuery(wanted: ReviewAddress, query: URLSearchParams): URLSearchParams {
  const values = {
    tab: wanted.tab === 'UNANSWERED' ? undefined : wanted.tab.toLowerCase(),
    review: wanted.review,
    location: wanted.locationId,
    stars: wanted.stars,
    text: wanted.withText ? YES : undefined,
    photo: wanted.withPhoto ? YES : undefined,
    from: wanted.from,
    to: wanted.to,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return query;
}

/** The server's filters. */
export function toFilters({
  tab,
  locationId,
  stars,
  withText,
  withPhoto,
  from,
  to,
}: ReviewAddress): ReviewFilters {
  return {
    tab,
    locationId,
    stars: stars?.replace('-', ','),
    withText: withText ? 'true' : undefined,
    withPhoto: withPhoto ? 'true' : undefined,
    from,
    to,
  };
}
