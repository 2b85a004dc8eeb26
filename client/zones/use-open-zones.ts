import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { useConnection } from '../business-profile/use-connection';

export type OpenZone = Schemas['OpenZoneDto'];

const OPEN_ZONES = ['time-zones', 'open'] as const;

/** Whether the key is one of those below. */
export function isOpenZonesKey(key: unknown): boolean {
  return Array.isArray(key) && OPEN_ZONES.every((part, index) => key[index] === part);
}

/**
 * The first 100 locations whose zone a person has to say, and how many there are. Sample data has none.
 * @param campaignId only those that this campaign leaves out for it; null: nothing is loaded
 */
export function useOpenZones(campaignId?: string | null) {
  const { connection } = useConnection();
  const isWanted = connection?.source === 'google' && campaignId !== null;
  return useSWR(isWanted ? [...OPEN_ZONES, campaignId] : null, () =>
    answer(api.GET('/api/time-zones/open', { params: { query: campaignId ? { campaignId } : {} } }), {
      quiet: true,
    }),
  );
}
