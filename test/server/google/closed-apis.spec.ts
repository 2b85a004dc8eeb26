import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import type { FaultOptions } from 'gbp-simulator';
import type { ConnectionStatusDto } from '../../../dist/server/business-profile/connection/connection.dto.js';
import { GoogleApi } from '../../../dist/server/business-profile/calls/google-api.js';
import { GoogleApiAsking } from '../../../dist/server/business-profile/calls/google-api-asking.js';
import type { SignedInClient, TestApp } from '../../support/app.ts';
import { openApis } from '../../support/google/google-apis.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { eventsOf } from '../../support/features/notices.ts';
import {
  CLAIM_WAIT_MS,
  HOUR_MS,
  look,
  MINUTE_MS,
  schedule,
  SECOND_MS,
} from '../../support/features/publishing.ts';
import { type Replying, startReplying } from '../../support/features/replies.ts';
import { forgetEveryone } from '../../support/users.ts';

let setting: Replying;
let tamsin: SignedInClient;
let ceramics: string;
beforeAll(async () => {
  setting = await startReplying();
  askWhenWanted(setting.served);
});
afterAll(() => setting.close());
beforeEach(async () => {
  const { google, served } = setting;
  await forgetEveryone(served.database);
  google.faults.clear();
  await openApis(served.app);
  tamsin = await setting.connected(PEOPLE.tamsin);
  google.calls.clear();
  ceramics = google.world.location({ location: 'Okonjo Ceramics' }).id;
});

const closeV4 = (
  options: FaultOptions = { forMs: HOUR_MS },
  kind: 'service-disabled' | 'zero-quota' = 'service-disabled',
) => setting.google.faults.next('*', kind, { ...options, match: { api: 'v4', ...options.match } });
const statusOf = async (client: SignedInClient) =>
  (await client.send('get', '/api/auth/gbp-status').expect(200)).body as ConnectionStatusDto;
const closedFor = async (client: SignedInClient) =>
  (await statusOf(client)).closedApis.map(({ api, state }) => `${api} ${state}`);
const calls = () =>
  setting.google.calls
    .list({})
    .filter(({ path }) => path.startsWith('/mybusiness.googleapis.com/'))
    .map(({ operation }) => operation);
const atGoogle = ({ summary }: { summary: string }) =>
  setting.google.world.posts().filter((post) => post.summary === summary);
const findingsOf = async (client: SignedInClient): Promise<string[]> => {
  const publishAt = new Date(setting.served.clock.now().getTime() + HOUR_MS).toISOString();
  const postBody = { languageCode: 'en-US', topicType: 'STANDARD', summary: 'The kiln is warm.' };
  const { body } = await client
    .send('post', '/api/posts/preflight', { locationId: ceramics, publishAt, postBody })
    .expect(200);
  return (body as { findings: { id: string }[] }).findings.map(({ id }) => id);
};
const noticesOf = async (client: SignedInClient) =>
  (await eventsOf(setting.served, client, 'api_closed')).map(({ cause }) => cause);
const ask = (by = setting.served): Promise<void> =>
  GoogleApiAsking.prototype.askDue.call(by.app.get(GoogleApiAsking));

/** Lets this app ask closed APIs only when a test says so. */
function askWhenWanted({ app }: TestApp): void {
  Object.assign(app.get(GoogleApiAsking), { askDue: () => Promise.resolve() });
}

/** Lets a minute pass after another, in each of which the server does what it does by itself. */
async function live(minutes: number, client = tamsin): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    await setting.passAndWork(MINUTE_MS);
    await setting.read(client);
    await setting.sendReplies();
    await ask();
  }
}

describe('an API of posts and reviews that Google opens an hour later', () => {
  it('is named, with one notice; due posts wait and then go out once each, and reviews are read', async () => {
    closeV4({ forMs: HOUR_MS });
    const due = [await schedule(setting, tamsin, { locationId: ceramics })];
    await live(2);
    due.push(await schedule(setting, tamsin, { locationId: ceramics }));
    await live(5);

    const status = await statusOf(tamsin);
    expect(status).toMatchObject({ state: 'connected', closedApis: [{ api: 'v4', state: 'not_enabled' }] });
    expect(await noticesOf(tamsin)).toEqual(['v4']);
    for (const post of due)
      expect(await look(tamsin, post)).toMatchObject({ status: 'QUEUED', detail: 'waiting_for_approval' });
    expect(await findingsOf(tamsin)).toEqual(['posting-closed']);
    expect(await setting.listOf(tamsin)).toMatchObject({ items: [], isReading: false });
    const { body: held } = await tamsin.send('get', '/api/posts?held=true').expect(200);
    expect((held as { counts: { all: number } }).counts.all).toBe(2);

    // It still can be changed, and what is asked of Google costs no call.
    setting.google.calls.clear();
    await tamsin.send('patch', `/api/posts/${due[1]!.id}`, { publishAt: due[1]!.publishAt }).expect(200);
    await live(48);
    expect(calls()).toHaveLength(3);
    expect([due[0]!, due[1]!].map((post) => atGoogle(post).length)).toEqual([0, 0]);
    expect(await closedFor(tamsin)).toEqual(['v4 not_enabled']);

    await live(16);
    expect(await closedFor(tamsin)).toEqual([]);
    await live(2);
    expect(due.map((post) => atGoogle(post).length)).toEqual([1, 1]);
    for (const post of due) expect(await look(tamsin, post)).toMatchObject({ status: 'PUBLISHED' });
    expect((await setting.listOf(tamsin)).items.length).toBeGreaterThan(0);
    expect(await findingsOf(tamsin)).toEqual([]);
    expect(await noticesOf(tamsin)).toEqual(['v4']);
  });

  it('keeps a reply that is written in that hour, and lets it be sent once', async () => {
    await setting.read(tamsin);
    const review = await setting.reviewed(tamsin, ceramics);
    closeV4({ forMs: HOUR_MS });
    await schedule(setting, tamsin, { locationId: ceramics });
    await live(3);
    await setting.reply(tamsin, review, 'Sorry, Una. Come back!');
    await live(50);
    expect(await setting.detailsOf(tamsin, review.id)).toMatchObject({ ownReply: { state: 'WAITING' } });
    expect(setting.writes(review)).toEqual([]);
    await live(22);
    expect(setting.writes(review)).toEqual(['api put Sorry, Una. Come back!']);
    expect(setting.atGoogle(review)?.comment).toBe('Sorry, Una. Come back!');
  });

  it('is said to people who connect in that hour', async () => {
    closeV4({ forMs: HOUR_MS });
    await schedule(setting, tamsin, { locationId: ceramics });
    await live(3);
    const idris = await setting.connected(PEOPLE.idris);
    expect(await noticesOf(idris)).toEqual(['v4']);
    expect(await closedFor(idris)).toEqual(['v4 not_enabled']);
  });

  it('may have no quota instead, which is said', async () => {
    closeV4({ forMs: HOUR_MS }, 'zero-quota');
    await schedule(setting, tamsin, { locationId: ceramics });
    await live(3);
    expect(await closedFor(tamsin)).toEqual(['v4 no_quota']);
  });
});

describe('an answer that an API is not enabled', () => {
  const read = () =>
    setting.served.app
      .get(GoogleApi)
      .listLocalPosts(owner, { accountId: '101000000000000000001', locationId: ceramics })
      [Symbol.asyncIterator]()
      .next()
      .then(
        () => 'read',
        ({ code }: { code: string }) => code,
      );
  let owner: { workspaceId: string; subject: string };
  beforeEach(async () => {
    owner = await setting.ownerOf(tamsin);
  });

  it('decides nothing alone: three in a row do, and one call that works begins the count again', async () => {
    closeV4({ times: 2 });
    expect([await read(), await read(), await read()]).toEqual([
      'google/no-quota',
      'google/no-quota',
      'read',
    ]);
    closeV4({ times: 2 });
    await read();
    await read();
    expect(await closedFor(tamsin)).toEqual([]);
    expect(await read()).toBe('read');
    closeV4({ times: 3 });
    await read();
    await read();
    await read();
    expect(await closedFor(tamsin)).toEqual(['v4 not_enabled']);
  });

  it('is no other 403: however many of those come, nothing is closed', async () => {
    setting.google.faults.next('*', 'forbidden', { times: 20, match: { api: 'v4' } });
    for (let count = 0; count < 5; count += 1) expect(await read()).toBe('not_found');
    expect(await closedFor(tamsin)).toEqual([]);
    expect(await noticesOf(tamsin)).toEqual([]);
  });

  it('closes this API alone: locations are read, and figures', async () => {
    closeV4({ forMs: HOUR_MS });
    for (let count = 0; count < 3; count += 1) await read();
    await tamsin.send('get', `/api/locations/${ceramics}`).expect(200);
    const before = calls().length;
    expect(await read()).toBe('google/no-quota');
    expect(calls()).toHaveLength(before);
  });

  it('is asked again by one call of one process every 15 minutes, until the API works', async () => {
    closeV4({ forMs: 40 * MINUTE_MS });
    for (let count = 0; count < 3; count += 1) await read();
    const replica = await setting.replica();
    askWhenWanted(replica);
    setting.google.calls.clear();
    const askEverywhere = () => Promise.all([ask(), ask(replica)]);
    await setting.pass(14 * MINUTE_MS);
    await askEverywhere();
    expect(calls()).toEqual([]);
    await setting.pass(MINUTE_MS);
    await askEverywhere();
    await askEverywhere();
    expect(calls()).toHaveLength(1);
    await setting.pass(15 * MINUTE_MS);
    await askEverywhere();
    await setting.pass(15 * MINUTE_MS);
    await askEverywhere();
    expect(calls()).toHaveLength(3);
    expect(await closedFor(tamsin)).toEqual([]);
    expect(await read()).toBe('read');
    await replica.close();
  });
});

describe('what a post waits for', () => {
  const waitsFor = async () => {
    const posts = [
      await schedule(setting, tamsin, { locationId: ceramics }),
      await schedule(setting, tamsin, { locationId: ceramics, inMs: MINUTE_MS + 10 * SECOND_MS }),
    ];
    await setting.passAndWork(MINUTE_MS);
    await setting.passAndWork(10 * SECOND_MS);
    const details = await Promise.all(posts.map(async (post) => (await look(tamsin, post)).detail));
    setting.google.faults.clear();
    await setting.passAndWork(HOUR_MS);
    await setting.passAndWork(MINUTE_MS + CLAIM_WAIT_MS);
    for (const post of posts) expect(atGoogle(post)).toHaveLength(1);
    return details;
  };

  it.each([
    ['localPosts.create', 'unauthenticated', 'waiting_for_sign_in'],
    ['oauth.refresh', 'unauthenticated', 'waiting_for_sign_in'],
    ['oauth.refresh', 'error-before', 'waiting_for_google'],
    ['localPosts.create', 'rate-limited', 'waiting_for_quota'],
    ['localPosts.create', 'service-disabled', 'waiting_for_approval'],
  ] as const)('after %s answered %s: %s', async (operation, kind, detail) => {
    // The access token is over by then, and asked for again.
    await setting.pass(2 * HOUR_MS);
    setting.google.faults.next(operation, kind, { forMs: 75 * SECOND_MS });
    // The second came due in the pause after the first.
    expect(await waitsFor()).toEqual([detail, detail]);
  });
});
