import { useEffect, useEffectEvent, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { isRefusal } from '../api/is-refusal';
import { connectionKey } from '../business-profile/use-connection';
import { growingPause, pauseAfterFailure } from '../lib/growing-pause';
import { isHeld, type Post } from './post-words';
import { useRefreshShownPosts } from './use-posts';

const EVERY_MS = 10_000;
const SOON_MS = 2 * 60_000;
const SELDOM_MS = 5 * 60_000;

/**
 * Keeps posts on screen up to date. While one of them may change at any moment, they are read again after 10 s, then after
 * growing pauses (half the time without a change) of up to 5 min. Otherwise they are read every 5 min, since Google may
 * remove a published post. Sample posts never change. After a failure they are tried again until they can be read. Nothing
 * is read while the tab is hidden. A held post means that the connection may have changed, so the connection is read again
 * too.
 * @param error why the last load failed; after a refusal nothing is read
 * @param month the month of the posts; when it changes, cached posts that may have changed are read again at once
 */
export function useLivePosts(posts: readonly Post[] | undefined, error: unknown, month?: string): void {
  const refresh = useRefreshShownPosts();
  const refreshedAt = useRef(0);
  /** The posts that may change, with their states, and the time of the last change; or the first failure. */
  const pending = useRef({ posts: '', since: 0 });

  const hasFailed = error !== undefined;
  const own = posts?.filter(({ isExample }) => !isExample) ?? [];
  const refreshNow = (now: number) => {
    refreshedAt.current = now;
    refresh();
  };
  const refreshIfNeeded = useEffectEvent(() => {
    const isShown = hasFailed || own.length > 0;
    if (!isShown || isRefusal(error) || document.visibilityState === 'hidden') return;
    const now = Date.now();
    const changing = own.filter((post) => mayChangeAt(post, now));
    const states = hasFailed
      ? 'failed'
      : changing
          .map(({ id, version, status, detail, nextTryAt }) =>
            [id, version, status, detail, nextTryAt].join(),
          )
          .join();
    if (states !== pending.current.posts) pending.current = { posts: states, since: now };
    const unchangedMs = now - pending.current.since;
    const growing = changing.length > 0 ? growingPause(unchangedMs, EVERY_MS) : SELDOM_MS;
    if (now - refreshedAt.current >= (hasFailed ? pauseAfterFailure(unchangedMs) : growing)) refreshNow(now);
  });

  const { mutate } = useSWRConfig();
  const holdsPosts = posts?.some(isHeld) ?? false;
  useEffect(() => {
    if (holdsPosts) void mutate(connectionKey());
  }, [holdsPosts, mutate]);

  const refreshIfChanging = useEffectEvent(() => {
    const now = Date.now();
    if (!hasFailed && own.some((post) => mayChangeAt(post, now))) refreshNow(now);
  });
  useEffect(() => {
    if (month !== undefined) refreshIfChanging();
  }, [month]);

  useEffect(() => {
    refreshedAt.current = Date.now();
    const timer = setInterval(refreshIfNeeded, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Whether a post may change by itself by a time (ms). The server says when it sends the post or asks Google next. */
function mayChangeAt({ status, publishAt, nextTryAt }: Post, now: number): boolean {
  if (status === 'QUEUED') return nextTryAt === null || Date.parse(nextTryAt) <= now;
  return status === 'SCHEDULED' && Date.parse(publishAt) - now <= SOON_MS;
}
