import { useEffect, useEffectEvent, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { connectionKey } from '../business-profile/use-connection';
import { isHeld, type Post } from './post-words';
import { useRefreshPosts } from './use-posts';

const EVERY_MS = 10_000;
const SOON_MS = 2 * 60_000;
const SELDOM_MS = 5 * 60_000;

/**
 * Keeps posts on screen up to date: every ten seconds while one of them is about to change, which is queued or due within
 * two minutes; else every five minutes, since Google may still take down what is live. SWR would not ask again by itself,
 * nor within the minute that data counts as fresh. Nothing is asked for while the tab is hidden,
 * or after a failed load, which has its own repetitions. A post that is held tells that the connection may not be what
 * it was.
 * @param month which the posts are of: what is kept of another one may be about to change, or has changed since
 */
export function useLivePosts(posts: readonly Post[] | undefined, hasFailed: boolean, month?: string): void {
  const refresh = useRefreshPosts();
  const refreshedAt = useRef(0);
  const refreshIfNeeded = useEffectEvent(() => {
    if (hasFailed || document.visibilityState === 'hidden') return;
    const now = Date.now();
    if (!posts?.some(isAboutToChange) && now - refreshedAt.current < SELDOM_MS) return;
    refreshedAt.current = now;
    refresh();
  });

  const { mutate } = useSWRConfig();
  const holdsPosts = posts?.some(isHeld) ?? false;
  useEffect(() => {
    if (holdsPosts) void mutate(connectionKey());
  }, [holdsPosts, mutate]);

  const refreshIfKept = useEffectEvent(() => {
    if (posts?.some(isAboutToChange)) refreshIfNeeded();
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

function isAboutToChange({ status, publishAt }: Post): boolean {
  if (status === 'QUEUED') return true;
  return status === 'SCHEDULED' && Date.parse(publishAt) - Date.now() <= SOON_MS;
}
