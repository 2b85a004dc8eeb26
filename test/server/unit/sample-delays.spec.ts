import { describe, expect, it } from '@jest/globals';
import {
  SAMPLE_DELAYS_MS,
  SampleDelays,
} from '../../../dist/server/business-profile/sample/sample-provider.js';
import { Env } from '../../../dist/server/config/env.js';

type Operation = keyof typeof SAMPLE_DELAYS_MS;

function delays(switchedOn: boolean): SampleDelays {
  return new SampleDelays(Object.assign(new Env(), { SAMPLE_DELAYS: switchedOn }));
}

describe('the delays of sample data', () => {
  it('are those of the specification', () => {
    expect(SAMPLE_DELAYS_MS).toEqual({
      listAccounts: 1000,
      listLocations: 800,
      listPosts: 800,
      updateLocation: 1000,
      schedulePost: 1500,
    });
  });

  it('never end early', async () => {
    const waits = Object.entries(SAMPLE_DELAYS_MS).map(async ([operation, specified]) => {
      const start = performance.now();
      await delays(true).wait(operation as Operation);
      expect(performance.now() - start).toBeGreaterThanOrEqual(specified);
    });
    await Promise.all(waits);
  });

  it('can be switched off', async () => {
    const nextTurn = new Promise((resolve) => setImmediate(resolve, 'still waiting'));
    await expect(Promise.race([delays(false).wait('schedulePost'), nextTurn])).resolves.toBeUndefined();
  });
});
