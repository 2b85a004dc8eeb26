import type { Schemas } from '../api/client';
import { searchable } from '../lib/search-text';
import { toWallTime } from '../lib/wall-time';
import type { Post, ShownStatus } from './post-words';

export type PostList = Schemas['PostListDto'];
type PostCounts = Schemas['PostCountsDto'];

/** The tabs of the calendar. Queued posts count as scheduled. */
export type PostTab = 'ALL' | 'SCHEDULED' | 'PUBLISHED' | 'FAILED';

const COUNT_OF = {
  SCHEDULED: 'scheduled',
  QUEUED: 'scheduled',
  PUBLISHED: 'published',
  FAILED: 'failed',
} as const satisfies Record<Post['status'], keyof PostCounts>;

/** The text of an empty tab. */
export const NONE_IN_TAB: Readonly<Record<PostTab, string>> = Object.freeze({
  ALL: 'No posts',
  SCHEDULED: 'No scheduled posts',
  PUBLISHED: 'No published posts',
  FAILED: 'No failed posts',
});

const TAB_OF = {
  SCHEDULED: 'SCHEDULED',
  QUEUED: 'SCHEDULED',
  PUBLISHED: 'PUBLISHED',
  FAILED: 'FAILED',
  UNCONFIRMED: 'FAILED',
  LEFTOVER: 'FAILED',
} as const satisfies Record<ShownStatus, PostTab>;

export function isInTab({ status }: { status: ShownStatus }, tab: PostTab): boolean {
  return tab === 'ALL' || TAB_OF[status] === tab;
}

/** How many posts each tab holds. */
export function countPosts(posts: readonly Post[]): PostCounts {
  const counts = { all: posts.length, scheduled: 0, published: 0, failed: 0 };
  for (const { status } of posts) counts[COUNT_OF[status]]++;
  return counts;
}

/** How many posts each tab holds: of the found ones, and of those that are counted and not listed. */
export function countWithUnlisted({ items, counts }: PostList, found: readonly Post[]): PostCounts {
  const [listed, shown] = [countPosts(items), countPosts(found)];
  const all = (tab: keyof PostCounts) => shown[tab] + counts[tab] - listed[tab];
  return {
    all: all('all'),
    scheduled: all('scheduled'),
    published: all('published'),
    failed: all('failed'),
  };
}

/** The posts whose text, location name or store code matches the search, by the same rule as the server's search. */
export function searchPosts(posts: readonly Post[], search: string): readonly Post[] {
  const words = searchable(search);
  if (words === '') return posts;
  return posts.filter(({ summary, locationName, storeCode }) =>
    [summary, locationName, storeCode ?? ''].some((text) => searchable(text).includes(words)),
  );
}

/** A post, or an entry that is listed among posts. */
type Timed = Pick<Post, 'id' | 'publishAt'>;

/** The calendar day, `yyyy-mm-dd`, on which a post goes out in a zone. */
export function dayOf({ publishAt }: Timed, timeZone: string): string {
  return toWallTime(new Date(publishAt), timeZone).date;
}

/** The posts of each day in a zone, in the order of the given posts. */
export function byDay<Item extends Timed>(posts: readonly Item[], timeZone: string): Map<string, Item[]> {
  return Map.groupBy(posts, (post) => dayOf(post, timeZone));
}

/** The list with a new version of a post, or without the post; order and counts are updated. */
export function replacePost(list: PostList, id: string, next: Post | undefined): PostList {
  const items = list.items.flatMap((post) => (post.id !== id ? post : (next ?? []))).sort(latestFirst);
  const [before, after] = [countPosts(list.items), countPosts(items)];
  const moved = (tab: keyof PostCounts) => list.counts[tab] + after[tab] - before[tab];
  return {
    ...list,
    items,
    counts: {
      all: moved('all'),
      scheduled: moved('scheduled'),
      published: moved('published'),
      failed: moved('failed'),
    },
  };
}

/**
 * The order of a tab: scheduled posts soonest first, published and failed ones latest first. All posts begin with today:
 * first those of today and later, soonest first, then those of earlier days, latest first. The server has no such order,
 * so a list that is loaded in pages reads these two parts one after the other.
 */
export function inOrderOf<Item extends Timed>(
  tab: PostTab,
  posts: readonly Item[],
  startOfToday: Date,
): Item[] {
  if (tab === 'SCHEDULED') return soonestFirst(posts);
  const latest = posts.toSorted(latestFirst);
  if (tab !== 'ALL') return latest;
  const earlier = latest.findIndex(({ publishAt }) => Date.parse(publishAt) < startOfToday.getTime());
  return earlier === -1
    ? latest.reverse()
    : [...latest.slice(0, earlier).reverse(), ...latest.slice(earlier)];
}

/** The posts by publish time, soonest first. The server's order is the reverse. */
export function soonestFirst<Item extends Timed>(posts: readonly Item[]): Item[] {
  return posts.toSorted((one, other) => latestFirst(other, one));
}

/** The order in which the server lists posts. */
function latestFirst(one: Timed, other: Timed): number {
  return Date.parse(other.publishAt) - Date.parse(one.publishAt) || (one.id < other.id ? -1 : 1);
}
