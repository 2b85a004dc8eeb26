import useSWR, { useSWRConfig } from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { isChangesKey } from './use-google-edits';

/** The keys of accounts and locations in the data cache. */
const accountsKey = () => ['accounts'] as const;

const LISTS = 'locations';
const unverifiedKey = () => [LISTS, 'unverified'] as const;

const locationKey = (id: string) => ['location', id] as const;

/** Whether a key holds lists of locations. */
const isListKey = (key: unknown) => Array.isArray(key) && key[0] === LISTS;

/** Whether a key holds data from the server's copy of Google's locations, which changes with each read. */
export const isMirroredKey = (key: unknown) =>
  Array.isArray(key) && [accountsKey()[0], LISTS, locationKey('')[0]].includes(key[0] as string);

/** All business accounts of the user, the personal one first. */
export function useAccounts() {
  return useSWR(accountsKey(), async () => (await answer(api.GET('/api/accounts'))).items);
}

export type Location = Schemas['LocationDto'];
export type LocationDetails = Schemas['LocationDetailsDto'];
export type LocationState = Location['state'];

/** Which locations of all, or of an account, the server lists, and in which order. By name, unless given. */
export interface LocationQuery {
  accountId?: string | undefined;
  /** Part of a name, an address or a store code, for the server's search. */
  search?: string | undefined;
  state?: LocationState | undefined;
  /** One of the labels of the locations. */
  label?: string | undefined;
  sort?: 'state' | 'storeCode' | undefined;
}

/**
 * One page (100) of the locations of an account or of all accounts. While a new search is loading, the previous answer
 * stays.
 * @param skip how many locations of the list to skip
 * @returns `nextCursor` is null at the end of the list. For an unknown account the error is an `ApiError` with status 404.
 */
export function useLocations({ accountId, search, state, label, sort }: LocationQuery = {}, skip = 0) {
  const query = {
    ...(accountId && { accountId }),
    ...(search && { search }),
    ...(state && { state }),
    ...(label && { label }),
    ...(sort && { sort }),
    ...(skip > 0 && { cursor: String(skip) }),
  };
  return useSWR([LISTS, query] as const, () => answer(api.GET('/api/locations', { params: { query } })), {
    keepPreviousData: skip === 0,
  });
}

/** The location at an index of a list, from its page; undefined while that is loading. */
export function useLocationAt(index: number, pageSize: number, query: LocationQuery): Location | undefined {
  const skip = index - (index % pageSize);
  return useLocations(query, skip).data?.items[index - skip];
}

/** The first 100 locations that are not verified; `matched` counts them all. */
export function useUnverifiedLocations() {
  return useSWR(unverifiedKey(), () =>
    answer(api.GET('/api/locations', { params: { query: { needsAttention: 'true' } } })),
  );
}

/**
 * One location. Without an id nothing is loaded. For an unknown one the error is an `ApiError` with status 404.
 * @param options a failure is shown as a toast unless `quiet`
 */
export function useLocation(id: string | undefined, { quiet = false } = {}) {
  return useSWR(id === undefined ? null : locationKey(id), ([, known]) =>
    answer(api.GET('/api/locations/{id}', { params: { path: { id: known } } }), { quiet }),
  );
}

/**
 * Saves the given fields of a location as the person saw it. The location and every list then show the server's answer. A
 * failure is thrown without a toast.
 * @throws ApiError
 */
export function useSaveLocation() {
  const { mutate } = useSWRConfig();
  return async ({ id, basis }: LocationDetails, change: Schemas['UpdateLocationDto']): Promise<void> => {
    const body = { ...change, ...(basis && { basedOn: basis }) };
    const request = api.PATCH('/api/locations/{id}', { params: { path: { id } }, body });
    const saved = await answer(request, { quiet: true });
    await mutate(locationKey(id), saved, { revalidate: false });
    // Lists show the saved location at once. They are also read again, since a new name may change their order or the
    // result of a search. Not awaited, since the save is complete.
    void mutate<Schemas['LocationListDto']>(
      isListKey,
      (list) => list && { ...list, items: list.items.map((item) => (item.id === id ? saved : item)) },
    );
    // The change log has new lines.
    void mutate(isChangesKey);
  };
}

/** Reads a location again. A failure is thrown without a toast. */
export function useReadAgain() {
  const { mutate } = useSWRConfig();
  return async (id: string): Promise<LocationDetails> => {
    const current = await answer(api.GET('/api/locations/{id}', { params: { path: { id } } }), {
      quiet: true,
    });
    await mutate(locationKey(id), current, { revalidate: false });
    return current;
  };
}

/** The attributes of a location that are set. A failure is shown in place, not as a toast. */
export function useAttributes(id: string) {
  return useSWR(['location-attributes', id], async () => {
    const request = api.GET('/api/locations/{id}/attributes', { params: { path: { id } } });
    return (await answer(request, { quiet: true })).items;
  });
}

/**
 * The types of hours that a location can have besides its business hours. Without an id nothing is loaded. A failure is
 * shown in place, not as a toast.
 */
export function useMoreHoursTypes(id: string | undefined) {
  return useSWR(id === undefined ? null : (['more-hours-types', id] as const), async ([, known]) => {
    const path = { id: known };
    const request = api.GET('/api/locations/{id}/more-hours-types', { params: { path } });
    return (await answer(request, { quiet: true })).items;
  });
}
