import { useEffect, useState } from 'react';
import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { useFoundLocations } from '../listings/use-found-locations';

type Location = Schemas['LocationDto'];

/** ms without typing before the server is asked. */
const SETTLE = 300;

/** The locations to choose from in the composer, and the chosen one, which may be beyond those that are loaded. */
export function usePlaces(chosenId: string) {
  const [search, setSearch] = useState('');
  const [settled, setSettled] = useState('');
  const { found, error, isValidating, retry, hasMore } = useFoundLocations(undefined, search, settled);
  const listed = found?.items.find(({ id }) => id === chosenId);
  const isElsewhere = chosenId !== '' && found !== undefined && listed === undefined;
  const { data: single } = useSWR(isElsewhere ? ['location', chosenId] : null, ([, id]) => fetchLocation(id));

  useEffect(() => {
    const timer = setTimeout(() => setSettled(search.trim()), SETTLE);
    return () => clearTimeout(timer);
  }, [search]);

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

function fetchLocation(id: string): Promise<Location> {
  return answer(api.GET('/api/locations/{id}', { params: { path: { id } } }), { quiet: true });
}
