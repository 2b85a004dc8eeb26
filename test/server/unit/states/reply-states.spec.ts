import { describe, expect, it } from '@jest/globals';
import { type NotSentCode, WriteFailure } from '../../../../dist/server/business-profile/port/remote-post.js';
import { DAY_MS, MINUTE_MS } from '../../../../dist/server/config/durations.js';
import { OWN_REPLY_STATES, type ReviewReplyRow } from '../../../../dist/server/database/reviews.schema.js';
import { AppError } from '../../../../dist/server/errors/app-error.js';
import { ClaimClock, ClaimOver } from '../../../../dist/server/jobs/claims.js';
import { ProcessStops } from '../../../../dist/server/jobs/process-stops.js';
import { Replaced } from '../../../../dist/server/reviews/sending/reply-ledger.js';
import { ReplySender } from '../../../../dist/server/reviews/sending/reply-sender.js';
import {
  type Chosen,
  combinationsOf,
  FAULT,
  faultsInLog,
  inTime,
  pictureOf,
  SeenArrows,
} from '../../../support/documents/state-picture.ts';

const faults = faultsInLog();

const NOW = new Date('2026-11-02T12:00:00Z');
const before = (ms: number) => new Date(NOW.getTime() - ms);
const REPLACED_AT = before(DAY_MS);

/** What a reply finds when its step is taken. */
const CIRCUMSTANCES = {
  state: ['waiting', 'sending', 'unconfirmed', 'in_review'],
  kind: ['PUT', 'DELETE'],
  replaced: [null, 'Old'],
  look: [
    ...([
      'nothing',
      'the same, public',
      'the same, in review',
      'the same, refused',
      'what was there',
      'another',
    ] as const),
    ...(['no review', 'not served', 'no connection', 'no answer'] as const),
  ],
  answer: [
    ...(['taken', 'refused', 'gone', 'no_answer', 'claim over', 'newer', 'stop', 'fault'] as const),
    ...(['reconnect', 'limited', 'busy'] as const),
  ],
  timesSent: [1, 3],
  sentAgoMs: [1000, MINUTE_MS, 4 * DAY_MS],
  hasSuccessor: [false, true],
  isReviewChanged: [false, true],
} as const;
type Circumstances = Chosen<typeof CIRCUMSTANCES>;

/** The states through which a step takes a reply. */
async function stepFrom(is: Circumstances, seen: SeenArrows): Promise<void> {
  const reply = {
    ...{
      id: 'reply',
      kind: is.kind,
      text: is.kind === 'PUT' ? 'Thank you!' : null,
      state: is.state,
      attempt: 2,
    },
    ...{ replacedText: is.replaced, replacedAt: is.replaced === null ? null : REPLACED_AT },
    ...{ timesSent: is.state === 'waiting' ? 0 : is.timesSent, timesLooked: 0 },
    ...{ sentAt: is.state === 'waiting' ? null : before(is.sentAgoMs), createdAt: before(is.sentAgoMs) },
    // What the review said to the person: another, or what an earlier version did not note.
    basis: is.isReviewChanged ? 'another.reply.0' : 'reply',
  } as ReviewReplyRow;
  const owner = { workspaceId: 'owner', subject: 'account' };
  const clock = new ClaimClock(NOW, performance.now());
  const claim = { reply, review: { googleName: 'review' }, owner, hasIntended: false, clock };
  const move = (state: ReviewReplyRow['state']) => {
    seen.add(reply.state, state);
    reply.state = state;
  };
  const ledger = {
    claim: () => Promise.resolve(claim),
    hasSuccessor: () => Promise.resolve(is.hasSuccessor),
    intend: () =>
      inTime(() => {
        if (is.answer === 'newer') throw new Replaced();
        if (is.answer === 'claim over') throw new ClaimOver();
        move('sending');
        claim.hasIntended = true;
        Object.assign(reply, { sentAt: NOW, timesSent: reply.timesSent + 1 });
      }),
    finish: (_claim: object, { state }: Pick<ReviewReplyRow, 'state'>) => {
      move(state);
      return Promise.resolve(true);
    },
  };
  const send = (_owner: object, _name: string, ...rest: unknown[]) =>
    (rest.at(-1) as { beforeSending: () => Promise<void> }).beforeSending().then(() => answerOf(is));
  const google = { get: () => inTime(() => reviewIn(is)), putReply: send, deleteReply: send };
  const connection = is.look === 'no connection' ? 'reconnect' : 'connected';
  const providers = { sourceOf: () => Promise.resolve({ owner, connection }) };
  const dueWork = { stopping: AbortSignal.any([]) };
  const parts = [ledger, google, providers, { noteStep: () => undefined }, dueWork];
  await new ReplySender(...(parts as never as ConstructorParameters<typeof ReplySender>)).step('reply');
}

function replyAs(text: string, state: string, updatedAt = NOW) {
  return { text, state, updatedAt, violation: null };
}

function reviewIn({ look, replaced }: Circumstances) {
  const replies = {
    nothing: null,
    'the same, public': replyAs('Thank you!', 'PUBLIC'),
    'the same, in review': replyAs('Thank you!', 'IN_REVIEW'),
    'the same, refused': replyAs('Thank you!', 'REJECTED'),
    'what was there': replaced === null ? null : replyAs(replaced, 'PUBLIC', REPLACED_AT),
    another: replyAs('Something else', 'PUBLIC'),
  };
  if (look === 'no review') throw AppError.of('not_found');
  if (look === 'not served') throw AppError.of('google/unverified');
  if (look === 'no answer' || look === 'no connection') throw AppError.of('google/unavailable');
  return { stars: 5, comment: 'Good', reply: replies[look] };
}

function answerOf({ answer }: Circumstances) {
  switch (answer) {
    case 'taken':
      return replyAs('Thank you!', 'IN_REVIEW');
    case 'refused':
      throw new WriteFailure({ kind: 'refused', code: 'invalid' });
    case 'gone':
      throw new WriteFailure({ kind: 'refused', code: 'gone' });
    case 'no_answer':
      throw new WriteFailure({ kind: 'ambiguous', code: answer });
    case 'stop':
      throw new ProcessStops();
    case 'fault':
      throw new Error(FAULT);
    default:
      throw new WriteFailure({ kind: 'not_sent', code: answer as NotSentCode });
  }
}

describe('the states of a reply', () => {
  it('follow each other as docs/reliability.md shows it, and in no other way', async () => {
    const seen = new SeenArrows();
    for (const circumstances of combinationsOf(CIRCUMSTANCES)) await stepFrom(circumstances, seen);
    const picture = pictureOf('A reply');
    expect(faults).toEqual([]);
    expect(picture.arrows).toEqual(seen.arrows);
    expect(picture.states).toEqual([...OWN_REPLY_STATES].sort());
  });
});
