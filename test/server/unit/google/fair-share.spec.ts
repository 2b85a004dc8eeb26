import { describe, expect, it } from '@jest/globals';
import { levelOf, shareOf } from '../../../../dist/server/business-profile/calls/fair-share.js';

const none = { sent: 0, waiting: 0 };

describe('the share of a workspace', () => {
  it.each([
    ['all, while no other waits', 7000, none, [{ sent: 500, waiting: 0 }], 7000],
    ['all but what one with few has', 7000, { sent: 0, waiting: 10_000 }, [{ sent: 0, waiting: 50 }], 6950],
    [
      'half beside one with as many',
      7000,
      { sent: 0, waiting: 10_000 },
      [{ sent: 0, waiting: 10_000 }],
      3500,
    ],
    ['nothing once it had its half', 3500, { sent: 3500, waiting: 9000 }, [{ sent: 0, waiting: 9000 }], 0],
    [
      'all of the rest for the other',
      3500,
      { sent: 0, waiting: 9000 },
      [{ sent: 3500, waiting: 9000 }],
      3500,
    ],
    ['the last one, which cannot be halved', 1, none, [{ sent: 0, waiting: 9 }], 1],
    ['nothing where nothing is left', 0, none, [], 0],
  ])('is %s', (_words, left, own, others, share) => {
    expect(shareOf(left, own, others)).toBe(share);
  });

  it('uses up the day, and each of some gets what it needs, or as much as the others with many', () => {
    const needs = [10_000, 50, 4000, 10_000];
    const sent = needs.map(() => 0);
    const demand = (index: number) => ({ sent: sent[index]!, waiting: needs[index]! - sent[index]! });
    for (let left = 7000, turn = 0; left > 0; turn = (turn + 1) % needs.length) {
      const others = needs.flatMap((_need, index) => (index === turn ? [] : [demand(index)]));
      // The first is quicker than the others.
      const wanted = Math.min(turn === 0 ? 100 : 1, demand(turn).waiting);
      for (let each = 0; each < wanted && shareOf(left, demand(turn), others) > 0; each += 1) {
        left -= 1;
        sent[turn]! += 1;
        if (left === 0) break;
      }
    }
    expect(sent[1]).toBe(50);
    for (const index of [0, 2, 3]) expect(Math.abs(sent[index]! - 6950 / 3)).toBeLessThan(2);
    expect(levelOf(7000, needs)).toBe(2316);
  });
});
