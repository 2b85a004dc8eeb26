import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { GoogleClock } from '../../../dist/server/business-profile/calls/google-clock.js';
import type { PostDto } from '../../../dist/server/posts/post.dto.js';
import { PostPublisher } from '../../../dist/server/publishing/post-publisher.js';
import type { SignedInClient, TestApp } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import {
  HOUR_MS,
  look,
  MINUTE_MS,
  newText,
  type Publishing,
  schedule,
  SECOND_MS,
  startPublishing,
} from '../../support/features/publishing.ts';
import { forgetEveryone } from '../../support/users.ts';

const TITLE = 'Marlowe & Finch, Market Hill';
const GONE = 'This location is no longer on Google, or you no longer manage it.';
/** After this time Google's review of a post has ended, and what is not listed is not there. */
const SETTLED_MS = 12 * MINUTE_MS;

let setting: Publishing;
let tamsin: SignedInClient;
let locationId: string;
/** The account that has the location, and another of the same person's. */
let former: string;
let other: string;
beforeAll(async () => {
  setting = await startPublishing();
});
beforeEach(async () => {
  const { google, served } = setting;
  await forgetEveryone(served.database);
  google.reset();
  google.configure({ editsPerMinute: 10_000, requestsPerMinute: 10_000 });
  await setting.pass(HOUR_MS);
  google.clock.set(new Date(served.clock.now().getTime() + SECOND_MS));
  tamsin = await setting.connected(PEOPLE.tamsin);
  const { id, accountIds } = google.world.location({ location: TITLE });
  locationId = id;
  for (const { name } of google.world.posts({ location: id })) google.world.removePost({ post: name });
  former = accountIds[0]!;
  other = google.world.accounts({ email: PEOPLE.tamsin }).find(({ id: one }) => one !== former)!.id;
});
afterEach(() => setting.google.faults.clear());
afterAll(() => setting.close());

const move = (account = other) => {
  setting.google.world.moveLocation({ location: locationId, account });
  setting.google.calls.clear();
};
const see = (post: { id: string }) => look(tamsin, post);
const texts = () => setting.google.world.posts({ location: locationId }).map(({ summary }) => summary);
const created = (account: string) =>
  setting.google.calls
    .list({ operation: 'localPosts.create' })
    .filter(({ path, status }) => path.includes(`/accounts/${account}/`) && status === 200).length;
/** How often all accounts were asked for, from the top. */
const looks = () =>
  setting.google.calls
    .list({ operation: 'accounts.list' })
    .filter(({ query }) => query.parentAccount === undefined).length;
const due = (count: number): Promise<PostDto[]> =>
  Promise.all(Array.from({ length: count }, () => schedule(setting, tamsin, { locationId })));
/** A minute passes, and Google's time is known, so that what is due leaves without a look at it. */
async function untilDue(): Promise<void> {
  await setting.pass(MINUTE_MS);
  setting.served.app.get(GoogleClock).note(setting.google.clock.now().toUTCString());
}
async function sendDue(): Promise<void> {
  await untilDue();
  await setting.workOff();
}
/** Five changes of a location leave in a minute. */
async function sendAll(): Promise<void> {
  for (let minutes = 0; minutes < 4; minutes += 1) await sendDue();
}
const accountShown = async () =>
  (await tamsin.send('get', `/api/locations/${locationId}`).expect(200)).body.accountId as string;

describe('posts of a location that has moved to another account', () => {
  it('go out under that one, all of them after one look, and none twice', async () => {
    const posts = await due(10);
    move();
    await sendDue();
    expect(looks()).toBe(1);
    const refused = setting.google.calls.list({ operation: 'localPosts.create', status: 404 });
    expect(refused.length).toBeGreaterThan(0);
    await sendAll();
    expect(looks()).toBe(1);
    expect([created(former), created(other)]).toEqual([0, 10]);
    expect(texts().sort()).toEqual(posts.map(({ summary }) => summary).sort());
    await setting.passAndWork(SETTLED_MS);
    for (const post of posts) {
      const { status, errorDetails } = await see(post);
      expect([status, errorDetails]).toEqual(['PUBLISHED', null]);
    }
    expect(await accountShown()).toBe(other);
  });

  it('go out once by two processes, with one look of both', async () => {
    const posts = await due(6);
    const replica = await setting.replica();
    move();
    await untilDue();
    replica.app.get(GoogleClock).note(setting.google.clock.now().toUTCString());
    const step = (app: TestApp, { id }: PostDto) => app.app.get(PostPublisher).step(id);
    await Promise.all(posts.map((post, index) => step(index % 2 ? replica : setting.served, post)));
    await sendAll();
    await replica.close();
    expect(looks()).toBe(1);
    expect(texts().sort()).toEqual(posts.map(({ summary }) => summary).sort());
  });

  it('go out where Google answers 403 instead of 404, and the account is new', async () => {
    const [organization] = setting.google.world
      .accounts({ email: PEOPLE.tamsin })
      .filter(({ type }) => type === 'ORGANIZATION');
    const { id: account } = setting.google.world.addAccount({
      accountName: 'New group',
      below: organization!.id,
    });
    const post = await schedule(setting, tamsin, { locationId });
    move(account);
    setting.google.faults.next('localPosts.create', 'forbidden', { match: { account: former } });
    await sendDue();
    expect([created(account), texts()]).toEqual([1, [post.summary]]);
    const { body } = await tamsin.send('get', '/api/accounts').expect(200);
    expect(body.items).toContainEqual(expect.objectContaining({ id: account, locationCount: 1 }));
  });

  it('fail as before when the location is really gone, after one look', async () => {
    const posts = await due(3);
    setting.google.world.removeLocation({ location: locationId });
    setting.google.calls.clear();
    await sendDue();
    const seen = await Promise.all(posts.map(see));
    expect(seen.map(({ status, errorDetails }) => [status, errorDetails])).toEqual(
      posts.map(() => ['FAILED', GONE]),
    );
    const more = await schedule(setting, tamsin, { locationId });
    await sendDue();
    expect((await see(more)).status).toBe('FAILED');
    expect([looks(), setting.google.calls.count({ operation: 'localPosts.create' })]).toEqual([1, 4]);
  });

  it('are looked for again after ten minutes', async () => {
    const first = await schedule(setting, tamsin, { locationId });
    setting.google.world.removeLocation({ location: locationId });
    await setting.passAndWork(MINUTE_MS);
    expect((await see(first)).status).toBe('FAILED');
    setting.google.world.restoreLocation({ location: locationId });
    move();
    await setting.passAndWork(11 * MINUTE_MS);
    await tamsin.send('post', `/api/posts/${first.id}/retry`).expect(200);
    await setting.workOff();
    expect(texts()).toEqual([first.summary]);
  });

  it('wait when Google does not answer the look, and go out later', async () => {
    const post = await schedule(setting, tamsin, { locationId });
    move();
    setting.google.faults.next('accounts.list', 'error-before', { times: 3 });
    await sendDue();
    expect(await see(post)).toMatchObject({ status: 'QUEUED', attempts: [{ outcome: 'not_sent' }] });
    await setting.passAndWork(HOUR_MS);
    expect(texts()).toEqual([post.summary]);
  });
});

describe('a post that was taken before its location moved', () => {
  const taken = async () => {
    const post = await schedule(setting, tamsin, { locationId });
    await setting.passAndWork(MINUTE_MS);
    expect((await see(post)).detail).toBe('in_review');
    return post;
  };

  it('is followed up under the new account', async () => {
    const post = await taken();
    move();
    await setting.passAndWork(SETTLED_MS);
    expect(await see(post)).toMatchObject({ status: 'PUBLISHED', googleUrl: expect.any(String) });
    expect(looks()).toBe(1);
  });

  it('is deleted there', async () => {
    const post = await taken();
    await setting.passAndWork(SETTLED_MS);
    move();
    await tamsin.send('delete', `/api/posts/${post.id}?atGoogle=true`).expect(204);
    expect(texts()).toEqual([]);
  });

  it('is found there if its answer was lost, and is not sent twice', async () => {
    const post = await schedule(setting, tamsin, { locationId });
    setting.google.faults.next('localPosts.create', 'reset-after');
    await setting.passAndWork(MINUTE_MS);
    expect((await see(post)).detail).toBe('unconfirmed');
    move();
    for (let times = 0; times < 3; times += 1) await setting.passAndWork(SETTLED_MS);
    expect((await see(post)).status).toBe('PUBLISHED');
    expect(texts()).toEqual([post.summary]);
  });

  it('is not taken for another one with the same words', async () => {
    const summary = newText();
    const first = await schedule(setting, tamsin, { locationId, summary });
    await setting.passAndWork(MINUTE_MS);
    const second = await schedule(setting, tamsin, { locationId, summary });
    move();
    setting.google.faults.next('localPosts.create', 'timeout-before', { after: 1 });
    await setting.passAndWork(MINUTE_MS);
    for (let times = 0; times < 3; times += 1) await setting.passAndWork(SETTLED_MS);
    expect((await see(first)).status).toBe('PUBLISHED');
    expect(texts().length).toBe((await see(second)).status === 'PUBLISHED' ? 2 : 1);
  });

  it('that is gone at Google costs no look', async () => {
    const post = await taken();
    const [remote] = setting.google.world.posts({ location: locationId });
    setting.google.world.removePost({ post: remote!.name });
    setting.google.calls.clear();
    await setting.passAndWork(SETTLED_MS);
    expect((await see(post)).status).toBe('FAILED');
    expect(looks()).toBe(0);
  });
});
