import { describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { OneAtATime } from '../../../dist/server/jobs/one-at-a-time.js';
import { inTurns } from '../../../dist/server/jobs/turns.js';

function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

describe('work in turns', () => {
  it('gives others theirs between its parts, and keeps its order', async () => {
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns += 1) await turn();
    })();
    const results = await inTurns([...'abcdefgh'], (letter, index) => {
      work(5);
      return `${letter}${index}`;
    });
    isOver = true;
    await others;
    expect(results).toEqual(['a0', 'b1', 'c2', 'd3', 'e4', 'f5', 'g6', 'h7']);
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  it('gives others theirs after each part, also where much is under way at once', async () => {
    let parts = 0;
    let isOver = false;
    const partsInATurn: number[] = [];
    const others = (async () => {
      for (; !isOver; parts = 0) {
        await turn();
        partsInATurn.push(parts);
      }
    })();
    const part = (): void => {
      parts += 1;
      work(5);
    };
    await Promise.all(['abc', 'def', 'ghi', 'jkl'].map((letters) => inTurns([...letters], part)));
    isOver = true;
    await others;
    // All four begin before anybody has a turn.
    expect(partsInATurn.slice(1).filter((count) => count > 1)).toEqual([]);
    expect(partsInATurn.filter((count) => count === 1)).toHaveLength(8);
  });
});

describe('one thing at a time', () => {
  it('is done for each person, and a failure keeps nothing waiting', async () => {
    const line = new OneAtATime();
    const order: string[] = [];
    const step =
      (name: string, isBad = false) =>
      async (): Promise<string> => {
        order.push(`${name} begins`);
        await turn();
        order.push(`${name} ends`);
        if (isBad) throw new Error(name);
        return name;
      };
    const all = [
      line.run('robin', step('a', true)),
      line.run('robin', step('b')),
      line.run('kim', step('c')),
    ];
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(order.filter((each) => !each.startsWith('c'))).toEqual([
      'a begins',
      'a ends',
      'b begins',
      'b ends',
    ]);
    expect(order.slice(0, 2)).toEqual(['a begins', 'c begins']);
  });

  it('is refused while eight wait for theirs', async () => {
    const line = new OneAtATime();
    const all = Array.from({ length: 10 }, () => line.run('robin', () => turn()));
    const ends = await Promise.allSettled(all);
    expect(ends.map(({ status }) => status)).toEqual([...Array(9).fill('fulfilled'), 'rejected']);
    await expect(line.run('robin', () => Promise.resolve('again'))).resolves.toBe('again');
  });
});
