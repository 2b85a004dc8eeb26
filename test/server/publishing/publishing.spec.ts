import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '../../support/jest.ts';
import { Logger } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { FaultKind, FaultOptions } from 'gbp-simulator';
import type { PostDto } from '../../../dist/server/posts/post.dto.js';
import { GoogleTimeouts } from '../../../dist/server/business-profile/calls/google-clock.js';
import { LedgerRepository } from '../../../dist/server/publishing/ledger.repository.js';
import { PostPublisher } from '../../../dist/server/publishing/post-publisher.js';
import { PublishingMetrics } from '../../../dist/server/publishing/publishing.metrics.js';
import { findStuckPosts } from '../../../dist/server/posts/post-counts.js';
import type { SignedInClient, TestApp } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import {
  before,
  CLAIM_WAIT_MS,
  HOUR_MS,
  LEASE_MS,
  look,
  MINUTE_MS,
  newText,
  type Publishing,
  schedule,
  SECOND_MS,
  startPublishing,
} from '../../support/features/publishing.ts';
import { noteStatements } from '../../support/database/statements.ts';

/** The settle window, and the claim that it is counted from the end of. */
const SETTLED_MS = 10 * MINUTE_MS + LEASE_MS;
/** Then a post has been looked for: 5 s after the doubt. */
const LOOK_MS = 5 * SECOND_MS + CLAIM_WAIT_MS;
/** Then a live post has been looked at again: an hour after it was published. */
const RECHECK_MS = HOUR_MS + CLAIM_WAIT_MS;
/** How long an answer of Google's is waited for that comes too late or not at all. */
const PATIENCE_MS = 1500;
/** By how much two distances of the same length seem to differ on a busy machine, which measures them late. */
const LATE_MS = 5 * SECOND_MS;
const UNCONFIRMED = 'We couldn’t confirm whether Google published this post.';
const REJECTED = 'Google rejected this post. Google doesn’t say why.';

let setting: Publishing;
let tamsin: SignedInClient;
let locationId: string;
beforeAll(async () => {
  setting = await startPublishing();
  tamsin = await setting.connected(PEOPLE.tamsin);
  locationId = setting.google.world.location({ location: 'Okonjo Ceramics' }).id;
});
afterEach(async () => {
  setting.google.faults.clear();
  // Whatever one test has done to Google's quota is over for the next.
  await setting.passAndWork(HOUR_MS);
  setting.google.calls.clear();
});
afterAll(() => setting.close());

const atGoogle = ({ summary }: { summary: string }) =>
  setting.google.world.posts({ location: locationId }).filter((post) => post.summary === summary);
const countOf = (operation: 'localPosts.create' | 'localPosts.list' | 'localPosts.get') =>
  setting.google.calls.count({ operation });
const creates = () => countOf('localPosts.create');
const fault = (kind: FaultKind, options?: FaultOptions) =>
  setting.google.faults.next('localPosts.create', kind, options);
const see = (post: { id: string }) => look(tamsin, post);

/** A post that is due and has taken its first step. */
async function sent(fields: Record<string, unknown> = {}): Promise<PostDto> {
  const post = await schedule(setting, tamsin, { locationId, ...fields });
  await setting.passAndWork(MINUTE_MS);
  return post;
}

/** The same, without much patience for Google's answer. */
async function sentInHaste(): Promise<PostDto> {
  const timeouts = setting.served.app.get(GoogleTimeouts);
  const { requestMs } = timeouts;
  Object.assign(timeouts, { requestMs: PATIENCE_MS });
  try {
    return await sent();
  } finally {
    Object.assign(timeouts, { requestMs });
  }
}

describe('a scheduled post', () => {
  it('goes out at its time, is reviewed, and is live with Google’s link', async () => {
    const post = await schedule(setting, tamsin, { locationId });
    await setting.passAndWork(MINUTE_MS / 2);
    expect(creates()).toBe(0);
    await setting.passAndWork(MINUTE_MS / 2);
    expect(await see(post)).toMatchObject({
      status: 'QUEUED',
      detail: 'in_review',
      attempts: [{ attempt: 1, outcome: 'in_review', error: null }],
    });
    await setting.passAndWork(10 * SECOND_MS);
    const live = await see(post);
    const [remote] = atGoogle(post);
    expect(live).toMatchObject({
      status: 'PUBLISHED',
      detail: null,
      googleUrl: remote!.resource.searchUrl,
      errorDetails: null,
      attempts: [{ attempt: 1, outcome: 'published', sentAt: expect.any(String) }],
    });
    expect(Date.parse(remote!.createTime)).toBeGreaterThanOrEqual(Date.parse(post.publishAt));
    expect(Date.parse(live.publishedAt!)).toBeGreaterThanOrEqual(Date.parse(post.publishAt));
    expect(creates()).toBe(1);
  });

  it('arrives at Google whole, each type in Google’s own shape', async () => {
    const date = { year: 2031, month: 5, day: 4 };
    const schedulePart = {
      startDate: date,
      startTime: { hours: 0, minutes: 0 },
      endDate: date,
      endTime: { hours: 18, minutes: 30 },
    };
    const action = { actionType: 'BOOK', url: 'https://www.example.com/book' };
    const event = { title: 'Kiln opening', schedule: schedulePart };
    const offer = { couponCode: 'CLAY', termsConditions: 'One each.' };
    const button = await sent({ topicType: 'CALL_TO_ACTION', callToAction: action });
    const opening = await sent({ topicType: 'EVENT', event });
    const coupon = await sent({ topicType: 'OFFER', event, offer });
    expect(atGoogle(button)[0]!.resource).toMatchObject({ topicType: 'STANDARD', callToAction: action });
    expect(atGoogle(opening)[0]!.resource).toMatchObject({
      topicType: 'EVENT',
      event: { title: 'Kiln opening', schedule: { ...schedulePart, startTime: {} } },
    });
    expect(atGoogle(coupon)[0]!.resource).toMatchObject({ topicType: 'OFFER', offer, languageCode: 'en-US' });
  });

  it('is checked at growing intervals while Google reviews it', async () => {
    setting.google.configure({ processingMs: 40 * HOUR_MS });
    const post = await sent();
    for (let hour = 0; hour < 39; hour += 1) await setting.passAndWork(HOUR_MS);
    expect(await see(post)).toMatchObject({ status: 'QUEUED', detail: 'in_review' });
    expect(countOf('localPosts.get')).toBeLessThan(20);
    await setting.passAndWork(14 * HOUR_MS);
    expect(await see(post)).toMatchObject({ status: 'PUBLISHED' });
    setting.google.configure({ processingMs: 2000 });
  });

  it('fails with an explanation when Google rejects it', async () => {
    fault('rejected');
    const post = await sent();
    await setting.passAndWork(10 * SECOND_MS);
    const failed = await see(post);
    expect(failed).toMatchObject({ status: 'FAILED', googleUrl: null, attempts: [{ outcome: 'rejected' }] });
    expect(failed.errorDetails).toContain(REJECTED);
    expect(failed.errorDetails).toContain('phone number');
  });

  it('fails with what the composer sees first, then the usual reasons', async () => {
    const post = await sent({ summary: 'Call 01632 960101 for a seat at the wheel.' });
    await setting.passAndWork(10 * SECOND_MS);
    const failed = await see(post);
    const words =
      'Google rejected this post. Our own check finds: Google rejects posts with a phone number in the text. ' +
      'Remove the number, and add a “Call” button instead. Google itself doesn’t say why. ' +
      'Other common reasons: too many capital letters,';
    expect(failed.errorDetails).toContain(words);
    expect(failed.attempts).toMatchObject([{ outcome: 'rejected', error: failed.errorDetails }]);
  });

  it('fails when Google takes it down later', async () => {
    const post = await sent();
    await setting.passAndWork(10 * SECOND_MS);
    setting.google.world.reviewPost({ post: atGoogle(post)[0]!.name, verdict: 'REJECTED' });
    await setting.passAndWork(RECHECK_MS);
    const failed = await see(post);
    expect(failed).toMatchObject({ status: 'FAILED', googleUrl: null });
    expect(failed.errorDetails).toMatch(
      /^Google took this post down after it was live\. Google doesn’t say why\. Common reasons: a phone number/,
    );
    expect(failed.version).toBeGreaterThan(post.version);
  });

  it('stays published, without its link, when somebody deletes it at Google', async () => {
    const post = await sent();
    await setting.passAndWork(10 * SECOND_MS);
    setting.google.world.removePost({ post: atGoogle(post)[0]!.name });
    await setting.passAndWork(RECHECK_MS);
    expect(await see(post)).toMatchObject({ status: 'PUBLISHED', googleUrl: null });
  });

  it('fails when it is deleted at Google before it was live', async () => {
    setting.google.configure({ processingMs: HOUR_MS });
    const post = await sent();
    setting.google.world.removePost({ post: atGoogle(post)[0]!.name });
    await setting.passAndWork(5 * MINUTE_MS);
    expect(await see(post)).toMatchObject({ detail: 'in_review' });
    for (let round = 0; round < 4; round += 1) await setting.passAndWork(10 * MINUTE_MS);
    expect((await see(post)).errorDetails).toMatch(/removed from Google before it was live/);
    setting.google.configure({ processingMs: 2000 });
  });
});

describe('what Google refuses', () => {
  it.each([
    ['forbidden', 'Google doesn’t allow your account to post for this location.'],
    ['not-found', 'This location is no longer on Google, or you no longer manage it.'],
  ] as const)('fails at once and is not sent again (%s)', async (kind, words) => {
    fault(kind);
    const post = await sent();
    await setting.passAndWork(HOUR_MS);
    expect(await see(post)).toMatchObject({
      status: 'FAILED',
      errorDetails: words,
      attempts: [{ outcome: 'refused', error: words }],
    });
    expect(creates()).toBe(1);
  });

  it('says what it objects to in Google’s words', async () => {
    const post = await schedule(setting, tamsin, { locationId });
    const setLength = (length: number) =>
      setting.served.database.executeSql(
        `update posts set body = jsonb_set(body, '{summary}', to_jsonb(repeat('x', ${length}))) where id = '${post.id}'`,
      );
    // The rules of Google have changed since it was scheduled.
    await setLength(1501);
    await setting.passAndWork(MINUTE_MS);
    // The API answers no text that is longer than it documents.
    await setLength(1500);
    expect(await see(post)).toMatchObject({
      status: 'FAILED',
      errorDetails: 'Google refused the text of this post: Must be at most 1500 characters',
    });
  });

  it('delays no other user’s post', async () => {
    fault('forbidden', { match: { location: locationId } });
    const [poison, other] = [
      await schedule(setting, tamsin, { locationId }),
      await schedule(setting, tamsin, { locationId }),
    ];
    await setting.passAndWork(MINUTE_MS);
    const states = [await see(poison), await see(other)].map(({ status }) => status);
    expect(states.sort()).toEqual(['FAILED', 'QUEUED']);
  });
});

describe('when it is not known whether Google took a post', () => {
  describe.each([
    ['it answers with an error after taking it', 'error-after', {}],
    ['the connection breaks after it took it', 'reset-after', {}],
    ['it answers too late', 'slow', { ms: PATIENCE_MS + 500 }],
    ['it does not tell the name', 'without-name', {}],
  ] as const)('because %s', (_what, kind, options) => {
    it('finds the post in Google’s list and never sends it again', async () => {
      fault(kind, options);
      const post = await sentInHaste();
      expect(await see(post)).toMatchObject({
        status: 'QUEUED',
        detail: 'unconfirmed',
        attempts: [{ outcome: 'unconfirmed', error: expect.any(String) }],
      });
      await setting.passAndWork(LOOK_MS);
      expect(await see(post)).toMatchObject({
        status: 'PUBLISHED',
        googleUrl: atGoogle(post)[0]!.resource.searchUrl,
        attempts: [{ outcome: 'published', error: null }],
      });
      expect(creates()).toBe(1);
    });
  });

  describe.each([
    ['the connection breaks', 'reset-before'],
    ['it never answers', 'silent'],
  ] as const)('because %s', (_what, kind) => {
    it('looks for the post until the window has passed, then holds it for a person', async () => {
      fault(kind);
      const post = await sentInHaste();
      for (let minute = 0; minute < 10; minute += 1) await setting.passAndWork(MINUTE_MS);
      expect(await see(post)).toMatchObject({ status: 'QUEUED', detail: 'unconfirmed' });
      await setting.passAndWork(LEASE_MS);
      const failed = await see(post);
      expect(failed).toMatchObject({ status: 'FAILED', attempts: [{ outcome: 'not_found' }] });
      expect(failed.errorDetails).toContain(UNCONFIRMED);
      expect([creates(), countOf('localPosts.list')]).toEqual([1, expect.any(Number)]);
      expect(countOf('localPosts.list')).toBeLessThan(15);
    });
  });

  it('never sends again what Google took without a name, even if it lists it too late', async () => {
    fault('without-name');
    const post = await sent();
    setting.google.world.removePost({ post: atGoogle(post)[0]!.name });
    await setting.passAndWork(SETTLED_MS);
    expect((await see(post)).errorDetails).toContain(UNCONFIRMED);
    expect(creates()).toBe(1);
  });

  it('goes on looking while Google cannot be asked', async () => {
    fault('reset-after');
    const post = await sent();
    setting.google.faults.next('localPosts.list', 'error-before', { times: 300 });
    for (let minute = 0; minute < 15; minute += 1) await setting.passAndWork(MINUTE_MS);
    expect(await see(post)).toMatchObject({ detail: 'unconfirmed' });
    setting.google.faults.clear();
    await setting.passAndWork(15 * MINUTE_MS);
    expect(await see(post)).toMatchObject({ status: 'PUBLISHED' });
  });

  it('tells posts with the same text apart', async () => {
    const summary = newText();
    fault('reset-after');
    const first = await sent({ summary });
    await setting.pass(2 * SECOND_MS);
    fault('reset-after');
    const second = await sent({ summary });
    await setting.passAndWork(10 * SECOND_MS);
    const urls = [await see(first), await see(second)].map(({ googleUrl }) => googleUrl);
    const remote = atGoogle({ summary }).map(({ resource }) => resource.searchUrl);
    expect(urls).toEqual(remote);
    expect(new Set(urls).size).toBe(2);
  });

  it('gives one post of Google’s to one post of ours, although the texts are the same', async () => {
    const summary = newText();
    const pair = [
      await schedule(setting, tamsin, { locationId, summary }),
      await schedule(setting, tamsin, { locationId, summary }),
    ];
    fault('reset-before');
    fault('reset-after');
    await setting.passAndWork(MINUTE_MS);
    await setting.passAndWork(SETTLED_MS);
    const states = [await see(pair[0]!), await see(pair[1]!)].map(({ status }) => status);
    expect(states.sort()).toEqual(['FAILED', 'PUBLISHED']);
    expect(atGoogle({ summary })).toHaveLength(1);
  });

  it('looks again when the post that it found now belongs to another of ours', async () => {
    const summary = newText();
    const step = ({ id }: PostDto) => setting.served.app.get(PostPublisher).step(id);
    const second = await schedule(setting, tamsin, { locationId, summary, inMs: MINUTE_MS + 15 * SECOND_MS });
    fault('late-listing', { ms: SETTLED_MS + MINUTE_MS });
    const first = await sent({ summary });
    await dieAfterSending(first);
    await setting.pass(15 * SECOND_MS);
    // It is by Google’s clock that both know when they were sent, and that clock has just jumped.
    await tamsin.send('get', `/api/locations/${locationId}`).expect(200);
    fault('reset-before');
    await step(second);
    await setting.pass(SETTLED_MS);
    await step(first);
    expect(await see(first)).toMatchObject({ status: 'FAILED', attempts: [{ outcome: 'not_found' }] });
    await tamsin.send('post', `/api/posts/${first.id}/retry`).expect(200);
    // By then Google lists it, and two processes look at the same time: each takes it for its own post’s.
    await setting.pass(2 * MINUTE_MS);
    const other = await setting.replica();
    before(other, 'finish', () => step(first));
    await other.app.get(PostPublisher).step(second.id);
    await setting.workOff();
    expect(await see(first)).toMatchObject({ status: 'PUBLISHED' });
    const held = await see(second);
    expect(held).toMatchObject({ status: 'FAILED', attempts: [{ outcome: 'not_found' }] });
    expect(held.errorDetails).toContain(UNCONFIRMED);
    expect(atGoogle({ summary })).toHaveLength(1);
    await other.close();
  });

  it('does not take an older post with the same text for it', async () => {
    const summary = newText();
    await sent({ summary });
    await setting.passAndWork(HOUR_MS);
    fault('reset-before');
    const again = await sent({ summary });
    await setting.passAndWork(SETTLED_MS);
    expect(await see(again)).toMatchObject({ status: 'FAILED' });
  });
});

describe('a retry', () => {
  it('looks at Google first, and finds what was listed late', async () => {
    fault('late-listing', { ms: 30 * MINUTE_MS });
    const post = await sent();
    await dieAfterSending(post);
    await setting.passAndWork(SETTLED_MS);
    expect(await see(post)).toMatchObject({ status: 'FAILED', attempts: [{ outcome: 'not_found' }] });
    await setting.pass(30 * MINUTE_MS);
    await tamsin.send('post', `/api/posts/${post.id}/retry`).expect(200);
    await setting.workOff();
    expect(await see(post)).toMatchObject({ status: 'PUBLISHED', attempts: [{ outcome: 'published' }] });
    expect([creates(), atGoogle(post).length]).toEqual([1, 1]);
  });

  it('publishes what is really missing', async () => {
    fault('reset-before');
    const post = await sent();
    await setting.passAndWork(SETTLED_MS);
    await tamsin.send('post', `/api/posts/${post.id}/retry`).expect(200);
    await setting.workOff();
    expect(await see(post)).toMatchObject({ detail: 'in_review' });
    expect(atGoogle(post)).toHaveLength(1);
  });

  it('waits while Google cannot be asked', async () => {
    fault('reset-before');
    const post = await sent();
    await setting.passAndWork(SETTLED_MS);
    setting.google.faults.next('localPosts.list', 'error-before', { times: 3 });
    await tamsin.send('post', `/api/posts/${post.id}/retry`).expect(200);
    await setting.workOff();
    expect(await see(post)).toMatchObject({ status: 'QUEUED', detail: 'waiting_for_quota' });
    expect(creates()).toBe(1);
    await setting.passAndWork(MINUTE_MS);
    expect(atGoogle(post)).toHaveLength(1);
  });

  it('of many looks at Google first, adopts what it finds, and does no harm when it is asked for again', async () => {
    fault('late-listing', { ms: 30 * MINUTE_MS });
    const taken = await sent();
    await dieAfterSending(taken);
    await setting.passAndWork(LEASE_MS);
    fault('reset-before');
    const lost = await sent();
    await setting.passAndWork(SETTLED_MS);
    const gathered = async (): Promise<PostDto[]> =>
      (await tamsin.send('get', '/api/posts?unconfirmed=true').expect(200)).body.items;
    const held = await gathered();
    expect(held.filter(({ id }) => [taken.id, lost.id].includes(id))).toHaveLength(2);
    for (const { status, detail } of held) expect([status, detail]).toEqual(['FAILED', 'unconfirmed']);
    const later = await schedule(setting, tamsin, { locationId, inMs: 24 * HOUR_MS });
    await setting.pass(30 * MINUTE_MS);
    const before = creates();
    const ids = [lost.id, later.id, randomUUID(), taken.id];
    const retry = async (): Promise<PostDto[]> =>
      (await tamsin.send('post', '/api/posts/retry', { ids }).expect(200)).body.items;
    const [first, second, third] = await retry();
    expect([first, second, third].map((post) => post?.id)).toEqual([lost.id, later.id, taken.id]);
    expect([first, third]).toMatchObject([{ status: 'SCHEDULED', detail: null }, { status: 'SCHEDULED' }]);
    expect(second).toMatchObject({ publishAt: later.publishAt, version: later.version });
    await setting.workOff();
    expect(await see(taken)).toMatchObject({ status: 'PUBLISHED', attempts: [{ outcome: 'published' }] });
    expect(await see(lost)).toMatchObject({ detail: 'in_review' });
    expect([atGoogle(taken).length, atGoogle(lost).length, creates() - before]).toEqual([1, 1, 1]);
    expect((await retry()).map(({ status }) => status)).toEqual(['QUEUED', 'SCHEDULED', 'PUBLISHED']);
    await setting.workOff();
    expect(creates() - before).toBe(1);
    expect((await gathered()).map(({ id }) => id)).not.toContain(taken.id);
    await tamsin.send('delete', `/api/posts/${later.id}`).expect(204);
  });

  it('of many takes 1 to 100 ids, and leaves out what is not one’s own', async () => {
    fault('forbidden');
    const post = await sent();
    const other = await setting.served.signUp();
    const answer = await other.send('post', '/api/posts/retry', { ids: [post.id] }).expect(200);
    expect(answer.body).toEqual({ items: [] });
    expect(await see(post)).toMatchObject({ status: 'FAILED' });
    const refused = async (ids: unknown): Promise<object[]> =>
      (await other.send('post', '/api/posts/retry', { ids }).expect(400)).body.errors;
    expect(await refused([])).toEqual([{ field: 'ids', message: 'At least one post is required' }]);
    expect(await refused(Array.from({ length: 101 }, randomUUID))).toEqual([
      { field: 'ids', message: 'At most 100 posts can be retried at once' },
    ]);
    expect(await refused(['1'])).toEqual([{ field: 'ids', message: 'Each post must be the id of a post' }]);
    await other.send('get', '/api/posts?unconfirmed=yes').expect(400);
  });

  it('says so when an earlier version is live after all', async () => {
    fault('late-listing', { ms: 30 * MINUTE_MS });
    const post = await sent();
    await dieAfterSending(post);
    await setting.passAndWork(SETTLED_MS);
    await setting.pass(30 * MINUTE_MS);
    const postBody = { languageCode: 'en-US', topicType: 'STANDARD', summary: newText() };
    const publishAt = new Date(setting.served.clock.now().getTime() + MINUTE_MS).toISOString();
    await tamsin.send('patch', `/api/posts/${post.id}`, { postBody, publishAt }).expect(200);
    await setting.passAndWork(MINUTE_MS);
    expect((await see(post)).errorDetails).toMatch(/^An earlier version of this post is live on Google/);
    expect(atGoogle(postBody)).toEqual([]);
    await tamsin.send('post', `/api/posts/${post.id}/retry`).expect(200);
    await setting.workOff();
    expect(atGoogle(postBody)).toHaveLength(1);
  });
});

describe('a step', () => {
  it('that comes before its time, or while another process has the post, does nothing', async () => {
    const { app } = setting.served;
    const post = await schedule(setting, tamsin, { locationId });
    await app.get(PostPublisher).step(post.id);
    expect(await see(post)).toMatchObject({ status: 'SCHEDULED' });
    await setting.pass(MINUTE_MS);
    await update(post, "attempt = attempt + 1, status = 'QUEUED'");
    await leased(post);
    await app.get(PostPublisher).step(post.id);
    expect(creates()).toBe(0);
    await setting.passAndWork(LEASE_MS);
    expect(creates()).toBe(1);
  });
});

describe('a process that dies', () => {
  it('after it claimed a post: the post goes out when the claim has ended', async () => {
    const post = await schedule(setting, tamsin, { locationId });
    await setting.pass(MINUTE_MS);
    await update(post, "attempt = attempt + 1, status = 'QUEUED'");
    await leased(post);
    await setting.workOff();
    expect(creates()).toBe(0);
    await setting.passAndWork(LEASE_MS);
    expect(await see(post)).toMatchObject({ detail: 'in_review' });
    expect(creates()).toBe(1);
  });

  it('after it wrote down its intent: the post is looked for, and held', async () => {
    const post = await sent();
    setting.google.world.removePost({ post: atGoogle(post)[0]!.name });
    await dieAfterSending(post);
    await setting.passAndWork(LEASE_MS);
    expect(await see(post)).toMatchObject({ detail: 'unconfirmed', attempts: [{ outcome: 'unconfirmed' }] });
    await setting.passAndWork(10 * MINUTE_MS);
    expect((await see(post)).errorDetails).toContain(UNCONFIRMED);
    expect(creates()).toBe(1);
  });

  it('after Google took the post: it is found', async () => {
    const post = await sent();
    await dieAfterSending(post);
    await setting.passAndWork(LEASE_MS);
    expect(await see(post)).toMatchObject({ status: 'PUBLISHED', attempts: [{ outcome: 'published' }] });
    expect(creates()).toBe(1);
  });
});

describe('a process that was halted beyond its claim', () => {
  let replica: TestApp;
  beforeAll(async () => {
    replica = await setting.replica();
  });
  afterAll(() => replica.close());

  it('changes nothing any more with what Google answered it', async () => {
    const post = await schedule(setting, tamsin, { locationId });
    await setting.pass(MINUTE_MS);
    let after: PostDto | undefined;
    before(replica, 'finish', async () => {
      await setting.passAndWork(LEASE_MS);
      after = await see(post);
    });
    await replica.app.get(PostPublisher).step(post.id);
    expect(after).toMatchObject({ status: 'PUBLISHED' });
    expect(await see(post)).toEqual(after);
    expect(replica.app.get(PublishingMetrics).read().steps).toMatchObject({ late: 1 });
    expect(creates()).toBe(1);
  });

  it('sends nothing any more', async () => {
    const post = await schedule(setting, tamsin, { locationId });
    await setting.pass(MINUTE_MS);
    before(replica, 'intend', () => setting.passAndWork(LEASE_MS));
    await replica.app.get(PostPublisher).step(post.id);
    expect(creates()).toBe(1);
    expect(atGoogle(post)).toHaveLength(1);
  });

  it('records nothing while another process has the post', async () => {
    const post = await schedule(setting, tamsin, { locationId });
    await setting.pass(MINUTE_MS);
    before(replica, 'finish', async () => {
      await setting.pass(LEASE_MS);
      expect(await setting.served.app.get(LedgerRepository).claim(post.id)).toBeDefined();
    });
    await replica.app.get(PostPublisher).step(post.id);
    expect(creates()).toBe(1);
    expect(await see(post)).toMatchObject({ status: 'QUEUED', attempts: [{ outcome: null }] });
    // That one dies too, and the next looks for what was sent.
    await setting.passAndWork(LEASE_MS);
    expect(await see(post)).toMatchObject({ status: 'PUBLISHED' });
    expect(creates()).toBe(1);
  });

  it.each(['before', 'while'])(
    'does not leave its post’s name to a post with the same text that took it %s it recorded',
    async (when) => {
      const summary = newText();
      fault('reset-before');
      const other = await sent({ summary });
      const post = await schedule(setting, tamsin, { locationId, summary });
      await setting.pass(MINUTE_MS);
      if (when === 'while') seeNobodyWithTheName(replica);
      before(replica, 'finish', async () => {
        const [remote] = atGoogle({ summary });
        await update(other, `google_name = '${remote!.name}', status = 'PUBLISHED', detail = null`);
        await setting.served.database.executeSql(
          `update publish_attempts set google_name = '${remote!.name}', outcome = 'published' where post_id = '${other.id}'`,
        );
      });
      await replica.app.get(PostPublisher).step(post.id);
      expect(await see(post)).toMatchObject({ detail: 'in_review' });
      expect(await see(other)).toMatchObject({
        status: 'QUEUED',
        detail: 'unconfirmed',
        attempts: [{ outcome: 'unconfirmed' }],
      });
    },
  );
});

describe('a fault of ours', () => {
  const rename = (from: string, to: string) =>
    setting.served.database.executeSql(`alter table ${from} rename to ${to}`);
  /** Of a step with a post, something fails in the middle. */
  const breakSteps = () => rename('google_connections', 'out_of_reach');
  const mendSteps = () => rename('out_of_reach', 'google_connections');
  let logged: { mockRestore: () => void };
  beforeEach(() => {
    logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  });
  afterEach(() => logged.mockRestore());

  it.each([
    ['a look at Google’s list', 'reset-after', 'unconfirmed'],
    ['a question about its review', 'slow', 'in_review'],
  ] as const)('that passes delays %s by seconds', async (_what, kind, detail) => {
    fault(kind, { ms: 1 });
    const post = await sent();
    expect(await see(post)).toMatchObject({ status: 'QUEUED', detail });
    await setting.pass(LOOK_MS);
    await breakSteps();
    await setting.workOff();
    await mendSteps();
    expect(await see(post)).toMatchObject({ status: 'QUEUED', detail });
    await setting.passAndWork(10 * SECOND_MS);
    expect(await see(post)).toMatchObject({ status: 'PUBLISHED' });
  });

  it('that lasts is retried at growing intervals, up to ten minutes', async () => {
    fault('reset-after');
    const post = await sent();
    await setting.pass(LOOK_MS);
    await breakSteps();
    const distances: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      await setting.workOff();
      const { rows } = await setting.served.database.executeSql(
        `select extract(epoch from next_step_at - shingle_now()) * 1000 as ms from posts where id = '${post.id}'`,
      );
      const ms = Number((rows as { ms: string }[])[0]?.ms);
      distances.push(ms);
      await setting.pass(ms + 1);
    }
    await mendSteps();
    expect(distances[0]).toBeLessThan(10 * SECOND_MS);
    expect(distances.every((ms, index) => index === 0 || ms > distances[index - 1]! - LATE_MS)).toBe(true);
    expect(distances.at(-1)! / MINUTE_MS).toBeCloseTo(10, 0);
    await setting.workOff();
    expect(await see(post)).toMatchObject({ status: 'PUBLISHED' });
  });
});

describe('what it costs to publish', () => {
  beforeAll(async () => {
    setting.google.configure({ processingMs: 0 });
    // Google's clock is looked up where it is not known, or seems to be far behind.
    await sent();
  });
  afterAll(() => setting.google.configure({ processingMs: 2000 }));

  /** The statements outside transactions that are about certain posts, their place or their owner. */
  async function statementsFor(count: number): Promise<string[]> {
    const due: PostDto[] = [];
    // Nothing else is due.
    await setting.served.database.executeSql('update posts set next_step_at = null');
    for (let index = 0; index < count; index += 1)
      due.push(await schedule(setting, tamsin, { locationId, inMs: 10 * SECOND_MS }));
    const about = [...due.map(({ id }) => id), locationId, tamsin.uid, 'google v4'];
    await setting.pass(10 * SECOND_MS);
    // Time has jumped, and Google's clock is known only after its next answer.
    await tamsin.send('get', `/api/locations/${locationId}`).expect(200);
    const noted = noteStatements(setting.served.database);
    await setting.workOff();
    const texts = noted
      .take()
      .filter(({ values }) => about.some((id) => JSON.stringify(values).includes(id)));
    for (const post of due) expect(await see(post)).toMatchObject({ status: 'PUBLISHED' });
    return texts.map(({ text }) => text);
  }

  it('is nine statements for a post by itself', async () => {
    expect((await statementsFor(1)).length).toBeLessThanOrEqual(9);
  });

  it('is less for each of several that go out together: they are claimed and intended at once', async () => {
    const texts = await statementsFor(4);
    expect(texts.filter((text) => /skip locked/.test(text) && /^update/i.test(text))).toHaveLength(1);
    expect(texts.length).toBeLessThan(4 * 9);
  });
});

describe('the operator', () => {
  it('can list posts that make no progress', async () => {
    fault('reset-before');
    const open = await sent();
    const stuck = await schedule(setting, tamsin, { locationId });
    await setting.pass(30 * MINUTE_MS);
    const found = await findStuckPosts(setting.served.database);
    expect(found.map(({ id, detail }) => [id, detail])).toEqual([
      [open.id, 'unconfirmed'],
      [stuck.id, null],
    ]);
  });
});

describe('what Google neither confirms nor lists in time', () => {
  // Google lists what it takes only long after the window.
  beforeAll(() => setting.google.configure({ listingMs: HOUR_MS }));
  afterAll(() => setting.google.configure({ listingMs: 0 }));

  /** How often Google has a post of each kind, and where it stands here, when the window has passed. */
  async function outcomes(mode: string): Promise<Record<string, [timesAtGoogle: number, 'held' | 'sent']>> {
    const replica = await setting.replica({ PUBLISH_UNCONFIRMED: mode, PUBLISH_SETTLE_MINUTES: '2' });
    const found: [string, PostDto][] = [];
    for (const kind of ['error-before', 'error-after', 'reset-before', 'reset-after'] as const) {
      fault(kind);
      const post = await schedule(setting, tamsin, { locationId });
      await setting.pass(MINUTE_MS);
      await setting.workOff(replica);
      found.push([kind, post]);
    }
    await setting.pass(2 * MINUTE_MS + LEASE_MS);
    await setting.workOff(replica);
    const ends = found.map(async ([kind, post]) => {
      const { status, detail } = await see(post);
      const isHeld = status === 'FAILED' && detail === 'unconfirmed';
      return [kind, [atGoogle(post).length, isHeld ? 'held' : 'sent']] as const;
    });
    await replica.close();
    return Object.fromEntries(await Promise.all(ends)) as Record<string, [number, 'held' | 'sent']>;
  }

  it('is held for a person, whatever was answered, and sent once', async () => {
    expect(await outcomes('hold')).toEqual({
      'error-before': [0, 'held'],
      'error-after': [1, 'held'],
      'reset-before': [0, 'held'],
      'reset-after': [1, 'held'],
    });
    expect(creates()).toBe(4);
  });

  it('is sent again where Google has answered with an error of its own, if the operator says so', async () => {
    expect(await outcomes('resend-answered')).toEqual({
      'error-before': [1, 'sent'],
      // The price of it, which the setting names.
      'error-after': [2, 'sent'],
      'reset-before': [0, 'held'],
      'reset-after': [1, 'held'],
    });
  });

  it('is sent again in any case, if the operator says so', async () => {
    expect(await outcomes('resend')).toEqual({
      'error-before': [1, 'sent'],
      'error-after': [2, 'sent'],
      'reset-before': [1, 'sent'],
      'reset-after': [2, 'sent'],
    });
  });
});

/** A process begins to record when whoever takes its post’s name has not finished: at first it sees nobody with it. */
function seeNobodyWithTheName({ app }: TestApp): void {
  const ledger = app.get(LedgerRepository);
  const { takeName } = LedgerRepository.prototype as unknown as { takeName: unknown };
  const seeNobody = () => {
    Object.assign(ledger, { takeName });
    return Promise.resolve();
  };
  Object.assign(ledger, { takeName: seeNobody });
}

const update = (post: { id: string }, set: string) =>
  setting.served.database.executeSql(`update posts set ${set} where id = '${post.id}'`);

/** The post is claimed by a process that will do nothing more. */
const leased = (post: { id: string }) =>
  update(
    post,
    `lease_until = shingle_now() + interval '${LEASE_MS} milliseconds',
     next_step_at = shingle_now() + interval '${LEASE_MS} milliseconds'`,
  );

/** What the database would hold if the process had died right after it sent the post. */
async function dieAfterSending(post: { id: string }): Promise<void> {
  await update(post, "status = 'QUEUED', detail = null, google_name = null, google_url = null");
  await setting.served.database.orm.execute(
    sql`update publish_attempts set outcome = null, google_name = null, ended_at = null where post_id = ${post.id}`,
  );
  await leased(post);
}
