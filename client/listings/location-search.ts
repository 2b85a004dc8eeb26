import type { Schemas } from '../api/client';

/** A text as searches compare it: without accents, case and doubled white space. */
export function searchable(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The locations whose name or address contains the words, found as the server finds them. */
export function searchLocations(
  locations: Schemas['LocationDto'][],
  search: string,
): Schemas['LocationDto'][] {
  const wanted = searchable(search);
  return locations.filter(({ name, address }) =>
    [name, address].some((text) => searchable(text).includes(wanted)),
  );
}
