import { describe, expect, it } from '@jest/globals';
import { LocationBusy, worstOf } from '../../../../dist/server/business-profile/changes/change-claim.js';
import { ChangeEnds } from '../../../../dist/server/business-profile/google/change-ends.js';
import { ChangeSender } from '../../../../dist/server/business-profile/google/change-sender.js';
import { ProfileChanger } from '../../../../dist/server/business-profile/google/profile-changer.js';
import { GoogleFailure } from '../../../../dist/server/business-profile/calls/google-errors.js';
import { DAY_MS } from '../../../../dist/server/config/durations.js';
import {
  type ChangeLineRow,
  LOCATION_CHANGE_STATES,
  type LocationChangeRow,
} from '../../../../dist/server/database/changes.schema.js';
import { AppError } from '../../../../dist/server/errors/app-error.js';
import { ClaimClock, ClaimOver } from '../../../../dist/server/jobs/claims.js';
import { ProcessStops } from '../../../../dist/server/jobs/process-stops.js';
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

/** What a change finds when its step is taken. */
const CIRCUMSTANCES = {
  state: ['waiting', 'sending', 'unconfirmed', 'saved'],
  isTurn: [true, false],
  shown: ['Old', 'New', 'Other', 'gone', 'no answer', 'busy', 'stop'],
  answer: ['taken', 'refused', 'no answer', 'throttled', 'unsent', 'claim over', 'busy', 'stop', 'fault'],
  timesSent: [0, 1, 3],
  sentAgoMs: [1000, 40_000, 70_000],
  watchedAgoMs: [1000, 30_000],
  wasSeen: [false, true],
  putOffAgoMs: [0, 2 * DAY_MS],
  isStopped: [false, true],
} as const;
type Circumstances = Chosen<typeof CIRCUMSTANCES>;

/** The states through which a step takes a change. */
async function stepFrom(is: Circumstances, seen: SeenArrows): Promise<void> {
  const change = {
    ...{ id: 'save', locationId: 'location', attempt: 2, state: is.state, timesPutOff: 1 },
    timesSent: is.timesSent,
    sentAt: is.state === 'waiting' ? null : before(is.sentAgoMs),
    watchedUntil: before(is.watchedAgoMs),
    seenAt: is.wasSeen ? NOW : null,
    putOffSince: before(is.putOffAgoMs),
  } as LocationChangeRow;
  const line = { id: 'line', field: 'description', view: 'owner', before: 'Old', after: 'New' };
  const owner = { workspaceId: 'owner', subject: 'account' };
  const clock = new ClaimClock(NOW, performance.now());
  const claim = {
    change,
    lines: is.state === 'saved' ? [] : [line],
    leftOut: [],
    ended: [],
    owner,
    set: { kind: 'save', stoppedAt: is.isStopped ? NOW : null },
    isAwaited: false,
    turn: undefined,
    clock,
  };
  const move = (state: LocationChangeRow['state']) => {
    seen.add(change.state, state);
    change.state = state;
    return Promise.resolve(true);
  };
  const ledger = {
    claim: () => Promise.resolve({ ...claim, hasIntended: false }),
    prolong: () => Promise.resolve(),
    intend: async (held: { hasIntended: boolean }) => {
      if (is.answer === 'claim over') throw new ClaimOver();
      if (is.answer === 'busy') throw new LocationBusy();
      if (is.answer === 'stop') throw new ProcessStops();
      await move('sending');
      held.hasIntended = true;
      Object.assign(change, { sentAt: NOW, timesSent: change.timesSent + 1, watchedUntil: null });
    },
    finish: (_claim: object, outcomeOf: OutcomeOf, _at: Date, { isStopped = false } = {}) => {
      const worst = worstOf([outcomeOf(line).state]);
      return move(isStopped && worst === 'not_sent' ? 'stopped' : worst);
    },
    putOff: (_claim: object, state: LocationChangeRow['state']) => move(state),
    answered: () => Promise.resolve([]),
    lookAgain: () => Promise.resolve(),
    endLook: () => Promise.resolve(),
  };
  const place = () => inTime(() => placeIn(is.shown));
  const readings = {
    begin: () => Promise.resolve({}),
    noteAccepted: () => Promise.resolve(),
  };
  const reader = {
    readForChange: place,
    refresh: () => Promise.resolve(true),
    store: () => Promise.resolve(true),
    noteChanged: () => undefined,
  };
  const api = {
    patchLocation: async (
      ...[, , body, , { beforeSending }]: [object, string, object, object, BeforeSending]
    ) => {
      if (is.answer === 'unsent') throw failure('busy');
      await beforeSending();
      return answerOf(is, body);
    },
    getLocation: () => inTime(() => placeIn(is.shown === 'busy' ? 'no answer' : is.shown).google),
  };
  const turn = { holder: 'save', locationId: 'location', isOpen: false };
  const turns = {
    take: () => Promise.resolve(is.isTurn ? turn : undefined),
    release: () => Promise.resolve(),
  };
  const now = { now: () => NOW };
  const ending = [ledger, reader, readings, now];
  const ends = new ChangeEnds(...(ending as never as ConstructorParameters<typeof ChangeEnds>));
  const sending = [ledger, ends, api, reader, readings, { stopping: AbortSignal.any([]) }, now];
  const sender = new ChangeSender(...(sending as never as ConstructorParameters<typeof ChangeSender>));
  const mirror = { isComplete: () => Promise.resolve(true) };
  const updates = { requireRoom: () => Promise.resolve() };
  const changing = [{}, ledger, {}, turns, updates, sender, ends, reader, mirror, now];
  const changer = new ProfileChanger(...(changing as never as ConstructorParameters<typeof ProfileChanger>));
  // A fault of ours leaves the change to the end of its claim, or puts it off.
  await changer.step('save').catch((error: unknown) => {
    if (error instanceof AppError || !(error instanceof Error && error.message === FAULT)) throw error;
  });
}

type OutcomeOf = (line: object) => Pick<ChangeLineRow, 'state'>;

interface BeforeSending {
  beforeSending: () => Promise<void>;
}

function failure(kind: 'busy' | 'throttled' | 'unavailable' | 'refused'): AppError {
  const codes = { unavailable: 'google/unavailable', refused: 'google/refused' } as const;
  const code = kind === 'throttled' ? 'google/throttled' : kind === 'busy' ? 'google/busy' : codes[kind];
  return Object.assign(AppError.of(code), { cause: new GoogleFailure(kind, {}) });
}

function placeIn(shown: Circumstances['shown']) {
  if (shown === 'gone') throw AppError.of('not_found');
  if (shown === 'no answer') throw AppError.of('google/unavailable');
  if (shown === 'busy') throw new LocationBusy();
  if (shown === 'stop') throw new ProcessStops();
  return {
    accountId: 'account',
    google: { name: 'location', profile: { description: shown } },
    isPublicKnown: true,
  };
}

function answerOf({ answer }: Circumstances, body: object) {
  if (answer === 'refused' || answer === 'throttled') throw failure(answer);
  if (answer === 'no answer') throw failure('unavailable');
  if (answer === 'fault') throw new Error(FAULT);
  return body;
}

describe('the states of a change', () => {
  it('follow each other as docs/reliability.md shows it, and in no other way', async () => {
    const seen = new SeenArrows();
    for (const circumstances of combinationsOf(CIRCUMSTANCES)) await stepFrom(circumstances, seen);
    const picture = pictureOf('A change');
    expect(faults).toEqual([]);
    expect(picture.arrows).toEqual(seen.arrows);
    expect(picture.states).toEqual([...LOCATION_CHANGE_STATES].sort());
  });
});
