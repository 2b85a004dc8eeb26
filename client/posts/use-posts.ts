import { useMemo } from 'react';
import useSWR, { unstable_serialize, useSWRConfig, type Arguments, type Cache } from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { isShown } from '../api/expiring-cache';
import { requestSession } from '../api/request-session';
import { replacePost } from './post-list';
import type { Post } from './post-words';

type PostList = Schemas['PostListDto'];

export interface PostFilters {
  /** SCHEDULED holds the queued ones as well; without it, all. */
  status?: 'SCHEDULED' | 'PUBLISHED' | 'FAILED' | undefined;
  /** Part of the text or of the location's name; the server looks for it. */
  search?: string | undefined;
  locationId?: string | undefined;
  /** ISO 8601; publish time at or after. */
  from?: string | undefined;
  /** ISO 8601; publish time before. */
  to?: string | undefined;
  /** Only those that do not go out as things stand, of whatever Google account. */
  held?: 'true' | undefined;
  /** Only the failed ones that Google has neither confirmed nor listed. */
  unconfirmed?: 'true' | undefined;
  /** By publish time; the latest first unless told. */
  order?: 'latest' | 'soonest' | undefined;
}

/** Whatever is read of posts has a key that begins so, and is read again after each change to one. */
export const POSTS = 'posts';
const postsKey = (filters: PostFilters, pages: number) => [POSTS, 'list', filters, pages] as const;
const postKey = (id: string) => [POSTS, 'one', id] as const;
const isPostsKey = (key: unknown) => Array.isArray(key) && key[0] === POSTS;
const isListKey = (key: unknown) => isPostsKey(key) && (key as unknown[])[1] === 'list';
const isMonthKey = (key: unknown) => isListKey(key) && (key as unknown[])[3] === ALL_PAGES;

/** How many posts one part of a list has at most, and where all parts are wanted: the server's own limits. */
const PAGE_SIZE = 100;
const LARGEST_PAGE = 1000;
/** As many parts of a list as there are. */
export const ALL_PAGES = Infinity;

/**
 * The user's posts.
 * @param filters null asks for nothing.
 * @param pages how many parts of the list to load, 100 posts each, or `ALL_PAGES`. They are read together, so that a refresh never
 *   mixes parts of different age; while a further one is on its way the ones before stay.
 * @param options a failure is told by toast unless `quiet`
 * @returns `nextCursor` is null when all that match are loaded; `counts` are for the tabs.
 */
export function usePosts(filters: PostFilters | null = {}, pages = 1, { quiet = false } = {}) {
  const { cache } = useSWRConfig();
  return useSWR(
    filters && postsKey(filters, pages),
    (key) => takeHeadStart(cache, unstable_serialize(key)) ?? fetchPosts(key[2], pages, quiet),
    { keepPreviousData: true },
  );
}

/** Whole lists that were asked for before the page that shows them is drawn. Whoever shows one takes it up at once. */
const headStarts = new WeakMap<Cache, { name: string; list: Promise<PostList>; begunAt: number }>();
/** One that nobody has taken up by then is not what the list is like any more. */
const TAKEN_WITHIN_MS = 500;

function giveHeadStart(cache: Cache, filters: PostFilters): void {
  const name = unstable_serialize(postsKey(filters, ALL_PAGES));
  const list = fetchPosts(filters, ALL_PAGES, false);
  // Whoever shows the list tells of it.
  list.catch(() => undefined);
  headStarts.set(cache, { name, list, begunAt: performance.now() });
}

function takeHeadStart(cache: Cache, name: string): Promise<PostList> | undefined {
  const headStart = headStarts.get(cache);
  if (headStart?.name !== name) return undefined;
  headStarts.delete(cache);
  return performance.now() - headStart.begunAt < TAKEN_WITHIN_MS ? headStart.list : undefined;
}

/** Looks after whole lists that are kept while nobody shows them. */
export function useKept() {
  const { cache } = useSWRConfig();
  return useMemo(() => {
    const nameOf = (filters: PostFilters) => unstable_serialize(postsKey(filters, ALL_PAGES));
    return {
      isKept: (filters: PostFilters) => cache.get(nameOf(filters))?.data !== undefined,
      drop: (filters: PostFilters) => cache.delete(nameOf(filters)),
      /** Asks for a list that is shown next; not for one that is kept or on its way. */
      begin: (filters: PostFilters) => {
        const { data, isValidating } = cache.get(nameOf(filters)) ?? {};
        if (data === undefined && !isValidating) giveHeadStart(cache, filters);
      },
    };
  }, [cache]);
}

/** The first 100 posts that do not go out as things stand, of whatever Google account; `counts.all` counts them all. */
export function useHeldPosts() {
  return usePosts({ held: 'true', order: 'soonest' });
}

/** The first 100 posts that Google has neither confirmed nor listed; `counts.all` counts them all. */
export function useUnconfirmedPosts(isWanted: boolean) {
  return usePosts(isWanted ? { unconfirmed: 'true', order: 'soonest' } : null, 1, { quiet: true });
}

async function fetchPosts(filters: PostFilters, pages: number, quiet: boolean): Promise<PostList> {
  const limit = pages === ALL_PAGES ? LARGEST_PAGE : PAGE_SIZE;
  const part = (cursor?: string) =>
    answer(api.GET('/api/posts', { params: { query: { ...filters, cursor, limit } } }), { quiet });
  let list = await part();
  for (let loaded = 1; loaded < pages && list.nextCursor !== null; loaded++) {
    const next = await part(list.nextCursor);
    list = { ...next, items: [...list.items, ...next.items] };
  }
  return list;
}

/** A post whole, with the history of its attempts. An unknown one is an `ApiError` with status 404. */
export function usePost(id: string) {
  return useSWR(postKey(id), () => fetchPost(id));
}

/** The same, as it is at this moment, for once. @throws ApiError */
export function fetchPost(id: string) {
  return answer(api.GET('/api/posts/{id}', { params: { path: { id } } }), { quiet: true });
}

/**
 * Forgets the months that are not on screen. They are kept, and read ahead, to be shown at once; after a change they would
 * be shown as they were.
 */
function useForgetUnseen(): () => void {
  const { mutate, cache } = useSWRConfig();
  return () => {
    for (const key of keysOf(mutate, (each) => isMonthKey(each) && !isShown(cache, each))) {
      // What is on its way is not taken for an answer any more.
      void mutate(key);
      cache.delete(unstable_serialize(key));
    }
  };
}

/** The keys of what is kept that a filter leaves. */
function keysOf(
  mutate: ReturnType<typeof useSWRConfig>['mutate'],
  filter: (key: Arguments) => boolean,
): Arguments[] {
  const keys: Arguments[] = [];
  void mutate((key) => {
    if (filter(key)) keys.push(key);
    return false;
  });
  return keys;
}

/** Has everything on screen that tells of posts read again, however fresh it is. */
export function useRefreshPosts(): () => void {
  const { mutate } = useSWRConfig();
  const forgetUnseen = useForgetUnseen();
  return () => {
    forgetUnseen();
    void mutate(isPostsKey);
  };
}

/** Has what is on screen of posts read again, however fresh it is. What is kept beside it stays as it is. */
export function useRefreshShownPosts(): () => void {
  const { mutate, cache } = useSWRConfig();
  return () => void mutate((key) => isPostsKey(key) && isShown(cache, key));
}

/**
 * What can be done to posts. Failures are thrown without a toast: whoever acts shows them in place.
 * Deleting, retrying and moving show at once and are taken back on failure.
 * @throws ApiError
 */
export function usePostActions() {
  const { mutate } = useSWRConfig();
  const refresh = useRefreshPosts();
  const forgetUnseen = useForgetUnseen();

  /** Has what a change has begun end with a refresh, unless the session has ended before, and its data with it. */
  function refreshLater(): () => void {
    const begunUnder = requestSession();
    return () => {
      if (begunUnder === requestSession()) refresh();
    };
  }

  /** Shows a post as it will be (undefined: not at all), then as the server answers it. */
  async function showAtOnce<Answer extends Post | undefined>(
    id: string,
    expected: Answer,
    request: Promise<Answer>,
  ): Promise<Answer> {
    const changed = (list: PostList | undefined, next: Answer) => list && replacePost(list, id, next);
    const refreshAfterwards = refreshLater();
    forgetUnseen();
    try {
      // One by one: with a filter SWR would give all lists the optimistic data of the first.
      const shown = keysOf(mutate, isListKey).map((key) =>
        mutate<PostList | undefined>(key, (list) => request.then((answered) => changed(list, answered)), {
          optimisticData: (list?: PostList) => changed(list, expected),
          rollbackOnError: true,
          revalidate: false,
        }),
      );
      await Promise.all(shown);
      // No list may be there to await it.
      return await request;
    } finally {
      refreshAfterwards();
    }
  }

  return {
    /** Schedules a post. Sent again with the same key, it is still one post. */
    async schedulePost(body: Schemas['NewPostDto'], idempotencyKey: string): Promise<void> {
      const params = { header: { 'Idempotency-Key': idempotencyKey } };
      const refreshAfterwards = refreshLater();
      await answer(api.POST('/api/posts', { params, body }), { quiet: true });
      refreshAfterwards();
    },

    /** Changes a post; a failed one is scheduled again. Sent again with the same key, it is still one change. */
    async updatePost(id: string, body: Schemas['UpdatePostDto'], idempotencyKey: string): Promise<void> {
      const params = { path: { id }, header: { 'Idempotency-Key': idempotencyKey } };
      const refreshAfterwards = refreshLater();
      try {
        await answer(api.PATCH('/api/posts/{id}', { params, body }), { quiet: true });
      } finally {
        // After a refusal too: the post may have changed elsewhere.
        refreshAfterwards();
      }
    },

    /** Deletes a post here, and at Google as well if so told; when that fails, it is deleted nowhere. */
    async deletePost({ id }: Post, { atGoogle }: { atGoogle: boolean }): Promise<void> {
      const params = { path: { id }, query: atGoogle ? ({ atGoogle: 'true' } as const) : {} };
      const request = answer(api.DELETE('/api/posts/{id}', { params }), { quiet: true, doneIs: 404 });
      await showAtOnce(id, undefined, request);
    },

    /** Has a failed post tried again now. */
    async retryPost(post: Post): Promise<void> {
      const params = { path: { id: post.id } };
      const request = answer(api.POST('/api/posts/{id}/retry', { params }), { quiet: true });
      const retried = { ...scheduledAnew(post), publishAt: new Date().toISOString() };
      await showAtOnce(post.id, retried, request);
    },

    /** Has up to 100 failed posts tried again now. Those that have not failed, or not any more, stay as they are. */
    async retryPosts(ids: string[]): Promise<void> {
      try {
        await answer(api.POST('/api/posts/retry', { body: { ids } }), { quiet: true });
      } finally {
        refresh();
      }
    },

    /** Gives a post another publish time; a failed one is scheduled again. Answers the post as it then is. */
    async movePost(post: Post, publishAt: Date): Promise<Post> {
      const { id, version } = post;
      const body = { publishAt: publishAt.toISOString(), version };
      const params = { path: { id }, header: { 'Idempotency-Key': crypto.randomUUID() } };
      const request = answer(api.PATCH('/api/posts/{id}', { params, body }), { quiet: true });
      return showAtOnce<Post>(id, { ...scheduledAnew(post), publishAt: body.publishAt }, request);
    },
  };
}

/** What the server makes of a post that is to go out again. */
function scheduledAnew(post: Post): Post {
  return { ...post, status: 'SCHEDULED', detail: null, errorDetails: null };
}
