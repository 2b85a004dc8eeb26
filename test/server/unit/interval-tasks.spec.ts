import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { IntervalTasks } from '../../../dist/server/jobs/interval-tasks.js';

const MINUTE_MS = 60_000;
const errors = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
/** In the middle of its range: intervals are as long as they say. */
const random = jest.spyOn(Math, 'random').mockReturnValue(0.5);

beforeEach(() => {
  jest.useFakeTimers();
  errors.mockClear();
});
afterEach(() => {
  jest.useRealTimers();
});

function start(tick: () => Promise<void>): IntervalTasks {
  const tasks = new IntervalTasks();
  tasks.repeat('Looking', MINUTE_MS, tick);
  tasks.start();
  return tasks;
}

describe('an interval task', () => {
  it('runs at the start and then again and again, until the stop', async () => {
    const tick = jest.fn(() => Promise.resolve());
    const tasks = start(tick);
    expect(tick).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect(tick).toHaveBeenCalledTimes(4);
    await tasks.onModuleDestroy();
    await jest.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect(tick).toHaveBeenCalledTimes(4);
  });

  it('runs a tenth earlier or later, so that processes that began together do not go on together', async () => {
    const tick = jest.fn(() => Promise.resolve());
    random.mockReturnValueOnce(0).mockReturnValueOnce(1);
    const tasks = start(tick);
    await jest.advanceTimersByTimeAsync(0.9 * MINUTE_MS);
    expect(tick).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(1.1 * MINUTE_MS - 1);
    expect(tick).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(1);
    expect(tick).toHaveBeenCalledTimes(3);
    await tasks.onModuleDestroy();
  });

  it('never overlaps itself, and a stop waits for it', async () => {
    let finish = () => {};
    const tick = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const tasks = start(tick);
    await jest.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect(tick).toHaveBeenCalledTimes(1);
    finish();
    await jest.advanceTimersByTimeAsync(MINUTE_MS);
    expect(tick).toHaveBeenCalledTimes(2);
    let hasStopped = false;
    const stopped = tasks.onModuleDestroy().then(() => (hasStopped = true));
    await jest.advanceTimersByTimeAsync(0);
    expect(hasStopped).toBe(false);
    finish();
    await stopped;
  });

  it('that fails is logged when that begins, without what people wrote, and runs again', async () => {
    const faults = [true, true, false, true];
    const tick = jest.fn(() =>
      faults.shift() ? Promise.reject(new Error('query: secret', { cause: 'away' })) : Promise.resolve(),
    );
    const tasks = start(tick);
    await jest.advanceTimersByTimeAsync(MINUTE_MS);
    expect(errors.mock.calls).toEqual([['Looking failed: away']]);
    await jest.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(errors).toHaveBeenCalledTimes(2);
    expect(tick).toHaveBeenCalledTimes(4);
    await tasks.onModuleDestroy();
  });
});
