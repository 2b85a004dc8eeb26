import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { toLocalPost } from '../../../dist/server/business-profile/google/google-posts.js';
import { DeletionLedger } from '../../../dist/server/campaigns/work/deletion-ledger.js';
import type { CampaignDto } from '../../../dist/server/campaigns/campaign.dto.js';
import type { PostDto } from '../../../dist/server/posts/post.dto.js';
import type { PostRow } from '../../../dist/server/posts/posts.repository.js';
import {
  ask,
  type Campaigner,
  confirmed,
  lookAt,
  postsOf,
  progressOf,
  startCampaigner,
} from '../../support/features/campaign-work.ts';
import { targetsOf } from '../../support/features/campaign-plans.ts';
import { openApis } from '../../support/google/google-apis.ts';
import { loseConnection } from '../../support/google/google-connection.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { connectWithPlaces, placesRead } from '../../support/google/places-read.ts';
import { untilSeen } from '../../support/until.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../support/features/publishing.ts';

const DAY_MS = 24 * HOUR_MS;
/** After this time Google knows each post that it has taken, so that one that is not there is gone. */
const SETTLED_MS = 11 * MINUTE_MS;

let setting: Campaigner;
let { mirela, locationIds, inMs, atGoogle } = {} as Campaigner;
beforeAll(async () => {
  setting = await startCampaigner();
  ({ mirela, locationIds, inMs, atGoogle } = setting);
});
afterEach(() => setting.forget());
afterAll(() => setting.close());

const deletions = () => setting.google.calls.count({ operation: 'localPosts.delete' });
let written = 0;
/** A campaign for so many locations whose posts are made, due in a minute. */
async function made(count: number): Promise<CampaignDto> {
  const campaign = await confirmed(mirela, {
    choice: { locationIds: locationIds.slice(0, count) },
    time: { publishAt: inMs(MINUTE_MS) },
    summary: `Undone ${(written += 1)} at {name}.`,
  });
  await setting.work();
  return campaign;
}

/** The same, out and live. */
async function live(count: number): Promise<CampaignDto> {
  const campaign = await made(count);
  await setting.passAndWork(MINUTE_MS);
  await setting.passAndWork(MINUTE_MS);
  expect(await progressOf(mirela, campaign)).toEqual({ published: count });
  setting.google.calls.clear();
  return campaign;
}

/** Makes a post like one of ours in Google's own manager. @returns its name */
async function postAtGoogle({ accountId, locationId, body }: PostRow): Promise<string> {
  const { google } = setting;
  const { access_token: token } = google.world.issueTokens({ email: PEOPLE.mirela });
  const path = `accounts/${accountId}/locations/${locationId}/localPosts`;
  const answer = await fetch(`${google.addresses.GBP_V4_URL}/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(toLocalPost(body)),
  });
  return ((await answer.json()) as { name: string }).name;
}

/** Undoes a campaign and lets a week pass: nothing of it is at Google but what is named. */
async function undoneWithin(campaign: CampaignDto, ms = MINUTE_MS): Promise<object> {
  await ask(mirela, 'undo', campaign);
  await setting.work();
  return endsWithin(campaign, ms);
}

async function endsWithin(campaign: CampaignDto, ms: number): Promise<object> {
  await setting.passAndWorkAll(ms);
  expect(await lookAt(mirela, campaign)).toMatchObject({ state: 'undone', undoneAt: expect.any(String) });
  for (let days = 0; days < 7; days += 1) {
    await setting.passAndWorkAll(DAY_MS);
    await setting.served.database.executeSql('update sessions set last_seen_at = shingle_now()');
  }
  const leftovers = await targetsOf(mirela, campaign, { state: 'leftover' });
  expect(leftovers.every(({ errorDetails }) => errorDetails)).toBe(true);
  const named = new Set(leftovers.map(({ locationId }) => locationId));
  expect(atGoogle().filter(({ locationId }) => !named.has(locationId))).toEqual([]);
  return progressOf(mirela, campaign);
}

describe('undoing a campaign', () => {
  it('while its posts are made: no further ones are', async () => {
    const campaign = await confirmed(mirela, {
      time: { publishAt: inMs(HOUR_MS) },
      summary: 'Half made at {name}.',
    });
    await setting.slice(campaign);
    expect(await progressOf(mirela, campaign)).toEqual({ scheduled: 250, waiting: 250 });
    expect(await undoneWithin(campaign)).toEqual({ cancelled: 500 });
    expect(await postsOf(setting.served, campaign)).toEqual([]);
    expect(atGoogle()).toEqual([]);
  });

  it('cancels what waits and asks Google nothing; to ask twice does no harm', async () => {
    const campaign = await made(3);
    setting.google.calls.clear();
    await ask(mirela, 'undo', campaign);
    expect(await ask(mirela, 'undo', campaign)).toMatchObject({ state: 'undoing' });
    expect(await undoneWithin(campaign)).toEqual({ cancelled: 3 });
    expect(await ask(mirela, 'undo', campaign)).toMatchObject({ state: 'undone' });
    expect(deletions()).toBe(0);
  });

  it('begins once, though it is asked for six times at once', async () => {
    const campaign = await made(3);
    const { version } = await lookAt(mirela, campaign);
    await Promise.all(Array.from({ length: 6 }, () => ask(mirela, 'undo', campaign)));
    expect(await lookAt(mirela, campaign)).toMatchObject({ state: 'undoing', version: version + 1 });
    expect(await undoneWithin(campaign)).toEqual({ cancelled: 3 });
  });

  it('cancels what a pause holds', async () => {
    const campaign = await made(2);
    await ask(mirela, 'pause', campaign);
    await setting.passAndWork(MINUTE_MS);
    expect(await undoneWithin(campaign)).toEqual({ cancelled: 2 });
  });

  it('deletes what is live and what is in review', async () => {
    setting.google.configure({ processingMs: HOUR_MS });
    const reviewed = await made(2);
    await setting.passAndWork(MINUTE_MS);
    expect(await progressOf(mirela, reviewed)).toEqual({ in_review: 2 });
    expect(await undoneWithin(reviewed)).toEqual({ deleted: 2 });
    setting.google.configure({ processingMs: 2000 });
    const published = await live(3);
    expect(await undoneWithin(published)).toEqual({ deleted: 3 });
    expect(await postsOf(setting.served, published)).toEqual([]);
    expect(deletions()).toBe(3);
  });

  it('deletes what is live where its location has moved to another account', async () => {
    const published = await live(2);
    const { google } = setting;
    const [personal] = google.world.accounts({ email: PEOPLE.mirela });
    const former = google.world.location({ location: locationIds[0]! }).accountIds[0]!;
    google.world.moveLocation({ location: locationIds[0]!, account: personal!.id });
    try {
      expect(await undoneWithin(published)).toEqual({ deleted: 2 });
      expect(atGoogle()).toEqual([]);
    } finally {
      google.world.moveLocation({ location: locationIds[0]!, account: former });
      // The app noted where it is: it is to know that it is back.
      await mirela.send('post', '/api/mirror').expect(202);
      await placesRead(mirela);
    }
  });

  it('waits for what is being sent, then deletes it', async () => {
    const campaign = await made(2);
    setting.google.calls.clear();
    setting.google.faults.next('localPosts.create', 'slow', { ms: 700, times: 2 });
    await setting.pass(MINUTE_MS);
    const sending = setting.workOff();
    await untilSeen(
      'both at Google',
      () => setting.google.calls.count({ operation: 'localPosts.create' }) === 2,
    );
    await ask(mirela, 'undo', campaign);
    await setting.work();
    expect(await lookAt(mirela, campaign)).toMatchObject({ state: 'undoing', beingSent: 2 });
    await sending;
    expect(await endsWithin(campaign, MINUTE_MS)).toEqual({ deleted: 2 });
  });

  it('finds out first about what Google may have taken', async () => {
    setting.google.faults.next('localPosts.create', 'error-after');
    const campaign = await made(1);
    await setting.passAndWork(MINUTE_MS);
    await ask(mirela, 'undo', campaign);
    await setting.work();
    expect(await lookAt(mirela, campaign)).toMatchObject({ state: 'undoing' });
    expect(await endsWithin(campaign, 10 * SECOND_MS)).toEqual({ deleted: 1 });
  });

  it('names what Google neither confirms nor shows, and keeps it from going out', async () => {
    setting.google.faults.next('localPosts.create', 'reset-before');
    const campaign = await made(1);
    await setting.passAndWork(MINUTE_MS);
    await ask(mirela, 'undo', campaign);
    await setting.work();
    expect(await endsWithin(campaign, HOUR_MS)).toEqual({ leftover: 1 });
    const [leftover] = await targetsOf(mirela, campaign);
    expect(leftover!.errorDetails).toContain('Google may have this post');
    // It is the same thing among the posts: it waits for nobody's retry, which could do nothing.
    const path = `/api/posts/${leftover!.postId}`;
    const words = { undo: 'leftover', errorDetails: leftover!.errorDetails };
    expect((await mirela.send('get', path).expect(200)).body).toMatchObject(words);
    const { body: list } = await mirela.send('get', '/api/posts').expect(200);
    expect(list.items.filter(({ id }: PostDto) => id === leftover!.postId)).toMatchObject([words]);
    const { body: unconfirmed } = await mirela.send('get', '/api/posts?unconfirmed=true').expect(200);
    expect(unconfirmed).toMatchObject({ items: [], counts: { all: 0 } });
    for (const refused of [
      await mirela.send('post', `${path}/retry`),
      await mirela.send('patch', path, { publishAt: inMs(HOUR_MS) }),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, 'campaign_undone']);
    const { body: retried } = await mirela.send('post', '/api/posts/retry', { ids: [leftover!.postId] });
    expect(retried.items).toMatchObject([{ status: 'FAILED', ...words }]);
    await setting.passAndWorkAll(SECOND_MS);
    expect(atGoogle()).toEqual([]);
    // Once it is deleted here nothing is known of it that could be looked for.
    expect(await lookAt(mirela, campaign)).toMatchObject({ removable: 1 });
    await mirela.send('delete', path).expect(204);
    expect(await lookAt(mirela, campaign)).toMatchObject({ removable: 0, progress: { leftover: 1 } });
  });

  it('leaves a post that may be of it and cannot be read, and says so', async () => {
    setting.google.calls.clear();
    setting.google.faults.next('localPosts.create', 'reset-after');
    const campaign = await made(1);
    await setting.passAndWork(MINUTE_MS);
    const [taken] = atGoogle();
    const end = taken!.name.slice(taken!.name.indexOf('localPosts/'));
    const values = { [end]: { summary: 7 } };
    setting.google.faults.rate('localPosts.list', 'odd-values', 1, 1, { values });
    for (let hours = 0; hours < 26; hours += 1) await setting.passAndWork(HOUR_MS);
    expect(await undoneWithin(campaign, HOUR_MS)).toEqual({ leftover: 1 });
    const [leftover] = await targetsOf(mirela, campaign);
    expect(leftover!.errorDetails).toContain('Google may have this post');
    expect(deletions()).toBe(0);
    expect(atGoogle()).toHaveLength(1);
  });

  it('looks once more for what was not confirmed before', async () => {
    setting.google.configure({ listingMs: HOUR_MS });
    setting.google.faults.next('localPosts.create', 'without-name');
    const campaign = await made(1);
    await setting.passAndWork(MINUTE_MS);
    await setting.passAndWork(HOUR_MS / 2);
    expect(await progressOf(mirela, campaign)).toEqual({ unconfirmed: 1 });
    await setting.pass(HOUR_MS);
    setting.google.configure({ listingMs: 0 });
    expect(await undoneWithin(campaign)).toEqual({ deleted: 1 });
    expect(atGoogle()).toEqual([]);
  });

  it.each([
    ['later', 11 * MINUTE_MS],
    ['at the same time', 0],
  ])('leaves what its owner made at Google %s with the words of one that stayed unclear', async (_, ms) => {
    setting.google.faults.next('localPosts.create', ms > 0 ? 'reset-before' : 'without-name');
    const campaign = await made(1);
    await setting.passAndWork(MINUTE_MS);
    await setting.pass(ms);
    const [post] = await postsOf(setting.served, campaign);
    const own = await postAtGoogle(post!);
    await setting.passAndWork(HOUR_MS);
    await ask(mirela, 'undo', campaign);
    await setting.work();
    await setting.passAndWorkAll(HOUR_MS);
    expect(atGoogle().map(({ name }) => name)).toContain(own);
    expect(await progressOf(mirela, campaign)).toEqual({ leftover: 1 });
    const [leftover] = await targetsOf(mirela, campaign);
    expect(leftover!.errorDetails).toContain('Check the location on Google.');
  });

  it('removes what failed, so that nobody sends it', async () => {
    setting.google.faults.next('localPosts.create', 'forbidden');
    const campaign = await made(1);
    await setting.passAndWork(MINUTE_MS);
    expect(await progressOf(mirela, campaign)).toEqual({ failed: 1 });
    expect(await undoneWithin(campaign)).toEqual({ cancelled: 1 });
  });

  it('deletes a post at Google that was deleted here alone', async () => {
    const campaign = await live(2);
    const [post] = await postsOf(setting.served, campaign);
    await mirela.send('delete', `/api/posts/${post!.id}`).expect(204);
    expect(await progressOf(mirela, campaign)).toEqual({ published: 1, removed: 1 });
    expect(await undoneWithin(campaign)).toEqual({ deleted: 2 });
  });

  it('needs nothing for a post that was deleted by itself in both places', async () => {
    const campaign = await live(2);
    const [post] = await postsOf(setting.served, campaign);
    await mirela.send('delete', `/api/posts/${post!.id}?atGoogle=true`).expect(204);
    expect(await undoneWithin(campaign)).toEqual({ deleted: 1, removed: 1 });
  });
});

describe('deleting at Google', () => {
  it('is done when Google has it no more', async () => {
    const campaign = await live(2);
    for (const { name } of atGoogle()) setting.google.world.removePost({ post: name });
    expect(await undoneWithin(campaign, SETTLED_MS)).toEqual({ deleted: 2 });
  });

  it('is tried again where Google does not know yet by its name what it has just taken', async () => {
    const campaign = await live(1);
    setting.google.faults.next('localPosts.delete', 'not-found');
    await ask(mirela, 'undo', campaign);
    await setting.work();
    expect(await lookAt(mirela, campaign)).toMatchObject({ state: 'undoing' });
    expect(atGoogle()).toHaveLength(1);
    expect(await endsWithin(campaign, MINUTE_MS)).toEqual({ deleted: 1 });
    expect(atGoogle()).toEqual([]);
  });

  it.each(['error-before', 'reset-after', 'rate-limited', 'silent'] as const)(
    'is tried again after a failure: %s',
    async (fault) => {
      const campaign = await live(2);
      setting.google.faults.next('localPosts.delete', fault);
      await ask(mirela, 'undo', campaign);
      await setting.work();
      expect(await lookAt(mirela, campaign)).toMatchObject({ state: 'undoing' });
      expect(await endsWithin(campaign, SETTLED_MS)).toEqual({ deleted: 2 });
    },
  );

  it('that fails for hours names the leftovers, and why, and can be asked for again', async () => {
    const campaign = await live(3);
    const [spared] = locationIds;
    setting.google.faults.next('localPosts.delete', 'error-before', {
      times: 1000,
      match: { location: spared! },
    });
    await ask(mirela, 'undo', campaign);
    await setting.work();
    expect(await progressOf(mirela, campaign)).toEqual({ deleted: 2, published: 1 });
    for (let hours = 0; hours < 9; hours += 1) await setting.passAndWorkAll(HOUR_MS);
    expect(await endsWithin(campaign, SECOND_MS)).toEqual({ deleted: 2, leftover: 1 });
    const [leftover] = await targetsOf(mirela, campaign, { state: 'leftover' });
    expect(leftover).toMatchObject({
      locationId: spared,
      errorDetails:
        'This post is still on Google. Google isn’t responding right now. Please try again shortly.',
      googleUrl: expect.any(String),
    });
    expect(atGoogle()).toHaveLength(1);

    setting.google.faults.clear();
    await ask(mirela, 'undo', campaign);
    await setting.work();
    expect(await endsWithin(campaign, MINUTE_MS)).toEqual({ deleted: 3 });
    expect(atGoogle()).toEqual([]);
  });

  it('goes on in another process when one dies between the intent and the answer', async () => {
    const campaign = await live(1);
    const { app } = setting.served;
    const deletions = app.get<unknown, { record: () => Promise<void> }>(DeletionLedger);
    const { record } = deletions;
    // It dies after Google has done it.
    Object.assign(deletions, { record: () => Promise.reject(new Error('killed')) });
    await ask(mirela, 'undo', campaign);
    await setting.work().catch(() => undefined);
    Object.assign(deletions, { record });
    expect([atGoogle(), await progressOf(mirela, campaign)]).toEqual([[], { published: 1 }]);
    const other = await setting.replica();
    await setting.pass(SETTLED_MS);
    await setting.work(other);
    expect(await lookAt(mirela, campaign)).toMatchObject({ state: 'undone', progress: { deleted: 1 } });
    await other.close();
  });

  it('waits for as long as Google lets this server do nothing with posts', async () => {
    const out = await live(1);
    setting.google.faults.next('*', 'service-disabled', { forMs: DAY_MS, match: { api: 'v4' } });
    await ask(mirela, 'undo', out);
    for (let hours = 0; hours < 20; hours += 1) await setting.passAndWorkAll(HOUR_MS);
    expect(await lookAt(mirela, out)).toMatchObject({ state: 'undoing', progress: { published: 1 } });
    setting.google.faults.clear();
    await openApis(setting.served.app);
    expect(await endsWithin(out, MINUTE_MS)).toEqual({ deleted: 1 });
  });

  it('waits for the connection, and cancels what waits without it', async () => {
    const out = await live(1);
    const waiting = await made(2);
    await loseConnection(setting.served, mirela.uid);
    await ask(mirela, 'undo', out);
    await ask(mirela, 'undo', waiting);
    for (let days = 0; days < 3; days += 1) await setting.passAndWorkAll(DAY_MS);
    expect(await lookAt(mirela, waiting)).toMatchObject({ state: 'undone', progress: { cancelled: 2 } });
    expect(await lookAt(mirela, out)).toMatchObject({ state: 'undoing', progress: { published: 1 } });
    await connectWithPlaces(mirela, PEOPLE.mirela);
    expect(await endsWithin(out, SECOND_MS)).toEqual({ deleted: 1 });
  });
});
