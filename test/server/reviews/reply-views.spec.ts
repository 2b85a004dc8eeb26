import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import type { ReviewDetailsDto } from '../../../dist/server/reviews/review.dto.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../support/features/publishing.ts';
import {
  beforeReply,
  type OneReview,
  type Replying,
  startReplying,
  withOneReview,
} from '../../support/features/replies.ts';

/** What several tabs, the public and the owner elsewhere do to one review while a reply to it is written and sent. */
let setting: Replying;
let { idris, review, look, put, remove, again, strike } = {} as OneReview;
let basis: string;

/** After a sending whose outcome is unknown Google is looked at after 5 s; nothing can arrive any more after 30 s. */
const LOOK_MS = 6 * SECOND_MS;
const SETTLED_MS = 31 * SECOND_MS;

beforeAll(async () => {
  setting = await startReplying();
});
afterAll(() => setting.close());

beforeEach(async () => {
  ({ idris, review, look, put, remove, again, strike } = await withOneReview(setting, 5));
  ({ basis } = await look());
});

const shownIn = ({ body }: { body: unknown }) => body as ReviewDetailsDto;
const edit = (words: {
  stars?: 1 | 5;
  comment?: string;
  translation?: { text: string; isFirst: boolean } | null;
}) => setting.google.world.editReview({ review: review.googleName, ...words });
/** The answer to somebody who has not seen a reply: both texts. */
const unseen = (current: string | null, wanted: string | null) => ({
  code: 'reply_changed',
  conflicts: [{ field: 'reply', current: { text: current }, wanted: { text: wanted } }],
});

describe('two tabs that show the same review', () => {
  it('do not replace each other’s reply unseen: the second is shown both texts', async () => {
    const first = shownIn(await put('From the first tab', basis).expect(200));
    const { body } = await put('From the second tab', basis).expect(409);
    expect(body).toMatchObject(unseen('From the first tab', 'From the second tab'));
    expect((await look()).ownReply).toMatchObject({ text: 'From the first tab', version: 1 });
    // The same once more from either is the same request.
    expect(shownIn(await put('From the first tab', basis).expect(200)).basis).toBe(first.basis);
    // Who has seen it may replace it.
    await put('Third', first.basis).expect(200);
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual(['api put Third']);
  });

  it.each([
    ['is being looked for', 'reset-before', 0, 'UNCONFIRMED'],
    ['failed', 'forbidden', 0, 'FAILED'],
    ['is in review', null, 0, null],
    ['is public', null, 11 * MINUTE_MS, null],
  ] as const)('are told of a reply that %s', async (_, fault, ms, state) => {
    if (fault) strike(fault);
    await put('From the first tab', basis).expect(200);
    await setting.sendReplies();
    await setting.passAndSend(ms);
    expect((await look()).ownReply?.state ?? null).toBe(state);
    expect((await put('Unseen', basis).expect(409)).body).toMatchObject(
      unseen('From the first tab', 'Unseen'),
    );
    expect((await remove(basis).expect(409)).body).toMatchObject(unseen('From the first tab', null));
    expect(setting.writes(review)).toHaveLength(1);
  });

  it('are told of a removal, and of what was withdrawn', async () => {
    const first = shownIn(await put('First', basis).expect(200));
    await remove(first.basis).expect(200);
    expect((await put('First, corrected', first.basis).expect(409)).body).toMatchObject(
      unseen(null, 'First, corrected'),
    );
    await remove(first.basis).expect(200);
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual([]);
    const { history } = await look();
    expect(history.map(({ state }) => state)).toEqual(['removed', 'superseded']);
  });

  it('may go on with what they show when only its state has changed', async () => {
    const first = shownIn(await put('First', basis).expect(200));
    await setting.sendReplies();
    await setting.passAndSend(11 * MINUTE_MS);
    expect(await look()).toMatchObject({ ownReply: null, replyAtGoogle: { state: 'PUBLIC' } });
    const second = shownIn(await put('Second', first.basis).expect(200));
    await setting.sendReplies();
    await remove(second.basis).expect(200);
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual(['api put First', 'api put Second', 'api delete ']);
  });

  it('may go on with one that waited for an earlier one', async () => {
    strike('error-after');
    const first = shownIn(await put('First', basis).expect(200));
    await setting.sendReplies();
    const second = shownIn(await put('Second', first.basis).expect(200));
    await setting.passAndSend(LOOK_MS);
    await put('Third', second.basis).expect(200);
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual(['api put First', 'api put Second', 'api put Third']);
  });

  it('send and discard again only what they show', async () => {
    strike('forbidden', 2);
    await put('First', basis).expect(200);
    await setting.sendReplies();
    const failed = await look();
    await put('Second', failed.basis).expect(200);
    await setting.sendReplies();
    expect((await look()).ownReply).toMatchObject({ state: 'FAILED', text: 'Second' });
    for (const act of ['retry', 'discard'] as const)
      expect((await again(act, failed.basis).expect(409)).body).toMatchObject({
        code: 'reply_changed',
        conflicts: [{ current: { text: 'Second' } }],
      });
    expect((await look()).ownReply).toMatchObject({ state: 'FAILED', text: 'Second' });
    await again('retry', (await look()).basis).expect(200);
    await setting.sendReplies();
    expect((await look()).replyAtGoogle?.text).toBe('Second');
  });

  it('replace what was answered elsewhere only as far as they show it', async () => {
    await put('Ours', basis).expect(200);
    const { googleName } = review;
    setting.google.world.replyElsewhere({ review: googleName, comment: 'Theirs' });
    await setting.sendReplies();
    const conflict = await look();
    expect(conflict.ownReply).toMatchObject({ state: 'CONFLICT', theirs: { text: 'Theirs' } });
    setting.google.world.replyElsewhere({ review: googleName, comment: 'Theirs, corrected' });
    await setting.passAndRead(idris, 25 * HOUR_MS);
    expect((await again('retry', conflict.basis).expect(409)).body).toMatchObject(
      unseen('Theirs, corrected', 'Ours'),
    );
    expect(setting.atGoogle(review)?.comment).toBe('Theirs, corrected');
  });
});

describe('a review that was changed', () => {
  it('after it was shown does not get the answer: 409, and the answer goes out once it was seen', async () => {
    edit({ stars: 1, comment: 'Cold, and late.' });
    await setting.passAndRead(idris, 16 * MINUTE_MS);
    const { body } = await put('So glad you liked it', basis).expect(409);
    expect(body).toMatchObject({ code: 'review_changed' });
    expect(body).not.toHaveProperty('conflicts');
    const now = await look();
    expect(now).toMatchObject({ stars: 1, ownReply: null });
    await put('We are sorry', now.basis).expect(200);
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual(['api put We are sorry']);
  });

  it('with another reply too is answered with both texts', async () => {
    edit({ stars: 1 });
    setting.google.world.replyElsewhere({ review: review.googleName, comment: 'Theirs' });
    await setting.passAndRead(idris, 25 * HOUR_MS);
    expect((await put('Ours', basis).expect(409)).body).toMatchObject({
      code: 'review_changed',
      conflicts: [{ current: { text: 'Theirs' }, wanted: { text: 'Ours' } }],
    });
  });

  it('after the answer was written does not get it: its author is asked, and sees the review as it is', async () => {
    await put('So glad you liked it', basis).expect(200);
    edit({ stars: 1, comment: 'Cold, and late.' });
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual([]);
    const asked = await look();
    expect(asked).toMatchObject({
      stars: 1,
      text: 'Cold, and late.',
      replyAtGoogle: null,
      ownReply: {
        state: 'CONFLICT',
        text: 'So glad you liked it',
        isReviewChanged: true,
        error: expect.stringContaining('The review was changed after you wrote this'),
      },
    });
    // Another change, before the author decides, is to be seen too.
    edit({ stars: 1, comment: 'Cold, late, and rude.' });
    await setting.passAndRead(idris, 16 * MINUTE_MS);
    expect((await again('retry', asked.basis).expect(409)).body).toMatchObject({ code: 'review_changed' });
    await again('retry', (await look()).basis).expect(200);
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual(['api put So glad you liked it']);
    expect(await look()).toMatchObject({ ownReply: null });
  });

  it('while it was unknown whether the answer had arrived does not get it a second time', async () => {
    strike('reset-before');
    await put('So glad you liked it', basis).expect(200);
    await setting.sendReplies();
    edit({ stars: 1 });
    await setting.passAndSend(SETTLED_MS);
    expect(setting.writes(review)).toEqual(['api put So glad you liked it (not done)']);
    expect((await look()).ownReply).toMatchObject({ state: 'CONFLICT', isReviewChanged: true });
  });

  it('in ways that matter to no answer gets it', async () => {
    edit({ translation: { text: 'Kaltes Brot.', isFirst: true } });
    await setting.passAndRead(idris, 16 * MINUTE_MS);
    await put('Thank you', basis).expect(200);
    edit({ comment: ' Cold  bread. ', translation: null });
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual(['api put Thank you']);
  });

  it('keeps no reply from being removed', async () => {
    await put('So glad you liked it', basis).expect(200);
    await setting.sendReplies();
    const replied = await look();
    edit({ stars: 1 });
    await setting.passAndRead(idris, 16 * MINUTE_MS);
    await remove(replied.basis).expect(200);
    await setting.sendReplies();
    expect(setting.atGoogle(review)).toBeUndefined();
  });
});

describe('a reply that was removed at Google', () => {
  const removeElsewhere = () =>
    setting.google.world.replyElsewhere({ review: review.googleName, comment: null });

  it('after a reading had shown it is not sent again, though its answer was lost', async () => {
    strike('error-after');
    await put('Hello', basis).expect(200);
    await setting.sendReplies();
    expect((await look()).ownReply).toMatchObject({ state: 'UNCONFIRMED' });
    await setting.passAndRead(idris, 16 * MINUTE_MS);
    expect(await look()).toMatchObject({ ownReply: null, replyAtGoogle: { text: 'Hello', state: 'PUBLIC' } });
    removeElsewhere();
    await setting.passAndRead(idris, 25 * HOUR_MS);
    await setting.passAndSend(HOUR_MS);
    expect(setting.writes(review)).toEqual(['api put Hello', 'elsewhere delete ']);
    expect(await look()).toMatchObject({ ownReply: null, replyAtGoogle: null, tab: 'UNANSWERED' });
  });

  it('lets a newer one go on, once a reading has shown it', async () => {
    strike('error-after');
    const first = shownIn(await put('Hello', basis).expect(200));
    await setting.sendReplies();
    await put('Hello again', first.basis).expect(200);
    await setting.passAndRead(idris, 16 * MINUTE_MS);
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual(['api put Hello', 'api put Hello again']);
  });

  it('before anything had shown it is not sent again late: its author is asked', async () => {
    strike('error-after');
    await put('Hello', basis).expect(200);
    await setting.sendReplies();
    removeElsewhere();
    await setting.passAndSend(11 * MINUTE_MS);
    expect(setting.writes(review)).toEqual(['api put Hello', 'elsewhere delete ']);
    expect((await look()).ownReply).toMatchObject({
      state: 'FAILED',
      text: 'Hello',
      error: expect.stringContaining('We don’t know whether Google has this'),
    });
    await again('retry', (await look()).basis).expect(200);
    await setting.sendReplies();
    expect(setting.atGoogle(review)?.comment).toBe('Hello');
  });

  it('is sent again late where the one that it replaces shows that it never arrived', async () => {
    setting.google.world.replyElsewhere({ review: review.googleName, comment: 'Old' });
    await setting.passAndRead(idris, 25 * HOUR_MS);
    strike('reset-before');
    await put('New', (await look()).basis).expect(200);
    await setting.sendReplies();
    await setting.passAndSend(11 * MINUTE_MS);
    expect(setting.atGoogle(review)?.comment).toBe('New');
  });
});

describe('what was acknowledged', () => {
  it('holds: a reply that is withdrawn before it is written down that it leaves does not leave', async () => {
    const first = shownIn(await put('Hello', basis).expect(200));
    beforeReply(setting.served, 'intend', async () => {
      const { ownReply } = shownIn(await remove(first.basis).expect(200));
      expect(ownReply).toBeNull();
    });
    await setting.sendReplies();
    await setting.passAndSend(HOUR_MS);
    expect(setting.writes(review)).toEqual([]);
  });

  it('holds when a token is renewed: what was withdrawn since does not leave with the new one', async () => {
    strike('unauthenticated');
    const first = shownIn(await put('Hello', basis).expect(200));
    let isWithdrawn = false;
    // The intent for the first token is committed, then the one for the second is asked for.
    beforeReply(
      setting.served,
      'intend',
      async () => {
        const { ownReply } = shownIn(await remove(first.basis).expect(200));
        expect(ownReply).toMatchObject({ kind: 'DELETE', state: 'WAITING', isEarlierBeingSent: true });
        isWithdrawn = true;
      },
      1,
    );
    await setting.sendReplies();
    await setting.passAndSend(HOUR_MS);
    expect(isWithdrawn).toBe(true);
    expect(setting.writes(review).filter((write) => !write.endsWith('(not done)'))).toEqual([]);
    expect(await look()).toMatchObject({ ownReply: null, replyAtGoogle: null });
  });

  it('holds for one that was about to be sent once more', async () => {
    strike('reset-before');
    const first = shownIn(await put('Hello', basis).expect(200));
    await setting.sendReplies();
    await setting.pass(SETTLED_MS);
    beforeReply(setting.served, 'intend', async () => {
      await remove(first.basis).expect(200);
    });
    await setting.sendReplies();
    await setting.passAndSend(HOUR_MS);
    expect(setting.writes(review)).toEqual(['api put Hello (not done)']);
    expect(await look()).toMatchObject({ ownReply: null, replyAtGoogle: null });
  });

  it('names the reply that is being sent and can’t be stopped, and follows it', async () => {
    const first = shownIn(await put('Hello', basis).expect(200));
    expect(first.ownReply).toMatchObject({ isEarlierBeingSent: false });
    beforeReply(setting.served, 'finish', async () => {
      const { ownReply } = shownIn(await remove(first.basis).expect(200));
      expect(ownReply).toMatchObject({ kind: 'DELETE', state: 'WAITING', isEarlierBeingSent: true });
    });
    await setting.sendReplies();
    expect(setting.writes(review)).toEqual(['api put Hello', 'api delete ']);
    expect(await look()).toMatchObject({ ownReply: null, replyAtGoogle: null });
  });
});
