import { useState } from 'react';
import { useFoundLocations } from '../listings/use-found-locations';
import { useLocation } from '../listings/use-locations';

/** The locations to choose from in the composer, and the chosen one, which may be beyond those that are loaded. */
export function usePlaces(chosenId: string) {
  const [search, setSearch] = useState('');
  const { found, error, isValidating, retry } = useFoundLocations(undefined, search);
  const hasMore = found !== undefined && found.items.length < found.matched;
  const listed = found?.items.find(({ id }) => id === chosenId);
  const isElsewhere = chosenId !== '' && found !== undefined && listed === undefined;
  const { data: single } = useLocation(isElsewhere ? chosenId : undefined);

  return {
    /** Undefined while they are loading for the first time. */
    items: found?.items,
    chosen: listed ?? single,
    isLoading: found === undefined && error === undefined,
    error,
    isRetrying: isValidating,
    retry,
    /** Only a list that is too long to be loaded whole needs a search. */
    needsSearch: hasMore || search !== '',
    search,
    setSearch,
  };
}

export type Places = ReturnType<typeof usePlaces>;
