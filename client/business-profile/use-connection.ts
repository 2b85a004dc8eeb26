import useSWR, { useSWRConfig } from 'swr';
import { ApiError } from '../api/api-error';
import { answer, api, requestWorkspace, type Schemas } from '../api/client';
import { askForConnection, takeEarly } from '../api/early-connection';
import { notifyOtherTabs } from './connection-channel';

export type Connection = Schemas['ConnectionStatusDto'];

export const connectionKey = () => ['connection'] as const;
/** Whether a key of the data cache is that of the connection itself. */
export const isConnectionKey = (key: unknown) => Array.isArray(key) && key[0] === connectionKey()[0];

const DISCONNECTED: Omit<Connection, 'offersPractice'> = {
  hasAccess: false,
  source: 'sample',
  state: 'none',
  email: null,
  isPractice: false,
  connectedAt: null,
  closedApis: [],
};

/** How often a connection is read while something depends on it. */
const FOLLOWED_EVERY_MS = 10_000;

/**
 * Whether a Business Profile is connected, and whose data the user sees. With `isFollowed` it is read again and again, from a minute
 * after its last reading on, so that its end is seen soon; not while the tab is hidden.
 */
export function useConnection({ isFollowed = false } = {}) {
  const { data, error } = useSWR<Connection, unknown>(
    connectionKey(),
    () => answer(takeEarly() ?? askForConnection()),
    isFollowed
      ? { refreshInterval: FOLLOWED_EVERY_MS, dedupingInterval: 0 }
      : // What Google doesn’t let the server do may change without anyone doing anything here.
        { refreshInterval: (known) => (known?.closedApis.length ? 60_000 : 0) },
  );
  return {
    connection: data,
    /** Neither answered nor failed yet. */
    isChecking: data === undefined && error === undefined,
  };
}

/**
 * Keeps a held connection, which then works again. A failure is thrown without a toast.
 * @throws ApiError
 */
export function useKeepConnection(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return async () => {
    const kept = await answer(api.POST('/api/auth/gbp-connection/keep'), { quiet: true });
    notifyOtherTabs(requestWorkspace());
    // Data that was read while the connection was held still shows posts as waiting.
    void mutate((key) => !isConnectionKey(key));
    void mutate(connectionKey(), kept, { revalidate: false });
  };
}

/**
 * Revokes and deletes the connection. Every view then shows sample data. Returns what happened at Google. A failure is
 * thrown without a toast.
 * @throws ApiError
 */
export function useDisconnect(): () => Promise<Schemas['DisconnectedDto']> {
  const { mutate } = useSWRConfig();
  return async () => {
    const outcome = await answer(api.DELETE('/api/auth/gbp-connection'), { quiet: true }).catch(
      (error: unknown) => {
        // Already disconnected: by the first try, whose answer was lost, or by another tab.
        if (error instanceof ApiError && error.code === 'connect/not-connected')
          return { revoked: true, message: error.message };
        throw error;
      },
    );
    notifyOtherTabs(requestWorkspace());
    void mutate<Connection>(connectionKey(), (before) => ({
      ...DISCONNECTED,
      offersPractice: before?.offersPractice ?? false,
    }));
    return outcome;
  };
}
