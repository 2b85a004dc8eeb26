/** The form of a text that searches compare: lower case, without accents and repeated white space. */
export function searchable(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The locations whose name, address or store code contains the text, by the same rule as the server's search. */
export function searchLocations<Location extends { name: string; address: string; storeCode: string | null }>(
  locations: readonly Location[],
  search: string,
): Location[] {
  const wanted = searchable(search);
  return locations.filter(({ name, address, storeCode }) =>
    [name, address, storeCode ?? ''].some((text) => searchable(text).includes(wanted)),
  );
}
