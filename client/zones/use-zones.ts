import DataLoader from 'dataloader';
import { useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { OPEN_ZONES } from './use-open-zones';

export type LocationZone = Schemas['LocationZoneDto'];
type NewZone = Schemas['NewZoneDto'];

/** How many locations one request can name. */
const MOST = 100;

const zoneKey = (locationId: string) => ['time-zone', locationId] as const;

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

/** Says which time locations keep; every place that shows it then shows the server's answer. */
export function useSayZones() {
  const { mutate } = useSWRConfig();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  return {
    /** Why the last try failed, in words. */
    failure,
    isBusy,
    /** Whether it is said. */
    say: async (items: NewZone[]): Promise<boolean> => {
      setIsBusy(true);
      setFailure(undefined);
      try {
        const said = await answer(api.PATCH('/api/time-zones', { body: { items } }), { quiet: true });
        await Promise.all([
          ...said.items.map((zone) => mutate(zoneKey(zone.locationId), zone, { revalidate: false })),
          mutate(OPEN_ZONES),
        ]);
        return true;
      } catch (error) {
        setFailure(error instanceof Error ? error.message : String(error));
        return false;
      } finally {
        setIsBusy(false);
      }
    },
  };
}
