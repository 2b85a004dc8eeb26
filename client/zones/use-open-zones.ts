import useSWR from 'swr';
import { answer, api } from '../api/client';
import { useConnection } from '../business-profile/use-connection';

export const OPEN_ZONES = ['time-zones', 'open'] as const;

/** The first 100 locations whose zone a person has to say, and how many there are. Sample data has none. */
export function useOpenZones() {
  const { connection } = useConnection();
  return useSWR(connection?.source === 'google' ? OPEN_ZONES : null, () =>
    answer(api.GET('/api/time-zones/open'), { quiet: true }),
  );
}
