import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { api } from '../api/client';
import { onOtherTab } from '../business-profile/connection-channel';
import { type Connection, connectionKey, isConnectionKey } from '../business-profile/use-connection';

/** Answers that tell of a connection which is not what it was. */
const TELLING = ['google/reconnect', 'google/no-quota', 'connect/not-connected', 'connect/held'];

/**
 * Has the connection looked at again when another tab or an answer of the API says that it has changed. As soon as it
 * leads to other business data, what is kept of the former is forgotten.
 * @returns a number that grows then: what is shown under another one has to be built anew
 */
export function useConnectionChanges(connection: Connection | undefined): number {
  const { mutate } = useSWRConfig();
  const source = connection && sourceOf(connection);
  const last = useRef(source);
  const [generation, startAnew] = useReducer((count: number) => count + 1, 0);

  // Before the browser paints, so that nothing of one person's business is shown as another's.
  useLayoutEffect(() => {
    if (source === undefined || source === last.current) return;
    if (last.current !== undefined) {
      void mutate((key) => !isConnectionKey(key), undefined);
      startAnew();
    }
    last.current = source;
  }, [source, mutate]);

  useEffect(() => {
    const lookAgain = () => void mutate(connectionKey());
    const stopHearing = onOtherTab(lookAgain);
    const watch = {
      onResponse({ response }: { response: Response }) {
        if (response.status !== 409 && response.status !== 503) return;
        void codeOf(response.clone()).then((code) => {
          if (TELLING.includes(code)) lookAgain();
        });
      },
    };
    api.use(watch);
    return () => {
      stopHearing();
      api.eject(watch);
    };
  }, [mutate]);

  return generation;
}

/** Tells apart whose business data the person sees. */
function sourceOf({ source, email }: Connection): string {
  return `${source} ${email ?? ''}`;
}

/** The code of an error; empty when a proxy has answered something else. */
function codeOf(response: Response): Promise<string> {
  return response.json().then(
    (body: { code?: unknown } | null) => (typeof body?.code === 'string' ? body.code : ''),
    () => '',
  );
}
