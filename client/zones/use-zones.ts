import DataLoader from 'dataloader';
import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';

export type LocationZone = Schemas['LocationZoneDto'];

/** How many locations one request can name. */
const MOST = 100;

export const zoneKey = (locationId: string) => ['time-zone', locationId] as const;

/** Asks for the zones of all rows that are drawn at the same time in one request. Null: not one of the person's. */
const zones = new DataLoader<string, LocationZone | null>(
  async (ids) => {
    const query = { locationIds: ids.join() };
    const { items } = await answer(api.GET('/api/time-zones', { params: { query } }), { quiet: true });
    return ids.map((id) => items.find(({ locationId }) => locationId === id) ?? null);
  },
  { cache: false, maxBatchSize: MOST },
);

/** Which time a location keeps. Failures are shown in place, not as a toast. */
export function useZone(locationId: string | undefined) {
  return useSWR(
    locationId === undefined || locationId === '' ? null : zoneKey(locationId),
    ([, id]) => zones.load(id),
    { revalidateOnFocus: false },
  );
}
