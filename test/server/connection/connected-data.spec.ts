import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GoogleOwner } from '../../../dist/server/business-profile/port/business-profile-provider.js';
import { AccessTokens } from '../../../dist/server/business-profile/connection/access-tokens.js';
import type { GoogleSimulator } from 'gbp-simulator';
import { type Client, type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { askGoogle, googleEnv, loseConnection } from '../../support/google/google-connection.ts';
import { comeBack, decide, openPopup } from '../../support/google/google-popup.ts';
import { GOOGLE_CLIENT, PEOPLE, startSimulator } from '../../support/google/google-simulator.ts';
import { LogLines } from '../../support/log-lines.ts';
import { connectWithPlaces } from '../../support/google/places-read.ts';
import { CERAMICS } from '../../support/google/tamsins-places.ts';

let folder: string;
let google: GoogleSimulator;
let served: TestApp;
const env: Record<string, string> = { LOG_LEVEL: 'trace' };
const log = new LogLines();
beforeAll(async () => {
  log.listen();
  folder = await mkdtemp(join(tmpdir(), 'shingle-connected-'));
  google = await startSimulator({ dataFile: join(folder, 'google.json') });
  Object.assign(env, googleEnv(google));
  served = await startTestApp(env);
});
afterEach(() => google.reset());
afterAll(async () => {
  await served.close();
  log.stop();
  await google.close();
  await rm(folder, { recursive: true, force: true });
});

const { tamsin, idris } = PEOPLE;
const SAMPLE_PLACE = 'sample-101';

const get = async (client: Client, path: string) => (await client.send('get', path).expect(200)).body;
const idsOf = async (client: Client, path: string): Promise<string[]> =>
  (await get(client, path)).items.map(({ id }: { id: string }) => id).sort();
const placesOf = (client: Client) => idsOf(client, '/api/locations?limit=100');
const theirPlaces = (email: string) =>
  google.world
    .locations({ email })
    .map(({ id }) => id)
    .sort();

async function connected(email: string): Promise<SignedInClient> {
  const person = await served.signUp();
  await connectWithPlaces(person, email);
  return person;
}

describe('a person sees', () => {
  it('sample data until they connect, their own places from then on, and samples again after disconnecting', async () => {
    const robin = await served.signUp();
    const samples = await placesOf(robin);
    const samplePosts = await idsOf(robin, '/api/posts');
    expect(samples).toContain(SAMPLE_PLACE);
    expect(samplePosts.length).toBeGreaterThan(0);

    await connectWithPlaces(robin, tamsin);
    expect(await placesOf(robin)).toEqual(theirPlaces(tamsin));
    expect(await idsOf(robin, '/api/posts')).toEqual([]);
    await robin.send('get', `/api/locations/${SAMPLE_PLACE}`).expect(404);

    await robin.send('delete', '/api/auth/gbp-connection').expect(200);
    expect(await placesOf(robin)).toEqual(samples);
    expect(await idsOf(robin, '/api/posts')).toEqual(samplePosts);
  });

  it("nothing of another user's connection, whatever id they use", async () => {
    const [robin, sam, eve] = [await connected(tamsin), await connected(idris), await served.signUp()];
    const [place = ''] = theirPlaces(tamsin);
    const [account] = google.world.accounts({ email: tamsin });
    await robin.send('get', `/api/locations/${place}`).expect(200);
    for (const other of [sam, eve]) {
      await other.send('get', `/api/locations/${place}`).expect(404);
      await other.send('get', `/api/locations/${place}/stats`).expect(404);
      await other.send('patch', `/api/locations/${place}`, { name: 'Mine now' }).expect(404);
      await other.send('get', `/api/locations?accountId=${account?.id}`).expect(404);
      expect(await placesOf(other)).not.toContain(place);
    }
    expect(await placesOf(sam)).toEqual(theirPlaces(idris));
  });

  it('no hours that Google has not given: a period that cannot be read is left out, and logged', async () => {
    const { periods } = google.world.location({ location: CERAMICS }).fields.regularHours!;
    const unreadable = { ...periods[0]!, openTime: { hours: 99 } };
    const fields = { regularHours: { periods: [unreadable, ...periods.slice(1)] } };
    google.world.editByOwner({ location: CERAMICS, fields });
    log.clear();
    const robin = await connected(tamsin);
    const { regularHours } = await get(robin, `/api/locations/${CERAMICS}`);
    expect(regularHours.periods).toHaveLength(periods.length - 1);
    expect(log.of('location.hours_unreadable')[0]).toMatchObject({
      level: 'warn',
      location: CERAMICS,
      periods: [unreadable],
    });
  });

  it('what was read last, while the connection is lost', async () => {
    const robin = await connected(tamsin);
    await loseConnection(served, robin.uid);
    expect(await get(robin, '/api/auth/gbp-status')).toMatchObject({ hasAccess: false, source: 'google' });
    expect(await placesOf(robin)).toEqual(theirPlaces(tamsin));
  });

  it('the places of the Google account that is connected now, and no other', async () => {
    const robin = await connected(tamsin);
    await connectWithPlaces(robin, idris);
    expect(await placesOf(robin)).toEqual(theirPlaces(idris));
    const [former = ''] = theirPlaces(tamsin);
    await robin.send('get', `/api/locations/${former}`).expect(404);
  });
});

/** All that the database holds, as text. */
async function everythingStored(): Promise<string> {
  const rowsOf = async (statement: string) =>
    (await served.database.executeSql(statement)).rows as { text: string }[];
  const tables = await rowsOf(
    `select table_schema || '.' || table_name as text from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const dumps = await Promise.all(tables.map(({ text }) => rowsOf(`select t::text as text from ${text} t`)));
  return dumps
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

/** Every code and token that Google has given out and still knows. */
async function secretsOfGoogle(): Promise<string[]> {
  const text = await readFile(join(folder, 'google.json'), 'utf8');
  return [...new Set(text.match(/(?:4\/0A|ya29\.a0|1\/\/0)[\w-]{8,}/g))];
}

describe('no code, token or secret appears', () => {
  it('in the database, in an answer or in the log, whatever fails', async () => {
    log.clear();
    const answers: unknown[] = [];
    const seen: string[] = [];
    const note = async () => seen.push(...(await secretsOfGoogle()));

    const robin = await served.signUp();
    const answer = await askGoogle(robin, { email: tamsin });
    const { body } = await robin.send('post', '/api/auth/setup', answer).expect(200);
    answers.push(body, await get(robin, '/api/auth/gbp-status'), await get(robin, '/api/mirror'));
    const { sub: subject } = google.world.people().find(({ email }) => email === tamsin)!;
    const owner = { workspaceId: robin.uid, subject };
    const token = await served.app.get(AccessTokens).get(owner);
    await note();
    answers.push((await robin.send('post', '/api/auth/setup', answer)).body);
    for (const fault of ['error-after', 'reset-after', 'revoked-grant', 'unauthenticated'] as const) {
      google.faults.next('oauth.exchange', fault);
      answers.push(
        (await robin.send('post', '/api/auth/setup', await askGoogle(robin, { email: idris }))).body,
      );
      google.faults.next('oauth.refresh', fault);
      served.app.get(AccessTokens).reject(owner, await tokenOrNothing(owner));
      await note();
    }
    const popup = await openPopup(served.visitor());
    const popupAnswer = await comeBack(served, await decide(popup, { email: idris }), popup.binding);
    answers.push(popupAnswer.headers, popupAnswer.text);
    await note();
    const stored = await everythingStored();
    google.faults.next('oauth.revoke', 'error-before');
    answers.push((await robin.send('delete', '/api/auth/gbp-connection')).body);
    const printed = log.all;

    // The canary sings: what is looked for is really there to be found, and what is looked through is not empty.
    expect(seen.length).toBeGreaterThan(6);
    expect(seen).toEqual(expect.arrayContaining([token, answer.code]));
    expect(stored).toContain(robin.uid);
    expect(printed).toContain('AccessTokens');
    expect(log.of('request').map(({ route }) => route)).toContain('/api/auth/google/callback');
    for (const secret of [...seen, GOOGLE_CLIENT.secret, env.TOKEN_KEYS?.split(':')[1] ?? ''])
      for (const [place, text] of Object.entries({ stored, printed, answers: JSON.stringify(answers) }))
        expect([place, text.includes(secret)]).toEqual([place, false]);
  });

  const tokenOrNothing = (owner: GoogleOwner) =>
    served.app
      .get(AccessTokens)
      .get(owner)
      .catch(() => '');
});
