import { useState } from 'react';
import { type OpenZone, useOpenZones } from './use-open-zones';
import { useSayZones } from './use-say-zones';

/**
 * The answers that a person gives for locations without a time zone: all of theirs, or those that a campaign leaves out for
 * it. What is suggested is chosen, and counts only once it is said.
 * @param campaignId null: nothing is loaded
 */
export function useZoneAnswers(campaignId?: string | null) {
  const { data: open, error, isValidating, mutate } = useOpenZones(campaignId);
  const { say, failure, isBusy } = useSayZones();
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const items = open?.items ?? [];
  const chosenFor = ({ locationId, suggestion }: OpenZone) =>
    changed[locationId] ?? suggestion?.timeZone ?? '';
  const chosen = items.flatMap((zone) => {
    const timeZone = chosenFor(zone);
    return timeZone === '' ? [] : [{ locationId: zone.locationId, timeZone }];
  });
  const rest = (open?.total ?? 0) - items.length;
  return {
    /** Undefined while they are loaded. */
    items: open?.items,
    /** How many will follow once these are said: a request names 100 at most. */
    rest,
    /** How many of them have an answer. */
    count: chosen.length,
    loading: { hasFailed: error !== undefined, isRetrying: isValidating, retry: () => void mutate() },
    /** Empty: nothing is chosen. */
    chosenFor,
    choose: (zones: readonly OpenZone[], timeZone: string) =>
      setChanged((before) => ({
        ...before,
        ...Object.fromEntries(zones.map(({ locationId }) => [locationId, timeZone])),
      })),
    /** Why the last try failed, in words. */
    failure,
    isBusy,
    /** Says them. Undefined: that failed. Else whether all locations have one then. */
    say: async (): Promise<'all' | 'some' | undefined> => {
      if (!(await say(chosen))) return undefined;
      return chosen.length === items.length && rest === 0 ? 'all' : 'some';
    },
  };
}
