import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import type { GoogleOwner } from '../../../dist/server/business-profile/port/business-profile-provider.js';
import type { GoogleApi } from '../../../dist/server/business-profile/calls/google-api.js';
import type { FaultKind, FaultOptions, GoogleSimulator, Operation } from 'gbp-simulator';
import { type GoogleAdapter, startGoogleAdapter } from '../../support/google/google-adapter.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { CERAMICS, STATION as UNVERIFIED } from '../../support/google/tamsins-places.ts';

/** How long one request is waited for in earnest. */
const REQUEST_MS = 8_000;

describe('calls to Google', () => {
  let adapter: GoogleAdapter;
  let api: GoogleApi;
  let google: GoogleSimulator;
  let u1: GoogleOwner;
  let u2: GoogleOwner;

  beforeAll(async () => {
    adapter = await startGoogleAdapter();
    ({ api, google } = adapter);
    u1 = await adapter.connect('u1', PEOPLE.tamsin);
    u2 = await adapter.connect('u2', PEOPLE.casimir);
  });
  afterAll(() => adapter.close());
  beforeEach(async () => {
    google.faults.clear();
    google.calls.clear();
    adapter.timing.requestMs = REQUEST_MS;
    await adapter.passMinute();
    await adapter.connections.markWorking('u1');
  });

  const calls = (operation: Operation) => google.calls.count({ operation });
  const fail = (operation: Operation, kind: FaultKind, options?: FaultOptions) =>
    google.faults.next(operation, kind, options);
  const stateOf = async (uid: string) => (await adapter.connections.find(uid))?.state;
  const read = () => api.getLocation(u1, CERAMICS);
  const write = (title = 'Okonjo Ceramics') => api.patchLocation(u1, CERAMICS, { title }, ['title']);

  describe('that read', () => {
    it('follow all pages: 1,000 places of an account in 10 calls', async () => {
      const accounts = [];
      for await (const page of api.listAccounts(u2)) accounts.push(...page);
      const group = accounts.find(({ type }) => type === 'LOCATION_GROUP')!;
      const ids = new Set<string>();
      for await (const page of api.listLocations(u2, group.name.replace('accounts/', '')))
        for (const { name } of page) ids.add(name);
      expect(ids.size).toBe(1000);
      expect([calls('accounts.list'), calls('locations.list')]).toEqual([1, 10]);
    });

    it.each<FaultKind>(['error-before', 'reset-before', 'error-after', 'reset-after'])(
      'are repeated after "%s"',
      async (kind) => {
        fail('locations.get', kind);
        expect(await read()).toMatchObject({ name: `locations/${CERAMICS}`, title: 'Okonjo Ceramics' });
        expect(calls('locations.get')).toBe(2);
      },
    );

    it.each<FaultKind>(['error-before', 'reset-before'])('are given up after three of "%s"', async (kind) => {
      fail('locations.get', kind, { times: 10 });
      await expect(read()).rejects.toMatchObject({ code: 'google/unavailable' });
      expect(calls('locations.get')).toBe(3);
    });

    it('do not hang when Google never answers', async () => {
      adapter.timing.requestMs = 60;
      fail('locations.get', 'silent', { times: 10 });
      const began = performance.now();
      await expect(read()).rejects.toMatchObject({ code: 'google/unavailable' });
      expect(performance.now() - began).toBeLessThan(REQUEST_MS);
      expect(calls('locations.get')).toBe(3);
    });

    it('begin no further try when their time is over', async () => {
      fail('locations.get', 'silent', { times: 10 });
      const turn = { priority: 'read', withinMs: 60 } as const;
      await expect(api.getLocation(u1, CERAMICS, turn)).rejects.toMatchObject({ code: 'google/unavailable' });
      expect(calls('locations.get')).toBe(1);
    });

    it('wait for as long as Google asks, if that is short', async () => {
      fail('locations.get', 'rate-limited', { retryAfter: 0 });
      await expect(read()).resolves.toHaveProperty('title');
      expect(calls('locations.get')).toBe(2);
    });

    it('fail at once when Google asks for a long wait', async () => {
      fail('locations.get', 'rate-limited', { retryAfter: 10, times: 10 });
      await expect(read()).rejects.toMatchObject({ code: 'google/busy', cause: { retryAfterMs: 10_000 } });
      expect(calls('locations.get')).toBe(1);
      expect(await stateOf('u1')).toBe('connected');
    });

    it.each<FaultKind>(['forbidden', 'not-found'])(
      'find nothing after "%s", without a repetition',
      async (kind) => {
        fail('locations.get', kind, { times: 10 });
        await expect(read()).rejects.toMatchObject({ code: 'not_found' });
        expect(calls('locations.get')).toBe(1);
      },
    );

    it('are sent once for all callers at the same time', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, read));
      expect(new Set(answers.map(({ title }) => title))).toEqual(new Set(['Okonjo Ceramics']));
      expect(calls('locations.get')).toBe(1);
    });

    it('share no answer with one that began before a save', async () => {
      fail('locations.get', 'slow', { ms: 300 });
      const before = read();
      await write('Okonjo Pots');
      expect(await read()).toMatchObject({ title: 'Okonjo Pots' });
      expect(calls('locations.get')).toBe(2);
      await before;
      await write();
    });
  });

  describe('that write', () => {
    const TROUBLE: [FaultKind, string][] = [
      ['error-before', 'google/unavailable'],
      ['error-after', 'google/unavailable'],
      ['reset-before', 'google/unavailable'],
      ['reset-after', 'google/unavailable'],
      ['silent', 'google/unavailable'],
      ['rate-limited', 'google/busy'],
      ['forbidden', 'google/refused'],
      ['not-found', 'not_found'],
    ];
    it.each(TROUBLE)('are sent once, whatever happens: %s', async (kind, code) => {
      if (kind === 'silent') adapter.timing.requestMs = 60;
      fail('locations.patch', kind, { times: 10, retryAfter: 0 });
      await expect(write()).rejects.toMatchObject({ code });
      expect(calls('locations.patch')).toBe(1);
    });

    it('are sent again when Google did not accept the access token and so did nothing', async () => {
      fail('locations.patch', 'unauthenticated');
      await expect(write()).resolves.toMatchObject({ title: 'Okonjo Ceramics' });
      expect(calls('locations.patch')).toBe(2);
    });

    it('are at most 10 a minute to one profile', async () => {
      adapter.timing.totalMs = 1;
      const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => write()));
      adapter.timing.totalMs = 16_000;
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
      expect(calls('locations.patch')).toBe(5);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toContainEqual({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'google/busy' }),
      });
    });
  });

  describe('with an access token that Google does not accept', () => {
    it('go on with a new one', async () => {
      google.world.expireAccessTokens({ email: PEOPLE.tamsin });
      await expect(read()).resolves.toHaveProperty('title');
      expect([calls('locations.get'), calls('oauth.refresh')]).toEqual([2, 1]);
      expect(await stateOf('u1')).toBe('connected');
    });

    it('end when the new one is not accepted either, and the connection stays as it is', async () => {
      fail('locations.get', 'unauthenticated', { times: 2 });
      await expect(read()).rejects.toMatchObject({ code: 'google/unavailable' });
      expect([calls('locations.get'), calls('oauth.refresh')]).toEqual([2, 1]);
      expect(await stateOf('u1')).toBe('connected');
      await expect(read()).resolves.toHaveProperty('title');
    });
  });

  describe('of a project that Google has not approved', () => {
    it('say so without a repetition, and the connection is marked until calls work again', async () => {
      fail('locations.get', 'zero-quota', { times: 1 });
      await expect(read()).rejects.toMatchObject({ code: 'google/no-quota' });
      expect(calls('locations.get')).toBe(1);
      expect(await stateOf('u1')).toBe('no_quota');
      await read();
      expect(await stateOf('u1')).toBe('connected');
    });

    it('mark nothing when they concern a non-essential API', async () => {
      fail('voiceOfMerchantState.get', 'zero-quota');
      await expect(api.voiceOfMerchant(u1, UNVERIFIED)).rejects.toMatchObject({ code: 'google/no-quota' });
      expect(await stateOf('u1')).toBe('connected');
    });
  });

  it('affect only one user: trouble for one does not slow another down', async () => {
    google.faults.rate('locations.get', 'rate-limited', 1, 1, { match: { email: PEOPLE.tamsin } });
    const other = google.world.locations({ email: PEOPLE.casimir })[0]!.id;
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 10 }, read),
      api.getLocation(u2, other),
    ]);
    expect(outcomes.at(-1)).toMatchObject({ status: 'fulfilled', value: { name: `locations/${other}` } });
  });

  it.each(['..', '-', '1/2', '1?x=1', '1%2F2', '', 'a b', '__proto__'])(
    'never go out with what cannot be an id: "%s"',
    async (id) => {
      await expect(api.getLocation(u1, id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(api.patchLocation(u1, id, { title: 'X' }, ['title'])).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(google.calls.count()).toBe(0);
    },
  );

  it('need a connection', async () => {
    await expect(api.getLocation({ workspaceId: 'nobody', subject: 'none' }, CERAMICS)).rejects.toMatchObject(
      {
        code: 'google/reconnect',
      },
    );
    expect(google.calls.count()).toBe(0);
  });
});
