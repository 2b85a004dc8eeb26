import { useEffect, useEffectEvent, useState } from 'react';
import useSWR, { useSWRConfig, type Arguments } from 'swr';
import { answer, api, type Schemas, requestSession } from '../api/client';
import { readPages } from '../api/pages';
import { isShown } from '../api/swr';
import { replacePost, type PostList } from './post-list';
import type { Post, WholePost } from './post-words';

interface PostFilters {
  /** All posts by default. SCHEDULED includes queued posts. */
  status?: 'SCHEDULED' | 'PUBLISHED' | 'FAILED' | undefined;
  /** Part of the text or the location's name. */
  search?: string | undefined;
  locationId?: string | undefined;
  /** ISO 8601; the earliest publish time. */
  from?: string | undefined;
  /** ISO 8601; only earlier publish times. */
  to?: string | undefined;
  /** Only held posts, of any Google account. */
  held?: 'true' | undefined;
  /** Only failed posts that Google has neither confirmed nor listed. */
  unconfirmed?: 'true' | undefined;
  /** `grouped`: posts of campaigns are counted and not listed, since each campaign is shown as one entry. */
  campaigns?: 'grouped' | undefined;
  /** By publish time; latest first by default. */
  order?: 'latest' | 'soonest' | undefined;
}

/** The first part of all keys for data about posts. All of it is read again after each change to a post. */
export const POSTS = 'posts';
const postsKey = (filters: PostFilters, pages: number) => [POSTS, 'list', filters, pages] as const;
const postKey = (id: string) => [POSTS, 'one', id] as const;
const isPostsKey = (key: unknown) => Array.isArray(key) && key[0] === POSTS;
const isListKey = (key: unknown) => isPostsKey(key) && (key as unknown[])[1] === 'list';
const isMonthKey = (key: unknown) => isListKey(key) && (key as unknown[])[3] === ALL_PAGES;

const PAGE_SIZE = 100;
/** The server's limit, for lists that are loaded completely. */
const LARGEST_PAGE = 1000;
/** Which posts are published next, soonest first. */
export const NEXT_POSTS = Object.freeze({ status: 'SCHEDULED', order: 'soonest' } as const);
/** The number of pages that loads a list completely, as for a month. */
export const ALL_PAGES = Infinity;

/**
 * The user's posts.
 * @param filters null loads nothing
 * @param pages how many pages of 100 posts to load, or `ALL_PAGES`. All are read again together, so that a list never mixes
 *   pages of different age. While another page is loading, the loaded ones stay.
 * @param options a failure shows a toast unless `quiet`
 * @returns `nextCursor` is null when all matching posts are loaded; `counts` are for the tabs
 */
export function usePosts(filters: PostFilters | null = {}, pages = 1, { quiet = false } = {}) {
  return useSWR(filters && postsKey(filters, pages), (key) => fetchPosts(key[2], pages, quiet), {
    keepPreviousData: true,
  });
}

/** The first 100 held posts, of any Google account; `counts.all` counts them all. */
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
  return readPages(part, pages);
}

/** A post with the history of its attempts. For an unknown one the error is an `ApiError` with status 404. */
export function usePost(id: string) {
  return useSWR(postKey(id), () => fetchPost(id));
}

/**
 * A post with all its content, loaded once for each `id`. It is the start of a form, so later changes do not matter.
 * @param id undefined loads nothing
 * @param onFailure called with an ApiError
 * @returns undefined until it is loaded
 */
export function useWholePost(
  id: string | undefined,
  onFailure: (error: unknown) => void,
): WholePost | undefined {
  const [whole, setWhole] = useState<WholePost>();
  const fail = useEffectEvent(onFailure);

  useEffect(() => {
    if (id === undefined) return;
    let isCurrent = true;
    fetchPost(id).then(
      (post) => isCurrent && setWhole(post),
      (error: unknown) => isCurrent && fail(error),
    );
    return () => {
      isCurrent = false;
      setWhole(undefined);
    };
  }, [id]);

  return whole?.id === id ? whole : undefined;
}

/**
 * A post with all its content and the history of its attempts.
 * @throws ApiError
 */
export function fetchPost(id: string) {
  return answer(api.GET('/api/posts/{id}', { params: { path: { id } } }), { quiet: true });
}

/** Reads all data about posts again after a change: data on screen at once, the rest when it is next shown. */
export function useRefreshPosts(): () => void {
  const { mutate } = useSWRConfig();
  const forgetHiddenMonths = useForgetHiddenMonths();
  return () => {
    forgetHiddenMonths();
    void mutate(isPostsKey);
  };
}

/** Reads the posts on screen again. Other lists in the cache stay as they are. */
export function useRefreshShownPosts(): () => void {
  const { mutate, cache } = useSWRConfig();
  return () => void mutate((key) => isPostsKey(key) && isShown(cache, key));
}

/** Removes hidden months from the cache. Otherwise they would first be shown as they were before the change. */
function useForgetHiddenMonths(): () => void {
  const { mutate, cache } = useSWRConfig();
  return () => {
    // With `undefined` as data, SWR also ignores answers to requests that are still running.
    void mutate((key) => isMonthKey(key) && !isShown(cache, key), undefined);
  };
}

/**
 * Changes posts. Failures are thrown without a toast, and the caller shows them in place. Deleting, retrying and moving
 * are shown at once and rolled back on failure, except a deletion at Google, which is shown when Google has answered.
 * @throws ApiError
 */
export function usePostActions() {
  const { mutate } = useSWRConfig();
  const refresh = useRefreshPosts();
  const forgetHiddenMonths = useForgetHiddenMonths();

  /** Returns the refresh for the end of a change. It does nothing if the session has ended in the meantime. */
  function refreshOfThisSession(): () => void {
    const begunUnder = requestSession();
    return () => {
      if (begunUnder === requestSession()) refresh();
    };
  }

  /** Shows the expected new version of a post in all lists (undefined: deleted), then the server's answer. */
  async function showAtOnce<Answer extends Post | undefined>(
    id: string,
    expected: Answer,
    request: Promise<Answer>,
  ): Promise<Answer> {
    const refreshAfterwards = refreshOfThisSession();
    forgetHiddenMonths();
    try {
      // One by one, since `mutate` with a filter gives all lists the optimistic data of the first.
      const shown = keysOf(mutate, isListKey).map((key) =>
        mutate<PostList | undefined>(
          key,
          (list) => list && request.then((answered) => replacePost(list, id, answered)),
          {
            optimisticData: (list?: PostList) => list && replacePost(list, id, expected),
            rollbackOnError: true,
            revalidate: false,
          },
        ),
      );
      await Promise.all(shown);
      // If there is no list, nothing above awaits the request.
      return await request;
    } finally {
      refreshAfterwards();
    }
  }

  return {
    /** Schedules a post. Repeating it with the same key creates no second post. */
    async schedulePost(body: Schemas['NewPostDto'], idempotencyKey: string): Promise<void> {
      const params = { header: { 'Idempotency-Key': idempotencyKey } };
      const refreshAfterwards = refreshOfThisSession();
      await answer(api.POST('/api/posts', { params, body }), { quiet: true });
      refreshAfterwards();
    },

    /** Changes a post. A failed one is scheduled again. Repeating it with the same key makes no second change. */
    async updatePost(id: string, body: Schemas['UpdatePostDto'], idempotencyKey: string): Promise<void> {
      const params = { path: { id }, header: { 'Idempotency-Key': idempotencyKey } };
      const refreshAfterwards = refreshOfThisSession();
      try {
        await answer(api.PATCH('/api/posts/{id}', { params, body }), { quiet: true });
      } finally {
        // Also after a refusal, which may mean that the post has changed elsewhere.
        refreshAfterwards();
      }
    },

    /** Deletes a post, with `atGoogle` also at Google. If Google fails, the post is not deleted here either. */
    async deletePost(post: Post, { atGoogle }: { atGoogle: boolean }): Promise<void> {
      const { id } = post;
      const params = { path: { id }, query: atGoogle ? ({ atGoogle: 'true' } as const) : {} };
      const request = answer(api.DELETE('/api/posts/{id}', { params }), { quiet: true, doneIs: 404 });
      // Google may refuse, and take seconds for it: until then the post is there.
      await showAtOnce<Post | undefined>(id, atGoogle ? post : undefined, request);
    },

    /** Retries a failed post now. */
    async retryPost(post: Post): Promise<void> {
      const params = { path: { id: post.id } };
      const request = answer(api.POST('/api/posts/{id}/retry', { params }), { quiet: true });
      const retried = { ...rescheduled(post), publishAt: new Date().toISOString() };
      await showAtOnce(post.id, retried, request);
    },

    /** Retries up to 100 posts now. Posts that are not failed stay as they are. */
    async retryPosts(ids: string[]): Promise<void> {
      try {
        await answer(api.POST('/api/posts/retry', { body: { ids } }), { quiet: true });
      } finally {
        refresh();
      }
    },

    /** Gives a post a new publish time. A failed one is scheduled again. Returns the changed post. */
    async movePost(post: Post, publishAt: Date): Promise<Post> {
      const { id, version } = post;
      const body = { publishAt: publishAt.toISOString(), version };
      const params = { path: { id }, header: { 'Idempotency-Key': crypto.randomUUID() } };
      const request = answer(api.PATCH('/api/posts/{id}', { params, body }), { quiet: true });
      return showAtOnce<Post>(id, { ...rescheduled(post), publishAt: body.publishAt }, request);
    },
  };
}

/** The expected version of a post that is scheduled again. */
function rescheduled(post: Post): Post {
  return { ...post, status: 'SCHEDULED', detail: null, errorDetails: null };
}

/** The keys in the cache that match a filter. */
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
