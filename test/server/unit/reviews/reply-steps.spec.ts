import { describe, expect, it } from '@jest/globals';
import type { RemoteReply } from '../../../../dist/server/business-profile/port/remote-review.js';
import {
  accepted,
  AGAIN_WITHIN_MS,
  afterFailure,
  afterStatusCheck,
  afterLook,
  beforeSending,
  LATE_MS,
  MOST_SENDINGS,
  nextStatusCheckMs,
  putOff,
  type ReplyFacts,
  SETTLE_MS,
  unanswered,
} from '../../../../dist/server/reviews/replies/reply-steps.js';

const NOW = new Date('2026-11-02T12:00:00Z');
const before = (ms: number) => new Date(NOW.getTime() - ms);
const factsOf = (changes: Partial<ReplyFacts> = {}): ReplyFacts => ({
  kind: 'PUT',
  text: 'Thank you!',
  state: 'waiting',
  replacedText: null,
  replacedAt: null,
  timesSent: 0,
  timesLooked: 0,
  sentAt: null,
  createdAt: before(1000),
  ...changes,
});
const sent = (changes: Partial<ReplyFacts> = {}) =>
  factsOf({ state: 'unconfirmed', timesSent: 1, sentAt: before(SETTLE_MS), ...changes });
const reply = (text: string, changes: Partial<RemoteReply> = {}): RemoteReply => ({
  text,
  updatedAt: before(5000),
  state: 'PUBLIC',
  violation: null,
  ...changes,
});

describe('a reply that waits', () => {
  it('goes out if Google has what its author saw', () => {
    expect(beforeSending(factsOf(), 'no reply')).toBe('send');
    const old = reply('Old');
    const change = { replacedText: 'Old', replacedAt: old.updatedAt };
    expect(beforeSending(factsOf(change), old)).toBe('send');
    expect(beforeSending(factsOf({ ...change, kind: 'DELETE', text: null }), old)).toBe('send');
  });

  it('goes out again after a rejection, also with the same text', () => {
    const rejected = reply('Thank you!', { state: 'REJECTED', violation: 'REPETITIVE' });
    const again = factsOf({ replacedText: 'Thank you!', replacedAt: rejected.updatedAt });
    expect(beforeSending(again, rejected)).toBe('send');
  });

  it('overwrites nothing that somebody else wrote, also if it is an older text once more', () => {
    expect(beforeSending(factsOf(), reply('Theirs'))).toMatchObject({ state: 'conflict', nextInMs: null });
    const replaced = factsOf({ replacedText: 'Old', replacedAt: before(60_000) });
    expect(beforeSending(replaced, reply('Old', { updatedAt: before(10) }))).toMatchObject({
      state: 'conflict',
    });
    expect(beforeSending(replaced, 'no reply')).toMatchObject({ state: 'conflict', seen: 'no reply' });
  });

  it('has nothing to send where the same is there already', () => {
    expect(beforeSending(factsOf(), reply(' Thank  you! ', { state: 'IN_REVIEW' }))).toMatchObject({
      state: 'in_review',
    });
    const removal = factsOf({ kind: 'DELETE', text: null, replacedText: 'Old' });
    expect(beforeSending(removal, 'no reply')).toMatchObject({ state: 'removed', nextInMs: null });
  });

  it('fails where the review is gone, or the location is not verified', () => {
    expect(beforeSending(factsOf(), 'no review')).toMatchObject({ state: 'failed', seen: 'no review' });
    expect(beforeSending(factsOf(), 'not served')).toMatchObject({ state: 'failed' });
  });

  it('waits while Google cannot be reached, for three days at most', () => {
    expect(putOff(factsOf(), { kind: 'not_sent', code: 'unreachable' }, NOW)).toMatchObject({
      state: 'waiting',
    });
    expect(putOff(factsOf(), { kind: 'not_sent', code: 'busy', retryAfterMs: 90_000 }, NOW)).toEqual({
      state: 'waiting',
      nextInMs: 90_000,
    });
    const late = factsOf({ createdAt: before(LATE_MS + 1) });
    expect(putOff(late, { kind: 'not_sent', code: 'reconnect' }, NOW)).toMatchObject({ state: 'failed' });
  });
});

describe('a reply that Google has answered', () => {
  it('is in review, public or rejected, as Google says', () => {
    expect(accepted(factsOf(), reply('Thank you!', { state: 'IN_REVIEW' }))).toMatchObject({
      state: 'in_review',
      nextInMs: 120_000,
      attempt: { outcome: 'taken' },
    });
    expect(accepted(factsOf(), reply('Thank you!'))).toMatchObject({ state: 'public', nextInMs: null });
    const rejected = reply('Thank you!', { state: 'REJECTED', violation: 'UNCLEAR' });
    expect(accepted(factsOf(), rejected)).toMatchObject({ state: 'rejected', violation: 'UNCLEAR' });
    expect(accepted(factsOf({ kind: 'DELETE', text: null }), 'no reply')).toMatchObject({ state: 'removed' });
  });

  it('has its status checked after 2, 5, 15 and 60 minutes, then every 6 hours for three days', () => {
    const checks: number[] = [];
    for (
      let times = 0, at = 0, next = nextStatusCheckMs(times);
      next !== null;
      next = nextStatusCheckMs((times += 1))
    )
      checks.push((at += next) / 60_000);
    expect(checks.slice(0, 6)).toEqual([2, 5, 15, 60, 60 + 360, 60 + 720]);
    expect(checks.at(-1)).toBe(60 + 72 * 60);
  });

  it('ends as the review of it says, or as somebody else has ended it', () => {
    const inReview = factsOf({ state: 'in_review', timesSent: 1 });
    expect(afterStatusCheck(inReview, reply('Thank you!', { state: 'IN_REVIEW' }))).toMatchObject({
      state: 'in_review',
      nextInMs: 180_000,
      isStatusCheck: true,
    });
    expect(afterStatusCheck(inReview, reply('Thank you!'))).toMatchObject({ state: 'public' });
    expect(afterStatusCheck(inReview, 'no reply')).toMatchObject({ state: 'removed' });
    expect(afterStatusCheck(inReview, reply('Theirs'))).toMatchObject({ state: 'superseded' });
    expect(afterStatusCheck(inReview, 'not served')).toMatchObject({
      state: 'in_review',
      isStatusCheck: true,
    });
    expect(afterStatusCheck({ ...inReview, timesLooked: 15 }, 'not served')).toMatchObject({
      nextInMs: null,
    });
  });
});

describe('a reply whose outcome is unknown', () => {
  it('is never sent again before it was looked for', () => {
    const facts = { kind: 'ambiguous', code: 'no_answer' } as const;
    expect(afterFailure(factsOf({ timesSent: 1 }), { facts, words: null }, NOW)).toMatchObject({
      state: 'unconfirmed',
      attempt: { outcome: 'unconfirmed', doubt: 'no_answer' },
    });
  });

  it('is taken if Google has it', () => {
    expect(afterLook(sent(), reply('Thank you!', { state: 'IN_REVIEW' }), NOW)).toMatchObject({
      state: 'in_review',
      attempt: { outcome: 'taken' },
    });
    const removal = sent({ kind: 'DELETE', text: null, replacedText: 'Old', replacedAt: before(9e5) });
    expect(afterLook(removal, 'no reply', NOW)).toMatchObject({ state: 'removed' });
  });

  it('is looked for until nothing can be on its way any more, and then sent again, three times in all', () => {
    expect(afterLook(sent({ sentAt: before(SETTLE_MS - 4000) }), 'no reply', NOW)).toMatchObject({
      state: 'unconfirmed',
      nextInMs: 4000,
    });
    expect(afterLook(sent(), 'no reply', NOW)).toBe('send');
    expect(afterLook(sent({ timesSent: MOST_SENDINGS - 1 }), 'no reply', NOW)).toBe('send');
    expect(afterLook(sent({ timesSent: MOST_SENDINGS }), 'no reply', NOW)).toMatchObject({ state: 'failed' });
  });

  it('is not sent again late, unless what it replaces shows that it never arrived', () => {
    const late = { sentAt: before(AGAIN_WITHIN_MS + 1) };
    expect(afterLook(sent(late), 'no reply', NOW)).toMatchObject({ state: 'failed', seen: 'no reply' });
    const old = reply('Old');
    const change = { replacedText: 'Old', replacedAt: old.updatedAt, ...late };
    expect(afterLook(sent(change), old, NOW)).toBe('send');
    expect(afterLook(sent(change), { ...old, updatedAt: null }, NOW)).toMatchObject({ state: 'failed' });
  });

  it('overwrites nothing that was written meanwhile', () => {
    expect(afterLook(sent(), reply('Theirs'), NOW)).toMatchObject({
      state: 'conflict',
      seen: { text: 'Theirs' },
    });
    const change = sent({ replacedText: 'Old', replacedAt: before(9e5) });
    expect(afterLook(change, 'no reply', NOW)).toMatchObject({ state: 'conflict' });
  });

  it('tells a new rejection of the same text from the old one by its time', () => {
    const old = reply('Thank you!', { state: 'REJECTED', updatedAt: before(9e5) });
    const again = sent({ replacedText: 'Thank you!', replacedAt: old.updatedAt });
    expect(afterLook(again, old, NOW)).toBe('send');
    expect(afterLook(again, { ...old, updatedAt: before(10), state: 'IN_REVIEW' }, NOW)).toMatchObject({
      state: 'in_review',
    });
    // Google does not have to count the same text as a change.
    expect(afterLook({ ...again, timesSent: MOST_SENDINGS }, old, NOW)).toMatchObject({ state: 'rejected' });
  });

  it('stays unknown while Google does not answer, and its author is told so after three days', () => {
    expect(unanswered(sent(), NOW)).toMatchObject({ state: 'unconfirmed' });
    expect(unanswered(sent({ sentAt: before(LATE_MS + 1) }), NOW)).toMatchObject({ state: 'failed' });
    const facts = { kind: 'not_sent', code: 'unreachable' } as const;
    expect(putOff(sent({ timesSent: 2 }), facts, NOW)).toMatchObject({ state: 'unconfirmed' });
    expect(putOff(sent(), facts, NOW)).toMatchObject({ state: 'waiting' });
  });

  it('is looked for where Google may have refused to remove what was gone already', () => {
    const facts = { kind: 'refused', code: 'gone' } as const;
    const removal = factsOf({ kind: 'DELETE', text: null, replacedText: 'Old', timesSent: 1 });
    expect(afterFailure(removal, { facts, words: 'Gone.' }, NOW)).toMatchObject({
      state: 'unconfirmed',
      nextInMs: 0,
    });
    expect(afterFailure(factsOf({ timesSent: 1 }), { facts, words: 'Gone.' }, NOW)).toMatchObject({
      state: 'failed',
      error: 'Gone.',
    });
  });
});
