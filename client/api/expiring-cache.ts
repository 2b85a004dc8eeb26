import { useEffect } from 'react';
import { unstable_serialize, type Cache, type Key, type Middleware } from 'swr';

/** Specification, section 9. */
const KEPT_MS = 5 * 60_000;

interface ExpiringCache {
  cache: Cache;
  /** Has each hook keep its entry for as long as it is mounted. */
  whileShown: Middleware;
}

/** Of each cache, how many mounted hooks use an entry. */
const usersOf = new WeakMap<Cache, ReadonlyMap<string, number>>();

/** Whether a view shows an entry, as far as the cache is one of these. */
export function isShown(cache: Cache, key: Key): boolean {
  return usersOf.get(cache)?.has(unstable_serialize(key)) ?? false;
}

/** A cache for SWR whose entries stay while a view shows them, and for 5 minutes after that. */
export function expiringCache(): ExpiringCache {
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
