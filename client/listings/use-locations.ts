import useSWR, { useSWRConfig } from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { isListKey, locationKey, locationsKey, placesInTroubleKey } from './listing-keys';

type LocationList = Schemas['LocationListDto'];

/**
 * The locations of an account, or of all, by name.
 * @param search part of a name or an address; the server looks for it.
 * @param pages how many parts of the list to load, 100 locations each. They are read together, so that a refresh
 *   never mixes parts of different age; while a further one is on its way the ones before stay.
 * @returns `nextCursor` is null when all that match are loaded. An unknown account is an `ApiError` with status 404.
 */
export function useLocations(accountId?: string, search = '', pages = 1) {
  return useSWR(locationsKey(accountId, search, pages), () => fetchLocations(accountId, search, pages), {
    keepPreviousData: true,
  });
}

async function fetchLocations(
  accountId: string | undefined,
  search: string,
  pages: number,
): Promise<LocationList> {
  const part = (cursor?: string) =>
    answer(
      api.GET('/api/locations', {
        params: {
          query: { ...(accountId && { accountId }), ...(search && { search }), ...(cursor && { cursor }) },
        },
      }),
    );
  let list = await part();
  for (let loaded = 1; loaded < pages && list.nextCursor !== null; loaded++) {
    const next = await part(list.nextCursor);
    list = { ...next, items: [...list.items, ...next.items] };
  }
  return list;
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
