import useSWR from 'swr';
import type { Schemas } from '../api/client';
import { loadCode } from '../ui/messages/load-code';

export type LocationZone = Schemas['LocationZoneDto'];

export const zoneKey = (locationId: string) => ['time-zone', locationId] as const;

const loadLoader = () => import('./zone-loader').then((module) => module.zoneLoader);

/** Which time a location keeps. Failures are shown in place, not as a toast. */
export function useZone(locationId: string | undefined) {
  return useSWR(
    locationId === undefined || locationId === '' ? null : zoneKey(locationId),
    async ([, id]) => (await loadCode(loadLoader)).load(id),
    { revalidateOnFocus: false },
  );
}
