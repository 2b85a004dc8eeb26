import { useState } from 'react';
import { searchLocations } from './location-search';
import { useKeepingUp } from './use-keeping-up';
import { useLocations } from './use-locations';

/**
 * The locations that a search finds. While all locations are loaded (up to 100) the client looks for itself, at once;
 * of longer lists it asks the server, which answers in parts.
 * @param text what is being typed
 */
export function useFoundLocations(accountId: string | undefined, text: string) {
  const wanted = text.trim();
  const [asked, ask] = useState('');
  const whole = useLocations(accountId);
  const asksServer = whole.data !== undefined && whole.data.nextCursor !== null;
  const search = asksServer ? asked : '';
  const first = useLocations(accountId, { search });
  useKeepingUp({ asked, wanted, isWaiting: first.isLoading }, ask);
  const [answered, setAnswered] = useState('');
  if (!first.isLoading && answered !== search) setAnswered(search);

  const list = asksServer ? first : whole;
  const { data } = list;
  const items = data && (asksServer ? data.items : searchLocations(data.items, text));
  return {
    /** Undefined until something was loaded; `items` may be the first part of those that match. */
    found: data && items && { items, matched: asksServer ? data.matched : items.length, total: data.total },
    /** The text that this answers, if the server was asked; further parts of it are asked for with the same. */
    search: answered,
    error: list.error as unknown,
    isValidating: list.isValidating,
    /** What is found so far belongs to an earlier text, or nothing was loaded yet. */
    isSearching: list.isLoading || (asksServer && search !== wanted),
    retry: () => void list.mutate(),
  };
}
