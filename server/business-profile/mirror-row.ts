import type { GoogleLocation } from './google/google-types.js';
import { toLocation } from './google/mapping.js';
import { toSearchText } from './search-text.js';
import { toSortText } from './sort-text.js';

/** What the copy of a location keeps of Google's answer: the whole, and the forms that lists are made by. */
export function toMirrorRow(google: GoogleLocation) {
  const { name, address } = toLocation(google, '', 'UNVERIFIED');
  return {
    data: { ...google },
    sortText: toSortText(name),
    // No search contains a line break, so that none spans the two.
    searchText: `${toSearchText(name)}\n${toSearchText(address)}`,
  };
}
