import { Logger } from '@nestjs/common';
import type { GoogleLocation } from './google/google-types.js';
import { idOf, toLocation, toPeriods } from './google/mapping.js';
import { toSearchText } from './search-text.js';
import { toSortText } from './sort-text.js';

/**
 * How many characters of each form are kept, so that they fit into an index (2,704 bytes) in whatever script. Google's
 * names and addresses are a tenth as long.
 */
const KEPT = { sort: 200, name: 200, address: 300 };

const logger = new Logger('Mirror');

/**
 * What the copy of a location keeps of Google's answer: the whole, and the forms that lists are made by. What will not be
 * shown of it is logged.
 */
export function toMirrorRow(google: GoogleLocation) {
  const { unreadable } = toPeriods(google);
  if (unreadable.length > 0)
    logger.warn({ event: 'location.hours_unreadable', location: idOf(google), periods: unreadable });
  const { name, address } = toLocation(google, '', 'UNVERIFIED');
  return {
    data: { ...google },
    sortText: toSortText(name).slice(0, KEPT.sort),
    // No search contains a line break, so that none spans the two.
    searchText: `${toSearchText(name).slice(0, KEPT.name)}\n${toSearchText(address).slice(0, KEPT.address)}`,
  };
}
