import { useState } from 'react';
import { afterTries } from '../api/swr';
import { searchLocations } from '../lib/search-text';
import { useSearchThrottle } from '../lib/use-search';
import { type Location, type LocationQuery, type LocationState, useLocations } from './use-listings';

export type LocationFilter = Pick<LocationQuery, 'state' | 'label' | 'sort'>;

/**
 * The locations that match a search and a filter. If all locations are loaded (up to 100), the client searches them. A
 * longer list is searched by the server, which answers in pages; so is one with a label, which only the server knows.
 * @param text the text in the search box
 */
export function useFoundLocations(
  accountId: string | undefined,
  text: string,
  { state, label, sort }: LocationFilter = {},
) {
  const wanted = text.trim();
  const [asked, ask] = useState('');
  const whole = useLocations({ accountId });
  const isLong = whole.data !== undefined && whole.data.nextCursor !== null;
  const asksServer = isLong || label !== undefined;
  const query: LocationQuery = asksServer ? { accountId, search: asked, state, label, sort } : { accountId };
  const first = useLocations(query);
  useSearchThrottle({ asked, wanted, isWaiting: first.isLoading }, ask);
  const [answered, setAnswered] = useState(query);
  if (!first.isLoading && first.error === undefined && !isSame(answered, query)) setAnswered(query);

  const list = asksServer ? first : whole;
  // Of another account nothing stays on screen.
  const data = answered.accountId === accountId ? list.data : undefined;
  const tries = afterTries(list.error);
  const items =
    data && (asksServer ? data.items : sorted(searchLocations(data.items, text).filter(isIn(state)), sort));
  return {
    /** Undefined until something is loaded. `items` may be only the first page of the matches. */
    found: data && items && { items, matched: asksServer ? data.matched : items.length, total: data.total },
    /** What the server's answer is for. Further pages are read with it. */
    query: answered,
    ...tries,
    isValidating: list.isValidating,
    /** Whether the result belongs to an earlier text, or nothing is loaded yet. */
    isSearching: list.isLoading || (tries.isTrying && !data) || (asksServer && asked !== wanted),
    retry: () => void list.mutate(),
  };
}

const isIn = (state: LocationState | undefined) => (location: Location) =>
  state === undefined || location.state === state;

const inOrder = new Intl.Collator('en', { numeric: true }).compare;

/** A list that is sorted by name, in another order of the server's. */
function sorted(locations: Location[], sort: LocationFilter['sort']): Location[] {
  // In alphabetical order the states that need attention come first.
  if (sort === 'state') return locations.toSorted((a, b) => inOrder(a.state, b.state));
  if (sort === 'storeCode')
    return locations.toSorted(
      (a, b) =>
        Number(a.storeCode === null) - Number(b.storeCode === null) ||
        inOrder(a.storeCode ?? '', b.storeCode ?? ''),
    );
  return locations;
}

function isSame(one: LocationQuery, other: LocationQuery): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
