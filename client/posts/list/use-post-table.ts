import { useState } from 'react';
import { useSearchThrottle } from '../../lib/use-search';
import { countPosts, isInTab, searchPosts, type PostTab } from '../post-list';
import type { Post } from '../post-words';
import { usePosts } from '../use-posts';

/** Which posts are shown. */
export interface PostSelection {
  tab: PostTab;
  locationId: string | undefined;
  /** The text in the search box. */
  text: string;
}

/**
 * The posts of a selection, latest first. The client filters a list that is completely loaded (up to 100 posts). Longer
 * lists are filtered by the server and loaded in pages.
 * @param selection null loads nothing
 */
export function usePostTable(selection: PostSelection | null) {
  const whole = usePosts(selection && {});
  const asksServer = whole.data !== undefined && whole.data.nextCursor !== null;
  const { tab = 'ALL', locationId, text = '' } = selection ?? {};
  const status = tab === 'ALL' ? undefined : tab;
  const [asked, ask] = useState('');
  const question = JSON.stringify([status, locationId, asked]);
  const [pages, setPages] = useState({ of: '', count: 1 });
  const pageCount = pages.of === question ? pages.count : 1;
  const filters = { status, locationId, search: asked || undefined };
  const parts = usePosts(selection && asksServer ? filters : null, pageCount);

  useSearchThrottle({ asked, wanted: text.trim(), isWaiting: parts.isLoading }, ask);

  const { data, error, isValidating, mutate } = asksServer ? parts : whole;
  const isThere = (post: Post) => locationId === undefined || post.locationId === locationId;
  const found = data && (asksServer ? data.items : searchPosts(data.items.filter(isThere), text));
  return {
    /** Undefined until something is loaded. A post that has just changed its status leaves the tab at once. */
    posts: found?.filter((post) => isInTab(post, tab)),
    counts: asksServer ? data?.counts : found && countPosts(found),
    error: error as unknown,
    isValidating,
    retry: () => void mutate(),
    hasMore: asksServer && data?.nextCursor !== null,
    loadMore: () => setPages({ of: question, count: pageCount + 1 }),
  };
}

export type PostTable = ReturnType<typeof usePostTable>;
