import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../../client/api/client.js';
import { searchLocations, splitByMatches } from '../../../client/lib/search-text.js';
import { SAMPLE_LOCATIONS } from '../../../dist/server/business-profile/sample/sample-locations.js';
import { hasWords } from '../../../dist/server/business-profile/port/search-text.js';

const locations = SAMPLE_LOCATIONS as Schemas['LocationDto'][];
const names = (search: string) => searchLocations(locations, search).map(({ name }) => name);

describe('The search for locations', () => {
  it('finds part of the name, address or store code, ignoring case', () => {
    expect(names('northside')).toEqual(['Northside Night Bar']);
    expect(names('VIADUCT arch')).toEqual(['Northside Night Bar']);
    expect(names('bw-sea')).toEqual(['Brightwater Emergency Dental']);
  });

  it('finds words with accents if they are typed without', () => {
    expect(names('cafe lumiere')).toEqual(['Café Lumière']);
    expect(names('Montréal')).toEqual(['Café Lumière']);
  });

  it('ignores white space around and repeated between the words', () => {
    expect(names('  night   bar ')).toEqual(['Northside Night Bar']);
  });

  it('finds words in any order, of the name, the address and the store code together', () => {
    expect(names('bar northside')).toEqual(['Northside Night Bar']);
    expect(names('arch night viaduct')).toEqual(['Northside Night Bar']);
    expect(names('dental bw-sea')).toEqual(['Brightwater Emergency Dental']);
    expect(names('northside dental')).toEqual([]);
  });

  it('finds everything without a text, and nothing for nonsense', () => {
    expect(names('')).toHaveLength(locations.length);
    expect(names('xyzzy')).toEqual([]);
  });

  it.each(['hearth', 'LEEDS', 'ü', 'Café', 'street, m', 'hc-0', '  ', 'street crumb', 'crumb crumb cru'])(
    'finds what the server finds: %j',
    (search) => {
      const found = locations.filter(({ name, address, storeCode }) =>
        hasWords([name, address, storeCode ?? ''], search),
      );
      expect(searchLocations(locations, search)).toEqual(found);
    },
  );
});

describe('The marks of a search', () => {
  const marked = (text: string, search: string) =>
    splitByMatches(text, search)
      .map(({ part, isMatch }) => (isMatch ? `[${part}]` : part))
      .join('');

  it.each([
    ['2 Fishmarket Quay, Market Row', 'market', '2 Fish[market] Quay, [Market] Row'],
    ['Café  Lumière', 'fe lum', 'Ca[fé]  [Lum]ière'],
    ['12 Tannery Row', 'row tan', '12 [Tan]nery [Row]'],
    ['Market Row', 'mar ark', '[Mark]et Row'],
    ['Cafe\u0301', 'É', 'Caf[é]'],
    ['HC-01', ' hc-0 ', '[HC-0]1'],
    ['aaa', 'aa', '[aa]a'],
    ['Market Row', '', 'Market Row'],
    ['Market Row', 'quay', 'Market Row'],
  ])('stand in %j for %j', (text, search, result) => expect(marked(text, search)).toBe(result));
});
