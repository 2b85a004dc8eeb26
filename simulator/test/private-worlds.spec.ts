import { afterAll, beforeAll, describe, expect, it } from '../../test/support/jest.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GoogleSimulator } from 'gbp-simulator';
import { askForToken, callerOf, consentAddress, PEOPLE, startSimulator } from './support.ts';

let folder: string;
let google: GoogleSimulator;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gbp-private-'));
  google = await startSimulator({ dataFile: join(folder, 'google.json') });
});
afterAll(async () => {
  await google.close();
  rmSync(folder, { recursive: true });
});

const POST = { topicType: 'STANDARD', summary: 'New ropes are in.' };
const open = (owner: string, world: 'agency' | 'shops' | 'large' = 'agency') =>
  google.world.openPrivateWorld({ world, owner });
const titlesOf = (email: string) => google.world.locations({ email }).map(({ fields }) => fields.title);
const firstOf = (email: string) => google.world.locations({ email })[0]!;
const v4Of = (email: string) =>
  callerOf(google.addresses.GBP_V4_URL, google.world.issueTokens({ email }).access_token);

describe('a private world', () => {
  it('has what its world has, under ids of its own', () => {
    for (const [world, original] of [
      ['agency', PEOPLE.ottoline],
      ['shops', PEOPLE.tamsin],
      ['large', PEOPLE.casimir],
    ] as const) {
      const { email } = open('robin', world);
      expect(titlesOf(email)).toEqual(titlesOf(original));
      const ids = google.world.locations({ email: original }).map(({ id }) => id);
      expect(google.world.locations({ email }).filter(({ id }) => ids.includes(id))).toEqual([]);
    }
    expect(titlesOf(open('robin').email)).toHaveLength(8);
    const states = google.world.locations({ email: open('robin').email }).map((each) => each.verification);
    expect(states.filter((state) => state === 'SUSPENDED')).toHaveLength(1);
  });

  it('is the same for its owner each time, and another one for everybody else', () => {
    expect(open('robin')).toEqual(open('robin'));
    expect(open('kim').sub).not.toBe(open('robin').sub);
  });

  it('shows nothing that is done in another one', async () => {
    const [robin, kim] = [open('robin').email, open('kim').email];
    const { id, accountIds } = firstOf(robin);
    const path = `/accounts/${accountIds[0]}/locations/${id}/localPosts`;
    expect((await v4Of(robin)('POST', path, POST)).status).toBe(200);
    google.world.editByOwner({ location: id, fields: { title: 'Renamed' } });
    for (const other of [kim, PEOPLE.ottoline]) {
      expect(titlesOf(other)).not.toContain('Renamed');
      expect(google.world.posts({ email: other })).toEqual([]);
      expect((await v4Of(other)('GET', path)).status).toBe(404);
      expect((await v4Of(other)('POST', path, POST)).status).toBe(404);
    }
  });

  it('is not on the consent page, and cannot be chosen there', async () => {
    const { email, name } = open('robin');
    const page = async (parameters = {}) => (await fetch(consentAddress(google, parameters))).text();
    expect(await page()).toContain(PEOPLE.ottoline);
    expect(await page()).not.toContain(email);
    expect(await page({ authuser: email })).toContain('Choose an account');
    expect(await page({ authuser: PEOPLE.ottoline })).toContain(name);
  });

  it('is connected by a program as by the consent page: with state, nonce and PKCE', async () => {
    const { email } = open('robin');
    const verifier = 'v'.repeat(43);
    const back = new URL(google.world.allow({ address: consentAddress(google, {}, verifier), email }));
    expect(back.searchParams.get('state')).toBe('some-state');
    const code = back.searchParams.get('code') ?? '';
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: back.origin + back.pathname };
    expect(await askForToken(google, { ...exchange, code_verifier: verifier })).toHaveProperty(
      'refresh_token',
    );
  });

  it('refuses a world of several people, and one that there is not', () => {
    for (const world of ['all', 'nonsense', undefined])
      expect(() => google.world.openPrivateWorld({ world: world as 'all', owner: 'robin' })).toThrow(
        `There is no private world ${String(world)}.`,
      );
  });

  it('is gone with everything in it once it is closed, and the others stay', async () => {
    const [robin, kim] = [open('robin').email, open('kim').email];
    const { id } = firstOf(robin);
    const call = v4Of(robin);
    google.world.closePrivateWorlds({ owner: 'robin' });
    expect(() => google.world.locations({ email: robin })).toThrow(`There is no person ${robin}.`);
    expect(() => google.world.location({ location: id })).toThrow(`There is no place ${id}.`);
    expect(google.world.posts().filter(({ locationId }) => locationId === id)).toEqual([]);
    expect((await call('GET', `/accounts/1/locations/${id}/localPosts`)).status).toBe(401);
    expect(titlesOf(kim)).toHaveLength(8);
    expect(open('robin').email).not.toBe(robin);
  });

  it('survives a restart with what was done in it', async () => {
    const { email } = open('kim', 'shops');
    google.world.editByOwner({ location: firstOf(email).id, fields: { title: 'Renamed' } });
    const before = google.world.locations({ email });
    await google.close();
    google = await startSimulator({ dataFile: join(folder, 'google.json') });
    expect(google.world.locations({ email })).toEqual(before);
    expect(open('kim', 'shops').email).toBe(email);
  });
});

describe('a post that is dated back', () => {
  it('was made then, and is live or still in review as said', () => {
    const [post] = google.world.posts({ email: PEOPLE.tamsin });
    const stateOf = () => google.world.posts({ email: PEOPLE.tamsin }).find(({ id }) => id === post!.id);
    google.world.datePost({ post: post!.id, createdAt: '2025-12-24T09:00:00Z' });
    expect(stateOf()).toMatchObject({ createTime: '2025-12-24T09:00:00.000Z', state: 'LIVE' });
    const reviewedAt = new Date(Date.now() + 60_000).toISOString();
    google.world.datePost({ post: post!.id, createdAt: '2025-12-24T09:00:00Z', reviewedAt });
    expect(stateOf()).toMatchObject({ state: 'PROCESSING' });
    expect(() => google.world.datePost({ post: post!.id, createdAt: 'once' })).toThrow('real instants');
  });
});
