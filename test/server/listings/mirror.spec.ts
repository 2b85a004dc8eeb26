import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { eq } from 'drizzle-orm';
import { GoogleTimeouts } from '../../../dist/server/business-profile/calls/google-clock.js';
import type { MirrorDto } from '../../../dist/server/business-profile/mirror/mirror.dto.js';
import { MirrorService } from '../../../dist/server/business-profile/mirror/mirror.service.js';
import { JOB_ENGINE_SCHEMA } from '../../../dist/server/database/migrate.js';
import { googleConnections, rateBuckets } from '../../../dist/server/database/connection.schema.js';
import {
  mirrorAccounts,
  mirrorImports,
  mirrorLocations,
} from '../../../dist/server/database/mirror.schema.js';
import type { GoogleSimulator } from 'gbp-simulator';
import { openApis } from '../../support/google/google-apis.ts';
import { Jobs } from '../../../dist/server/jobs/job-engine.js';
import { type Client, idsAt, type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import {
  connectProfile,
  googleEnv,
  holdImports,
  letThrough,
} from '../../support/google/google-connection.ts';
import { PEOPLE, startSimulator } from '../../support/google/google-simulator.ts';
import { setDatabaseTime } from '../../support/database/database-time.ts';
import { eventsOf } from '../../support/features/notices.ts';
import { setJobTime } from '../../support/job-clock.ts';
import { withoutDispatching } from '../../support/features/publishing.ts';
import { untilSeen } from '../../support/until.ts';

interface Place {
  id: string;
  accountId: string;
  name: string;
  state: string;
}

let google: GoogleSimulator;
let env: Record<string, string>;
let served: TestApp;
beforeAll(async () => {
  google = await startSimulator();
  env = googleEnv(google);
  served = await startTestApp(env, undefined, { prepare: withoutDispatching });
  // Patience with a Google that fails would be waited for in earnest.
  Object.assign(served.app.get(GoogleTimeouts), { pauseMs: 1 });
});
afterEach(async () => {
  await served.database.orm.delete(googleConnections);
  await openApis(served.app);
  google.reset();
});
afterAll(async () => {
  await served.close();
  await google.close();
});

/** A further process on the same database. */
const replica = () => startTestApp(env, served, { prepare: withoutDispatching });

/** How long a stop waits for jobs that do not end. */
const STOP_WITHIN_MS = 5000;
const { tamsin, idris, wilhelmina, casimir, ottoline } = PEOPLE;
const NOTHING = {
  state: 'none',
  isReading: false,
  asOf: null,
  isJustRead: false,
  accountsTotal: null,
  problem: null,
};

const mirrorOf = async (client: Client): Promise<MirrorDto> =>
  (await client.send('get', '/api/mirror').expect(200)).body as MirrorDto;
const refresh = async (client: Client): Promise<MirrorDto> =>
  (await client.send('post', '/api/mirror').expect(202)).body as MirrorDto;
const placesOf = async (client: Client, query = ''): Promise<Place[]> =>
  (await client.send('get', `/api/locations${query}`).expect(200)).body.items as Place[];
const namesOf = async (client: Client) => (await placesOf(client)).map(({ name }) => name);
const stateOf = async (client: Client) =>
  (await client.send('get', '/api/auth/gbp-status').expect(200)).body.state as string;

/** How many jobs run: one that has read everything excludes the next of its owner until the engine has noted its end. */
async function countActiveJobs(): Promise<number> {
  const { rows } = await served.database.executeSql(
    `select 1 from ${JOB_ENGINE_SCHEMA}.job where name = 'mirror-import' and state = 'active'`,
  );
  return rows.length;
}
/** The mirror once nothing is being read any more; a minute takes about a second, so that the quota fills up soon. */
async function read(client: Client): Promise<MirrorDto> {
  let mirror: MirrorDto | undefined;
  return untilSeen(
    'the end of the reading',
    async () => {
      served.clock.advance({ seconds: 1 });
      await setDatabaseTime(served.database, served.clock);
      mirror = await mirrorOf(client);
      return !mirror.isReading && (await countActiveJobs()) === 0 && mirror;
    },
    () => mirror?.locationsDone,
  );
}
/** The mirror once reading has come to a halt. */
const halted = (client: Client): Promise<MirrorDto> =>
  untilSeen('a problem', async () => {
    const mirror = await mirrorOf(client);
    return mirror.problem !== null && mirror;
  });

async function connected(email: string): Promise<SignedInClient> {
  const client = await served.signUp();
  await connectProfile(client, email);
  return client;
}

/** Lets time pass everywhere: for us, for Google and for jobs that wait. */
async function pass(time: { hours?: number; minutes?: number; seconds?: number }): Promise<void> {
  served.clock.advance(time);
  const { hours = 0, minutes = 0, seconds = 0 } = time;
  google.clock.advance(((hours * 60 + minutes) * 60 + seconds) * 1000);
  await setDatabaseTime(served.database, served.clock);
  await setJobTime(served.database, served.clock);
  served.app.get(Jobs).wake('mirror-import');
}

/** How often Google was asked for the places of an account. */
const timesListed = (account: string) =>
  google.calls
    .list({ operation: 'locations.list' })
    .filter(({ path }) => path.includes(`accounts/${account}/`)).length;
const accountsOf = (email: string) => google.world.accounts({ email }).map(({ id }) => id);

const sweep = () => served.app.get(MirrorService).beginDue();

describe('a connected user', () => {
  it('finds accounts and places read, with their states, and lists answer without asking Google', async () => {
    const robin = await served.signUp();
    expect(await mirrorOf(robin)).toMatchObject(NOTHING);
    await robin.send('post', '/api/mirror').expect(409);
    await connectProfile(robin, tamsin);
    const begun = await mirrorOf(robin);
    expect(begun).toMatchObject({ state: expect.stringMatching(/^(importing|ready)$/), problem: null });
    const mirror = await read(robin);
    expect(mirror).toEqual({
      state: 'ready',
      isReading: false,
      asOf: expect.any(String),
      isJustRead: true,
      accountsTotal: 3,
      accountsDone: 3,
      locationsDone: 8,
      unreadableAccounts: 0,
      unreadableLocations: 0,
      problem: null,
    });
    google.calls.clear();
    const accounts = (await robin.send('get', '/api/accounts').expect(200)).body.items as object[];
    expect(accounts).toHaveLength(3);
    const places = await placesOf(robin);
    expect(new Map(places.map(({ name, state }) => [name, state]))).toEqual(
      new Map([
        ['Halcyon Guest House', 'SUSPENDED'],
        ['Halcyon Self Storage', 'VERIFIED'],
        ['Marlowe & Finch, Market Hill', 'VERIFIED'],
        ['Marlowe & Finch, Old Wharf', 'VERIFIED'],
        ['Marlowe & Finch, Station Arcade', 'UNVERIFIED'],
        ['Okonjo Ceramics', 'VERIFIED'],
        ['Okonjo Piano Tuning', 'VERIFIED'],
        ['The Night Oven', 'VERIFIED'],
      ]),
    );
    expect((await placesOf(robin, '?search=old+wharf')).length).toBe(1);
    expect((await placesOf(robin, '?needsAttention=true')).length).toBe(2);
    expect(google.calls.list()).toEqual([]);
  });

  it('of two accounts with a place in common sees it once', async () => {
    const robin = await connected(idris);
    await read(robin);
    expect((await namesOf(robin)).filter((name) => name === 'Van Tongeren Repairs')).toHaveLength(1);
    const { items } = (await robin.send('get', '/api/accounts').expect(200)).body as {
      items: { id: string; locationCount: number }[];
    };
    expect(items.reduce((sum, { locationCount }) => sum + locationCount, 0)).toBe(6);
    expect(await placesOf(robin)).toHaveLength(5);
  });

  it('who looks after others sees accounts below their own, and places that no account of theirs shows', async () => {
    const robin = await connected(ottoline);
    expect(await read(robin)).toMatchObject({
      state: 'ready',
      accountsTotal: 5,
      accountsDone: 5,
      locationsDone: 8,
      unreadableAccounts: 0,
      unreadableLocations: 0,
      problem: null,
    });
    const accounts = (await robin.send('get', '/api/accounts').expect(200)).body.items as object[];
    expect(accounts).toMatchObject([
      { name: 'Ottoline Brackenbury', type: 'PERSONAL', locationCount: 1 },
      { name: 'Saltmere Cottages', locationCount: 3 },
      { name: 'Harbour Chandlers', locationCount: 3 },
      { name: 'Saltmere Estates', type: 'ORGANIZATION', locationCount: 7 },
      { name: 'Brackenbury Local Marketing', type: 'USER_GROUP', locationCount: 7 },
    ]);
    const places = await placesOf(robin);
    expect(places).toHaveLength(8);
    // Google takes posts only under an account that shows the place itself.
    const [personal] = accountsOf(ottoline);
    for (const { id, accountId } of places) {
      const { accountIds, managers } = google.world.location({ location: id });
      expect(managers ? [personal] : accountIds).toContain(accountId);
    }
    expect(google.calls.count({ operation: 'accounts.list' })).toBe(3);

    // Later readings see what changes there without the list of everything, and that it is gone.
    google.calls.clear();
    const apart = places.find(({ id }) => google.world.location({ location: id }).managers)!;
    google.world.editByOwner({ location: apart.id, fields: { title: 'Under another name' } });
    await pass({ minutes: 80 });
    await sweep();
    await read(robin);
    expect(await namesOf(robin)).toContain('Under another name');
    google.world.removeLocation({ location: apart.id });
    await pass({ minutes: 80 });
    await sweep();
    await read(robin);
    expect(await placesOf(robin)).toHaveLength(7);
    expect(timesListed('-')).toBe(0);
  });

  it('with more accounts below another than a page holds sees them all', async () => {
    const [, agency] = accountsOf(ottoline);
    const added = Array.from({ length: 45 }, (_, index) => `Client ${index}`);
    for (const accountName of added) google.world.addAccount({ accountName, below: agency! });
    const robin = await connected(ottoline);
    expect(await read(robin)).toMatchObject({ accountsTotal: 50, accountsDone: 50, locationsDone: 8 });
  });

  it('without any business sees that there is none', async () => {
    const robin = await connected(wilhelmina);
    expect(await read(robin)).toMatchObject({ state: 'ready', locationsDone: 0, problem: null });
    expect(await placesOf(robin)).toEqual([]);
  });

  it('has three accounts with a thousand places each read whole, with no call too many', async () => {
    const robin = await connected(casimir);
    const mirror = await read(robin);
    expect(mirror).toMatchObject({ state: 'ready', accountsDone: mirror.accountsTotal, locationsDone: 3000 });
    const calls = (operation: Parameters<typeof google.calls.count>[0]) => google.calls.count(operation);
    const unverified = google.world
      .locations({ email: casimir })
      .filter(({ verification }) => verification !== 'VERIFIED').length;
    expect(unverified).toBe(42);
    expect(calls({ operation: 'accounts.list' })).toBe(1);
    // Each account, and once more all of them together.
    expect(calls({ operation: 'locations.list' })).toBe(30 + (mirror.accountsTotal! - 3) + 30);
    expect(calls({ operation: 'voiceOfMerchantState.get' })).toBe(unverified);
    google.calls.clear();
    const first = await robin.send('get', '/api/locations?limit=3').expect(200);
    expect(first.body).toMatchObject({ total: 3000, matched: 3000, nextCursor: '3' });
    expect((first.body.items as Place[]).map(({ name }) => name)).toEqual([
      'Underhay Parcels North 1',
      'Underhay Parcels North 2',
      'Underhay Parcels North 3',
    ]);
    const last = await robin.send('get', '/api/locations?cursor=2999').expect(200);
    expect((last.body.items as Place[]).map(({ name }) => name)).toEqual(['Underhay Parcels West 1000']);
    // Both words are in the name, or in the address or the store code.
    const found = await robin.send('get', '/api/locations?search=77+south').expect(200);
    expect(found.body).toMatchObject({ matched: 38, total: 3000 });
    expect(google.calls.list()).toEqual([]);

    // An hour later nothing has changed: each account once, and single locations not at all.
    await pass({ minutes: 80 });
    await sweep();
    await read(robin);
    expect(calls({ operation: 'locations.list' })).toBe(30 + (mirror.accountsTotal! - 3));
    expect(calls({ operation: 'voiceOfMerchantState.get' })).toBe(0);
  });
});

describe('the copy', () => {
  it('follows changes at Google when it is read again', async () => {
    const robin = await connected(tamsin);
    await read(robin);
    const account = (await placesOf(robin)).find(({ name }) => name === 'The Night Oven')!.accountId;
    google.world.removeLocation({ location: 'The Night Oven' });
    google.world.addLocation({ account, title: 'The Morning Oven' });
    google.world.editByOwner({ location: 'Okonjo Ceramics', fields: { title: 'Ceramics by Okonjo' } });
    google.world.setVerification({ location: 'Marlowe & Finch, Station Arcade', verification: 'VERIFIED' });
    const { letGo } = holdImports(served);
    expect(await refresh(robin)).toMatchObject({ state: 'ready', isReading: true });
    expect(await namesOf(robin)).toContain('The Night Oven');
    letGo();
    expect(await read(robin)).toMatchObject({ state: 'ready', locationsDone: 8 });
    const places = await placesOf(robin);
    expect(places.map(({ name }) => name)).toEqual([
      'Ceramics by Okonjo',
      'Halcyon Guest House',
      'Halcyon Self Storage',
      'Marlowe & Finch, Market Hill',
      'Marlowe & Finch, Old Wharf',
      'Marlowe & Finch, Station Arcade',
      'Okonjo Piano Tuning',
      'The Morning Oven',
    ]);
    expect(places.find(({ name }) => name.endsWith('Arcade'))?.state).toBe('VERIFIED');
  });

  it('is read again automatically after some time, and not before', async () => {
    const robin = await connected(idris);
    const first = await read(robin);
    await pass({ minutes: 40 });
    await sweep();
    expect(await mirrorOf(robin)).toEqual({ ...first, isJustRead: false });
    await pass({ minutes: 40 });
    await sweep();
    const second = await read(robin);
    expect(Date.parse(String(second.asOf))).toBeGreaterThan(Date.parse(String(first.asOf)));
  });

  it('asks for a single location only when its list says something new, and once a day', async () => {
    const robin = await connected(tamsin);
    await read(robin);
    const all = accountsOf(tamsin).length + 1;
    const readAfter = async (time: { hours?: number; minutes?: number }) => {
      google.calls.clear();
      const before = served.clock.now();
      await pass(time);
      await sweep();
      // Not by the client's session, which ends earlier than a day.
      const ended = await untilSeen('the end of the reading', async () => {
        const [row] = await served.database.orm
          .select()
          .from(mirrorImports)
          .where(eq(mirrorImports.workspaceId, robin.uid));
        return row!.startedAt > before && row!.endedAt !== null && (await countActiveJobs()) === 0 && row;
      });
      expect(ended).toMatchObject({ error: null });
      const count = (operation: 'locations.list' | 'voiceOfMerchantState.get') =>
        google.calls.count({ operation });
      return { lists: count('locations.list'), states: count('voiceOfMerchantState.get') };
    };
    const unverified = google.world
      .locations({ email: tamsin })
      .filter(({ verification }) => verification !== 'VERIFIED');
    expect(await readAfter({ minutes: 80 })).toEqual({ lists: all - 1, states: 0 });
    google.world.editByOwner({ location: unverified[0]!.id, fields: { title: 'Under another name' } });
    expect(await readAfter({ minutes: 80 })).toEqual({ lists: all - 1, states: 1 });
    expect(await readAfter({ hours: 24 })).toEqual({ lists: all, states: unverified.length });
    expect(await readAfter({ minutes: 80 })).toEqual({ lists: all - 1, states: 0 });
  });

  it('has one import at a time, on whichever server it is started', async () => {
    const robin = await connected(idris);
    await read(robin);
    const other = await replica();
    google.calls.clear();
    // All have asked before it begins.
    const { letGo } = holdImports(served, other);
    const path = '/api/mirror';
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => {
        const client = index % 2 ? other.visitor() : served.visitor();
        return client.send('post', path).set('Cookie', robin.cookie).expect(202);
      }),
    );
    expect(answers.some(({ body }) => body.isReading)).toBe(true);
    letGo();
    await read(robin);
    // Once for all, and once for what is below the user group.
    expect(google.calls.count({ operation: 'accounts.list' })).toBe(2);
    await other.close();
  });

  it('is read at once, however many others are being read', async () => {
    const held = holdImports(served);
    const others = await Promise.all(Array.from({ length: 10 }, () => connected(idris)));
    try {
      await untilSeen('ten readings that are held', () => held.count() === 10);
      letThrough(served);
      const robin = await connected(tamsin);
      await untilSeen('the places of one more', async () => (await mirrorOf(robin)).state === 'ready');
      for (const other of others) expect(await mirrorOf(other)).toMatchObject({ state: 'importing' });
    } finally {
      held.letGo();
    }
    for (const other of others) expect(await read(other)).toMatchObject({ state: 'ready', problem: null });
  });

  it('leaves the quota to people while little is left of it', async () => {
    const robin = await connected(idris);
    await read(robin);
    const [place] = await placesOf(robin);
    await served.database.orm.update(rateBuckets).set({ tokens: 25, updatedAt: served.clock.now() });
    google.calls.clear();
    await refresh(robin);
    await robin.send('get', `/api/locations/${place!.id}`).expect(200);
    expect(google.calls.count({ operation: 'locations.get' })).toBe(1);
    expect(google.calls.count({ operation: 'locations.list' })).toBe(0);
    expect(await read(robin)).toMatchObject({ state: 'ready', problem: null });
    expect(google.calls.count({ operation: 'locations.list' })).toBeGreaterThan(0);
  });
});

describe('a reading that fails', () => {
  it('is retried, and continues where it stopped', async () => {
    const [first, second, third] = accountsOf(tamsin) as [string, string, string];
    google.faults.next('locations.list', 'error-before', { times: 3, match: { account: third } });
    const robin = await connected(tamsin);
    const problem = 'Google isn’t responding right now. Please try again shortly.';
    const stopped = await halted(robin);
    expect(stopped).toMatchObject({
      state: 'importing',
      isReading: true,
      accountsTotal: 3,
      accountsDone: 2,
      problem,
    });
    expect(await placesOf(robin)).toHaveLength(6);
    await pass({ minutes: 1 });
    expect(await read(robin)).toMatchObject({
      state: 'ready',
      accountsDone: 3,
      locationsDone: 8,
      unreadableAccounts: 0,
      unreadableLocations: 0,
      problem: null,
    });
    expect([timesListed(first), timesListed(second), timesListed(third)]).toEqual([1, 1, 4]);
  });

  it('at the list of all places goes on there, and asks no account again', async () => {
    google.faults.next('locations.list', 'error-before', { times: 3, match: { account: '-' } });
    const robin = await connected(ottoline);
    expect(await halted(robin)).toMatchObject({ isReading: true, accountsTotal: 5, accountsDone: 5 });
    expect(await placesOf(robin)).toHaveLength(7);
    await pass({ minutes: 1 });
    expect(await read(robin)).toMatchObject({ state: 'ready', locationsDone: 8, problem: null });
    const ids = await idsAt(robin, '/api/accounts');
    expect(ids.map(timesListed)).toEqual(ids.map(() => 1));
    expect(timesListed('-')).toBe(4);
  });

  it('repeatedly says why, and is retried after a while', async () => {
    google.faults.rate('accounts.list', 'error-before', 1, 1);
    const robin = await connected(idris);
    await untilSeen('the last try', async () => {
      await pass({ minutes: 6 });
      return !(await mirrorOf(robin)).isReading;
    });
    const problem = 'Google isn’t responding right now. Please try again shortly.';
    expect(await mirrorOf(robin)).toMatchObject({ state: 'failed', isReading: false, asOf: null, problem });
    google.faults.clear();
    google.calls.clear();
    await sweep();
    expect(google.calls.list()).toEqual([]);
    await pass({ minutes: 20 });
    await sweep();
    expect(await read(robin)).toMatchObject({ state: 'ready', problem: null });
  });

  it('for a day is told once, unless the connection is lost', async () => {
    const stuck = (client: SignedInClient) => eventsOf(served, client, 'reading_stuck');
    const clients = [await connected(tamsin), await connected(idris)] as const;
    for (const client of clients) await read(client);
    const [robin, lost] = clients;
    // A day passes here, and people stay signed in.
    await served.database.executeSql("update sessions set ends_at = ends_at + interval '1 year'");
    google.faults.rate('accounts.list', 'zero-quota', 1, 1);
    await refresh(robin);
    await read(robin);
    expect(await stuck(robin)).toEqual([]);
    google.world.revokeAccess({ email: idris });
    for (const hours of [25, 2]) {
      await pass({ hours });
      await sweep();
      for (const client of clients) expect((await read(client)).problem).not.toBeNull();
    }
    const reason = expect.stringContaining('approved this app');
    expect(await stuck(robin)).toMatchObject([{ cause: reason, subject: { reason } }]);
    expect(await stuck(lost)).toEqual([]);
  });

  it('keeps the previous copy', async () => {
    const robin = await connected(tamsin);
    const { asOf } = await read(robin);
    const before = await placesOf(robin);
    google.world.removeLocation({ location: 'The Night Oven' });
    google.faults.rate('accounts.list', 'zero-quota', 1, 1);
    await refresh(robin);
    expect(await read(robin)).toMatchObject({
      state: 'ready',
      asOf,
      problem: expect.stringContaining('approved this app'),
    });
    expect(await placesOf(robin)).toEqual(before);
  });

  it('because Google has not approved the project is tried rarely, until it has', async () => {
    google.faults.rate('accounts.list', 'zero-quota', 1, 1);
    const robin = await connected(idris);
    expect(await read(robin)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('approved this app'),
    });
    expect(await stateOf(robin)).toBe('no_quota');
    google.calls.clear();
    await pass({ minutes: 40 });
    await sweep();
    expect(google.calls.count()).toBe(0);
    google.faults.clear();
    await pass({ minutes: 40 });
    await sweep();
    expect(await read(robin)).toMatchObject({ state: 'ready', problem: null });
    expect(await stateOf(robin)).toBe('connected');
    expect(await placesOf(robin)).toHaveLength(5);
  });

  it('because the grant has ended keeps the old copy until it is given again', async () => {
    const robin = await connected(tamsin);
    await read(robin);
    google.world.revokeAccess({ email: tamsin });
    await refresh(robin);
    expect(await read(robin)).toMatchObject({
      state: 'ready',
      problem: expect.stringContaining('no longer has access'),
    });
    expect(await stateOf(robin)).toBe('reconnect');
    expect(await placesOf(robin)).toHaveLength(8);
    expect((await robin.send('post', '/api/mirror').expect(409)).body.code).toBe('google/reconnect');
    google.calls.clear();
    await sweep();
    expect(google.calls.count()).toBe(0);
    await connectProfile(robin, tamsin);
    expect(await read(robin)).toMatchObject({ state: 'ready', problem: null });
  });

  it('at one account that shows nothing any more does not lose the others', async () => {
    const [, , third] = accountsOf(idris);
    for (const account of [third, '-'])
      google.faults.next('locations.list', 'forbidden', { match: { account } });
    const robin = await connected(idris);
    expect(await read(robin)).toMatchObject({ state: 'ready', accountsDone: 3, locationsDone: 3 });
  });
});

describe('what Google does not tell', () => {
  it.each(['forbidden', 'bad-request'] as const)(
    'beyond the accounts themselves is no trouble: %s',
    async (kind) => {
      google.faults.next('locations.list', kind, { match: { account: '-' } });
      google.faults.next('accounts.list', kind, { times: 2, match: { account: accountsOf(ottoline)[1] } });
      const robin = await connected(ottoline);
      expect(await read(robin)).toMatchObject({ state: 'ready', accountsTotal: 2, problem: null });
    },
  );

  it('is no reason to lose everything: no account shown at all, after all were', async () => {
    const robin = await connected(idris);
    await read(robin);
    google.faults.rate('locations.list', 'forbidden', 1, 1);
    await refresh(robin);
    await untilSeen('the last try', async () => {
      await pass({ minutes: 6 });
      return !(await mirrorOf(robin)).isReading;
    });
    expect(await mirrorOf(robin)).toMatchObject({
      state: 'ready',
      problem: expect.stringContaining('isn’t responding'),
    });
    expect(await placesOf(robin)).toHaveLength(5);
  });

  it('is taken for unverified: places whose state may not be asked for', async () => {
    google.faults.rate('voiceOfMerchantState.get', 'zero-quota', 1, 1);
    const robin = await connected(tamsin);
    expect(await read(robin)).toMatchObject({ state: 'ready', locationsDone: 8, problem: null });
    const states = (await placesOf(robin, '?needsAttention=true')).map(({ state }) => state);
    expect(states).toEqual(['UNVERIFIED', 'UNVERIFIED']);
    expect(await stateOf(robin)).toBe('connected');
  });
});

describe('a reading that is interrupted', () => {
  it('by a stop ends at once, and another process goes on', async () => {
    const robin = await connected(tamsin);
    await read(robin);
    const [first, second, third] = accountsOf(tamsin) as [string, string, string];
    const stopping = await replica();
    google.calls.clear();
    google.faults.next('locations.list', 'silent', { match: { account: third } });
    await stopping.visitor().send('post', '/api/mirror').set('Cookie', robin.cookie).expect(202);
    await untilSeen('the last account asked for', () => timesListed(third) === 1);
    const began = performance.now();
    await stopping.close();
    expect(performance.now() - began).toBeLessThan(STOP_WITHIN_MS);
    await pass({ minutes: 1 });
    expect(await read(robin)).toMatchObject({
      state: 'ready',
      accountsDone: 3,
      locationsDone: 8,
      unreadableAccounts: 0,
      unreadableLocations: 0,
      problem: null,
    });
    expect([timesListed(first), timesListed(second), timesListed(third)]).toEqual([1, 1, 2]);
  });

  it('because its process gives no sign of life goes on in another', async () => {
    const robin = await connected(tamsin);
    await read(robin);
    const [first, second, third] = accountsOf(tamsin) as [string, string, string];
    const dead = await replica();
    google.calls.clear();
    google.faults.next('locations.list', 'silent', { match: { account: third } });
    await dead.visitor().send('post', '/api/mirror').set('Cookie', robin.cookie).expect(202);
    await untilSeen('the last account asked for', () => timesListed(third) === 1);
    await pass({ hours: 1 });
    // Whoever starts looks for what the dead have left.
    const other = await replica();
    await pass({ minutes: 1 });
    expect(await read(robin)).toMatchObject({ state: 'ready', locationsDone: 8, problem: null });
    expect([timesListed(first), timesListed(second), timesListed(third)]).toEqual([1, 1, 2]);
    await other.close();
    await dead.close();
    expect(await mirrorOf(robin)).toMatchObject({ state: 'ready', locationsDone: 8, problem: null });
  });

  it('and left for hours starts over', async () => {
    const robin = await connected(tamsin);
    await read(robin);
    const [first, , third] = accountsOf(tamsin) as [string, string, string];
    google.calls.clear();
    google.faults.next('locations.list', 'error-before', { times: 3, match: { account: third } });
    await refresh(robin);
    await halted(robin);
    await pass({ hours: 5 });
    const mirror = await read(robin);
    expect(timesListed(first)).toBe(2);
    expect(served.clock.now().getTime() - Date.parse(String(mirror.asOf))).toBeLessThan(3_600_000);
  });

  it('whose job is lost is resumed', async () => {
    const robin = await connected(tamsin);
    await read(robin);
    google.faults.next('accounts.list', 'error-before', { times: 3 });
    await refresh(robin);
    await halted(robin);
    await served.database.executeSql('delete from pgboss.job');
    await sweep();
    expect(await read(robin)).toMatchObject({ state: 'ready', problem: null });
  });
});

describe('disconnecting', () => {
  const rowsOf = async ({ uid }: SignedInClient) => {
    const tables = [mirrorAccounts, mirrorLocations, mirrorImports];
    return Promise.all(tables.map((table) => served.database.orm.$count(table, eq(table.workspaceId, uid))));
  };

  it('deletes the copy, also while it is being read', async () => {
    const robin = await connected(tamsin);
    await read(robin);
    google.faults.next('locations.list', 'slow', { ms: 200 });
    await refresh(robin);
    await robin.send('delete', '/api/auth/gbp-connection').expect(200);
    expect(await mirrorOf(robin)).toMatchObject(NOTHING);
    await untilSeen('its job over', async () => {
      const { rows } = await served.database.executeSql(
        `select 1 from pgboss.job where state <= 'active' and data ->> 'uid' = $1`,
        [robin.uid],
      );
      return rows.length === 0;
    });
    expect(await rowsOf(robin)).toEqual([0, 0, 0]);
  });

  it('and connecting another Google account shows the places of that one alone', async () => {
    const robin = await connected(tamsin);
    await read(robin);
    await connectProfile(robin, idris);
    await read(robin);
    expect(await namesOf(robin)).toContain('Riverside Books');
    expect(await placesOf(robin)).toHaveLength(5);
    expect(await rowsOf(robin)).toEqual([3, 6, 1]);
  });
});
