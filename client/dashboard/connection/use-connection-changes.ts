import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { api, requestWorkspace } from '../../api/client';
import { onOtherTab } from '../../business-profile/connection-channel';
import { type Connection, connectionKey, isConnectionKey } from '../../business-profile/use-connection';

/** The codes of answers that mean the connection has changed. */
const CHANGED = ['google/reconnect', 'google/no-quota', 'connect/not-connected', 'connect/held'];

/**
 * Reads the connection again when another tab or an API answer says that it has changed. If it now leads to other
 * business data, the old data is removed from the cache.
 * @returns a number that grows each time the business data changes; views use it as their key
 */
export function useConnectionChanges(connection: Connection | undefined): number {
  const { mutate } = useSWRConfig();
  const source = connection && sourceOf(connection);
  const last = useRef(source);
  const [generation, grow] = useReducer((count: number) => count + 1, 0);

  // Before the browser paints, so that one business's data is never shown as another's.
  useLayoutEffect(() => {
    if (source === undefined || source === last.current) return;
    if (last.current !== undefined) {
      void mutate((key) => !isConnectionKey(key), undefined);
      grow();
    }
    last.current = source;
  }, [source, mutate]);

  useEffect(() => {
    const readAgain = () => void mutate(connectionKey());
    const stopListening = onOtherTab(requestWorkspace(), readAgain);
    const watch = {
      onResponse({ response }: { response: Response }) {
        if (response.status !== 409 && response.status !== 503) return;
        void codeOf(response.clone()).then((code) => {
          if (CHANGED.includes(code)) readAgain();
        });
      },
    };
    api.use(watch);
    return () => {
      stopListening();
      api.eject(watch);
    };
  }, [mutate]);

  return generation;
}

/** Identifies the business data that the user sees. */
function sourceOf({ source, email }: Connection): string {
  return `${source} ${email ?? ''}`;
}

/** The code of an error; empty if the answer is not from the API, for example from a proxy. */
function codeOf(response: Response): Promise<string> {
  return response.json().then(
    (body: { code?: unknown } | null) => (typeof body?.code === 'string' ? body.code : ''),
    () => '',
  );
}
