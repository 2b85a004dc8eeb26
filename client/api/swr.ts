import type { Cache, SWRConfiguration } from 'swr';
import { ApiError } from './api-error';
import { expiringCache } from './expiring-cache';

/** Specification, section 9: the data cache. */
const FRESH_MS = 60_000;
const MAX_TRIES = 3;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

/** SWR with the specified rules. Each signed-in user gets a configuration, and so a cache, of their own. */
export function swrConfiguration(): SWRConfiguration & { provider: () => Cache } {
  const { cache, whileShown } = expiringCache();
  return {
    provider: () => cache,
    use: [whileShown],
    dedupingInterval: FRESH_MS,
    // What is fresh is not asked for again anyway; what no longer is must not wait.
    focusThrottleInterval: 0,
    onErrorRetry(error, _key, _config, revalidate, { retryCount }) {
      if (retryCount > MAX_TRIES) return;
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return;
      const delay = Math.min(FIRST_DELAY_MS * 2 ** (retryCount - 1), MAX_DELAY_MS);
      setTimeout(() => void revalidate({ retryCount }), delay);
    },
  };
}
