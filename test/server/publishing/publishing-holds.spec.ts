import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { eq } from 'drizzle-orm';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { posts } from '../../../dist/server/database/schema.js';
import type { PostDto } from '../../../dist/server/posts/post.dto.js';
import { PostsRepository } from '../../../dist/server/posts/posts.repository.js';
import { HoldsRepository } from '../../../dist/server/publishing/holds.repository.js';
import { PostPublisher } from '../../../dist/server/publishing/post-publisher.js';
import { race, withoutConditions } from '../../chaos/races/races.ts';
import type { SignedInClient } from '../../support/app.ts';
import { openApis } from '../../support/google/google-apis.ts';
import { connectProfile, holdImports } from '../../support/google/google-connection.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { connectWithPlaces, placesRead } from '../../support/google/places-read.ts';
import {
  CLAIM_WAIT_MS,
  HOUR_MS,
  look,
  MINUTE_MS,
  newText,
  type Publishing,
  schedule,
  SECOND_MS,
  startPublishing,
} from '../../support/features/publishing.ts';
import { untilSeen } from '../../support/until.ts';

const TAMSINS_OWN = '101000000000000000001';
const MISSED = /^This post wasn’t published: it couldn’t be sent to Google for more than 24 hours/;

let setting: Publishing;
let tamsin: SignedInClient;
let idris: SignedInClient;
let ceramics: string;
let cycles: string;
let bakehouses: string[];
beforeAll(async () => {
  setting = await startPublishing();
  const { world } = setting.google;
  bakehouses = ['Mill', 'Quay', 'Yard', 'Arch'].map(
    (name) => world.addLocation({ account: TAMSINS_OWN, title: `${name} bakehouse` }).id,
  );
  tamsin = await setting.connected(PEOPLE.tamsin);
  idris = await setting.connected(PEOPLE.idris);
  ceramics = world.location({ location: 'Okonjo Ceramics' }).id;
  cycles = world
    .locations({ email: PEOPLE.idris })
    .find(({ verification }) => verification === 'VERIFIED')!.id;
});
afterEach(async () => {
  setting.google.faults.clear();
  await openApis(setting.served.app);
  await setting.passAndWork(HOUR_MS);
  setting.google.calls.clear();
});
afterAll(() => setting.close());

const creates = (person?: string) =>
  setting.google.calls.count({ operation: 'localPosts.create', ...(person && { person }) });
const atGoogle = ({ summary }: { summary: string }) =>
  setting.google.world.posts().filter((post) => post.summary === summary);
const release = async (): Promise<void> => {
  await setting.served.app.get(HoldsRepository).release();
  await setting.workOff();
};
const byTamsin = (fields: { inMs?: number; summary?: string; locationId?: string } = {}) =>
  schedule(setting, tamsin, { locationId: ceramics, ...fields });
const inAnHour = () => new Date(setting.served.clock.now().getTime() + HOUR_MS).toISOString();

describe('a lost connection', () => {
  /** Google no longer accepts what Tamsin has granted. */
  function revoke(): void {
    setting.google.world.revokeAccess({ email: PEOPLE.tamsin });
  }

  it('holds posts without failing any; they go out as soon as it is back', async () => {
    const due = [await byTamsin(), await byTamsin()];
    revoke();
    await setting.passAndWork(2 * HOUR_MS);
    for (const post of due)
      expect(await look(tamsin, post)).toMatchObject({
        status: 'SCHEDULED',
        detail: 'connection_lost',
        attempts: [],
      });
    await setting.passAndWork(5 * HOUR_MS);
    expect(creates()).toBe(0);
    await connectProfile(tamsin, PEOPLE.tamsin);
    await setting.workOff();
    for (const post of due) expect(await look(tamsin, post)).toMatchObject({ detail: 'in_review' });
    expect(creates()).toBe(2);
  });

  it('fails posts that waited too long, with a reason', async () => {
    const post = await byTamsin();
    revoke();
    await setting.passAndWork(2 * HOUR_MS);
    await setting.passAndWork(23 * HOUR_MS);
    const missed = await look(tamsin, post);
    expect(missed).toMatchObject({ status: 'FAILED', detail: null });
    expect(missed.errorDetails).toMatch(MISSED);
    await connectProfile(tamsin, PEOPLE.tamsin);
    await setting.workOff();
    expect(await look(tamsin, post)).toEqual(missed);
    await tamsin.send('post', `/api/posts/${post.id}/retry`).expect(200);
    await setting.workOff();
    expect(atGoogle(post)).toHaveLength(1);
  });

  it('leaves posts open to changes, and what is open at Google open', async () => {
    setting.google.faults.next('localPosts.create', 'reset-after');
    const open = await byTamsin();
    await setting.passAndWork(MINUTE_MS);
    const held = await byTamsin();
    revoke();
    await setting.passAndWork(2 * HOUR_MS);
    expect(await look(tamsin, open)).toMatchObject({ status: 'QUEUED', detail: 'unconfirmed' });
    const summary = newText();
    const postBody = { languageCode: 'en-US', topicType: 'STANDARD', summary };
    await tamsin.send('patch', `/api/posts/${held.id}`, { postBody, publishAt: inAnHour() }).expect(200);
    await connectProfile(tamsin, PEOPLE.tamsin);
    await setting.workOff();
    expect(await look(tamsin, open)).toMatchObject({ status: 'PUBLISHED' });
    await setting.passAndWork(HOUR_MS);
    expect([atGoogle(held).length, atGoogle({ summary }).length]).toEqual([0, 1]);
  });

  it('is detected to be back without a signal', async () => {
    const post = await byTamsin();
    const { database } = setting.served;
    const setState = (state: string) =>
      database.executeSql(
        `update google_connections set state = '${state}' where workspace_id = '${tamsin.uid}'`,
      );
    // A probe that still waits since an earlier loss would find the connection working.
    await database.executeSql("delete from pgboss.job where name = 'connection-probe' and state < 'active'");
    await untilSeen('no probe that runs', async () => {
      const { rows } = await database.executeSql(
        "select 1 from pgboss.job where name = 'connection-probe' and state = 'active'",
      );
      return rows.length === 0;
    });
    // One that begins from now on learns nothing.
    setting.google.faults.next('oauth.refresh', 'error-before', { times: 1_000 });
    await setState('reconnect');
    await setting.passAndWork(MINUTE_MS);
    expect(await look(tamsin, post)).toMatchObject({ detail: 'connection_lost' });
    setting.google.faults.clear();
    await setState('connected');
    await release();
    expect(await look(tamsin, post)).toMatchObject({ detail: 'in_review' });
  });

  it('goes by the Google account: posts of another one stay held', async () => {
    const client = await setting.connected(PEOPLE.tamsin);
    const post = await schedule(setting, client, { locationId: ceramics });
    await client.send('delete', '/api/auth/gbp-connection').expect(200);
    await connectWithPlaces(client, PEOPLE.idris);
    await setting.passAndWork(MINUTE_MS);
    await release();
    const [row] = await setting.served.database.orm.select().from(posts).where(eq(posts.id, post.id));
    expect(row).toMatchObject({ status: 'SCHEDULED', detail: 'connection_lost' });
    await client.send('delete', '/api/auth/gbp-connection').expect(200);
    // The places of the account are read again; until then it is not known whose they are.
    const { letGo } = holdImports(setting.served);
    await connectProfile(client, PEOPLE.tamsin);
    await setting.workOff();
    expect(await look(client, post)).toMatchObject({ status: 'SCHEDULED', detail: null });
    letGo();
    await placesRead(client);
    await setting.passAndWork(MINUTE_MS);
    expect(await look(client, post)).toMatchObject({ detail: 'in_review' });
    // Disconnecting has revoked what the same people had granted to the other users.
    await connectProfile(tamsin, PEOPLE.tamsin);
    await connectProfile(idris, PEOPLE.idris);
  });
});

describe('a place', () => {
  it('that is no longer one of the user’s gets no post, and Google is not asked', async () => {
    const post = await byTamsin();
    // The place that it was scheduled for, rather than the copy of all places, which may be read at the same time.
    await setting.served.database.executeSql(
      `update posts set location_id = 'elsewhere' where id = '${post.id}'`,
    );
    await setting.passAndWork(MINUTE_MS);
    expect(await look(tamsin, post)).toMatchObject({
      status: 'FAILED',
      errorDetails: 'This post wasn’t published: you no longer manage its location on Google.',
    });
    expect(creates()).toBe(0);
  });

  it('that is closed for good by then gets no post, until it reopens', async () => {
    const { world } = setting.google;
    const mark = (status: string) =>
      world.editByOwner({ location: ceramics, fields: { openInfo: { status } } });
    const [first, second] = [await byTamsin(), await byTamsin({ inMs: HOUR_MS })];
    mark('CLOSED_PERMANENTLY');
    // Opening its details brings the copy up to date.
    await tamsin.send('get', `/api/locations/${ceramics}`).expect(200);
    await setting.passAndWork(MINUTE_MS);
    expect(await look(tamsin, first)).toMatchObject({
      status: 'FAILED',
      errorDetails:
        'This post wasn’t published: its location is permanently closed on Google. Reopen it in its details under Locations, then retry.',
    });
    expect(creates()).toBe(0);
    mark('OPEN');
    await setting.passAndWork(HOUR_MS);
    expect(creates()).toBe(1);
    expect(atGoogle(second.postBody)).toHaveLength(1);
  });
});

describe('a limit of Google’s', () => {
  it('is waited for as long as Google asks, and the post goes out after it', async () => {
    setting.google.faults.next('localPosts.create', 'rate-limited', { retryAfter: 120 });
    const post = await byTamsin();
    await setting.passAndWork(MINUTE_MS);
    expect(await look(tamsin, post)).toMatchObject({
      status: 'QUEUED',
      detail: 'waiting_for_quota',
      attempts: [{ outcome: 'not_sent', error: 'Google wasn’t accepting posts at that moment.' }],
    });
    await setting.passAndWork(100 * SECOND_MS);
    expect(creates()).toBe(1);
    // The pause is at most 150 s, and the turn after it at most 2 s.
    await setting.passAndWork(52 * SECOND_MS + CLAIM_WAIT_MS);
    expect(await look(tamsin, post)).toMatchObject({ detail: 'in_review', attempts: [{}, { attempt: 2 }] });
  });

  it('costs few calls while it lasts, and keeps nobody else waiting', async () => {
    setting.google.faults.next('localPosts.create', 'rate-limited', {
      times: 1000,
      retryAfter: 1,
      match: { email: PEOPLE.tamsin },
    });
    const waiting: PostDto[] = [];
    for (let count = 0; count < 12; count += 1) waiting.push(await byTamsin());
    const other = await schedule(setting, idris, { locationId: cycles });
    await setting.passAndWork(MINUTE_MS);
    expect(await look(idris, other)).toMatchObject({ detail: 'in_review' });
    for (let step = 0; step < 12; step += 1) await setting.passAndWork(10 * SECOND_MS);
    expect(creates(PEOPLE.tamsin)).toBeGreaterThan(1);
    expect(creates(PEOPLE.tamsin)).toBeLessThanOrEqual(20);
    setting.google.faults.clear();
    for (let step = 0; step < 10; step += 1) await setting.passAndWork(3 * MINUTE_MS);
    for (const post of waiting) expect(atGoogle(post)).toHaveLength(1);
  });

  it('of no quota at all is retried rarely, and its posts are shown as waiting', async () => {
    setting.google.faults.next('localPosts.create', 'zero-quota', { times: 1000 });
    const post = await byTamsin();
    for (let step = 0; step < 20; step += 1) await setting.passAndWork(3 * MINUTE_MS);
    expect(await look(tamsin, post)).toMatchObject({ status: 'QUEUED', detail: 'waiting_for_approval' });
    expect(creates()).toBeLessThan(10);
  });

  it('on edits of one profile is never overstepped, however many posts are due there', async () => {
    setting.google.configure({ editsPerMinute: 10 });
    const due: PostDto[] = [];
    for (let count = 0; count < 12; count += 1) due.push(await byTamsin());
    await setting.passAndWork(MINUTE_MS);
    const held = await Promise.all(due.map((post) => look(tamsin, post)));
    expect(held.map(({ detail }) => detail)).toContain('waiting_for_quota');
    for (let step = 0; step < 20; step += 1) await setting.passAndWork(12 * SECOND_MS);
    setting.google.configure({ editsPerMinute: 10_000 });
    for (const post of due) expect(atGoogle(post)).toHaveLength(1);
    expect(setting.google.calls.count({ operation: 'localPosts.create', status: 429 })).toBe(0);
  });

  it('leaves a waiting post open to changes', async () => {
    setting.google.faults.next('localPosts.create', 'rate-limited', { times: 2, retryAfter: 600 });
    const [edited, deleted] = [await byTamsin(), await byTamsin()];
    await setting.passAndWork(MINUTE_MS);
    const summary = newText();
    const postBody = { languageCode: 'en-US', topicType: 'STANDARD', summary };
    const answer = await tamsin.send('patch', `/api/posts/${edited.id}`, { postBody, publishAt: inAnHour() });
    expect([answer.status, answer.body]).toMatchObject([200, { status: 'SCHEDULED', detail: null }]);
    await tamsin.send('delete', `/api/posts/${deleted.id}`).expect(204);
    await setting.passAndWork(HOUR_MS);
    await setting.passAndWork(MINUTE_MS);
    expect([edited, deleted, { summary }].map((post) => atGoogle(post).length)).toEqual([0, 0, 1]);
  });
});

describe('an access token that Google does not accept', () => {
  it('is replaced once, and the post goes out with the new one', async () => {
    setting.google.faults.next('localPosts.create', 'unauthenticated');
    const post = await byTamsin();
    await setting.passAndWork(MINUTE_MS);
    expect(await look(tamsin, post)).toMatchObject({ detail: 'in_review', attempts: [{ attempt: 1 }] });
    expect([creates(), atGoogle(post).length]).toEqual([2, 1]);
  });

  it('is no lost grant when the new one is not accepted either: the post goes out later, by itself', async () => {
    const client = await setting.connected(PEOPLE.tamsin);
    setting.google.faults.next('localPosts.create', 'unauthenticated', { times: 4 });
    const post = await schedule(setting, client, { locationId: ceramics });
    await setting.passAndWork(MINUTE_MS);
    expect(await look(client, post)).toMatchObject({
      status: 'QUEUED',
      detail: 'waiting_for_sign_in',
      attempts: [{ outcome: 'not_sent', error: 'Google didn’t accept Shingle’s access at that moment.' }],
    });
    const { body } = await client.send('get', '/api/auth/gbp-status').expect(200);
    expect(body).toMatchObject({ hasAccess: true, state: 'connected' });
    // The pause is at most 18.75 s, and the turn after it at most 2 s.
    await setting.passAndWork(21 * SECOND_MS + CLAIM_WAIT_MS);
    expect([creates(), (await look(client, post)).status]).toEqual([4, 'QUEUED']);
    // The second pause is longer than the first: at least 30 s.
    await setting.passAndWork(21 * SECOND_MS);
    expect(creates()).toBe(4);
    await setting.passAndWork(MINUTE_MS);
    expect(await look(client, post)).toMatchObject({ detail: 'in_review' });
    expect(atGoogle(post)).toHaveLength(1);
  });
});

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('Google out of reach', () => {
  it('is retried at intervals, because nothing was sent', async () => {
    const cutOff = await setting.replica({ GBP_V4_URL: `http://127.0.0.1:${await closedPort()}/v4` });
    const post = await byTamsin();
    await setting.pass(MINUTE_MS);
    await setting.workOff(cutOff);
    expect(await look(tamsin, post)).toMatchObject({ status: 'QUEUED', detail: 'waiting_for_google' });
    await setting.passAndWork(MINUTE_MS);
    expect(await look(tamsin, post)).toMatchObject({ detail: 'in_review' });
    await cutOff.close();
  });
});

describe('time', () => {
  it('is Google’s as well: a post waits while ours is ahead of it', async () => {
    setting.google.clock.advance(-5 * MINUTE_MS);
    // A process that has just started knows nothing of Google's clock, and asks first.
    const fresh = await setting.replica();
    const post = await byTamsin();
    await setting.pass(MINUTE_MS);
    await setting.workOff(fresh);
    expect([creates(), (await look(tamsin, post)).status]).toEqual([0, 'SCHEDULED']);
    await setting.pass(4 * MINUTE_MS);
    await setting.workOff(fresh);
    expect(creates()).toBe(0);
    await setting.pass(MINUTE_MS + CLAIM_WAIT_MS);
    await setting.workOff(fresh);
    expect(await look(tamsin, post)).toMatchObject({ detail: 'in_review' });
    expect(Date.parse(atGoogle(post)[0]!.createTime)).toBeGreaterThanOrEqual(Date.parse(post.publishAt));
    setting.google.clock.advance(5 * MINUTE_MS);
    await fresh.close();
  });

  it('is Google’s to the second: a post waits for the little that good clocks are apart as well', async () => {
    setting.google.clock.advance(-20 * SECOND_MS);
    const post = await byTamsin();
    await setting.passAndWork(MINUTE_MS);
    await setting.passAndWork(10 * SECOND_MS);
    expect([creates(), (await look(tamsin, post)).status]).toEqual([0, 'SCHEDULED']);
    await setting.passAndWork(10 * SECOND_MS + CLAIM_WAIT_MS);
    expect(await look(tamsin, post)).toMatchObject({ detail: 'in_review' });
    expect(Date.parse(atGoogle(post)[0]!.createTime)).toBeGreaterThanOrEqual(Date.parse(post.publishAt));
    setting.google.clock.advance(20 * SECOND_MS);
  });

  it('that was slept through for less than a day is made up for, oldest first; a post of yesterday is missed', async () => {
    const old = await byTamsin();
    await setting.pass(5 * HOUR_MS);
    const recent = await byTamsin();
    await setting.passAndWork(20 * HOUR_MS);
    expect((await look(tamsin, old)).errorDetails).toMatch(MISSED);
    expect(await look(tamsin, recent)).toMatchObject({ detail: 'in_review' });
    expect([atGoogle(old).length, atGoogle(recent).length]).toEqual([0, 1]);
  });
});

describe('a change while a post goes out', () => {
  it('comes too late from the moment that it is being sent', async () => {
    const post = await byTamsin();
    setting.google.faults.next('localPosts.create', 'slow', { ms: 300 });
    await setting.pass(MINUTE_MS);
    const step = setting.served.app.get(PostPublisher).step(post.id);
    while (creates() === 0) await look(tamsin, post);
    const change = { publishAt: inAnHour() };
    const edited = await tamsin.send('patch', `/api/posts/${post.id}`, change);
    const deleted = await tamsin.send('delete', `/api/posts/${post.id}`);
    expect([edited, deleted].map(({ body }) => body.code)).toEqual(['post_locked', 'post_locked']);
    await step;
    expect(await look(tamsin, post)).toMatchObject({ detail: 'in_review' });
  });

  it('does not cancel a post that is live by the time that it would be deleted', async () => {
    const post = await byTamsin();
    const repository = setting.served.app.get(PostsRepository);
    const { delete: remove } = PostsRepository.prototype;
    const removeAfterwards = async (...given: Parameters<typeof remove>) => {
      Object.assign(repository, { delete: remove });
      await setting.passAndWork(MINUTE_MS);
      await setting.passAndWork(10 * SECOND_MS);
      return remove.apply(repository, given);
    };
    Object.assign(repository, { delete: removeAfterwards });
    const { body } = await tamsin.send('delete', `/api/posts/${post.id}`).expect(409);
    expect(body.code).toBe('post_locked');
    expect(await look(tamsin, post)).toMatchObject({ status: 'PUBLISHED' });
  });

  it('does not send a post again while what Google has of it is being deleted', async () => {
    const post = await byTamsin();
    await setting.passAndWork(MINUTE_MS);
    // Google takes it down, and its owner schedules it again.
    setting.google.world.reviewPost({ post: atGoogle(post)[0]!.name, verdict: 'REJECTED' });
    await setting.passAndWork(10 * SECOND_MS);
    await tamsin.send('patch', `/api/posts/${post.id}`, { publishAt: inAnHour() }).expect(200);
    await setting.pass(HOUR_MS - SECOND_MS);
    setting.google.faults.next('localPosts.delete', 'slow', { ms: 400 });
    const deletion = tamsin
      .send('delete', `/api/posts/${post.id}?atGoogle=true`)
      .then(({ status }) => status);
    await untilSeen('the deletion', () => setting.google.calls.count({ operation: 'localPosts.delete' }) > 0);
    await setting.passAndWork(SECOND_MS);
    expect(await deletion).toBe(204);
    await tamsin.send('get', `/api/posts/${post.id}`).expect(404);
    expect(atGoogle(post)).toEqual([]);
  });

  it('leaves a post that could not be deleted at Google to go out, a little later', async () => {
    const post = await byTamsin();
    await setting.passAndWork(MINUTE_MS);
    setting.google.world.reviewPost({ post: atGoogle(post)[0]!.name, verdict: 'REJECTED' });
    await setting.passAndWork(10 * SECOND_MS);
    await tamsin.send('patch', `/api/posts/${post.id}`, { publishAt: inAnHour() }).expect(200);
    await setting.pass(HOUR_MS - SECOND_MS);
    setting.google.faults.next('localPosts.delete', 'error-before');
    await tamsin.send('delete', `/api/posts/${post.id}?atGoogle=true`).expect(503);
    await setting.passAndWork(MINUTE_MS);
    expect(atGoogle(post)).toHaveLength(2);
  });

  describe('at the moment at which it is claimed', () => {
    const racing = () => ({
      ...setting,
      people: setting.served,
      client: tamsin,
      places: bakehouses,
      publishers: [setting.served],
    });

    it('either wins or is refused: nothing cancelled or replaced goes out, and what is refused does', async () => {
      const { won, violations } = await race(racing(), { seed: 1, races: 30 });
      expect(violations).toEqual([]);
      for (const { person, publisher } of Object.values(won)) {
        expect(person).toBeGreaterThan(0);
        expect(publisher).toBeGreaterThan(0);
      }
    });

    it('goes out all the same when it is made without a look at what became of the post, and that is noticed', async () => {
      const careless = await setting.replica();
      withoutConditions(careless);
      const { cookie, email, uid, workspaceId } = tamsin;
      const client = Object.assign(careless.visitor(), { cookie, email, uid, workspaceId });
      const { violations } = await race({ ...racing(), people: careless, client }, { seed: 2, races: 16 });
      expect(violations).not.toEqual([]);
      await careless.close();
    });
  });
});

describe('on sample data', () => {
  let client: SignedInClient;
  beforeAll(async () => {
    client = await setting.served.signUp();
  });
  const failed = async (): Promise<PostDto[]> =>
    (await client.send('get', '/api/posts?status=FAILED').expect(200)).body.items;

  it.each([
    ['hotel', /^Stay three nights/, /^Google doesn’t accept offers from hotels/],
    ['phone number', /^Celebration cakes/, /^Google rejects posts with a phone number in the text/],
  ])('a retry is refused as Google would, in the same words: %s', async (_what, text, words) => {
    const post = (await failed()).find(({ summary }) => text.test(summary))!;
    expect(post.errorDetails).toMatch(words);
    await client.send('post', `/api/posts/${post.id}/retry`).expect(200);
    await setting.passAndWork(SECOND_MS);
    const { status, errorDetails, attempts } = await look(client, post);
    expect([status, errorDetails]).toEqual(['FAILED', post.errorDetails]);
    expect(attempts.at(-1)).toMatchObject({ outcome: 'refused', error: post.errorDetails });
  });

  it('what the specification accepts is stored, and refused when it is to go out', async () => {
    const offer = { topicType: 'OFFER', offer: { couponCode: 'QUAY' } };
    const post = await schedule(setting, client, { locationId: 'sample-401', ...offer });
    await setting.passAndWork(MINUTE_MS);
    expect((await look(client, post)).errorDetails).toMatch(/^Google doesn’t accept offers from hotels/);
  });

  it('a post that only had bad luck goes out when it is retried', async () => {
    const post = (await failed()).find(({ summary }) => summary.startsWith('Quiz night'))!;
    await client.send('post', `/api/posts/${post.id}/retry`).expect(200);
    await setting.passAndWork(SECOND_MS);
    expect(await look(client, post)).toMatchObject({ status: 'PUBLISHED', errorDetails: null });
  });
});
