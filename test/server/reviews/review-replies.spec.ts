import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { reviewReplies } from '../../../dist/server/database/reviews.schema.js';
import { ReplyLedger } from '../../../dist/server/reviews/sending/reply-ledger.js';
import { ReplySender } from '../../../dist/server/reviews/sending/reply-sender.js';
import { holdRestoredReplies } from '../../../dist/server/reviews/replies/restored-replies.js';
import type { ReviewDto } from '../../../dist/server/reviews/review.dto.js';
import { TestClock } from '../../support/clock.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../support/features/publishing.ts';
import {
  beforeReply,
  type OneReview,
  type Replying,
  startReplying,
  withOneReview,
} from '../../support/features/replies.ts';
import { untilSeen } from '../../support/until.ts';

let setting: Replying;
let { idris, review, look, put, remove, strike } = {} as OneReview;
let location: string;

/** A claim, or a request of which it is unknown whether it still arrives, is over. */
const OVER_MS = 61 * SECOND_MS;

beforeAll(async () => {
  setting = await startReplying();
});
afterAll(() => setting.close());

beforeEach(async () => {
  ({ idris, review, look, put, remove, strike } = await withOneReview(setting, 2));
  location = review.locationId;
});

const putNow = async (text: string) => put(text, (await look()).basis).expect(200);
const basisIn = ({ body }: { body: unknown }) => (body as ReviewDto).basis;
const noticesOf = async () => {
  await idris.send('get', '/api/notices').expect(200);
  const { rows } = await setting.served.database.executeSql(
    'select kind, cause, subject from notice_events where workspace_id = $1 order by at',
    [idris.uid],
  );
  return rows as { kind: string; cause: string; subject: { reviewId?: string } }[];
};

describe('a reply', () => {
  it('is stored at once, sent a moment later, in review at Google, and then public', async () => {
    const stored = await setting.reply(idris, review, 'Sorry, Una. Come back!');
    expect(stored.ownReply).toMatchObject({ kind: 'PUT', state: 'WAITING', text: 'Sorry, Una. Come back!' });
    expect(setting.writes(review)).toEqual([]);
    await setting.sendReplies();
    const sent = await look();
    expect(sent.replyAtGoogle).toMatchObject({ text: 'Sorry, Una. Come back!', state: 'IN_REVIEW' });
    expect(sent).toMatchObject({ ownReply: null, tab: 'ANSWERED' });
    expect(setting.writes(review)).toEqual(['api put Sorry, Una. Come back!']);
    for (const minutes of [2, 3]) await setting.passAndSend(minutes * MINUTE_MS + SECOND_MS);
    expect((await look()).replyAtGoogle?.state).toBe('IN_REVIEW');
    await setting.passAndSend(10 * MINUTE_MS + SECOND_MS);
    expect((await look()).replyAtGoogle?.state).toBe('PUBLIC');
    expect(setting.writes(review)).toHaveLength(1);
  });

  it('that Google rejects says why, in words and with a cure, and counts as not answered', async () => {
    setting.google.world.setReplyVerdict({ verdict: 'REJECTED', policyViolation: 'PRIVACY' });
    await setting.reply(idris, review, 'We remember your order.');
    await setting.sendReplies();
    await setting.passAndSend(11 * MINUTE_MS);
    const { replyAtGoogle, tab, history } = await look();
    expect(replyAtGoogle).toMatchObject({
      state: 'REJECTED',
      violation: 'PRIVACY',
      reason: {
        code: 'PRIVACY',
        words: 'Google found something private in the reply.',
        cure: expect.any(String),
      },
    });
    expect(tab).toBe('REJECTED');
    expect(history[0]).toMatchObject({ state: 'rejected' });
    const { items } = await setting.listOf(idris, '?tab=REJECTED');
    expect(items.map(({ id, replyAtGoogle: reply }) => [id, reply?.violation])).toEqual([
      [review.id, 'PRIVACY'],
    ]);
    const told = (await noticesOf()).filter(({ kind }) => kind === 'reply_rejected');
    expect(told).toMatchObject([
      { cause: 'Google found something private in the reply.', subject: { reviewId: review.id } },
    ]);
  });

  it('can be sent once more as it was after a rejection', async () => {
    setting.google.world.setReplyVerdict({
      verdict: 'REJECTED',
      policyViolation: 'MODERATION_ERROR',
      times: 1,
    });
    await setting.reply(idris, review, 'Thank you!');
    await setting.sendReplies();
    await setting.passAndSend(11 * MINUTE_MS);
    expect((await look()).tab).toBe('REJECTED');
    await setting.reply(idris, review, 'Thank you!');
    await setting.sendReplies();
    expect((await look()).replyAtGoogle?.state).toBe('IN_REVIEW');
    expect(setting.writes(review)).toHaveLength(2);
  });

  it('is removed', async () => {
    await setting.reply(idris, review, 'Thank you!');
    await setting.sendReplies();
    const { basis } = await look();
    const { body } = await remove(basis).expect(200);
    expect((body as ReviewDto).ownReply).toMatchObject({ kind: 'DELETE', state: 'WAITING', text: null });
    await setting.sendReplies();
    expect(setting.atGoogle(review)).toBeUndefined();
    expect(await look()).toMatchObject({ replyAtGoogle: null, ownReply: null, tab: 'UNANSWERED' });
  });

  it('is replaced by a newer one that comes before it is sent, and the same one again changes nothing', async () => {
    const { basis } = await look();
    const first = await put('First', basis).expect(200);
    await put('First', basis).expect(200);
    const second = await put('Second', basisIn(first)).expect(200);
    expect((second.body as ReviewDto).ownReply).toMatchObject({ text: 'Second', version: 2 });
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual(['api put Second']);
    // The person has not looked since, but what is there is their own.
    await put('Third', basisIn(second)).expect(200);
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual(['api put Second', 'api put Third']);
    await put('Third', basisIn(second)).expect(200);
    expect((await look()).ownReply).toBeNull();
  });

  it('that waits is forgotten when it is removed', async () => {
    const first = await put('First', (await look()).basis).expect(200);
    const { body } = await remove(basisIn(first)).expect(200);
    expect((body as ReviewDto).ownReply).toBeNull();
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual([]);
  });

  it('is a text of at most 4,096 bytes', async () => {
    const { basis } = await look();
    for (const text of ['', '  ', 'é'.repeat(2049), 'a\u0007b'])
      expect((await put(text, basis).expect(400)).body).toMatchObject({ errors: [{ field: 'text' }] });
    await put('é'.repeat(2048), basis).expect(200);
    await setting.sendReplies();
    expect(setting.atGoogle(review)?.comment).toBe('é'.repeat(2048));
  });

  it('is for one’s own reviews alone', async () => {
    const { basis } = await look();
    const other = await setting.connected(PEOPLE.tamsin);
    const body = { text: 'Mine', basedOn: basis };
    await other.send('put', `/api/reviews/${review.id}/reply`, body).expect(404);
    await other.send('post', `/api/reviews/${review.id}/reply/retry`).expect(404);
    await other.send('post', '/api/reviews/check', { reviewId: review.id, text: 'x' }).expect(404);
    const stranger = await setting.served.signUp();
    const refused = await stranger.send('put', `/api/reviews/${review.id}/reply`, body).expect(409);
    expect(refused.body).toMatchObject({ code: 'connect/not-connected' });
    expect(await look()).toMatchObject({ ownReply: null });
  });

  it('cannot be given in such numbers that only a program writes them', async () => {
    const { basis } = await look();
    let answer = await put('Number 0', basis);
    let accepted = 0;
    // The limit fills up in earnest meanwhile.
    for (; answer.status === 200 && accepted < 300; accepted += 1)
      answer = await put(`Number ${accepted + 1}`, basisIn(answer));
    expect(answer.status).toBe(429);
    expect(accepted).toBeGreaterThanOrEqual(60);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await setting.pass(4 * SECOND_MS);
    await put('One more', (await look()).basis).expect(200);
  });
});

describe('somebody else’s reply', () => {
  it('that is known already is not overwritten: 409 with both texts', async () => {
    const { basis } = await look();
    setting.google.world.replyElsewhere({ review: review.googleName, comment: 'Theirs' });
    await setting.passAndRead(idris, 25 * HOUR_MS);
    const { body } = await put('Ours', basis).expect(409);
    expect(body).toMatchObject({
      code: 'reply_changed',
      conflicts: [{ field: 'reply', current: { text: 'Theirs' }, wanted: { text: 'Ours' } }],
    });
    expect((await remove(basis).expect(409)).body).toMatchObject({
      conflicts: [{ current: { text: 'Theirs' }, wanted: { text: null } }],
    });
    await setting.sendReplies();
    expect(setting.atGoogle(review)?.comment).toBe('Theirs');
  });

  it('that is only found before sending is not overwritten; its author decides', async () => {
    await setting.reply(idris, review, 'Ours');
    setting.google.world.replyElsewhere({ review: review.googleName, comment: 'Theirs' });
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual(['elsewhere put Theirs']);
    const { ownReply, replyAtGoogle } = await look();
    expect(ownReply).toMatchObject({ state: 'CONFLICT', text: 'Ours', theirs: { text: 'Theirs' } });
    expect(replyAtGoogle?.text).toBe('Theirs');
    expect((await noticesOf()).map(({ kind }) => kind)).toContain('reply_not_sent');
    await idris.send('post', `/api/reviews/${review.id}/reply/retry`).expect(200);
    await setting.sendReplies();
    expect(setting.atGoogle(review)?.comment).toBe('Ours');
    expect(await look()).toMatchObject({ ownReply: null, replyAtGoogle: { text: 'Ours' } });
  });

  it('that is found after ours failed is not overwritten when ours is tried again', async () => {
    strike('forbidden');
    await setting.reply(idris, review, 'Ours');
    await setting.sendReplies();
    setting.google.world.replyElsewhere({ review: review.googleName, comment: 'Theirs' });
    await setting.passAndRead(idris, 25 * HOUR_MS);
    await idris.send('post', `/api/reviews/${review.id}/reply/retry`).expect(200);
    await setting.sendReplies();
    expect(setting.atGoogle(review)?.comment).toBe('Theirs');
    expect((await look()).ownReply).toMatchObject({
      state: 'CONFLICT',
      text: 'Ours',
      theirs: { text: 'Theirs' },
    });
  });

  it('stays when ours is discarded', async () => {
    await setting.reply(idris, review, 'Ours');
    setting.google.world.replyElsewhere({ review: review.googleName, comment: 'Theirs' });
    await setting.sendReplies();
    const { body } = await idris.send('post', `/api/reviews/${review.id}/reply/discard`).expect(200);
    expect(body).toMatchObject({ ownReply: null, replyAtGoogle: { text: 'Theirs' } });
    for (const act of ['retry', 'discard'])
      expect(
        (await idris.send('post', `/api/reviews/${review.id}/reply/${act}`).expect(409)).body,
      ).toMatchObject({
        code: 'reply_not_failed',
      });
  });

  it('that replaces ours later ends ours', async () => {
    await setting.reply(idris, review, 'Ours');
    await setting.sendReplies();
    setting.google.world.replyElsewhere({ review: review.googleName, comment: 'Theirs' });
    await setting.passAndSend(3 * MINUTE_MS);
    expect(await look()).toMatchObject({ ownReply: null, replyAtGoogle: { text: 'Theirs' } });
    expect((await look()).history.map(({ state }) => state)).toContain('superseded');
  });
});

describe('a sending whose outcome is unknown', () => {
  it('is not made again while it may still arrive, nor by a process whose clock is ahead', async () => {
    strike('reset-before');
    await setting.reply(idris, review, 'Hello');
    await setting.sendReplies();
    const { clock, database } = setting.served;
    const fast = new TestClock();
    fast.advance({ minutes: 2, seconds: clock.aheadMs() / SECOND_MS });
    const replica = await setting.replica({}, database, fast);
    await setting.passAndSend(6 * SECOND_MS, replica);
    expect(setting.writes(review)).toEqual(['api put Hello (not done)']);
    await setting.passAndSend(31 * SECOND_MS, replica);
    expect(setting.writes(review)).toEqual(['api put Hello (not done)', 'api put Hello']);
    await replica.close();
  });

  it.each(['error-after', 'reset-after', 'garbled', 'half-sent', 'timeout-after'] as const)(
    '(%s) is found at Google, and not repeated',
    async (fault) => {
      strike(fault);
      await setting.reply(idris, review, 'Once');
      await setting.sendReplies();
      expect((await look()).ownReply).toMatchObject({ state: 'UNCONFIRMED' });
      await setting.passAndSend(10 * SECOND_MS);
      expect(await look()).toMatchObject({ ownReply: null, replyAtGoogle: { text: 'Once' } });
      expect(setting.writes(review)).toEqual(['api put Once']);
    },
  );

  it('is looked for first, and repeated when nothing can arrive any more', async () => {
    strike('reset-before');
    await setting.reply(idris, review, 'Twice');
    await setting.sendReplies();
    await setting.passAndSend(10 * SECOND_MS);
    expect(setting.atGoogle(review)).toBeUndefined();
    expect((await look()).ownReply).toMatchObject({ state: 'UNCONFIRMED' });
    await setting.passAndSend(30 * SECOND_MS);
    expect(await look()).toMatchObject({ ownReply: null, replyAtGoogle: { text: 'Twice' } });
  });

  it('is repeated twice at most, then its author is told', async () => {
    strike('error-before', 10);
    await setting.reply(idris, review, 'Never');
    for (let round = 0; round < 12; round += 1) await setting.passAndSend(35 * SECOND_MS);
    expect(setting.writes(review)).toEqual(Array(3).fill('api put Never (not done)'));
    expect((await look()).ownReply).toMatchObject({ state: 'FAILED', text: 'Never' });
    expect((await noticesOf()).map(({ kind }) => kind)).toContain('reply_not_sent');
    setting.google.faults.clear();
    await idris.send('post', `/api/reviews/${review.id}/reply/retry`).expect(200);
    await setting.sendReplies();
    expect((await look()).replyAtGoogle?.text).toBe('Never');
  });

  it('overwrites nothing that somebody wrote meanwhile', async () => {
    strike('reset-before');
    await setting.reply(idris, review, 'Ours');
    await setting.sendReplies();
    setting.google.world.replyElsewhere({ review: review.googleName, comment: 'Theirs' });
    await setting.passAndSend(OVER_MS);
    expect((await look()).ownReply).toMatchObject({ state: 'CONFLICT', theirs: { text: 'Theirs' } });
    expect(setting.atGoogle(review)?.comment).toBe('Theirs');
  });

  it('holds a newer reply back until it is known', async () => {
    strike('error-after');
    await putNow('First');
    await setting.sendReplies();
    await putNow('Second');
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual(['api put First']);
    await setting.passAndSend(10 * SECOND_MS);
    expect(setting.writes(review)).toEqual(['api put First', 'api put Second']);
    expect(await look()).toMatchObject({ ownReply: null, replyAtGoogle: { text: 'Second' } });
  });

  it('is not repeated where a newer reply waits', async () => {
    strike('reset-before');
    await putNow('First');
    await setting.sendReplies();
    await putNow('Second');
    await setting.passAndSend(OVER_MS);
    expect(setting.writes(review)).toEqual(['api put First (not done)', 'api put Second']);
    expect((await noticesOf()).filter(({ kind }) => kind === 'reply_not_sent')).toEqual([]);
  });
});

describe('a newer reply', () => {
  it('goes out alone where Google surely did not take the one that was being sent', async () => {
    strike('rate-limited');
    await putNow('First');
    beforeReply(setting.served, 'finish', async () => {
      await putNow('Second');
    });
    await setting.sendReplies();
    await setting.passAndSend(MINUTE_MS);
    expect(setting.writes(review)).toEqual(['api put First (not done)', 'api put Second']);
    expect(await look()).toMatchObject({ ownReply: null, replyAtGoogle: { text: 'Second' } });
  });
});

describe('a process that dies', () => {
  it('before it wrote down that it sends has sent nothing, and another one sends', async () => {
    beforeReply(setting.served, 'intend', () => new Promise(() => undefined));
    await setting.reply(idris, review, 'Hello');
    void setting.sendReplies();
    await untilSeen('the claim', async () => (await stateOf()) === 'waiting' && (await attemptOf()) === 1);
    const replica = await setting.replica();
    await setting.passAndSend(OVER_MS, replica);
    expect(setting.writes(review)).toEqual(['api put Hello']);
    await replica.close();
  });

  it('after it sent is looked for by another one, which does not send again, and can write nothing any more', async () => {
    let goOn = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (goOn = resolve));
    beforeReply(setting.served, 'finish', () => isHeld);
    await setting.reply(idris, review, 'Hello');
    const dying = setting.sendReplies();
    await untilSeen('the write at Google', () => setting.writes(review).length === 1);
    const replica = await setting.replica();
    await setting.passAndSend(OVER_MS, replica);
    expect(await look()).toMatchObject({ ownReply: null, replyAtGoogle: { text: 'Hello' } });
    setting.google.world.decideReply({
      review: review.googleName,
      verdict: 'REJECTED',
      policyViolation: 'UNCLEAR',
    });
    await setting.passAndSend(3 * MINUTE_MS, replica);
    goOn();
    await dying;
    expect((await look()).replyAtGoogle).toMatchObject({ state: 'REJECTED', violation: 'UNCLEAR' });
    expect(setting.writes(review)).toEqual(['api put Hello']);
    await replica.close();
  });

  it('whose claim is over sends nothing any more', async () => {
    const replica = await setting.replica();
    beforeReply(setting.served, 'intend', async () => {
      await setting.pass(OVER_MS);
      await setting.sendReplies(replica);
    });
    await setting.reply(idris, review, 'Hello');
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual(['api put Hello']);
    await replica.close();
  });

  it('is not needed to end a step: each reply is claimed by one process', async () => {
    const { id } = await rowOf();
    expect(id).toBeUndefined();
    await setting.reply(idris, review, 'Hello');
    const replica = await setting.replica();
    const row = await rowOf();
    await Promise.all([setting.served, replica].map(({ app }) => app.get(ReplySender).step(row.id!)));
    expect(setting.writes(review)).toEqual(['api put Hello']);
    expect(await setting.served.app.get(ReplyLedger).claim(row.id!)).toBeUndefined();
    await replica.close();
  });
});

describe('a reply that cannot be sent', () => {
  it('says that the review is gone, and keeps the text', async () => {
    await setting.reply(idris, review, 'Hello');
    setting.google.world.removeReview({ review: review.googleName });
    await setting.sendReplies();
    expect((await look()).ownReply).toMatchObject({
      state: 'FAILED',
      text: 'Hello',
      error: expect.stringContaining('no longer on Google'),
    });
  });

  it('says that the location is not verified', async () => {
    await setting.reply(idris, review, 'Hello');
    setting.google.world.setVerification({ location, verification: 'UNVERIFIED' });
    await setting.sendReplies();
    expect((await look()).ownReply).toMatchObject({
      state: 'FAILED',
      error: expect.stringContaining('verified'),
    });
  });

  it('says what Google refuses', async () => {
    strike('forbidden');
    await setting.reply(idris, review, 'Hello');
    await setting.sendReplies();
    expect((await look()).ownReply).toMatchObject({
      state: 'FAILED',
      error: expect.stringContaining('doesn’t allow'),
    });
  });

  it('waits while Google takes no more, and goes out later', async () => {
    strike('rate-limited');
    await setting.reply(idris, review, 'Hello');
    await setting.sendReplies();
    expect((await look()).ownReply).toMatchObject({
      state: 'WAITING',
      nextTryAt: expect.any(String),
    });
    await setting.passAndSend(MINUTE_MS);
    expect((await look()).replyAtGoogle?.text).toBe('Hello');
    expect(setting.writes(review)).toEqual(['api put Hello (not done)', 'api put Hello']);
  });

  it('waits for the connection, for three days at most', async () => {
    await setting.reply(idris, review, 'Hello');
    setting.google.world.revokeAccess({ email: PEOPLE.idris });
    await setting.passAndSend(2 * HOUR_MS);
    expect((await look()).ownReply).toMatchObject({ state: 'WAITING' });
    await setting.passAndSend(73 * HOUR_MS);
    expect((await look()).ownReply).toMatchObject({ state: 'FAILED' });
    expect(setting.writes(review)).toEqual([]);
  });

  it('is not sent by itself after a restore', async () => {
    await setting.reply(idris, review, 'Hello');
    const other = await setting.reviewed(idris, location, 5);
    await setting.reply(idris, other, 'Taken');
    const rows = await setting.served.database.orm.select().from(reviewReplies);
    await setting.served.app.get(ReplySender).step(rows.find(({ text }) => text === 'Taken')!.id);
    expect(await setting.served.database.transaction(holdRestoredReplies)).toBe(1);
    await setting.passAndSend(HOUR_MS);
    expect(setting.writes(review)).toEqual([]);
    expect((await look()).ownReply).toMatchObject({
      state: 'FAILED',
      error: expect.stringContaining('A backup was restored'),
    });
    expect((await setting.detailsOf(idris, other.id)).replyAtGoogle?.state).toBe('PUBLIC');
    await idris.send('post', `/api/reviews/${review.id}/reply/retry`).expect(200);
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual(['api put Hello']);
  });
});

describe('a location that has moved to another account', () => {
  let looks: () => number;
  beforeEach(() => {
    const { world, calls } = setting.google;
    const { accountIds } = world.location({ location });
    const [other] = world.accounts({ email: PEOPLE.idris }).filter(({ id }) => !accountIds.includes(id));
    world.moveLocation({ location, account: other!.id });
    calls.clear();
    // From the top: of each account that may have others below it there is one more call.
    looks = () =>
      calls.list({ operation: 'accounts.list' }).filter(({ query }) => !('parentAccount' in query)).length;
  });

  it('gets the reply under that one, after one look, and so does its removal', async () => {
    await setting.reply(idris, review, 'Hello');
    await setting.sendReplies();
    expect(setting.atGoogle(review)).toMatchObject({ comment: 'Hello' });
    await setting.passAndSend(11 * MINUTE_MS);
    expect((await look()).replyAtGoogle?.state).toBe('PUBLIC');
    await remove((await look()).basis).expect(200);
    await setting.sendReplies();
    expect(setting.atGoogle(review)).toBeUndefined();
    expect([looks(), setting.writes(review)]).toEqual([1, ['api put Hello', 'api delete ']]);
  });

  it('is sent the reply once when Google finds the review, and refuses the reply under the former account', async () => {
    strike('not-found');
    await setting.reply(idris, review, 'Hello');
    await setting.sendReplies();
    expect((await look()).ownReply).toMatchObject({ state: 'FAILED' });
    // The location is where it was looked for, so it is the review that is gone.
    expect([looks(), setting.writes(review)]).toEqual([1, ['api put Hello (not done)']]);
  });

  it('has its reviews read under that one', async () => {
    setting.google.world.addReview({ location, stars: 5, comment: 'Moved house.' });
    await setting.passAndRead(idris, 25 * HOUR_MS);
    expect((await setting.listOf(idris)).items.map(({ text }) => text)).toContain('Moved house.');
    expect(looks()).toBe(1);
  });
});

describe('a reading of reviews', () => {
  it('that shows a rejection first lets its author be told at once', async () => {
    setting.google.configure({ replyReviewMs: 30 * HOUR_MS });
    await setting.reply(idris, review, 'Hello');
    await setting.sendReplies();
    await setting.passAndSend(25 * HOUR_MS);
    setting.google.world.decideReply({
      review: review.googleName,
      verdict: 'REJECTED',
      policyViolation: 'UNCLEAR',
    });
    await setting.passAndRead(idris, SECOND_MS);
    await setting.pass(20 * HOUR_MS);
    await setting.read(idris);
    expect((await look()).tab).toBe('REJECTED');
    const before = await noticesOf();
    expect(before.filter(({ kind }) => kind === 'reply_rejected')).toEqual([]);
    await setting.sendReplies();
    expect((await noticesOf()).filter(({ kind }) => kind === 'reply_rejected')).toHaveLength(1);
  });

  it('that began before a reply was sent does not take it back', async () => {
    await setting.reply(idris, review, 'Hello');
    setting.google.configure({ replyReviewMs: 0 });
    await setting.sendReplies();
    await setting.passAndRead(idris, 25 * HOUR_MS);
    expect((await look()).replyAtGoogle).toMatchObject({ text: 'Hello', state: 'PUBLIC' });
  });
});

describe('the check of a text', () => {
  it('counts bytes and says what is wrong, without storing anything', async () => {
    const { body } = await idris
      .send('post', '/api/reviews/check', {
        reviewId: review.id,
        text: `Call us: +49 30 1234567 ${'é'.repeat(3000)}`,
      })
      .expect(200);
    expect(body).toMatchObject({
      bytes: 24 + 6000,
      limit: 4096,
      faults: [{ id: 'too-long' }],
      warnings: [{ id: 'phone-in-text' }],
    });
    expect((await look()).ownReply).toBeNull();
  });

  it('knows the last replies at the location', async () => {
    const other = await setting.reviewed(idris, location, 5);
    await setting.reply(idris, other, 'Thank you so much!');
    await setting.sendReplies();
    const { body } = await idris
      .send('post', '/api/reviews/check', { reviewId: review.id, text: 'Thank you so  much!' })
      .expect(200);
    expect(body).toMatchObject({ faults: [], warnings: [{ id: 'same-text' }] });
  });
});

async function rowOf(): Promise<{ id?: string; state?: string; attempt?: number }> {
  const rows = await setting.served.database.orm.select().from(reviewReplies);
  return rows.find(({ reviewId }) => reviewId === review.id) ?? {};
}

const stateOf = async () => (await rowOf()).state;
const attemptOf = async () => (await rowOf()).attempt;
