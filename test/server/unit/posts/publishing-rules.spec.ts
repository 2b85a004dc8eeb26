import { describe, expect, it } from '@jest/globals';
import { hashOfPost, type RemotePost } from '../../../../dist/server/business-profile/port/remote-post.js';
import type { PostBody } from '../../../../dist/server/database/schema.js';
import { candidatesFor, mayBeAmong, nearest, type Sent } from '../../../../dist/server/posts/find-sent.js';
import {
  after,
  nextAnswer,
  nextLook,
  nextRecheck,
  nextReview,
  pauseMs,
  turnMs,
} from '../../../../dist/server/publishing/steps.js';
import { toLocalPost, toRemotePost } from '../../../../dist/server/business-profile/google/google-posts.js';

const NOON = new Date('2027-03-01T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('which of Google’s posts came of what was sent', () => {
  const sent = (ms = 0, postId = 'm'): Sent => ({
    postId,
    bodyHash: 'same',
    sentAt: after(NOON, ms),
    googleDate: null,
  });
  const remote = (name: string | null, ms: number | null, bodyHash: string | null = 'same'): RemotePost => ({
    name,
    state: 'LIVE',
    searchUrl: null,
    createTime: ms === null ? null : after(NOON, ms),
    bodyHash,
  });
  const findFor = (what: Sent, listed: RemotePost[], ours: string[] = [], rivals: Sent[] = []) =>
    nearest(what, candidatesFor(what, listed, new Set(ours), 10 * MINUTE), rivals)?.name;
  const find = (listed: RemotePost[], ours?: string[], rivals?: Sent[]) =>
    findFor(sent(), listed, ours, rivals);

  it('has the same content, and was not made before', () => {
    expect(find([remote('other', 0, 'different'), remote('x', 3 * SECOND)])).toBe('x');
    expect(find([remote('older', -31 * SECOND)])).toBeUndefined();
    expect(find([remote('clocks differ', -29 * SECOND)])).toBe('clocks differ');
    expect(find([remote('late', 10 * MINUTE + 29 * SECOND)])).toBe('late');
    expect(find([remote('written by somebody later', 11 * MINUTE)])).toBeUndefined();
  });

  it('goes by Google’s clock where it is known', () => {
    const early = { ...sent(), googleDate: after(NOON, -5 * MINUTE) };
    expect(findFor(early, [remote('x', -5 * MINUTE)])).toBe('x');
    const late = { ...sent(), googleDate: after(NOON, 5 * MINUTE) };
    expect(findFor(late, [remote('x', 0)])).toBeUndefined();
  });

  it('is not ours already, and has a name', () => {
    expect(find([remote('ours', 0), remote(null, 0)], ['ours'])).toBeUndefined();
  });

  it('is the nearest of several, and one without a time only when there is no other', () => {
    expect(find([remote('timeless', null), remote('far', 9 * SECOND), remote('near', 1 * SECOND)])).toBe(
      'near',
    );
    expect(find([remote('timeless', null)])).toBe('timeless');
  });

  it('is left to a rival that it is nearer to', () => {
    const rival = sent(10 * SECOND);
    expect(find([remote('theirs', 11 * SECOND)], [], [rival])).toBeUndefined();
    expect(find([remote('mine', 1 * SECOND), remote('theirs', 11 * SECOND)], [], [rival])).toBe('mine');
    const [before, behind] = [sent(0, 'a'), sent(0, 'z')];
    const twins = [before, behind].map((twin) => find([remote('one', 1 * SECOND)], [], [twin]));
    expect(twins).toEqual([undefined, 'one']);
  });

  it('may be one that cannot be read, unless that is older, much later or another of ours', () => {
    const may = (listed: RemotePost[], ours: string[] = []) =>
      mayBeAmong(sent(), listed, new Set(ours), 10 * MINUTE);
    expect(may([remote('odd', 0, null)])).toBe(true);
    expect(may([remote('odd', null, null)])).toBe(true);
    expect(may([remote(null, 0)])).toBe(true);
    expect(may([remote(null, null, null)], ['odd'])).toBe(true);
    expect(may([remote('odd', -31 * SECOND, null)])).toBe(false);
    expect(may([remote('odd', 0, null)], ['odd'])).toBe(false);
    expect(may([remote(null, 0, 'different'), remote('other', 0, 'different')])).toBe(false);
    expect(may([remote('odd', 11 * MINUTE, null)])).toBe(false);
    expect(find([remote('odd', 0, null)])).toBeUndefined();
    expect(findFor({ ...sent(), bodyHash: null }, [remote('odd', 0, null)])).toBeUndefined();
  });

  it('is not left to a rival that was sent after it was made', () => {
    expect(find([remote('mine', 40 * SECOND)], [], [sent(71 * SECOND)])).toBe('mine');
  });
});

describe('what a post says', () => {
  const date = { year: 2027, month: 3, day: 1 };
  const body: PostBody = {
    languageCode: 'en-US',
    topicType: 'EVENT',
    summary: 'Café  opens\n early',
    event: {
      title: 'Opening',
      schedule: {
        startDate: date,
        startTime: { hours: 0, minutes: 0 },
        endDate: date,
        endTime: { hours: 9, minutes: 30 },
      },
    },
  };
  const button: PostBody = {
    languageCode: 'en-US',
    topicType: 'CALL_TO_ACTION',
    summary: 'Book now',
    callToAction: { actionType: 'BOOK', url: 'https://www.example.com' },
  };

  it('is the same in all spellings that Google may give back', () => {
    const back = toRemotePost({
      ...toLocalPost(body),
      summary: 'Cafe\u0301 opens early ',
      event: {
        title: 'Opening',
        schedule: { startDate: date, startTime: {}, endDate: date, endTime: { hours: 9, minutes: 30 } },
      },
    });
    expect(back.bodyHash).toBe(hashOfPost(body));
    const normalised = { actionType: 'BOOK', url: 'https://www.example.com/' };
    const link = toRemotePost({ ...toLocalPost(button), callToAction: normalised });
    expect(link.bodyHash).toBe(hashOfPost(button));
  });

  it.each<[string, Partial<PostBody>]>([
    ['text', { summary: 'Cafe opens early' }],
    ['type', { topicType: 'OFFER' }],
    ['title', { event: { ...body.event!, title: 'Closing' } }],
    [
      'day',
      { event: { ...body.event!, schedule: { ...body.event!.schedule, endDate: { ...date, day: 2 } } } },
    ],
    ['coupon', { offer: { couponCode: 'X' } }],
  ])('differs with another %s', (_what, change) => {
    expect(hashOfPost({ ...body, ...change })).not.toBe(hashOfPost(body));
  });

  it('differs with another button', () => {
    const other = {
      ...button,
      callToAction: { actionType: 'SHOP', url: 'https://www.example.com' } as const,
    };
    expect(hashOfPost(other)).not.toBe(hashOfPost(button));
    expect(toLocalPost(button).topicType).toBe('STANDARD');
  });
});

describe('when a post is looked at next', () => {
  const delays = (next: (since: Date, now: Date) => Date, until: number): number[] => {
    const all: number[] = [];
    for (let now = NOON; now < after(NOON, until);) {
      const then = next(NOON, now);
      all.push((then.getTime() - now.getTime()) / SECOND);
      now = then;
    }
    return all;
  };

  it('unconfirmed: soon, then at growing intervals', () => {
    expect(delays(nextLook, 10 * MINUTE)).toEqual([5, 5, 10, 20, 40, 80, 120, 120, 120, 120]);
  });

  it('in review: after seconds, minutes, hours, half days', () => {
    const all = delays(nextReview, 96 * HOUR);
    expect(all[0]).toBe(5);
    expect(all.at(-1)).toBe(12 * 3600);
    expect(all.length).toBeLessThan(25);
  });

  it('in review, where there was no answer: never more than two minutes apart', () => {
    const all = delays(nextAnswer, HOUR);
    expect(all[0]).toBe(5);
    expect(Math.max(...all)).toBe(120);
  });

  it('live: about one hour, six hours, one day, three days later, then no more', () => {
    const at = (hours: number) => nextRecheck(NOON, after(NOON, hours * HOUR));
    expect([0, 1, 7, 30, 72].map((hours) => at(hours)?.getTime())).toEqual(
      [1, 6, 24, 72, undefined].map((hours) => hours && NOON.getTime() + hours * HOUR),
    );
  });

  it('after a refusal for the moment: longer each time, up to half an hour, and as long as Google asks', () => {
    expect([1, 2, 3, 20].map((times) => pauseMs(times, 0, 0))).toEqual(
      [15, 30, 60, 1800].map((s) => s * SECOND),
    );
    expect(pauseMs(1, 5 * MINUTE, 0)).toBe(5 * MINUTE);
    expect(pauseMs(1, 0, 1)).toBeGreaterThan(pauseMs(1, 0, 0));
  });

  it('held back by our own limit: longer the later it is, at most a minute', () => {
    expect([0, 40 * SECOND, HOUR].map((late) => turnMs(late, 1))).toEqual([2, 5, 60].map((s) => s * SECOND));
  });
});
