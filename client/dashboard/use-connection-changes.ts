import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { api } from '../api/client';
import { onOtherTab } from '../business-profile/connection-channel';
import { type Connection, connectionKey, isConnectionKey } from '../business-profile/use-connection';

/** The codes of answers that mean the connection has changed. */
const CHANGED = ['google/reconnect', 'google/no-quota', 'connect/not-connected', 'connect/held'];

/**
 * Reads the connection again when another tab or an answer of the API says that it has changed. When it leads to other
 * business data, the data cache forgets the former data.
 * @returns a number that grows each time that the business data changes; views use it as their key
 */
export function useConnectionChanges(connection: Connection | undefined): number {
  const { mutate } = useSWRConfig();
  const source = connection && sourceOf(connection);
  const last = useRef(source);
  const [generation, grow] = useReducer((count: number) => count + 1, 0);

  // Before the browser paints, so that no data of one business is shown as another's.
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
    const stopListening = onOtherTab(readAgain);
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

/** Identifies whose business data the user sees. */
function sourceOf({ source, email }: Connection): string {
  return `${source} ${email ?? ''}`;
}

/** The code of an error; empty when the answer is not the API's, such as a proxy's. */
function codeOf(response: Response): Promise<string> {
  return response.json().then(
    (body: { code?: unknown } | null) => (typeof body?.code === 'string' ? body.code : ''),
    () => '',
  );
}
