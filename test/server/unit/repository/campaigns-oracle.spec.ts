import { describe, expect, it } from '@jest/globals';
import type { Call, PostView } from 'gbp-simulator';
import type { TargetDto, TargetState } from '../../../../dist/server/campaigns/campaign-target.dto.js';
import type { PublishAttemptDto } from '../../../../dist/server/posts/post.dto.js';
import {
  type Evidence,
  type Happened,
  judgeFirst,
  judgeQuotas,
  judgeRetried,
  judgeUndone,
  nothingWrong,
  type Verdict,
} from '../../../chaos/campaigns/oracle.ts';

const DUE = Date.parse('2031-05-04T09:00:00Z');
const TEXT = 'Spring: news at {name} in {city} ({storeCode})';
const desks = ['1', '2'].map((id) => ({ id, name: `Desk ${id}`, city: 'Porto', storeCode: `D-${id}` }));
const [first] = desks as [(typeof desks)[number]];

const at = (ms: number) => new Date(DUE + ms).toISOString();
const post = (locationId: string, changes: Partial<PostView> = {}) =>
  ({
    name: `accounts/1/locations/${locationId}/localPosts/${locationId}0`,
    locationId,
    summary: `Spring: news at Desk ${locationId} in Porto (D-${locationId})`,
    createTime: at(10),
    state: 'LIVE',
    ...changes,
  }) as PostView;
const target = (locationId: string, state: TargetState = 'published') =>
  ({ locationId, state, publishAt: at(0), errorDetails: null, postId: locationId }) as TargetDto;
const create = (locationId: string, changes: Partial<Call> = {}) =>
  ({
    operation: 'localPosts.create',
    path: `/mybusiness.googleapis.com/v4/accounts/1/locations/${locationId}/localPosts`,
    at: at(10),
    status: 200,
    ...changes,
  }) as Call;
const doubt = { outcome: 'not_found', sentAt: at(0) } as PublishAttemptDto;

const evidence = (changes: Partial<Evidence> = {}): Evidence => ({
  desks,
  text: TEXT,
  posts: [post('1'), post('2')],
  targets: [target('1'), target('2')],
  ...changes,
});
const happened = (changes: Partial<Happened> = {}): Happened => ({
  unconfirmed: 'hold',
  sabotaged: [],
  calls: [],
  attempts: new Map(),
  deaths: [],
  ...changes,
});

/** Of each kind how many. */
function found(judge: (verdict: Verdict) => unknown) {
  const verdict = nothingWrong();
  judge(verdict);
  const counts = Object.entries(verdict).map(([name, list]) => [name, (list as string[]).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
const atFirst = (changes: Partial<Evidence> = {}, more: Partial<Happened> = {}) =>
  found((verdict) => judgeFirst(evidence(changes), happened(more), verdict));

describe('the judgement of a campaign', () => {
  it('finds nothing where each location has its post, with its own text, at its time', () => {
    expect(atFirst()).toEqual({});
    const elsewhere = [post('1', { summary: 'Something else' }), post('9')];
    expect(atFirst({ posts: [post('1'), post('2'), ...elsewhere] })).toEqual({});
  });

  it('finds second posts, texts of another location or of before a change, and early ones', () => {
    expect(atFirst({ posts: [post('1'), post('2'), post('2', { name: 'second' })] })).toEqual({
      duplicates: 1,
    });
    expect(atFirst({ posts: [post('1'), post('2', { summary: 'Spring: old' })] })).toEqual({ wrong: 1 });
    expect(atFirst({ posts: [post('1'), post('2', { createTime: at(-1) })] })).toEqual({ early: 1 });
  });

  it('finds what is missing, open, or shown as something else', () => {
    expect(atFirst({ posts: [post('1')] })).toEqual({ lost: 1, untrue: 1 });
    expect(atFirst({ posts: [post('1')], targets: [target('1'), target('2', 'failed')] })).toEqual({
      lost: 1,
    });
    expect(atFirst({ targets: [target('1'), target('2', 'failed')] })).toEqual({ untrue: 1 });
    expect(atFirst({ posts: [post('1')], targets: [target('1'), target('2', 'publishing')] })).toEqual({
      stuck: 1,
    });
    expect(atFirst({ targets: [target('1')] })).toEqual({ lost: 2 });
  });

  it('lets a post be held where it holds, for a reason that the run gave', () => {
    const held = { posts: [post('1')], targets: [target('1'), target('2', 'unconfirmed')] };
    const attempts = new Map([['2', [doubt]]]);
    const fault = create('2', { fault: 'error-before', status: 503 });
    expect(atFirst(held, { attempts, calls: [fault] })).toEqual({});
    expect(atFirst(held, { attempts, deaths: [DUE + 500] })).toEqual({});
    expect(atFirst(held, { attempts })).toEqual({ lost: 1 });
    expect(atFirst(held, { attempts, calls: [{ ...fault, at: at(60_000) }] })).toEqual({ lost: 1 });
    expect(atFirst(held, { attempts, calls: [fault], unconfirmed: 'resend' })).toEqual({ lost: 1 });
  });

  it('wants a location that Google refuses to fail, and nothing else', () => {
    const failed = { posts: [post('1')], targets: [target('1'), target('2', 'failed')] };
    expect(atFirst(failed, { sabotaged: ['2'] })).toEqual({});
    expect(atFirst({}, { sabotaged: ['2'] })).toEqual({ untrue: 1 });
  });

  it('finds what a retry leaves out, and what it touches without need', () => {
    const retried = (posts: PostView[], calls: Call[]) =>
      found((verdict) => judgeRetried(evidence({ posts }), ['2'], calls, verdict));
    expect(retried([post('1'), post('2')], [create('2'), create('9')])).toEqual({});
    expect(retried([post('1')], [])).toEqual({ lost: 1, untrue: 1 });
    expect(retried([post('1'), post('2')], [create('1')])).toEqual({ touched: 1 });
  });

  it('finds what an undo leaves behind without a word', () => {
    const undone = (posts: PostView[], state: TargetState) =>
      found((verdict) =>
        judgeUndone(evidence({ desks: [first], posts, targets: [target('1', state)] }), verdict),
      );
    expect(undone([], 'deleted')).toEqual({});
    expect(undone([post('1')], 'leftover')).toEqual({});
    expect(undone([post('1', { state: 'REJECTED' })], 'failed')).toEqual({});
    expect(undone([post('1')], 'cancelled')).toEqual({ lost: 1 });
    expect(undone([], 'scheduled')).toEqual({ stuck: 1 });
  });

  it('counts requests and edits in any minute', () => {
    const many = (count: number, everyMs: number) =>
      Array.from({ length: count }, (_, number) => create('1', { at: at(number * everyMs) }));
    const over = (calls: Call[]) => found((verdict) => judgeQuotas(calls, verdict));
    expect(over(many(10, 10))).toEqual({});
    expect(over(many(11, 6_000))).toEqual({});
    expect(over(many(12, 5_400))).toEqual({ over: 1 });
    expect(over(many(301, 100))).toEqual({ over: 2 });
    expect(over([create('1', { status: 429 })])).toEqual({ over: 1 });
    expect(over([create('1', { status: 429, fault: 'rate-limited' })])).toEqual({});
  });
});
