import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { ConnectionProbeJob } from '../../../dist/server/business-profile/connection/access-tokens.js';
import { Jobs } from '../../../dist/server/jobs/job-engine.js';
import { HoldsRepository } from '../../../dist/server/publishing/holds.repository.js';
import type { SignedInClient } from '../../support/app.ts';
import { connectProfile, loseConnection, withoutImports } from '../../support/google/google-connection.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { setJobTime } from '../../support/job-clock.ts';
import {
  HOUR_MS,
  look,
  MINUTE_MS,
  type Publishing,
  schedule,
  startPublishing,
} from '../../support/features/publishing.ts';
import { untilSeen } from '../../support/until.ts';

const QUEUE = 'connection-probe';

let setting: Publishing;
beforeAll(async () => {
  setting = await startPublishing();
});
afterEach(() => {
  setting.google.faults.clear();
  setting.google.calls.clear();
});
afterAll(() => setting.close());

/** Without a person: with a grant that Google no longer knows. */
const refreshes = (person?: string) =>
  setting.google.calls.list({ operation: 'oauth.refresh' }).filter((call) => call.person === person);
const stateOf = async (client: SignedInClient) =>
  (await client.send('get', '/api/auth/gbp-status').expect(200)).body.state as string;

/** How many jobs are due or being worked on. */
async function dueJobs(): Promise<number> {
  const { rows } = await setting.served.database.executeSql(
    `select 1 from pgboss.job where name = '${QUEUE}'
     and (state = 'active' or state < 'active' and start_after <= pgboss.job_now())`,
  );
  return rows.length;
}

/** Lets time pass in steps of five minutes, in each of which the server does what it does by itself. */
async function live(ms: number): Promise<void> {
  const { app, clock, database } = setting.served;
  for (let passed = 0; passed < ms; passed += 5 * MINUTE_MS) {
    await setting.pass(5 * MINUTE_MS);
    await setJobTime(database, clock);
    await app.get(ConnectionProbeJob).sweep();
    await untilSeen('the probes', async () => {
      app.get(Jobs).wake(QUEUE);
      return (await dueJobs()) === 0;
    });
  }
}

describe('a lost connection', () => {
  it('is detected to work again, and its posts go out', async () => {
    const robin = await setting.connected(PEOPLE.tamsin);
    const { id: locationId } = setting.google.world.location({ location: 'Okonjo Ceramics' });
    await loseConnection(setting.served, robin.uid);
    const post = await schedule(setting, robin, { locationId });
    await setting.passAndWork(MINUTE_MS);
    expect(await look(robin, post)).toMatchObject({ status: 'SCHEDULED', detail: 'connection_lost' });
    await live(HOUR_MS);
    expect(await stateOf(robin)).toBe('connected');
    await setting.served.app.get(HoldsRepository).release();
    await setting.workOff();
    await untilSeen('the post at Google', () =>
      setting.google.world.posts().some(({ summary }) => summary === post.summary),
    );
  });

  it('is checked at growing intervals while Google does not accept it', async () => {
    const robin = await setting.connected(PEOPLE.idris);
    setting.google.world.revokeAccess({ email: PEOPLE.idris });
    await loseConnection(setting.served, robin.uid);
    await live(48 * HOUR_MS);
    expect(await stateOf(robin)).toBe('reconnect');
    const asked = refreshes().map(({ at }) => Date.parse(at));
    const distances = asked.slice(1).map((at, index) => at - asked[index]!);
    expect(asked.length).toBeGreaterThan(6);
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(15 * MINUTE_MS);
    expect(distances.slice(-3).every((distance) => distance >= 5 * HOUR_MS)).toBe(true);
    // It does not end with that.
    await connectProfile(robin, PEOPLE.idris);
    expect(await stateOf(robin)).toBe('connected');
  });

  it('is not checked any more once the user has reconnected or removed it', async () => {
    const [robin, sam] = [await setting.connected(PEOPLE.tamsin), await setting.connected(PEOPLE.wilhelmina)];
    // Days have passed: by now the places of the first test are due to be read again.
    withoutImports(setting.served);
    for (const { uid } of [robin, sam]) await loseConnection(setting.served, uid);
    await setting.served.app.get(ConnectionProbeJob).sweep();
    await connectProfile(robin, PEOPLE.tamsin);
    await sam.send('delete', '/api/auth/gbp-connection').expect(200);
    setting.google.calls.clear();
    await live(HOUR_MS);
    for (const person of [PEOPLE.tamsin, PEOPLE.wilhelmina]) expect(refreshes(person)).toEqual([]);
    expect(await stateOf(robin)).toBe('connected');
  });
});
