import type { GoogleSimulator } from 'gbp-simulator';
import { GoogleTimeouts } from '../../../dist/server/business-profile/calls/google-clock.js';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import { SetPlanner } from '../../../dist/server/changes/set-planner.js';
import type { ChangeListDto } from '../../../dist/server/changes/change.dto.js';
import type { GoogleEditListDto } from '../../../dist/server/changes/google-edit.dto.js';
import { googleConnections } from '../../../dist/server/database/connection.schema.js';
import { type SignedInClient, startTestApp, type TestApp } from '../app.ts';
import type { TestClock } from '../clock.ts';
import { setDatabaseTime } from '../database/database-time.ts';
import { connectProfile, googleEnv } from '../google/google-connection.ts';
import { startSimulator } from '../google/google-simulator.ts';
import { untilSeen } from '../until.ts';
import { workOff } from '../due-work.ts';

/** A location as it is shown, as far as specs of changes look at it. */
export interface ShownLocation {
  id: string;
  name: string;
  phoneNumber: string | null;
  basis: string;
}

/** A server with a Google simulator of its own, for specs of changes. */
export interface ChangesSetting {
  google: GoogleSimulator;
  served: TestApp;
  /** Somebody whose Business Profile is connected and read. */
  connected(email: string): Promise<SignedInClient>;
  /** Lets time pass for the server, its database and Google. */
  pass(ms: number): Promise<void>;
  /** Reads all locations once more. */
  sweep(client: SignedInClient): Promise<void>;
  logOf(client: SignedInClient, query?: string): Promise<ChangeListDto>;
  editsOf(client: SignedInClient, query?: string): Promise<GoogleEditListDto>;
  locationOf(client: SignedInClient, name: string): Promise<ShownLocation>;
  /** The masks of the changes that Google was asked for. */
  masks(): (string | null)[];
  /** A further process on the same database, with a clock of its own; to be closed before this. */
  replica(clock: TestClock): Promise<TestApp>;
  /** Waits until each location of a set is done. */
  settled(client: SignedInClient, setId: string): Promise<void>;
  /** Ends all connections, and resets the simulator. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startChanges(changes: Record<string, string> = {}): Promise<ChangesSetting> {
  const google = await startSimulator();
  const env = { ...googleEnv(google), ...changes };
  const served = await startTestApp(env);
  Object.assign(served.app.get(GoogleTimeouts), { pauseMs: 1 });
  const get = async (client: SignedInClient, path: string) =>
    (await client.send('get', path).expect(200)).body as unknown;

  const isReading = async (client: SignedInClient) =>
    ((await get(client, '/api/mirror')) as { isReading: boolean }).isReading;

  async function pass(ms: number): Promise<void> {
    served.clock.advance({ seconds: ms / 1000 });
    google.clock.advance(ms);
    await setDatabaseTime(served.database, served.clock);
  }

  const read = (client: SignedInClient) =>
    untilSeen('the end of the reading', async () => {
      await pass(1000);
      return !(await isReading(client));
    });

  return {
    google,
    served,
    pass,
    async connected(email) {
      const client = await served.signUp();
      await connectProfile(client, email);
      await read(client);
      return client;
    },
    async sweep(client) {
      // The quotas are full again.
      await pass(60_000);
      await untilSeen('the beginning of a reading', async () => {
        await client.send('post', '/api/mirror').expect(202);
        return isReading(client);
      });
      await read(client);
    },
    async logOf(client, query = '') {
      return (await get(client, `/api/changes${query}`)) as ChangeListDto;
    },
    async editsOf(client, query = '') {
      return (await get(client, `/api/google-edits${query}`)) as GoogleEditListDto;
    },
    async locationOf(client, name) {
      const found = (await get(client, `/api/locations?search=${encodeURIComponent(name)}`)) as {
        items: ShownLocation[];
      };
      return (await get(client, `/api/locations/${found.items[0]!.id}`)) as ShownLocation;
    },
    masks: () =>
      google.calls
        .list({ operation: 'locations.patch' })
        .map(({ query }) => new URLSearchParams(query).get('updateMask')),
    replica: (clock) => startTestApp(env, { database: served.database, clock }),
    async settled(client, setId) {
      let left = -1;
      await untilSeen(
        'the end of a set',
        async () => {
          await workOff(served.app.get(SetPlanner));
          await workOff(served.app.get(ChangeDispatcher));
          const { progress } = (await get(client, `/api/change-sets/${setId}`)) as {
            progress: { waiting: number };
          };
          left = progress.waiting;
          return left === 0;
        },
        () => left,
      );
    },
    async reset() {
      await served.database.orm.delete(googleConnections);
      google.reset();
    },
    async close() {
      await served.close();
      await google.close();
    },
  };
}
