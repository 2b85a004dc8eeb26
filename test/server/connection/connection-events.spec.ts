import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { ConnectionsService } from '../../../dist/server/business-profile/connection/connections.service.js';
import { EndingGrants } from '../../../dist/server/publishing/ending-grants.js';
import type { SignedInClient } from '../../support/app.ts';
import { connectProfile } from '../../support/google/google-connection.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { eventsOf, failCommits } from '../../support/features/notices.ts';
import { HOUR_MS, type Publishing, schedule, startPublishing } from '../../support/features/publishing.ts';

let setting: Publishing;
let tamsin: SignedInClient;
beforeAll(async () => {
  setting = await startPublishing();
});
beforeEach(async () => {
  tamsin = await setting.connected(PEOPLE.tamsin);
});
afterAll(() => setting.close());

const losses = () => eventsOf(setting.served, tamsin, 'connection_lost');
const LOST = { cause: PEOPLE.tamsin };

/** Asks for something that only Google can answer, once the present access has expired. */
async function use(): Promise<void> {
  await setting.pass(2 * HOUR_MS);
  const { id } = setting.google.world.location({ location: 'Okonjo Ceramics' });
  await tamsin.send('get', `/api/locations/${id}`);
}

describe('a connection', () => {
  it('is told to have ended once, and again when it ended after it was made anew', async () => {
    setting.google.world.revokeAccess({ email: PEOPLE.tamsin });
    await use();
    await use();
    expect(await losses()).toMatchObject([LOST]);
    await connectProfile(tamsin, PEOPLE.tamsin);
    setting.google.world.revokeAccess({ email: PEOPLE.tamsin });
    await use();
    expect(await losses()).toMatchObject([LOST, LOST]);
  });

  it('is told to have ended only if that is recorded', async () => {
    const connections = setting.served.app.get(ConnectionsService);
    const { id } = (await connections.find(tamsin.uid))!;
    const letCommit = await failCommits(setting.served, 'google_connections', "new.state = 'reconnect'");
    const lost = connections.markLost(tamsin.uid, id, 'a test says so');
    await expect(lost).rejects.toThrow();
    await letCommit();
    expect(await connections.find(tamsin.uid)).toMatchObject({ state: 'connected' });
    expect(await losses()).toEqual([]);
  });

  it('of the practice is told to have ended when the server has the real Google', async () => {
    await setting.served.database.executeSql('update google_connections set practice = true');
    const replica = await setting.replica();
    expect(await losses()).toMatchObject([LOST]);
    await replica.close();
  });
});

describe('a time-limited grant', () => {
  const DAY_MS = 24 * HOUR_MS;
  const endings = () => eventsOf(setting.served, tamsin, 'connection_ending');
  const passAndLook = async (days: number): Promise<void> => {
    await setting.pass(days * DAY_MS);
    await setting.served.app.get(EndingGrants).look();
  };
  const inDays = (days: number) => {
    const { id } = setting.google.world.location({ location: 'Okonjo Ceramics' });
    return schedule(setting, tamsin, { locationId: id, inMs: days * DAY_MS });
  };
  async function connectFor(days: number): Promise<void> {
    setting.google.configure({ grantMs: days * DAY_MS });
    await connectProfile(tamsin, PEOPLE.tamsin);
    setting.google.configure({ grantMs: 0 });
  }

  it('is told to end three days ahead, once, if posts are due after it', async () => {
    await connectFor(7);
    await inDays(6);
    await passAndLook(5);
    expect(await endings()).toEqual([]);
    await connectFor(7);
    await inDays(8);
    await passAndLook(3);
    expect(await endings()).toEqual([]);
    await passAndLook(2);
    await passAndLook(1);
    expect(await endings()).toMatchObject([{ cause: PEOPLE.tamsin }]);
  });

  it('is told at once when a post is scheduled in its last days, and never when it has no end', async () => {
    await connectFor(2);
    await passAndLook(0);
    expect(await endings()).toEqual([]);
    await inDays(3);
    await passAndLook(0);
    expect(await endings()).toHaveLength(1);
    await connectProfile(tamsin, PEOPLE.tamsin);
    await passAndLook(2.5);
    expect(await endings()).toHaveLength(1);
  });

  it('is not noted while its owner has notices off, and is once they are on again', async () => {
    const switchTo = (notifications: boolean) =>
      tamsin.send('patch', '/api/auth/profile', { preferences: { notifications } }).expect(200);
    await connectFor(2);
    await inDays(3);
    await switchTo(false);
    await passAndLook(0);
    expect(await endings()).toEqual([]);
    await switchTo(true);
    await passAndLook(0);
    expect(await endings()).toHaveLength(1);
  });
});
