import { useState } from 'react';
import { searchLocations } from '../lib/search-text';
import { useSearchThrottle } from '../lib/use-search';
import { useLocations } from './use-listings';

/**
 * The locations that match a search. If all locations are loaded (up to 100), the client searches them. A longer list is
 * searched by the server, which answers in pages.
 * @param text the text in the search box
 */
export function useFoundLocations(accountId: string | undefined, text: string) {
  const wanted = text.trim();
  const [asked, ask] = useState('');
  const whole = useLocations(accountId);
  const asksServer = whole.data !== undefined && whole.data.nextCursor !== null;
  const search = asksServer ? asked : '';
  const first = useLocations(accountId, { search });
  useSearchThrottle({ asked, wanted, isWaiting: first.isLoading }, ask);
  const [answered, setAnswered] = useState('');
  if (!first.isLoading && answered !== search) setAnswered(search);

  const list = asksServer ? first : whole;
  const { data } = list;
  const items = data && (asksServer ? data.items : searchLocations(data.items, text));
  return {
    /** Undefined until something is loaded. `items` may be only the first page of the matches. */
    found: data && items && { items, matched: asksServer ? data.matched : items.length, total: data.total },
    /** The text of the server's answer, with which further pages are read. Empty if the client searches. */
    search: answered,
    error: list.error as unknown,
    isValidating: list.isValidating,
    /** Whether the result belongs to an earlier text, or nothing is loaded yet. */
    isSearching: list.isLoading || (asksServer && search !== wanted),
    retry: () => void list.mutate(),
  };
}
