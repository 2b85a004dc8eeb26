import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { setImmediate as turn } from 'node:timers/promises';
import { type DueTask, DueWork } from '../../../dist/server/jobs/due-work.js';
import { IntervalTasks } from '../../../dist/server/jobs/interval-tasks.js';
import { ProcessStops } from '../../../dist/server/jobs/process-stops.js';

const SECOND_MS = 1000;
type Lane = 'send' | 'look';
type Task = DueTask<Lane>;

const errors = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
jest.spyOn(Math, 'random').mockReturnValue(0.5);

beforeEach(() => {
  jest.useFakeTimers();
  errors.mockClear();
});
afterEach(() => {
  jest.useRealTimers();
});

const task = (id: string, change: Partial<Task> = {}): Task => ({
  id,
  owner: id,
  exclusiveKey: id,
  dueAt: 0,
  lane: 'send',
  ...change,
});

/** Work whose steps end when the test says so, and of which is due what the test says. */
function start({ read }: { read?: () => Promise<Task[]> } = {}) {
  const tasks = new IntervalTasks();
  const dueWork = new DueWork(tasks);
  let due: Task[] = [];
  const begun: string[] = [];
  const ends = new Map<string, { resolve: (isGoingOn: boolean) => void; reject: (error: unknown) => void }>();
  const work = dueWork.add<Lane, Task>({
    name: 'things',
    everyMs: SECOND_MS,
    read: read ?? (() => Promise.resolve(due)),
    limits: { send: () => 2, look: () => 1 },
    step: ({ id }) => {
      begun.push(id);
      return new Promise<boolean>((resolve, reject) => ends.set(id, { resolve, reject }));
    },
  });
  tasks.start();
  return {
    dueWork,
    work,
    begun,
    isDue: (...now: Task[]) => void (due = now),
    async end(id: string, isGoingOn = false) {
      due = due.filter((each) => each.id !== id);
      ends.get(id)!.resolve(isGoingOn);
      // A look that follows begins in the next turn.
      await turn();
      await turn();
    },
    async fail(id: string, error: Error) {
      ends.get(id)!.reject(error);
      await turn();
    },
    stop: () => Promise.all([tasks.onModuleDestroy(), dueWork.onModuleDestroy()]),
  };
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('due work', () => {
  it('is begun when it is read, in its lane, and not twice however often it is read', async () => {
    const { begun, isDue, end, dueWork } = start();
    isDue(task('a'), task('b'), task('c'), task('d', { lane: 'look' }));
    await pass(3 * SECOND_MS);
    expect(begun).toEqual(['a', 'b', 'd']);
    expect(dueWork.count()).toEqual([
      { work: 'things', lane: 'send', waiting: 1, running: 2, longestMs: expect.any(Number) },
      { work: 'things', lane: 'look', waiting: 0, running: 1, longestMs: expect.any(Number) },
    ]);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'd', 'c']);
  });

  it('is read on while a step takes as long as it likes: a slow step never counts against the process', async () => {
    const { begun, isDue, dueWork } = start();
    isDue(task('slow'));
    await pass(10 * 60 * SECOND_MS);
    expect(dueWork.isRead).toBe(true);
    expect(dueWork.count()[0]).toMatchObject({ running: 1, longestMs: 10 * 60 * SECOND_MS - SECOND_MS });
    isDue(task('slow'), task('other'));
    await pass(SECOND_MS);
    expect(begun).toEqual(['slow', 'other']);
  });

  it('is no longer read when a reading does not end', async () => {
    const { dueWork } = start({ read: () => new Promise(() => undefined) });
    await pass(59 * SECOND_MS);
    expect(dueWork.isRead).toBe(true);
    await pass(2 * SECOND_MS);
    expect(dueWork.isRead).toBe(false);
  });

  it('is read at once after a step that says so, and with what was committed while it was being read', async () => {
    const { begun, isDue, end, work } = start();
    isDue(task('a'));
    await pass(SECOND_MS);
    isDue(task('a'), task('b'));
    await end('a', true);
    expect(begun).toEqual(['a', 'b']);
    const first = work.look();
    isDue(task('b'), task('c'));
    await Promise.all([first, work.look()]);
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('goes on after a step that fails, which is logged without what people wrote', async () => {
    const { begun, isDue, fail } = start();
    isDue(task('a'));
    await pass(SECOND_MS);
    await fail('a', new Error('query: secret', { cause: 'away' }));
    await pass(SECOND_MS);
    expect(begun).toEqual(['a', 'a']);
    expect(errors.mock.calls).toEqual([[{ event: 'due_work.fault', work: 'things', reason: 'away' }]]);
  });

  it('ends with its process: nothing more is read or begun, and what is under way is waited for', async () => {
    const { begun, isDue, end, fail, stop, dueWork, work } = start();
    isDue(task('a'), task('b'), task('c'));
    await pass(SECOND_MS);
    let hasStopped = false;
    const stopped = stop().then(() => (hasStopped = true));
    await pass(0);
    expect(dueWork.stopping.reason).toBeInstanceOf(ProcessStops);
    expect(hasStopped).toBe(false);
    // One is given back, the other had left.
    await fail('a', new ProcessStops());
    await end('b', true);
    await stopped;
    await work.look();
    await pass(3 * SECOND_MS);
    expect(begun).toEqual(['a', 'b']);
    expect(errors).not.toHaveBeenCalled();
  });
});
