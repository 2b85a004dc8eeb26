import { useState } from 'react';
import { useKeepingUp } from '../listings/use-keeping-up';
import { countPosts, isInTab, searchPosts, type PostTab } from './post-list';
import type { Post } from './post-words';
import { usePosts } from './use-posts';

/** What of the posts is wanted. */
export interface PostSelection {
  tab: PostTab;
  locationId: string | undefined;
  /** What is being typed. */
  text: string;
}

/**
 * The posts that a selection leaves, latest first. While all posts are loaded (up to 100, or as many as were asked for)
 * the client filters by itself, at once; of longer lists it asks the server, which answers in parts.
 * @param selection null asks for nothing.
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

  useKeepingUp({ asked, wanted: text.trim(), isWaiting: parts.isLoading }, ask);

  const { data, error, isValidating, mutate } = asksServer ? parts : whole;
  const isThere = (post: Post) => locationId === undefined || post.locationId === locationId;
  const found = data && (asksServer ? data.items : searchPosts(data.items.filter(isThere), text));
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

export type PostTable = ReturnType<typeof usePostTable>;
