import { useState } from 'react';
import { searchLocations } from './location-search';
import { useLocations } from './use-locations';

/**
 * The locations that a search finds. While all locations are loaded (up to 100) the client looks for itself, at once;
 * of longer lists it asks the server, which answers in parts.
 * @param text what is being typed
 * @param settled what was typed when it paused; this is what the server is asked for
 */
export function useFoundLocations(accountId: string | undefined, text: string, settled: string) {
  const [pages, setPages] = useState({ of: '', count: 1 });
  const whole = useLocations(accountId);
  const asksServer = whole.data !== undefined && whole.data.nextCursor !== null;
  const search = asksServer ? settled : '';
  const parts = useLocations(accountId, search, pages.of === search ? pages.count : 1);

  const list = asksServer ? parts : whole;
  const { data } = list;
  const items = data && (asksServer ? data.items : searchLocations(data.items, text));
  return {
    /** Undefined until something was loaded. */
    found: data && items && { items, matched: asksServer ? data.matched : items.length, total: data.total },
    error: list.error as unknown,
    isValidating: list.isValidating,
    /** What is found so far belongs to an earlier text, or nothing was loaded yet. */
    isSearching: list.isLoading || (asksServer && search !== text.trim()),
    retry: () => void list.mutate(),
    hasMore: asksServer && data?.nextCursor !== null,
    loadMore: () => setPages((last) => ({ of: search, count: (last.of === search ? last.count : 1) + 1 })),
  };
}
