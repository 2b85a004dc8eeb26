import { useState } from 'react';
import { afterTries } from '../../api/swr';
import { type Entry, isMoment } from '../../campaigns/campaign-moments';
import { listedMoments } from '../../campaigns/listed-moments';
import { useGroupedCampaigns } from '../../campaigns/use-grouped-campaigns';
import { useCampaigns } from '../../campaigns/use-campaign-list';
import { useSearchThrottle } from '../../lib/use-search';
import { startOfDay } from '../../lib/wall-time';
import {
  countPosts,
  countWithUnlisted,
  inOrderOf,
  isInTab,
  searchPosts,
  type PostList,
  type PostTab,
} from '../../posting/post-list';
import type { Post } from '../../posting/post-words';
import { usePosts } from '../../posting/use-posts';

/** Which posts are shown. */
export interface PostSelection {
  tab: PostTab;
  locationId: string | undefined;
  /** The text in the search box. */
  text: string;
}

/**
 * The posts of a selection, in the order of its tab, with its campaigns. The client filters a list that is completely loaded
 * (up to 100 posts). Longer lists are filtered by the server and loaded in pages.
 * @param selection null loads nothing
 * @param day today, `yyyy-mm-dd`
 */
export function usePostTable(selection: PostSelection | null, day: string, timeZone: string, now: Date) {
  const startOfToday = startOfDay(day, timeZone);
  const isGrouped = useGroupedCampaigns(selection);
  const grouping = isGrouped ? ({ campaigns: 'grouped' } as const) : {};
  const whole = usePosts(selection && grouping);
  const campaigns = useCampaigns(isGrouped ? {} : null);
  const asksServer = whole.data !== undefined && whole.data.nextCursor !== null;
  const { tab = 'ALL', locationId, text = '' } = selection ?? {};
  const [asked, ask] = useState('');
  const question = JSON.stringify([tab, locationId, asked, isGrouped]);
  const [pages, setPages] = useState({ of: '', first: 1, earlier: 1 });
  const count = pages.of === question ? pages : { of: question, first: 1, earlier: 1 };

  const hasTwoParts = tab === 'ALL';
  const filters = {
    ...grouping,
    status: tab === 'ALL' ? undefined : tab,
    locationId,
    search: asked || undefined,
  };
  const today = startOfToday.toISOString();
  const order = tab === 'ALL' || tab === 'SCHEDULED' ? 'soonest' : undefined;
  const firstPart = { ...filters, order, from: hasTwoParts ? today : undefined } as const;
  const first = usePosts(selection && asksServer ? firstPart : null, count.first);
  // Also read while its posts are not shown yet, since the tabs count them.
  const earlierPart = { ...filters, to: today };
  const earlier = usePosts(selection && asksServer && hasTwoParts ? earlierPart : null, count.earlier);
  const parts = hasTwoParts ? bothParts(first.data, earlier.data) : first.data;

  const isWaiting = first.isLoading || (hasTwoParts && earlier.isLoading);
  useSearchThrottle({ asked, wanted: text.trim(), isWaiting }, ask);

  const lists = !asksServer ? [whole] : hasTwoParts ? [first, earlier] : [first];
  const requests = isGrouped ? [...lists, campaigns] : lists;
  const data = asksServer ? parts : whole.data;
  const isThere = (post: Post) => locationId === undefined || post.locationId === locationId;
  const found = data && (asksServer ? data.items : searchPosts(data.items.filter(isThere), text));
  const hasMore = asksServer && data?.nextCursor !== null;
  /** Undefined until something is loaded. A post that has just changed its status leaves the tab at once. */
  const posts =
    found &&
    inOrderOf(
      tab,
      found.filter((post) => isInTab(post, tab)),
      startOfToday,
    );
  const moments = isGrouped
    ? campaigns.data && listedMoments(campaigns.data, startOfToday, { tab, now })
    : ([] as const);
  return {
    posts,
    /** The posts, and in place of those of campaigns the campaigns. */
    entries:
      posts &&
      (moments || campaigns.error !== undefined
        ? upToLastPost(inOrderOf<Entry>(tab, [...posts, ...(moments ?? [])], startOfToday), hasMore)
        : undefined),
    campaigns: isGrouped ? campaigns.data : undefined,
    counts: asksServer
      ? data?.counts
      : data && found && (isGrouped ? countWithUnlisted(data, found) : countPosts(found)),
    ...afterTries(requests.find(({ error }) => error !== undefined)?.error),
    isValidating: requests.some(({ isValidating }) => isValidating),
    retry: () => requests.forEach(({ mutate }) => void mutate()),
    hasMore,
    loadMore: () => {
      const isInFirst = first.data?.nextCursor !== null;
      setPages(isInFirst ? { ...count, first: count.first + 1 } : { ...count, earlier: count.earlier + 1 });
    },
  };
}

/** While more posts are to be loaded, campaigns after the last one wait for those before them. */
function upToLastPost(entries: readonly Entry[], hasMore: boolean): readonly Entry[] {
  return hasMore ? entries.slice(0, entries.findLastIndex((entry) => !isMoment(entry)) + 1) : entries;
}

/** The posts from today on, followed by the earlier ones once all of them are loaded; the counts are of both. */
function bothParts(first: PostList | undefined, earlier: PostList | undefined): PostList | undefined {
  if (!first || !earlier) return undefined;
  const isFirstWhole = first.nextCursor === null;
  const sum = (tab: keyof PostList['counts']) => first.counts[tab] + earlier.counts[tab];
  return {
    items: isFirstWhole ? [...first.items, ...earlier.items] : first.items,
    counts: {
      all: sum('all'),
      scheduled: sum('scheduled'),
      published: sum('published'),
      failed: sum('failed'),
    },
    nextCursor: first.nextCursor ?? earlier.nextCursor,
  };
}

export type PostTable = ReturnType<typeof usePostTable>;
