import { useState } from 'react';
import { countPosts, isInTab, matchesSearch, type PostTab } from './post-list';
import { usePosts } from './use-posts';

/**
 * The posts that a tab and a search leave. While all posts are loaded (up to 100, or as many as were asked for) the
 * client filters by itself, at once; of longer lists it asks the server, which answers in parts.
 * @param text what is being typed
 * @param settled what was typed when it paused; this is what the server is asked for
 */
export function usePostTable(tab: PostTab, text: string, settled: string) {
  const whole = usePosts();
  const asksServer = whole.data !== undefined && whole.data.nextCursor !== null;
  const status = tab === 'ALL' ? undefined : tab;
  const question = JSON.stringify([status, settled]);
  const [pages, setPages] = useState({ of: '', count: 1 });
  const pageCount = pages.of === question ? pages.count : 1;
  const parts = usePosts(asksServer ? { status, search: settled || undefined } : null, pageCount);

  const { data, error, isValidating, mutate } = asksServer ? parts : whole;
  const found = asksServer ? data?.items : data?.items.filter((post) => matchesSearch(post, text));
  return {
    /** Undefined until something was loaded. A post that has just changed its status leaves the tab at once. */
    posts: found?.filter((post) => isInTab(post, tab)),
    counts: asksServer ? data?.counts : found && countPosts(found),
    error: error as unknown,
    isValidating,
    retry: () => void mutate(),
    hasMore: asksServer && data?.nextCursor !== null,
    loadMore: () => setPages({ of: question, count: pageCount + 1 }),
  };
}
