import { describe, expect, it, jest } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { PeopleInTurns } from '../../../dist/server/jobs/people-in-turns.js';

describe('people in turns', () => {
  const order: string[] = [];
  let underWay = 0;
  const thing = (name: string) => async (): Promise<string> => {
    expect((underWay += 1)).toBe(1);
    order.push(name);
    await turn();
    underWay -= 1;
    if (name === 'bad') throw new Error(name);
    return name;
  };

  it('have one thing at a time done, and one who has many does not go before others', async () => {
    const people = new PeopleInTurns();
    const robins = ['r1', 'r2', 'r3', 'r4'].map((name) => people.run('robin', thing(name)));
    const kims = ['k1', 'k2'].map((name) => people.run('kim', thing(name)));
    await expect(Promise.all([...robins, ...kims])).resolves.toEqual(['r1', 'r2', 'r3', 'r4', 'k1', 'k2']);
    expect(order).toEqual(['r1', 'k1', 'r2', 'k2', 'r3', 'r4']);
  });

  it('go on after a thing that fails, and without one that was given up', async () => {
    order.length = 0;
    const people = new PeopleInTurns();
    const giveUp = new AbortController();
    const outcomes = Promise.allSettled([
      people.run('robin', thing('bad')),
      people.run('robin', thing('given up'), giveUp.signal),
      people.run('robin', thing('good')),
    ]);
    giveUp.abort(new Error('no room'));
    expect(await outcomes).toMatchObject([
      { reason: { message: 'bad' } },
      { reason: { message: 'no room' } },
      { value: 'good' },
    ]);
    expect(order).toEqual(['bad', 'good']);
  });

  it('leave the process to others for twice as long as each thing took, and for 50 ms at most', async () => {
    order.length = 0;
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const people = new PeopleInTurns(2);
      const lasting = (ms: number, name: string) => () => {
        jest.advanceTimersByTime(ms);
        return thing(name)();
      };
      // It is there before the rest begins.
      await people.run('robin', lasting(5, 'r1'));
      await turn();
      const kims = people.run('kim', lasting(1000, 'k1'));
      const after = async (ms: number) => {
        jest.advanceTimersByTime(ms);
        for (let turns = 0; turns < 3; turns += 1) await turn();
        return order;
      };
      expect(await after(9)).toEqual(['r1']);
      expect(await after(1)).toEqual(['r1', 'k1']);
      await kims;
      const more = people.run('robin', thing('r2'));
      expect(await after(49)).toEqual(['r1', 'k1']);
      expect(await after(1)).toEqual(['r1', 'k1', 'r2']);
      await more;
    } finally {
      jest.useRealTimers();
    }
  });
});
