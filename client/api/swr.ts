import { type Cache, type SWRConfiguration, unstable_serialize, type Key, type Middleware } from 'swr';
import type { ApiError } from './api-error';
import { isRefusal, TOO_MANY_REQUESTS } from './is-refusal';
import { useEffect } from 'react';

/** Specification, section 9: the data cache. */
const FRESH_MS = 60_000;
const MAX_TRIES = 3;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

/** Failures after which another of the specified tries comes by itself. */
const triedAgain = new WeakSet<Error>();

/**
 * What a list shows of a failed load: no error while the specified tries go on.
 * @param error as SWR has it
 * @returns the error to show, and whether another try comes instead
 */
export function afterTries(error: unknown): { error: unknown; isTrying: boolean } {
  const isTrying = error instanceof Error && triedAgain.has(error);
  return { error: isTrying ? undefined : error, isTrying };
}

/** SWR with the specified rules. Each user gets a separate configuration in each workspace, and with it a separate cache. */
export function swrConfiguration(): SWRConfiguration & { provider: () => Cache } {
  const { cache, whileShown } = expiringCache();
  return {
    provider: () => cache,
    use: [whileShown],
    dedupingInterval: FRESH_MS,
    // Fresh data is not read again anyway, and old data must not wait.
    focusThrottleInterval: 0,
    onErrorRetry(error, key, { refreshInterval = 0 }, revalidate, { retryCount }) {
      if (isRefusal(error)) return;
      const before: unknown = cache.get(key)?.error;
      const isTooMany = (error as Partial<ApiError>).status === TOO_MANY_REQUESTS;
      // SWR stops reading regularly after a failure. What is read regularly is tried again at its next time.
      const pause =
        typeof refreshInterval === 'number' ? refreshInterval : refreshInterval(cachedData(cache, key));
      const isOver = isTooMany || retryCount > MAX_TRIES;
      // A failure that is shown already stays on screen during further tries.
      const isShown = before !== undefined && !afterTries(before).isTrying;
      if (!isOver && !isShown && error instanceof Error) triedAgain.add(error);
      const delay = isOver ? pause : Math.min(FIRST_DELAY_MS * 2 ** (retryCount - 1), MAX_DELAY_MS);
      if (delay > 0) setTimeout(() => void revalidate({ retryCount }), delay);
    },
  };
}

/** Specification, section 9. */
const KEPT_MS = 5 * 60_000;

interface ExpiringCache {
  cache: Cache;
  /** Makes each hook keep its entry for as long as it is mounted. */
  whileShown: Middleware;
}

/** For each cache, how many mounted hooks use each entry. */
const usersOf = new WeakMap<Cache, ReadonlyMap<string, number>>();

/** Whether a view shows an entry. False for a cache that was not made here. */
export function isShown(cache: Cache, key: Key): boolean {
  return usersOf.get(cache)?.has(unstable_serialize(key)) ?? false;
}

/** What the cache has under a key; undefined: nothing. */
export function cachedData<Data>(cache: Cache, key: Key): Data | undefined {
  return cache.get(unstable_serialize(key))?.data as Data | undefined;
}

/** A cache for SWR whose entries stay while a view shows them, and for 5 minutes after that. */
function expiringCache(): ExpiringCache {
  const entries = new Map<string, NonNullable<ReturnType<Cache['get']>>>();
  const users = new Map<string, number>();
  const ends = new Map<string, ReturnType<typeof setTimeout>>();

  const renew = (key: string): void => {
    clearTimeout(ends.get(key));
    ends.delete(key);
    if (users.has(key)) return;
    ends.set(
      key,
      setTimeout(() => {
        ends.delete(key);
        entries.delete(key);
      }, KEPT_MS),
    );
  };
  const use = (key: string, change: 1 | -1): void => {
    const count = (users.get(key) ?? 0) + change;
    if (count > 0) users.set(key, count);
    else users.delete(key);
    renew(key);
  };

  const cache: Cache = {
    keys: () => entries.keys(),
    get: (key) => entries.get(key),
    set(key, state) {
      entries.set(key, state);
      renew(key);
    },
    delete: (key) => void entries.delete(key),
  };
  usersOf.set(cache, users);
  return {
    cache,
    whileShown: (useNext) =>
      function useKept(key: Key, fetcher, config) {
        const name = unstable_serialize(key);
        useEffect(() => {
          use(name, 1);
          return () => use(name, -1);
        }, [name]);
        return useNext(key, fetcher, config);
      },
  };
}
