import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { sql } from 'drizzle-orm';
import type { Orm } from '../../../dist/server/database/database.js';
import { noteEvents } from '../../../dist/server/notices/events/outbox.js';
import { PASSWORD } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { untilSeen } from '../../support/until.ts';

let setting: ChangesSetting;
beforeAll(async () => {
  setting = await startChanges();
});
afterAll(() => setting.close());

/** How many connections wait for a row that another one holds. */
async function waiting(): Promise<number> {
  const { rows } = await setting.served.database.executeSql(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}

// On a server alone: the embedded database has one connection, so that nothing waits for another there.
describe('readings of one location and of a list', () => {
  it('take what they change in the same order, so that neither waits for the other in vain', async () => {
    const { google, served } = setting;
    const idris = await setting.connected(PEOPLE.idris);
    const { id } = await setting.locationOf(idris, 'Riverside Books');
    google.calls.clear();
    google.faults.next('locations.get', 'slow', { ms: 1_000 });
    const reading = idris.send('get', `/api/locations/${id}`).then(({ status }) => status);
    await untilSeen('the request', () =>
      Promise.resolve(google.calls.count({ operation: 'locations.get' }) > 0),
    );
    await served.database.transaction(async (tx) => {
      await tx.execute(sql`select 1 from mirror_imports for update`);
      await untilSeen('the reading that waits', async () => (await waiting()) > 0);
      await tx.execute(sql`select 1 from mirror_locations for update nowait`);
    });
    expect(await reading).toBe(200);
  });
});

describe('the deletion of an account', () => {
  it('and a change of the profile at that moment do not wait for each other in vain', async () => {
    const { served } = setting;
    const robin = await served.signUp();
    const { uid, email } = robin;
    let deletion: Promise<number> | undefined;
    let change: Promise<number> | undefined;
    await served.database.transaction(async (tx) => {
      await tx.execute(sql`select 1 from users where uid = ${uid} for update`);
      deletion = robin
        .send('delete', '/api/account', { confirmation: email, password: PASSWORD })
        .then(({ status }) => status);
      await untilSeen('the deletion that waits', async () => (await waiting()) === 1);
      change = robin
        .send('patch', '/api/auth/profile', { preferences: { theme: 'dark' } })
        .then(({ status }) => status);
      await untilSeen('the change that waits', async () => (await waiting()) === 2);
    });
    expect([await deletion, await change]).toEqual([200, 401]);
  });

  it('succeeds although a reading adds an event at that moment, and the publisher another when it is repeated', async () => {
    const { served } = setting;
    const tamsin = await setting.connected(PEOPLE.tamsin);
    const { uid, email } = tamsin;
    const note = (tx: Orm, key: string) =>
      noteEvents(tx, [
        { workspaceId: uid, kind: 'reading_stuck', key, cause: key, subject: {}, at: served.clock.now() },
      ]);
    // Each waits for the deletion, which waits for it. The database ends the one that notices it, which is the deletion then.
    const holdOn = (tx: Orm) => tx.execute(sql`set local deadlock_timeout = '60s'`);
    let deletion: Promise<number> | undefined;
    await served.database.transaction(async (publisher) => {
      await holdOn(publisher);
      await publisher.execute(sql`select 1 from mirror_accounts where workspace_id = ${uid} for update`);
      await served.database.transaction(async (reading) => {
        await holdOn(reading);
        await reading.execute(sql`select 1 from google_connections where workspace_id = ${uid} for update`);
        deletion = tamsin
          .send('delete', '/api/account', { confirmation: email, password: PASSWORD })
          .then(({ status }) => status);
        await untilSeen('the deletion that waits', async () => (await waiting()) === 1);
        await note(reading, 'reading');
      });
      await untilSeen('the deletion that waits once more', async () => (await waiting()) === 1);
      await note(publisher, 'publisher');
    });
    expect(await deletion).toBe(200);
    await tamsin.send('get', '/api/account').expect(401);
  });
});
