import { describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { FairQueue, type Task } from '../../../dist/server/jobs/fair-queue.js';

/** Tasks that end when the test says so. */
function steered() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = ({ id }: Task) => {
    begun.push(id);
    return new Promise<void>((resolve) => ends.set(id, resolve));
  };
  const end = async (id: string): Promise<void> => {
    ends.get(id)!();
    await turn();
  };
  return { begun, run, end };
}

const task = (id: string, change: Partial<Task> = {}): Task => ({
  id,
  owner: 'a',
  exclusiveKey: id,
  dueAt: 0,
  ...change,
});

describe('the fair queue', () => {
  it('runs no more at once than allowed, in all, nor more than half of them for one owner', async () => {
    const { begun, run, end } = steered();
    const queue = new FairQueue(() => 3, run);
    for (const id of ['a1', 'a2', 'a3']) queue.add([task(id)]);
    for (const id of ['b1', 'b2']) queue.add([task(id, { owner: 'b' })]);
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('a1');
    expect(begun.slice(3)).toEqual(['a3']);
    expect(queue.backlog).toBe(1);
  });

  it('begins as many more as the limit grows, and waits while it is lower than what runs', async () => {
    const { begun, run, end } = steered();
    let limit = 4;
    const queue = new FairQueue(() => limit, run);
    for (const id of ['a1', 'a2', 'a3', 'a4', 'a5']) queue.add([task(id)]);
    limit = 1;
    await end('a1');
    expect(begun).toEqual(['a1', 'a2']);
    limit = 6;
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  });

  it('gives each owner a turn, however many tasks another has', async () => {
    const { begun, run, end } = steered();
    const queue = new FairQueue(() => 1, run);
    for (const id of ['a1', 'a2', 'a3']) queue.add([task(id)]);
    queue.add([task('b1', { owner: 'b' })]);
    await end('a1');
    await end(begun.at(-1)!);
    expect(new Set(begun.slice(0, 3))).toContain('b1');
  });

  it('lets somebody new begin next, however many owners wait for another turn', async () => {
    const { begun, run, end } = steered();
    const queue = new FairQueue(() => 2, run);
    for (const owner of ['a', 'b', 'c', 'd', 'e'])
      queue.add([1, 2, 3].map((number) => task(`${owner}${number}`, { owner })));
    for (let turn = 0; turn < 5; turn += 1) await end(begun[turn]!);
    queue.add([task('new', { owner: 'f', dueAt: 99 })]);
    await end(begun[5]!);
    expect(begun[7]).toBe('new');
  });

  it('lets somebody who comes back begin next, but only every other time', async () => {
    const { begun, run, end } = steered();
    const queue = new FairQueue(() => 1, run);
    const crowd = ['a', 'b', 'c', 'd'];
    for (const owner of [...crowd, 'back', 'again']) queue.add([task(`${owner}1`, { owner })]);
    for (const owner of crowd) queue.add([2, 3].map((number) => task(`${owner}${number}`, { owner })));
    for (const id of ['a1', 'b1', 'c1', 'd1', 'back1', 'again1']) await end(id);
    queue.add([task('back2', { owner: 'back' }), task('again2', { owner: 'again' })]);
    for (const id of ['a2', 'back2', 'b2', 'again2']) await end(id);
    expect(begun.slice(6)).toEqual(['a2', 'back2', 'b2', 'again2', 'c2']);
  });

  it('gives back what still waits, wherever it stands, and goes on with the rest', async () => {
    const { begun, run, end } = steered();
    const queue = new FairQueue(() => 1, run);
    const [first, second, third, other] = [
      task('a1', { exclusiveKey: 'here' }),
      task('a2', { exclusiveKey: 'here' }),
      task('a3', { exclusiveKey: 'here' }),
      task('b1', { owner: 'b' }),
    ];
    queue.add([first, second, third, other]);
    queue.remove(first);
    queue.remove(second);
    queue.remove(other);
    expect([begun, queue.backlog, queue.size]).toEqual([['a1'], 1, 1]);
    queue.add([other]);
    for (const id of ['a1', 'b1', 'a3']) await end(id);
    expect([begun, queue.backlog, queue.size]).toEqual([['a1', 'b1', 'a3'], 0, 0]);
  });

  it('lets somebody come back whose other task was given back', async () => {
    const { begun, run, end } = steered();
    const queue = new FairQueue(() => 1, run);
    for (const owner of ['a', 'b']) queue.add([1, 2].map((number) => task(`${owner}${number}`, { owner })));
    const [first, second] = [1, 2].map((number) => task(`back${number}`, { owner: 'back' }));
    queue.add([first!, second!]);
    queue.remove(second!);
    for (const id of ['a1', 'b1', 'back1']) await end(id);
    queue.add([task('back3', { owner: 'back' })]);
    await end('a2');
    expect(begun).toEqual(['a1', 'b1', 'back1', 'a2', 'back3']);
  });

  it('does one task of an exclusive key at a time', async () => {
    const { begun, run, end } = steered();
    const queue = new FairQueue(() => 5, run);
    queue.add([task('a1', { exclusiveKey: 'here' })]);
    queue.add([task('a2', { exclusiveKey: 'here' })]);
    queue.add([task('a3', { exclusiveKey: 'there' })]);
    expect(begun).toEqual(['a1', 'a3']);
    await end('a1');
    expect(begun).toEqual(['a1', 'a3', 'a2']);
  });

  it('takes what is due earlier first', async () => {
    const { begun, run, end } = steered();
    const queue = new FairQueue(() => 1, run);
    queue.add([task('now', { dueAt: 5 })]);
    for (const dueAt of [30, 10, 20]) queue.add([task(String(dueAt), { dueAt })]);
    for (const id of ['now', '10', '20']) await end(id);
    expect(begun).toEqual(['now', '10', '20', '30']);
  });

  it('takes what is due earlier first of a busy key, for all owners alike, and whenever it came', async () => {
    const { begun, run, end } = steered();
    const queue = new FairQueue(() => 5, run);
    queue.add([task('now', { exclusiveKey: 'here' })]);
    queue.add([task('30', { exclusiveKey: 'here', dueAt: 30 })]);
    queue.add([task('10', { exclusiveKey: 'here', dueAt: 10, owner: 'b' })]);
    queue.add([task('20', { exclusiveKey: 'here', dueAt: 20 })]);
    for (const id of ['now', '10', '20', '30']) await end(id);
    expect(begun).toEqual(['now', '10', '20', '30']);
    expect(queue.backlog).toBe(0);
  });

  it('goes on with a key where the owner left off, before what is due at the same time elsewhere', async () => {
    const { begun, run, end } = steered();
    const queue = new FairQueue(() => 2, run);
    for (const id of ['a1', 'a2']) queue.add([task(id, { exclusiveKey: 'here' })]);
    for (const id of ['a3', 'a4']) queue.add([task(id)]);
    queue.add([task('b1', { owner: 'b', exclusiveKey: 'here' })]);
    expect(begun).toEqual(['a1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'a2']);
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('takes all of thousands of one key in their order, and beside them what is elsewhere', async () => {
    const { begun, run, end } = steered();
    const queue = new FairQueue(() => 4, run);
    const ids = Array.from({ length: 2000 }, (_, number) => `here ${number}`);
    for (const id of ids) queue.add([task(id, { exclusiveKey: 'here' })]);
    queue.add([task('elsewhere')]);
    expect(begun).toEqual([ids[0], 'elsewhere']);
    for (const id of ids) await end(id);
    expect(begun).toEqual([ids[0], 'elsewhere', ...ids.slice(1)]);
  });

  it('does once what comes twice, also what comes while it runs', async () => {
    const { begun, run, end } = steered();
    const queue = new FairQueue(() => 1, run);
    queue.add([task('x')]);
    queue.add([task('y')]);
    queue.add([task('y')]);
    queue.add([task('x')]);
    await end('x');
    await end('y');
    expect(begun).toEqual(['x', 'y']);
  });

  it('stops when what runs has ended, and begins nothing more', async () => {
    const { begun, run, end } = steered();
    const queue = new FairQueue(() => 1, run);
    queue.add([task('x')]);
    queue.add([task('y')]);
    let hasStopped = false;
    const stopped = queue.stop().then(() => (hasStopped = true));
    await turn();
    expect(hasStopped).toBe(false);
    await end('x');
    await stopped;
    queue.add([task('z')]);
    expect(begun).toEqual(['x']);
  });
});
