import { Logger } from '@nestjs/common';
import { cut } from '../../config/cut.js';
import { toSearchText, toSortText } from '../port/search-text.js';
import { toPeriods } from '../translation/google-hours.js';
import type { GoogleLocation } from '../translation/google-types.js';
import { idOf, toLocationDetails } from '../translation/mapping.js';

const logger = new Logger('Mirror');

/**
 * How many characters of each form are kept, so that they fit into an index (2,704 bytes) in any script. Google's names
 * and addresses are a tenth as long.
 */
const KEPT = { sort: 200, name: 200, address: 300, code: 50 };

/**
 * The columns of a location's copy: Google's whole answer, and the texts for sorting and searching. Opening hours that
 * cannot be shown are logged.
 */
export function toMirrorRow(google: GoogleLocation) {
  const { unreadable } = toPeriods(google);
  if (unreadable.length > 0)
    logger.warn({ event: 'location.hours_unreadable', location: idOf(google), periods: unreadable });
  // All of it, so that nothing is stored that could not be shown.
  const { name, address, storeCode } = toLocationDetails(google, '', 'UNVERIFIED');
  return {
    data: { ...google },
    sortText: cut(toSortText(name), KEPT.sort),
    // No word contains a line break, so none is found across two of them.
    searchText: [
      cut(toSearchText(name), KEPT.name),
      cut(toSearchText(address), KEPT.address),
      ...(storeCode === null ? [] : [cut(toSearchText(storeCode), KEPT.code)]),
    ].join('\n'),
    codeSortText: storeCode === null ? null : cut(toSortText(storeCode), KEPT.code),
  };
}
