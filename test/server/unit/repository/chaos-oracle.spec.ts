import { describe, expect, it } from '@jest/globals';
import type { Call } from 'gbp-simulator';
import { findDelays, measureLateness, refusalsIn } from '../../../chaos/publishing/lateness.ts';
import {
  type Accepted,
  judge,
  type Row,
  type Scheduled,
  type Shown,
  wrongIn,
} from '../../../chaos/publishing/oracle.ts';
import { sentencesIn } from '../../../chaos/report.ts';

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
  attempts: [{ outcome: 'published', sentAt: DUE, endedAt: DUE }],
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
const held = row({
  status: 'FAILED',
  googleName: null,
  errorDetails: 'why',
  attempts: [{ outcome: 'not_found', sentAt: DUE, endedAt: later(84_000) }],
});
/** Google gave no usable answer to a request for this place at that time. */
const inDoubt = [{ locationId: '9', at: later(1000) }];
const NOTHING = { inDoubt: [], disturbances: [] };

/** Of each kind how many. */
function found(
  rows: Row[],
  accepted: Accepted[],
  scheduled: Scheduled[] = rows,
  evidence: Partial<Parameters<typeof judge>[0]> = { inDoubt },
) {
  const verdict = judge({ ...NOTHING, scheduled, rows, accepted, ...evidence });
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
    expect(found([row({ ...held, attempts: [] })], [])).toEqual({ lost: 1 });
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
    expect(found([held], [taken()])).toMatchObject({ untrue: 1 });
    const verdict = judge({ ...NOTHING, scheduled: [held], rows: [held], accepted: [], inDoubt });
    expect(sentencesIn(wrongIn(verdict))).toEqual([]);
  });

  it('finds what could not be confirmed although nothing went wrong there and then', () => {
    expect(found([held], [], [held], {})).toEqual({ held: 1, lost: 1 });
    const elsewhere = [{ locationId: '8', at: later(1000) }];
    expect(found([held], [], [held], { inDoubt: elsewhere })).toEqual({ held: 1, lost: 1 });
    const before = [{ locationId: '9', at: later(-60_000) }];
    expect(found([held], [], [held], { inDoubt: before })).toEqual({ held: 1, lost: 1 });
    const struck = [{ from: later(2000).getTime(), to: later(9000).getTime() }];
    expect(found([held], [], [held], { disturbances: struck })).toEqual({ held: 1 });
  });

  it('finds what was taken before its time, by a millisecond', () => {
    expect(found([row()], [taken({ at: later(-1) })])).toEqual({ early: 1 });
  });

  it('finds what was taken before its time although a twin was late', () => {
    const sent = (ms: number) => [{ outcome: 'published', sentAt: later(ms), endedAt: later(ms) }];
    const late = row({ attempts: sent(65_000) });
    const early = row({ id: 'post-2', googleName: 'second', publishAt: later(60_000), attempts: sent(5000) });
    const accepted = [taken({ at: later(65_001) }), taken({ name: 'second', at: later(5001) })];
    expect(found([late, early], accepted)).toEqual({ early: 1 });
    // Names that were exchanged are no fault.
    const first = row({ googleName: 'second', attempts: sent(1) });
    const second = row({ id: 'post-2', publishAt: later(5000), attempts: sent(5001) });
    expect(
      found([first, second], [taken({ at: later(2) }), taken({ name: 'second', at: later(5002) })]),
    ).toEqual({});
  });

  it('holds a post that was retried to the time that it first had', () => {
    const retried = { ...row({ publishAt: later(600_000) }), firstDue: DUE };
    expect(found([retried], [taken()], [retried])).toEqual({});
    expect(found([retried], [taken({ at: later(-1) })], [retried])).toEqual({ early: 1 });
  });

  it('finds posts that nobody asked for, and lets be what got no answer', () => {
    const second = row({ id: 'post-2', googleName: 'second' });
    const accepted = [taken(), taken({ name: 'second' })];
    expect(found([row(), second], accepted, [row()])).toEqual({ duplicates: 1 });
    expect(found([row(), second], accepted, [row()], { unanswered: [row()] })).toEqual({});
    expect(found([row()], [taken()], [row()], { unanswered: [row()] })).toEqual({});
  });

  it('finds what people are shown wrongly, or not at all', () => {
    const look = (shown: Shown[]) => found([row()], [taken()], [row()], { shown });
    expect(look([row()])).toEqual({});
    expect(look([row({ status: 'QUEUED' })])).toEqual({ untrue: 1 });
    expect(look([row({ publishAt: later(1) })])).toEqual({ untrue: 1 });
    expect(look([row(), row({ id: 'post-2' })])).toEqual({ untrue: 1 });
    expect(look([])).toEqual({ lost: 1 });
  });

  it('finds a delay of ten minutes that nothing explains', () => {
    const delayed = [taken({ at: later(600_000) })];
    expect(findDelays([row()], [taken({ at: later(100_000) })], [])).toEqual([]);
    expect(findDelays([row()], delayed, [])).toHaveLength(1);
    const long = [{ from: later(0).getTime(), to: later(500_000).getTime() }];
    expect(findDelays([row()], delayed, long)).toEqual([]);
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

  it('does not blame the program for posts that wait because Google has refused others of their owner', () => {
    const call = (changes: Partial<Call>): Call => ({
      number: 1,
      at: DUE.toISOString(),
      operation: 'localPosts.create',
      method: 'POST',
      path: '/',
      query: {},
      status: 200,
      person: 'a@example.com',
      ...changes,
    });
    const calls = [
      call({ status: 429, fault: 'rate-limited' }),
      call({ at: later(17_000).toISOString(), accepted: NAME }),
    ];
    const refusals = refusalsIn(calls, (person) => (person === 'a@example.com' ? ['9'] : []));
    const late = [taken({ at: later(17_000) })];
    const unstruck = (locationId: string) =>
      measureLateness([row({ locationId })], late, { disturbances: [], orphaned: new Set(), refusals })
        .unstruck.count;
    expect([unstruck('9'), unstruck('8')]).toEqual([0, 1]);
  });
});
