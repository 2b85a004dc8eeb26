import useSWR from 'swr';
import { answer, api } from '../api/client';
import { locationStatsKey } from './listing-keys';

/** The figures of a location of the last 30 days that Google has counted. Failures are not told by toast: they are shown in place. */
export function useLocationStats(id: string) {
  return useSWR(locationStatsKey(id), () =>
    answer(api.GET('/api/locations/{id}/stats', { params: { path: { id } } }), { quiet: true }),
  );
}
