import { describe, expect, it } from '@jest/globals';
import { countOf } from '../../../client/lib/count-of.js';

describe('A number with its noun', () => {
  it.each([
    [0, '0 locations'],
    [1, '1 location'],
    [999, '999 locations'],
    [10_000, '10,000 locations'],
  ])('%i: %s', (count, words) => {
    expect(countOf(count, 'location')).toBe(words);
  });
});
