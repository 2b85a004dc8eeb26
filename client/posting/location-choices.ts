import { useState } from 'react';
import type { Schemas } from '../api/client';
import { searchLocations } from '../lib/search-text';
import { useFoundLocations } from '../listings/use-found-locations';
import { useLocation } from '../listings/use-listings';
import type { Status } from '../ui/basics/labels';

export type Location = Schemas['LocationDto'];
export type LocationChoices = ReturnType<typeof useLocationChoices>;

/** The locations to choose from, and the chosen one, which is loaded separately if it is not in the list. */
export function useLocationChoices(chosenId: string) {
  const [search, setSearch] = useState('');
  const { found, error, isValidating, isSearching, retry } = useFoundLocations(undefined, search);
  const listed = found?.items.find(({ id }) => id === chosenId);
  // While a search is typed the chosen location may leave the list.
  const [last, setLast] = useState(listed);
  const known = listed ?? (last?.id === chosenId ? last : undefined);
  const isElsewhere = chosenId !== '' && found !== undefined && known === undefined;
  const { data: single } = useLocation(isElsewhere ? chosenId : undefined);
  const chosen = known ?? single;
  if (chosen && chosen !== last) setLast(chosen);

  return {
    chosen,
    /** Undefined while they are loading for the first time. The answer to an earlier text is searched for this one. */
    items: found && searchLocations(found.items, search),
    /** How many match; `items` are the first 100 of them. */
    matched: found?.matched ?? 0,
    total: found?.total ?? 0,
    isSearching,
    error,
    isRetrying: isValidating,
    retry,
    search,
    setSearch,
  };
}

/** Why Google accepts no posts for a location, by the server's rules about drafts; undefined if it accepts them. */
export function refusalOf({ state, openStatus }: Location): { status: Status; reason: string } | undefined {
  if (state === 'SUSPENDED') return { status: state, reason: 'Google doesn’t accept posts for it' };
  if (state === 'UNVERIFIED')
    return { status: state, reason: 'Google doesn’t accept posts until it’s verified' };
  if (openStatus === 'CLOSED_PERMANENTLY')
    return { status: openStatus, reason: 'Google doesn’t accept posts for it' };
  return undefined;
}

/** The locations of each account, in the order in which the accounts first appear. */
export function byAccount(locations: readonly Location[]): [accountId: string, Location[]][] {
  return [...Map.groupBy(locations, ({ accountId }) => accountId)];
}
