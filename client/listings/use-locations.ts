import useSWR, { useSWRConfig } from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { isListKey, locationKey, locationsKey, placesInTroubleKey } from './listing-keys';

type LocationList = Schemas['LocationListDto'];

interface PartOfList {
  /** Part of a name or an address; the server looks for it. */
  search?: string;
  /** How many locations of the list to skip. */
  skip?: number;
}

/**
 * Locations of an account, or of all, by name: as many as the server gives at once, 100. While those that another search
 * finds are on their way, the ones before stay.
 * @returns `nextCursor` is null at the end of the list. An unknown account is an `ApiError` with status 404.
 */
export function useLocations(accountId?: string, { search = '', skip = 0 }: PartOfList = {}) {
  const read = () =>
    answer(
      api.GET('/api/locations', {
        params: {
          query: {
            ...(accountId && { accountId }),
            ...(search && { search }),
            ...(skip > 0 && { cursor: String(skip) }),
          },
        },
      }),
    );
  return useSWR(locationsKey(accountId, search, skip), read, { keepPreviousData: skip === 0 });
}

/** The first 100 locations that are not verified; `matched` counts them all. */
export function usePlacesInTrouble() {
  return useSWR(placesInTroubleKey(), () =>
    answer(api.GET('/api/locations', { params: { query: { needsAttention: 'true' } } })),
  );
}

/**
 * One location, none without an id. An unknown one is an `ApiError` with status 404.
 * @param options a failure is told by toast unless `quiet`
 */
export function useLocation(id: string | undefined, { quiet = false } = {}) {
  return useSWR(id === undefined ? null : locationKey(id), ([, known]) =>
    answer(api.GET('/api/locations/{id}', { params: { path: { id: known } } }), { quiet }),
  );
}

/**
 * Saves the given fields of a location; the location and every list then show it as the server answered it.
 * Failures are not told by toast: whoever saves shows them in place.
 * @throws ApiError
 */
export function useSaveLocation() {
  const { mutate } = useSWRConfig();
  return async (id: string, change: Schemas['UpdateLocationDto']): Promise<void> => {
    const request = api.PATCH('/api/locations/{id}', { params: { path: { id } }, body: change });
    const saved = await answer(request, { quiet: true });
    await mutate(locationKey(id), saved, { revalidate: false });
    // A new name may change the order, or what a search finds: show the saved one at once, and ask again. Not awaited:
    // the save is over.
    void mutate<LocationList>(
      isListKey,
      (list) => list && { ...list, items: list.items.map((item) => (item.id === id ? saved : item)) },
    );
  };
}
