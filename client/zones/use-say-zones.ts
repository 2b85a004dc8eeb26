import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiError } from '../api/api-error';
import { answer, api, type Schemas } from '../api/client';
import { isOpenZonesKey } from './use-open-zones';
import { zoneKey } from './use-zones';

type NewZone = Schemas['NewZoneDto'];

/** Said of a failure without words of its own, such as a lost network. */
const FAILED = 'Failed to save. Please try again.';

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
          mutate(isOpenZonesKey),
        ]);
        return true;
      } catch (error) {
        setFailure((error instanceof ApiError && error.message) || FAILED);
        return false;
      } finally {
        setIsBusy(false);
      }
    },
  };
}
