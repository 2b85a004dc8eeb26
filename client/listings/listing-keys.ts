/** The keys under which the data cache keeps what is known of accounts and places. */
export const accountsKey = () => ['accounts'] as const;

export const LISTS = 'locations';
export const locationsKey = (accountId: string | undefined, search: string, skip: number) =>
  [LISTS, accountId ?? '', search, skip] as const;
export const placesInTroubleKey = () => [LISTS, 'in trouble'] as const;

export const locationKey = (id: string) => ['location', id] as const;
export const locationStatsKey = (id: string) => ['location-stats', id] as const;

/** Whether a key holds lists of locations. */
export const isListKey = (key: unknown) => Array.isArray(key) && key[0] === LISTS;

/** Whether what a key holds comes from the copy of a person's places, and changes with it. */
export const isCopiedKey = (key: unknown) =>
  Array.isArray(key) && [accountsKey()[0], LISTS, locationKey('')[0]].includes(key[0] as string);
