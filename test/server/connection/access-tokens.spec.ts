import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { eq } from 'drizzle-orm';
import { ConnectionsService } from '../../../dist/server/business-profile/connection/connections.service.js';
import { AccessTokens } from '../../../dist/server/business-profile/connection/access-tokens.js';
import { googleConnections } from '../../../dist/server/database/connection.schema.js';
import type { GoogleSimulator } from 'gbp-simulator';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import {
  connectProfile,
  googleEnv,
  loseConnection,
  newKey,
  withoutImports,
} from '../../support/google/google-connection.ts';
import { PEOPLE, startSimulator } from '../../support/google/google-simulator.ts';
import { addSession } from '../../support/users.ts';

const KEY = newKey('k1');

let google: GoogleSimulator;
let served: TestApp;
beforeAll(async () => {
  google = await startSimulator();
  served = await startTestApp({ ...googleEnv(google), TOKEN_KEYS: KEY });
  withoutImports(served);
});
afterEach(() => google.reset());
afterAll(async () => {
  await served.close();
  await google.close();
});

const { tamsin, idris } = PEOPLE;
const tokensOf = ({ app }: TestApp) => app.get(AccessTokens);
/** The present connection of a person, or one that there is not. */
const ownerOf = async ({ uid }: { uid: string }) => {
  const connection = await served.app.get(ConnectionsService).find(uid);
  return { workspaceId: uid, subject: connection?.subject ?? 'none' };
};
const get = async (person: { uid: string }, app = served) => tokensOf(app).get(await ownerOf(person));
const refreshes = () => google.calls.count({ operation: 'oauth.refresh' });
const stateOf = async ({ uid }: { uid: string }) =>
  (await served.app.get(ConnectionsService).find(uid))?.state;
const lost = { code: 'google/reconnect' };

/** Someone whose first access token, which came with the grant, is no longer there. */
async function connected(email: string = tamsin): Promise<SignedInClient> {
  const person = await served.signUp();
  await connectProfile(person, email);
  tokensOf(served).reject(await ownerOf(person), await get(person));
  return person;
}

/** Another process on the same database. */
async function replica(env: Record<string, string> = {}): Promise<TestApp> {
  const other = await startTestApp({ ...googleEnv(google), TOKEN_KEYS: KEY, ...env }, served);
  withoutImports(other);
  return other;
}

describe('the access token that came with the grant', () => {
  it('is the first that is used, and is renewed like any other', async () => {
    const robin = await served.signUp();
    await connectProfile(robin, tamsin);
    const first = await get(robin);
    expect(await get(robin)).toBe(first);
    const answer = await fetch(`${google.addresses.GBP_ACCOUNTS_URL}/accounts`, {
      headers: { authorization: `Bearer ${first}` },
    });
    expect([answer.status, refreshes()]).toEqual([200, 0]);
    served.clock.advance({ minutes: 58 });
    expect(await get(robin)).not.toBe(first);
    expect(refreshes()).toBe(1);
  });

  it('is that of the account that is connected by now, and not used by another process', async () => {
    const robin = await served.signUp();
    await connectProfile(robin, tamsin);
    const former = await get(robin);
    await connectProfile(robin, idris);
    const present = await get(robin);
    expect([present === former, refreshes()]).toEqual([false, 0]);
    const other = await replica();
    expect(await get(robin, other)).not.toBe(present);
    expect(refreshes()).toBe(1);
    await other.close();
  });
});

describe('an access token', () => {
  it('is fetched once when many ask for it at once', async () => {
    const robin = await connected();
    const tokens = await Promise.all(Array.from({ length: 50 }, () => get(robin)));
    expect([new Set(tokens).size, refreshes()]).toEqual([1, 1]);
  });

  it('is fetched once more when it has expired, even if many ask at once', async () => {
    const robin = await connected();
    const first = await get(robin);
    served.clock.advance({ minutes: 61 });
    const tokens = await Promise.all(Array.from({ length: 50 }, () => get(robin)));
    expect([new Set(tokens).size, refreshes()]).toEqual([1, 2]);
    expect(tokens[0]).not.toBe(first);
  });

  it('is kept while it is valid, and renewed shortly before it expires', async () => {
    const robin = await connected();
    const first = await get(robin);
    served.clock.advance({ minutes: 57 });
    expect(await get(robin)).toBe(first);
    served.clock.advance({ minutes: 1 });
    expect(await get(robin)).not.toBe(first);
    expect(refreshes()).toBe(2);
  });

  it('that Google rejected is renewed once, however often the rejection is reported', async () => {
    const robin = await connected();
    const first = await get(robin);
    tokensOf(served).reject(await ownerOf(robin), first);
    const second = await get(robin);
    tokensOf(served).reject(await ownerOf(robin), first);
    expect(await get(robin)).toBe(second);
    expect(refreshes()).toBe(2);
  });

  it('belongs to one user', async () => {
    const [robin, sam] = [await connected(), await connected(idris)];
    expect(await get(robin)).not.toBe(await get(sam));
    expect(google.calls.list({ operation: 'oauth.refresh' }).map(({ person }) => person)).toEqual([
      tamsin,
      idris,
    ]);
  });

  it('is for the currently connected account', async () => {
    const robin = await connected();
    const former = await get(robin);
    await connectProfile(robin, idris);
    tokensOf(served).reject(await ownerOf(robin), await get(robin));
    expect(await get(robin)).not.toBe(former);
    expect(google.calls.list({ operation: 'oauth.refresh' }).at(-1)).toMatchObject({ person: idris });
  });

  it('is refused to users without a connection', async () => {
    await expect(get(await served.signUp())).rejects.toMatchObject(lost);
  });
});

describe('a grant that Google no longer accepts', () => {
  it('is reported as needing a reconnect, and checked again every 15 minutes at most', async () => {
    const robin = await connected();
    google.world.revokeAccess({ email: tamsin });
    await expect(Promise.all([get(robin), get(robin)])).rejects.toMatchObject(lost);
    const { body } = await robin.send('get', '/api/auth/gbp-status').expect(200);
    expect(body).toMatchObject({ hasAccess: false, source: 'google', state: 'reconnect', email: tamsin });

    const other = await replica();
    for (let minute = 1; minute < 15; minute += 1) {
      served.clock.advance({ minutes: 1 });
      await expect(get(robin)).rejects.toMatchObject(lost);
      await expect(get(robin, other)).rejects.toMatchObject(lost);
    }
    expect(refreshes()).toBe(1);
    served.clock.advance({ minutes: 1 });
    await expect(get(robin, other)).rejects.toMatchObject(lost);
    await expect(get(robin)).rejects.toMatchObject(lost);
    expect(refreshes()).toBe(2);
    await other.close();
  });

  it('counts as lost when it does not cover the Business Profile, however often it is asked for', async () => {
    const robin = await connected();
    const connections = served.app.get(ConnectionsService);
    const { subject } = (await connections.find(robin.uid))!;
    const { refresh_token: refreshToken } = google.world.issueTokens({
      email: tamsin,
      scopes: ['openid', 'email'],
    });
    await connections.connect(
      { workspaceId: robin.uid, actor: robin.uid },
      { subject, email: tamsin, scopes: [], refreshToken },
      await addSession(served.database, robin.uid),
    );
    await expect(get(robin)).rejects.toMatchObject(lost);
    served.clock.advance({ minutes: 15 });
    await expect(get(robin)).rejects.toMatchObject(lost);
    expect([await stateOf(robin), refreshes()]).toEqual(['reconnect', 2]);
  });

  it('works again at once after reconnecting', async () => {
    const robin = await connected();
    google.world.revokeAccess({ email: tamsin });
    await expect(get(robin)).rejects.toMatchObject(lost);
    await connectProfile(robin, tamsin);
    expect(await get(robin)).toBeTruthy();
    expect(await stateOf(robin)).toBe('connected');
  });

  it('is not restored by a consent without a new one', async () => {
    const robin = await connected();
    google.world.revokeAccess({ email: tamsin });
    await expect(get(robin)).rejects.toMatchObject(lost);
    google.faults.next('oauth.exchange', 'no-refresh-token');
    await expect(connectProfile(robin, tamsin)).rejects.toThrow('didn’t grant lasting access');
    expect(await stateOf(robin)).toBe('reconnect');
  });

  it('does not affect a newer connection', async () => {
    const robin = await connected();
    const former = (await served.app.get(ConnectionsService).find(robin.uid))!.id;
    await connectProfile(robin, tamsin);
    await served.app.get(ConnectionsService).markLost(robin.uid, former, 'it has ended');
    expect(await stateOf(robin)).toBe('connected');
  });

  it('recovers without help when Google accepts it again', async () => {
    const robin = await connected();
    await loseConnection(served, robin.uid);
    await expect(get(robin)).rejects.toMatchObject(lost);
    expect(refreshes()).toBe(0);
    served.clock.advance({ minutes: 15 });
    expect(await get(robin)).toBeTruthy();
    expect(await stateOf(robin)).toBe('connected');
  });
});

describe('while Google gives no answer', () => {
  it.each(['error-before', 'reset-before', 'rate-limited', 'unauthenticated'] as const)(
    'the connection stays as it is, and the next request is tried again (%s)',
    async (fault) => {
      const robin = await connected();
      google.faults.next('oauth.refresh', fault);
      await expect(get(robin)).rejects.toMatchObject({ code: 'google/unavailable', status: 503 });
      expect(await stateOf(robin)).toBe('connected');
      expect(await get(robin)).toBeTruthy();
    },
  );
});

describe('on several replicas', () => {
  it('the end of a connection is seen at once', async () => {
    const robin = await connected();
    const other = await replica();
    await Promise.all([get(robin), get(robin, other)]);
    await robin.send('delete', '/api/auth/gbp-connection').expect(200);
    await expect(get(robin)).rejects.toMatchObject(lost);
    await expect(get(robin, other)).rejects.toMatchObject(lost);
    await other.close();
  });
});

describe('the quota of the project', () => {
  it('is a state of its own, which ends as soon as calls work again', async () => {
    const robin = await connected();
    const connections = served.app.get(ConnectionsService);
    await connections.markWorking(robin.uid);
    await connections.markNoQuota(robin.uid);
    const { body } = await robin.send('get', '/api/auth/gbp-status').expect(200);
    expect(body).toMatchObject({ hasAccess: true, state: 'no_quota' });
    expect(await get(robin)).toBeTruthy();
    await connections.markWorking(robin.uid);
    expect(await stateOf(robin)).toBe('connected');
    await loseConnection(served, robin.uid);
    await connections.markNoQuota(robin.uid);
    await connections.markWorking(robin.uid);
    expect(await stateOf(robin)).toBe('reconnect');
  });
});

describe('a stored token', () => {
  it('that no current key can decrypt needs a reconnect; nothing is sent to Google, and nothing crashes', async () => {
    const robin = await connected();
    const withoutKey = await replica({ TOKEN_KEYS: newKey('k2') });
    for (let round = 0; round < 3; round += 1) {
      await expect(get(robin, withoutKey)).rejects.toMatchObject(lost);
      served.clock.advance({ minutes: 16 });
    }
    expect([await stateOf(robin), refreshes()]).toEqual(['reconnect', 0]);
    // The key is found again: the next try works.
    expect(await get(robin)).toBeTruthy();
    expect(await stateOf(robin)).toBe('connected');
    await withoutKey.close();
  });

  it('cannot be used in the row of another user', async () => {
    const [robin, eve] = [await connected(), await connected(idris)];
    const { orm } = served.database;
    const [theirs] = await orm
      .select()
      .from(googleConnections)
      .where(eq(googleConnections.workspaceId, robin.uid));
    if (!theirs) throw new Error('there is no such row');
    const { id, refreshToken, keyName } = theirs;
    const takeOver = (stolen: object) =>
      orm.update(googleConnections).set(stolen).where(eq(googleConnections.workspaceId, eve.uid));
    await takeOver({ refreshToken, keyName });
    await expect(get(eve)).rejects.toMatchObject(lost);
    served.clock.advance({ minutes: 16 });
    await takeOver({ refreshToken, keyName, id });
    await expect(get(eve)).rejects.toMatchObject(lost);
    expect(refreshes()).toBe(0);
  });
});
