import { useEffect, useEffectEvent, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { growingPause } from '../api/pause';
import { connectionKey } from '../business-profile/use-connection';
import { isHeld, type Post } from './post-words';
import { useRefreshShownPosts } from './use-posts';

const EVERY_MS = 10_000;
const SOON_MS = 2 * 60_000;
const SELDOM_MS = 5 * 60_000;

/**
 * Keeps posts on screen up to date. While one of them may change at any moment they are read again after ten seconds, and
 * then after half the time for which nothing has come of it, up to five minutes; else every five minutes, since Google may
 * still take down what is live. Sample posts never change. SWR would not ask again by itself, nor within the minute that
 * data counts as fresh. Nothing is asked for while the tab is hidden, or after a failed load, which has its own
 * repetitions. A post that is held tells that the connection may not be what it was.
 * @param month which the posts are of: what is kept of another one may be about to change, or has changed since
 */
export function useLivePosts(posts: readonly Post[] | undefined, hasFailed: boolean, month?: string): void {
  const refresh = useRefreshShownPosts();
  const refreshedAt = useRef(0);
  /** Which posts may change, as they are, and since when they are like that. */
  const awaited = useRef({ posts: '', since: 0 });

  const own = posts?.filter(({ isExample }) => !isExample) ?? [];
  const refreshNow = (now: number) => {
    refreshedAt.current = now;
    refresh();
  };
  const refreshIfNeeded = useEffectEvent(() => {
    if (hasFailed || own.length === 0 || document.visibilityState === 'hidden') return;
    const now = Date.now();
    const changing = own.filter((post) => mayChangeAt(post, now));
    const asTheyAre = changing.map(({ id, version, status, detail, nextTryAt }) =>
      [id, version, status, detail, nextTryAt].join(),
    );
    if (asTheyAre.join() !== awaited.current.posts) awaited.current = { posts: asTheyAre.join(), since: now };
    const growing = growingPause(now - awaited.current.since, EVERY_MS);
    if (now - refreshedAt.current >= (changing.length > 0 ? growing : SELDOM_MS)) refreshNow(now);
  });

  const { mutate } = useSWRConfig();
  const holdsPosts = posts?.some(isHeld) ?? false;
  useEffect(() => {
    if (holdsPosts) void mutate(connectionKey());
  }, [holdsPosts, mutate]);

  const refreshIfKept = useEffectEvent(() => {
    const now = Date.now();
    if (!hasFailed && own.some((post) => mayChangeAt(post, now))) refreshNow(now);
  });
  useEffect(() => {
    if (month !== undefined) refreshIfKept();
  }, [month]);

  useEffect(() => {
    refreshedAt.current = Date.now();
    const timer = setInterval(refreshIfNeeded, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Whether a post may look different at a time (ms): the server says when it is tried, or Google asked about it, next. */
function mayChangeAt({ status, publishAt, nextTryAt }: Post, now: number): boolean {
  if (status === 'QUEUED') return nextTryAt === null || Date.parse(nextTryAt) <= now;
  return status === 'SCHEDULED' && Date.parse(publishAt) - now <= SOON_MS;
}
