import { describe, expect, it } from '@jest/globals';
import { isDay } from '../../../client/lib/calendar-days.js';
import {
  type AddressPart,
  choicePart,
  flagPart,
  inLowerCase,
  textPart,
} from '../../../client/lib/use-address.js';

const tab = inLowerCase(choicePart('tab', ['OPEN', 'DONE'], 'OPEN'));
const sort = choicePart('sort', ['state', 'storeCode']);

/** What each text is read as, and written as again. */
function bothWays<Value>(part: AddressPart<Value>, texts: readonly string[]) {
  return texts.map((text) => [text, part.read(text), part.write(part.read(text))]);
}

describe('a part of an address', () => {
  it('is its default, which is not written, where the address has nothing or something unknown', () => {
    expect(bothWays(tab, ['', 'done', 'DONE', 'open', 'toString'])).toEqual([
      ['', 'OPEN', undefined],
      ['done', 'DONE', 'done'],
      ['DONE', 'DONE', 'done'],
      ['open', 'OPEN', undefined],
      ['toString', 'OPEN', undefined],
    ]);
    expect(bothWays(sort, ['', 'storeCode', 'storecode'])).toEqual([
      ['', undefined, undefined],
      ['storeCode', 'storeCode', 'storeCode'],
      ['storecode', undefined, undefined],
    ]);
    expect(bothWays(textPart('from', isDay), ['', '2026-11-27', '2026-02-30'])).toEqual([
      ['', undefined, undefined],
      ['2026-11-27', '2026-11-27', '2026-11-27'],
      ['2026-02-30', undefined, undefined],
    ]);
    expect(bothWays(flagPart('photo'), ['', 'yes', 'no'])).toEqual([
      ['', false, undefined],
      ['yes', true, 'yes'],
      ['no', false, undefined],
    ]);
  });
});
