import { describe, expect, it } from '@jest/globals';
import { type Accepted, faultsIn, judge, type Row, type Scheduled } from '../../chaos/oracle.js';

const DUE = new Date('2031-05-04T09:00:00Z');
const later = (ms: number) => new Date(DUE.getTime() + ms);
const NAME = 'accounts/1/locations/9/localPosts/100';

const row = (changes: Partial<Row> = {}): Row => ({
  id: 'post-1',
  locationId: '9',
  text: 'Warm  bread',
  publishAt: DUE,
  status: 'PUBLISHED',
  detail: null,
  googleName: NAME,
  errorDetails: null,
  outcomes: ['published'],
  ...changes,
});
const taken = (changes: Partial<Accepted> = {}): Accepted => ({
  name: NAME,
  locationId: '9',
  text: 'Warm bread',
  at: DUE,
  state: 'LIVE',
  fault: undefined,
  ...changes,
});
const held = row({ status: 'FAILED', googleName: null, errorDetails: 'why', outcomes: ['not_found'] });

/** Of each kind how many. */
function found(rows: Row[], accepted: Accepted[], scheduled: Scheduled[] = rows) {
  const verdict = judge({ scheduled, rows, accepted });
  const counts = Object.entries(verdict).map(([name, list]) => [name, (list as string[]).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

describe('the judgement of a run', () => {
  it('finds nothing where every post was taken once, at its time', () => {
    const second = row({ id: 'post-2', googleName: 'second', publishAt: later(5) });
    const rejected = row({
      id: 'post-3',
      text: 'Call us',
      googleName: 'third',
      status: 'FAILED',
      errorDetails: 'why',
    });
    const accepted = [
      taken(),
      taken({ name: 'second', at: later(5) }),
      taken({ name: 'third', text: 'Call us', state: 'REJECTED' }),
    ];
    expect(found([row(), second, rejected], accepted)).toEqual({});
  });

  it('finds what Google has twice, also of posts that say the same', () => {
    expect(found([row()], [taken(), taken({ name: 'again' })])).toEqual({ duplicates: 1 });
    expect(found([row(), held], [taken(), taken({ name: 'b' }), taken({ name: 'c' })])).toMatchObject({
      duplicates: 1,
    });
    expect(found([], [taken()])).toEqual({ duplicates: 1 });
  });

  it('finds what is lost: acknowledged and gone, published nowhere, failed without need', () => {
    expect(found([], [], [row()])).toEqual({ lost: 1 });
    expect(found([row()], [])).toEqual({ lost: 1 });
    expect(found([row({ ...held, outcomes: ['not_sent'] })], [])).toEqual({ lost: 1 });
  });

  it('finds what went out after it was cancelled or changed, and changes that are lost', () => {
    const cancelled = { ...row(), isCancelled: true, withdrawn: 'Warm bread' };
    expect(found([], [], [cancelled])).toEqual({});
    expect(found([], [taken()], [cancelled])).toEqual({ stale: 1 });
    expect(found([row()], [taken()], [cancelled])).toEqual({ lost: 1 });
    const changed = { ...row({ text: 'Cold bread' }), withdrawn: 'Warm bread' };
    expect(found([row({ text: 'Cold bread' })], [taken({ text: 'Cold bread' })], [changed])).toEqual({});
    expect(found([row({ text: 'Cold bread' })], [taken()], [changed])).toMatchObject({ stale: 1 });
    expect(found([row()], [taken()], [changed])).toEqual({ lost: 1 });
    expect(found([row()], [taken()], [{ ...row(), publishAt: later(1000) }])).toEqual({ lost: 1 });
  });

  it('lets be what could not be confirmed, unless Google has it', () => {
    expect(found([held], [])).toEqual({ held: 1 });
    expect(found([held], [taken()])).toEqual({ untrue: 1 });
    expect(faultsIn(judge({ scheduled: [held], rows: [held], accepted: [] }))).toEqual([]);
  });

  it('finds what was taken before its time, by a millisecond', () => {
    expect(found([row()], [taken({ at: later(-1) })])).toEqual({ early: 1 });
    const [verdict] = [
      judge({ scheduled: [], rows: [row()], accepted: [taken({ at: later(-1) })], earlyMs: 1 }),
    ];
    expect(verdict.early).toEqual([]);
  });

  it('finds what is not settled', () => {
    expect(found([row({ status: 'QUEUED', detail: 'in_review' })], [taken()])).toEqual({ stuck: 1 });
    expect(found([row({ status: 'SCHEDULED', googleName: null })], [])).toEqual({ stuck: 1 });
  });

  it('finds what the calendar says wrongly', () => {
    expect(found([row()], [taken({ state: 'REJECTED' })])).toEqual({ untrue: 1 });
    expect(found([row({ status: 'FAILED', errorDetails: 'why' })], [taken()])).toEqual({ untrue: 1 });
    expect(found([row({ status: 'FAILED' })], [taken({ state: 'REJECTED' })])).toEqual({ untrue: 1 });
  });
});
