import { describe, expect, it } from '@jest/globals';
import { inOrder } from '../../../dist/server/statistics/ranking-order.js';
import type { RankedRow } from '../../../dist/server/statistics/ranking-order.js';

const row = (locationId: string, impressions: number | null, calls: number | null, before: number | null) => {
  const rest = { DIRECTIONS: 0, WEBSITE_CLICKS: 0 };
  return {
    locationId,
    countedUntil: null,
    now: { IMPRESSIONS: impressions, CALLS: calls, ...rest },
    before: { IMPRESSIONS: 0, CALLS: before, ...rest },
  } satisfies RankedRow;
};
const ROWS = [
  row('c', 100, 5, 1),
  row('a', 10, 5, 9),
  row('b', 0, 7, null),
  row('d', null, null, 3),
  row('e', 50, 1, 1),
];

describe('rows of several statements', () => {
  it.each([
    ['most', 'baced'],
    ['fewest', 'eacbd'],
    ['best-rate', 'acebd'],
    ['worst-rate', 'ecabd'],
    ['risen', 'ceabd'],
    ['fallen', 'aecbd'],
  ] as const)('are in the order of the database: %s', (order, expected) => {
    expect(
      inOrder(ROWS, order, 'CALLS')
        .map(({ locationId }) => locationId)
        .join(''),
    ).toBe(expected);
  });
});
