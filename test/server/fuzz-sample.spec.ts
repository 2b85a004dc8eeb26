import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GoogleSimulator } from '../../dist/server/embedded/google-simulator/google-simulator.js';
import { Fuzzer } from '../fuzz/fuzzer.js';
import { Troubles } from '../fuzz/troubles.js';
import { ORIGIN, startTestApp, type TestApp } from '../support/app.js';
import { googleEnv } from '../support/google-connection.js';
import { withoutGoogleLimits } from '../support/google-limits.js';
import { startSimulator } from '../support/google-simulator.js';
import { operationsOf } from '../support/operations.js';

/** What even a right request cannot do here: nobody has an ID token of Firebase's own. */
const OUT_OF_REACH = ['exchangeIdToken'];

/** How quick answers are is judged by `npm run fuzz`, on a machine that does nothing else. */
const EXTENT = { seed: 1, requests: 10, slowestMs: 30_000 };

let google: GoogleSimulator;
let served: TestApp;
let fuzzer: Fuzzer;
const log = new Troubles();
beforeAll(async () => {
  google = await startSimulator();
  served = await startTestApp(googleEnv(google));
  served.app.useLogger(log);
  withoutGoogleLimits(google, served.app);
  const hidden = [process.env.TEST_AUTH_EMULATOR_HOST ?? ''];
  const { address, database } = served;
  fuzzer = new Fuzzer({ address, origin: ORIGIN, database, google, hidden }, EXTENT);
  await fuzzer.run();
}, 120_000);
afterAll(async () => {
  await served.close();
  await google.close();
});

/** A few of the requests that `npm run fuzz` sends by the thousand. */
describe('hostile requests to every operation, by strangers and by people who are signed in', () => {
  it('bring out no failure, nothing of the inside, nothing of others, and change nothing that they may not', () => {
    expect(fuzzer.tally.findings).toEqual([]);
  });

  it('leave nothing in the log that nobody has thought of', () => {
    expect(log.list).toEqual([]);
  });

  it('are sent to all of them, and reach what lies behind the checks', async () => {
    const rows = [...fuzzer.tally.rows.values()];
    const operations = (await operationsOf(served)).map(({ id }) => id);
    expect(rows.map(({ operation }) => operation).sort()).toEqual(operations.sort());
    for (const { operation, requests, statuses } of rows) {
      expect(requests).toBeGreaterThanOrEqual(10);
      const isDone = [...statuses.keys()].some((status) => status >= 200 && status < 400);
      expect([operation, isDone]).toEqual([operation, !OUT_OF_REACH.includes(operation)]);
    }
  });
});
