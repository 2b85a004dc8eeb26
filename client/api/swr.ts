import type { Cache, SWRConfiguration } from 'swr';
import { ApiError } from './api-error';

/** Specification, section 9: the data cache. */
const FRESH_MS = 60_000;
const KEPT_MS = 5 * 60_000;
const MAX_TRIES = 3;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

/** A cache whose entries go away 5 minutes after they were last written or read. */
function expiringCache(): Cache {
  const entries = new Map<string, { state: NonNullable<ReturnType<Cache['get']>>; usedAt: number }>();
  const evict = (): void => {
    for (const [key, { usedAt }] of entries) if (Date.now() - usedAt > KEPT_MS) entries.delete(key);
  };
  return {
    keys: () => entries.keys(),
    get(key) {
      const entry = entries.get(key);
      if (entry) entry.usedAt = Date.now();
      return entry?.state;
    },
    set(key, state) {
      evict();
      entries.set(key, { state, usedAt: Date.now() });
    },
    delete: (key) => void entries.delete(key),
  };
}

/** SWR with the specified rules. Each signed-in user gets a configuration, and so a cache, of their own. */
export function swrConfiguration(): SWRConfiguration & { provider: () => Cache } {
  return {
    provider: expiringCache,
    dedupingInterval: FRESH_MS,
    focusThrottleInterval: FRESH_MS,
    onErrorRetry(error, _key, _config, revalidate, { retryCount }) {
      if (retryCount > MAX_TRIES) return;
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return;
      const delay = Math.min(FIRST_DELAY_MS * 2 ** (retryCount - 1), MAX_DELAY_MS);
      setTimeout(() => void revalidate({ retryCount }), delay);
    },
  };
}
