import { describe, expect, it } from '@jest/globals';
import { batched } from '../../../dist/server/database/batched.js';

/** Answers in capitals, and keeps what it was asked at once. */
function capitals() {
  const asked: string[][] = [];
  const ask = batched<string, string>((keys) => {
    asked.push(keys);
    if (keys.includes('wrong')) return Promise.reject(new Error('no'));
    return Promise.resolve(keys.map((key) => key.toUpperCase()));
  });
  return { asked, ask };
}

/** After what is to be done in this turn of the event loop. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('calls of the same turn', () => {
  it('are made one, each with its own answer', async () => {
    const { asked, ask } = capitals();
    const answers = await Promise.all(['a', 'b', 'a'].map(ask));
    expect([asked, answers]).toEqual([[['a', 'b', 'a']], ['A', 'B', 'A']]);
  });

  it('do not wait for the last of them when they are many, nor go all together when they are very many', async () => {
    const { asked, ask } = capitals();
    const keys = Array.from({ length: 250 }, (_, index) => `k${index}`);
    expect(await Promise.all(keys.map(ask))).toEqual(keys.map((key) => key.toUpperCase()));
    expect(asked.map(({ length }) => length)).toEqual([16, 16, 100, 100, 18]);
  });

  it('wait for earlier ones once two are under way, and go together then', async () => {
    const underWay: { keys: string[]; end: () => void }[] = [];
    const ask = batched<string, string>(
      (keys) => new Promise((resolve) => underWay.push({ keys, end: () => resolve(keys) })),
    );
    const answers: Promise<string>[] = [];
    for (const key of ['a', 'b', 'c', 'd']) {
      answers.push(ask(key));
      await nextTurn();
    }
    expect(underWay.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
    underWay[0]?.end();
    await nextTurn();
    expect(underWay.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c', 'd']]);
    for (const { end } of underWay) end();
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each(['22P05', '23514', '40P01'])('do not fail for one of them: SQLSTATE %s', async (code) => {
    const asked: string[][] = [];
    const ask = batched<string, string>((keys) => {
      asked.push(keys);
      if (keys.includes('wrong'))
        return Promise.reject(new Error('Failed query', { cause: Object.assign(new Error('no'), { code }) }));
      return Promise.resolve(keys.map((key) => key.toUpperCase()));
    });
    const came = await Promise.allSettled(['a', 'wrong', 'b'].map(ask));
    expect(came).toMatchObject([{ value: 'A' }, { reason: { cause: { code } } }, { value: 'B' }]);
    expect(asked).toEqual([['a', 'wrong', 'b'], ['a'], ['wrong'], ['b']]);
  });

  it('fail together, and leave the next ones alone', async () => {
    const { ask } = capitals();
    const failed = await Promise.allSettled([ask('a'), ask('wrong')]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask('b')).toBe('B');
  });
});

it('a later call is never answered by what was asked before it', async () => {
  const { asked, ask } = capitals();
  const first = ask('a');
  await nextTurn();
  await Promise.all([first, ask('a')]);
  expect(asked).toEqual([['a'], ['a']]);
});
