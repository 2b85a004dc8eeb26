import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Repeater } from '../../../dist/server/jobs/repeater.js';

const MINUTE_MS = 60_000;
const errors = jest.spyOn(Logger.prototype, 'error').mockReturnValue();

beforeEach(() => {
  jest.useFakeTimers();
  errors.mockClear();
});
afterEach(() => {
  jest.useRealTimers();
});

function start(round: () => Promise<void>): Repeater {
  const repeater = new Repeater();
  repeater.repeat('Looking', MINUTE_MS, round);
  repeater.start();
  return repeater;
}

describe('a round', () => {
  it('is made at the start and then again and again, until the stop', async () => {
    const round = jest.fn(() => Promise.resolve());
    const repeater = start(round);
    expect(round).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect(round).toHaveBeenCalledTimes(4);
    await repeater.onModuleDestroy();
    await jest.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect(round).toHaveBeenCalledTimes(4);
  });

  it('never overlaps itself, and a stop waits for it', async () => {
    let finish = () => {};
    const round = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const repeater = start(round);
    await jest.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect(round).toHaveBeenCalledTimes(1);
    finish();
    await jest.advanceTimersByTimeAsync(MINUTE_MS);
    expect(round).toHaveBeenCalledTimes(2);
    let hasStopped = false;
    const stopped = repeater.onModuleDestroy().then(() => (hasStopped = true));
    await jest.advanceTimersByTimeAsync(0);
    expect(hasStopped).toBe(false);
    finish();
    await stopped;
  });

  it('that fails is logged when that begins, without what people wrote, and made again', async () => {
    const faults = [true, true, false, true];
    const round = jest.fn(() =>
      faults.shift() ? Promise.reject(new Error('query: secret', { cause: 'away' })) : Promise.resolve(),
    );
    const repeater = start(round);
    await jest.advanceTimersByTimeAsync(MINUTE_MS);
    expect(errors.mock.calls).toEqual([['Looking failed: away']]);
    await jest.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(errors).toHaveBeenCalledTimes(2);
    expect(round).toHaveBeenCalledTimes(4);
    await repeater.onModuleDestroy();
  });
});
