import { useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { ApiError } from '../api/api-error';
import { answer, api, type Schemas } from '../api/client';
import { reportRefusal } from '../api/report-error';
import { useConnection } from './use-connection';

export type Mirror = Schemas['MirrorDto'];

export const mirrorKey = () => ['mirror'] as const;

/** The state of reading the connected locations; undefined on sample data, where nothing is read. */
export function useMirror() {
  const { connection } = useConnection();
  return useSWR<Mirror, unknown>(connection?.source === 'google' ? mirrorKey() : null, () =>
    answer(api.GET('/api/mirror'), { quiet: true }),
  );
}

/** Starts reading the locations from Google. `useMirror` shows the progress, `fault` says why it could not start. */
export function useRefresh() {
  const { mutate } = useSWRConfig();
  const [starting, setStarting] = useState(false);
  const [fault, setFault] = useState<unknown>();

  const begin = async (): Promise<void> => {
    setFault(undefined);
    setStarting(true);
    try {
      await mutate(mirrorKey(), await answer(api.POST('/api/mirror'), { quiet: true }), {
        revalidate: false,
      });
    } catch (error) {
      if (error instanceof ApiError) reportRefusal(error);
      setFault(error);
    }
    setStarting(false);
  };

  return { starting, fault, refresh: () => void begin() };
}

/**
 * Why a list of locations is empty. `done`: there are none. `pending`: the first read is still running. `stuck`: they
 * could not be read so far.
 */
export function useFirstReading(): 'done' | 'pending' | 'stuck' {
  const { connection } = useConnection();
  const { data: mirror, error } = useMirror();
  if (connection?.source !== 'google' || error !== undefined) return 'done';
  if (connection.state !== 'connected') return mirror?.asOf ? 'done' : 'stuck';
  if (mirror === undefined || mirror.state === 'importing') return 'pending';
  return mirror.state === 'failed' ? 'stuck' : 'done';
}
